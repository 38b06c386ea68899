"""Number Split Duel: handing over 1 wins from every number that can be split.

Theorem: the player to move wins exactly if N is at least 3, in one move, and the winning moves
are to hand over 1, or 2 where that is allowed (everywhere but from 4). Every other move loses in
two.

Proof. 1 and 2 have no split into unequal parts, so a player who gets one of them has lost. From
N ≥ 3 the split N − 1 and 1 is unequal, so 1 can always be handed over, and so can 2 unless N is 4,
whose other part would be 2 as well. Handing over 3 or more gives the opponent that same chance. ∎
"""

from typing import Any

from numduel.games.number_split_duel import NumberSplitDuel, SplitState
from numduel.theory.base import Analysis, Argument, Theory, weigh
from numduel.theory.search import Value

_WINS, _LOSES = Value(True, 1), Value(False, 2)


class SplitTheory(Theory[NumberSplitDuel], of=NumberSplitDuel):
    """The winner and the distance from any N, without search."""

    def judge(self, state: SplitState, budget: int) -> Analysis:
        moves = self.game.legal_moves(state)
        return weigh(state.to_move, moves, [_WINS if part <= 2 else _LOSES for part in moves])

    def argue(self, state: SplitState, budget: int, moves: tuple[Any, ...]) -> Argument:
        number = state.number
        sentences = [
            f"Split {number} into {number - 1} and 1, and hand over 1.",
            "1 cannot be split, so your opponent has no move and loses.",
        ]
        if self.game.refusal(state, 2) is None:
            sentences.append("Handing over 2 wins as well: its only split is equal.")
        if number > 4:
            sentences.append("Hand over 3 or more, and your opponent can do the same to you.")
        elif number == 4:
            sentences.append("Hand over 3, and your opponent can do the same to you.")
        return Argument(tuple(sentences), reply=1)

    def habit(self, state: SplitState) -> int:
        """Return the move that hands over 1."""
        return 1

    def lack_of_puzzles(self) -> str:
        return (
            "There are no puzzles: from every number that can be split, handing over 1 wins, so"
            " there is nothing to find."
        )
