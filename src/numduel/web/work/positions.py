"""Positions: the game, its options and the moves so far, replayed."""

from functools import partial
from typing import NamedTuple

from numduel.catalogue import build_game
from numduel.game import AnyGame
from numduel.match import Match, split_id
from numduel.study import Address
from numduel.web.matches.costs import is_quick, price, replay_cost
from numduel.web.matches.position import Position, position_of
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


def written_position(id: str) -> WrittenPosition:
    """Return the position of an ID, or raise NumduelError. Its moves are not replayed yet."""
    game_class, options, moves = split_id(id)
    return WrittenPosition(build_game(game_class, options), tuple(moves))


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
