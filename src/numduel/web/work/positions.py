"""Positions: the game, its options and the moves so far, replayed."""

from functools import partial
from typing import NamedTuple

from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.telling import Address
from numduel.web.matches.costs import is_quick, price, replay_cost
from numduel.web.matches.position import Position, position_of
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
