"""Positions: the game, its options and the moves so far, replayed."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode

from numduel.catalogue import find_game, read_options
from numduel.game import AnyGame
from numduel.match import Match
from numduel.options import write_value
from numduel.telling.address import Address
from numduel.web.matches.costs import is_quick, price, replay_cost
from numduel.web.matches.position import Position, position_of
from numduel.web.matches.sizes import game_of
from numduel.web.settings import LARGEST_ON_A_PAGE
from numduel.web.shapes import encode
from numduel.web.work.answer_cache import question_of
from numduel.web.work.background import BackgroundWork


class WrittenPosition(NamedTuple):
    """A position as its address describes it. Nothing has been replayed yet."""

    game: AnyGame
    moves: tuple[str, ...]

    @classmethod
    def read(cls, game: AnyGame, moves: str) -> "WrittenPosition":
        """The position after these moves, with spaces between them. They are taken apart here and
        nowhere else: what is counted and paid for is what is replayed."""
        return cls(game, tuple(moves.split()))

    @property
    def is_quick(self) -> bool:
        """Whether the event loop may replay it."""
        return is_quick(self.game, len(self.moves))

    @property
    def price(self) -> int:
        """How many extra requests it counts as."""
        return price(replay_cost(self.game, len(self.moves)))

    def replayed(self) -> Match:
        """The match at this position, or NumduelError if a move is not possible."""
        return Match.at(self.game, self.moves)


def read_short(
    slug: str, moves: str, options: Mapping[str, str], largest: int = LARGEST_ON_A_PAGE
) -> WrittenPosition:
    """The position with a short address: GAME/6,3,9?numbers=40."""
    game_class = find_game(slug)
    game = game_of(game_class, read_options(game_class, options), largest)
    return WrittenPosition.read(game, moves.replace(",", " "))


def write_short(match: Match) -> str:
    """The short address of the position that a match has come to. Options at their defaults are
    left out."""
    game = match.game
    path = "/".join([game.slug, *filter(None, [",".join(match.written_moves)])])
    changed = {name: write_value(value) for name, value in game.changed_options.items()}
    return f"{path}?{urlencode(changed)}" if changed else path


async def find_position(work: BackgroundWork, written: WrittenPosition, reader: Address) -> bytes:
    """A position as JSON."""
    task = partial(_encode_position, written, reader)
    if written.is_quick:
        return task()
    names = tuple(reader.names.items())
    question = question_of("position", *written, names, reader.you)
    return await work.answer(question, task, price=0)  # it is paid for by its length


def _encode_position(written: WrittenPosition, reader: Address) -> bytes:
    return encode(Position, position_of(written.replayed(), reader))
