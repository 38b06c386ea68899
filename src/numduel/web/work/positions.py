"""Positions: the game, its options and the moves so far, replayed."""

from collections.abc import Mapping
from functools import partial
from typing import NamedTuple
from urllib.parse import urlencode

from numduel.catalogue import find_game, read_options
from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.options import options_of
from numduel.telling import Address
from numduel.web.matches.costs import is_quick, price, replay_cost
from numduel.web.matches.position import Position, position_of
from numduel.web.matches.sizes import game_of
from numduel.web.settings import LARGEST_ON_A_PAGE
from numduel.web.shapes import encode
from numduel.web.work.background import BackgroundWork
from numduel.web.work.kept import question_of
from numduel.words import begin_sentence


class WrittenPosition(NamedTuple):
    """A position as an address has it; nothing has been replayed yet."""

    game: AnyGame
    moves: str

    @property
    def is_quick(self) -> bool:
        """Whether the event loop may replay it."""
        return is_quick(self.game, self._count)

    @property
    def price(self) -> int:
        """How many more requests it counts as."""
        return price(replay_cost(self.game, self._count))

    @property
    def _count(self) -> int:
        return self.moves.count(" ") + 1

    def replayed(self) -> Match:
        """The match that has come to this position, or NumduelError for a move that cannot be."""
        match = Match(self.game)
        for number, move in enumerate(self.moves.split(), start=1):
            try:
                match.play(move)
            except NumduelError as refused:
                raise NumduelError(f"Move {number}: {begin_sentence(str(refused))}") from None
        return match


def read_short(
    slug: str, moves: str, options: Mapping[str, str], largest: int = LARGEST_ON_A_PAGE
) -> WrittenPosition:
    """The position with a short address: GAME/6,3,9?numbers=40."""
    game_class = find_game(slug)
    game = game_of(game_class, read_options(game_class, options), largest)
    return WrittenPosition(game, moves.replace(",", " "))


def write_short(match: Match) -> str:
    """The short address of the position that a match has come to. Options at their defaults are
    left out."""
    game = match.game
    path = "/".join([game.slug, *filter(None, [",".join(match.written_moves)])])
    differing = {
        option.name: ("no", "yes")[value] if isinstance(value, bool) else str(value)
        for option, value in zip(options_of(type(game)), game.options.values(), strict=True)
        if value != option.default
    }
    return f"{path}?{urlencode(differing)}" if differing else path


async def find_position(work: BackgroundWork, written: WrittenPosition, reader: Address) -> bytes:
    """A position as JSON."""
    task = partial(_encode_position, written, reader)
    if written.is_quick:
        return task()
    names = tuple(reader.names.items())
    question = question_of("position", *written, names, reader.you)
    return await work.analyse(question, task, price=0)  # it is paid for by its length


def _encode_position(written: WrittenPosition, reader: Address) -> bytes:
    return encode(Position, position_of(written.replayed(), reader))
