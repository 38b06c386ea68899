"""Last Stone: take one, two or three stones from a heap; whoever takes the last one wins.

The stones lie in one heap. By turns each player takes one, two or three of them. Whoever finds
no stone left to take, loses. There is no draw.

Example, with 5 stones: Player 1 takes 1, Player 2 takes 3, Player 1 takes the last one and wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from numduel import Game, Outcome, Player, option


class Heap(NamedTuple):
    """How many stones are left and whose turn it is."""

    stones: int
    to_move: Player


@dataclass(frozen=True)
class LastStone(Game[Heap, int]):
    slug = "last-stone"
    title = "Last Stone"
    summary = "Take one, two or three stones; the last one wins."

    heap: int = option(12, "how many stones there are", minimum=1)

    def start(self) -> Heap:
        return Heap(self.heap, Player.ONE)

    def all_moves(self) -> Sequence[int]:
        return range(1, min(3, self.heap) + 1)

    def refusal(self, state: Heap, move: int) -> str | None:
        if not 1 <= move <= 3:
            return f"{move} is not allowed: take 1, 2 or 3 stones."
        if move > state.stones:
            return f"{move} stones cannot be taken: only {state.stones} are left."
        return None

    def after(self, state: Heap, move: int) -> Heap:
        return Heap(state.stones - move, state.to_move.opponent)

    def outcome(self, state: Heap) -> Outcome | None:
        if state.stones:
            return None
        return Outcome(state.to_move.opponent, "by taking the last stone")
