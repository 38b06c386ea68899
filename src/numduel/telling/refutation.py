"""What beats a losing move: the replies that show it."""

from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.telling.address import third_person
from numduel.telling.truth import within
from numduel.theory import analyse
from numduel.theory.verdict import BUDGET, first_best
from numduel.words import listed

_FEW = 3  # choices that are named
_SHOWN = 3  # replies of the opponent that are told


class Refutation(NamedTuple):
    """The moves that beat a losing one, it first, and the same in a sentence to its player."""

    line: tuple[Any, ...]
    text: str


def refute(game: AnyGame, state: Any, move: Any, budget: int = BUDGET) -> Refutation | None:
    """What beats a move, as far as it takes to see it; None if it is not known to lose."""
    player, after = state.to_move, game.after(state, move)
    analysis = analyse(game, after, budget)
    if analysis.winner is not player.opponent:
        return None
    far = None if analysis.distance is None else analysis.distance + 1
    text = f"{game.words.name_move(game, state, move)} loses{within(far)}"
    line, said, told = [move], [], 0
    while game.outcome(after) is None and told < _SHOWN:
        played = first_best(analyse(game, after, budget))
        order = game.words.to_play(game, after, played)
        if after.to_move is player:
            said.append(f"you {order}")
        else:
            said.append(f"your opponent {third_person(order)}")
            told += 1
        line.append(played)
        after = game.after(after, played)
        if after.to_move is player and 1 < len(choices := game.legal_moves(after)) <= _FEW:
            names = (game.words.name_move(game, after, choice) for choice in choices)
            said.append(f"you are left with {listed(names, word='or')}")
    outcome = game.outcome(after)
    if outcome is None:
        said.append("and so on")
    else:  # whoever moved last is not to move
        winner = "" if said and after.to_move is player else "your opponent "
        said.append(f"and {winner}wins {outcome.reason}")
    return Refutation(tuple(line), f"{text}: {', '.join(said)}.")
