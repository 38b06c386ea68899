"""Last Stone the other way round: whoever has to take the last stone loses.

The winner is the player who is to move when the duel is over, as in few other games.
"""

from dataclasses import dataclass

from last_stone import Heap, LastStone

from numduel import Outcome


@dataclass(frozen=True)
class LeaveTheLast(LastStone):
    slug = "leave-the-last"
    title = "Leave the Last"
    summary = "Take one, two or three stones, but not the last one."

    def outcome(self, state: Heap) -> Outcome | None:
        return None if state.stones else Outcome(state.to_move, "by leaving the last stone")
