"""Number Split Duel: handing over 1 wins from every number that can be split.

Theorem: the player to move wins exactly if N is at least 3, in one move, and the winning moves
are to hand over 1, or 2 where that is allowed (everywhere but from 4). Every other move loses in
two.

For 1 and 2 have no split into unequal parts: whoever gets one of them has lost. From N ≥ 3 the
split N − 1 and 1 is unequal, so 1 can always be handed over, and so can 2 unless N is 4, whose
other part would be 2 as well. Whoever hands over 3 or more gives the opponent that same chance.
"""

from typing import Any

from numduel.games.number_split_duel import NumberSplitDuel, SplitState
from numduel.theory.verdict import Analysis, Argument, Value, argue, judge, weigh

_WINS, _LOSES = Value(True, 1), Value(False, 2)


@judge.register(NumberSplitDuel)
def judge_split(game: NumberSplitDuel, state: SplitState, _budget: int) -> Analysis:
    """Who wins from any N, in no time."""
    moves = game.legal_moves(state)
    return weigh(state.to_move, moves, [_WINS if part <= 2 else _LOSES for part in moves])


@argue.register(NumberSplitDuel)
def argue_split(
    game: NumberSplitDuel, state: SplitState, _budget: int, _moves: tuple[Any, ...]
) -> Argument:
    """Hand over 1."""
    number = state.number
    sentences = [
        f"Split {number} into {number - 1} and 1, and hand over 1.",
        "1 cannot be split, so your opponent has no move and loses.",
    ]
    if game.refusal(state, 2) is None:
        sentences.append("Handing over 2 wins as well: its only split is equal.")
    if number > 4:
        sentences.append("Hand over 3 or more, and your opponent can do the same to you.")
    elif number == 4:
        sentences.append("Hand over 3, and your opponent can do the same to you.")
    return Argument(tuple(sentences), reply=1)
