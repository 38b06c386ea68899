"""What a move leads to: what beats it if it loses, and how it goes on if it wins."""

from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.match import Match
from numduel.telling.address import third_person
from numduel.telling.truth import FORM, number_of, worth
from numduel.theory import BUDGET, Choice, analyse, first_best
from numduel.words import listed

_FEW = 3  # choices that are named
_SHOWN = 3  # replies of the winner that are told


class Refutation(NamedTuple):
    """A losing move, the moves that beat it, and a sentence about them."""

    line: tuple[Any, ...]
    text: str


def refute(game: AnyGame, state: Any, move: Any, budget: int = BUDGET) -> Refutation | None:
    """What beats a move, shown as far as needed to see it. None if the move is not known to
    lose."""
    choice = _judge(game, state, move, budget)
    return _follow(game, state, choice, budget) if _loses(choice, state) else None


def consequence_of(match: Match, move: Any) -> dict[str, Any]:
    """What a move in a match would lead to, as JSON: who wins then, and how it goes on."""
    game, state = match.game, match.state
    choice = _judge(game, state, move, BUDGET)
    told = _follow(game, state, choice, BUDGET)
    return {
        "form": FORM,
        "move": game.write_move(move),
        "name": game.words.name_move(state, move),
        "winner": number_of(choice.winner),
        "is_refuted": _loses(choice, state),
        **refutation_of(game, told),
    }


def refutation_of(game: AnyGame, told: Refutation) -> dict[str, Any]:
    """A refutation in JSON."""
    return {"line": [game.write_move(move) for move in told.line], "text": told.text}


def _judge(game: AnyGame, state: Any, move: Any, budget: int) -> Choice:
    """A move with who wins after it and how far away the end is."""
    after = analyse(game, game.after(state, move), budget)
    far = (None if end is None else end + 1 for end in (after.at_least, after.at_most))
    distance = None if after.distance is None else after.distance + 1
    return Choice(move, after.winner, distance, False, *far)


def _loses(choice: Choice, state: Any) -> bool:
    return choice.winner is state.to_move.opponent


def _follow(game: AnyGame, state: Any, choice: Choice, budget: int) -> Refutation:
    """Best play after a move, as a line and in a sentence to the player who makes it."""
    player, move = state.to_move, choice.move
    named = game.words.name_move(state, move)
    if choice.winner is None:
        return Refutation((move,), f"Who wins after {named} is not known.")
    after = game.after(state, move)
    line, said, told = [move], [], 0
    while game.outcome(after) is None and told < _SHOWN:
        played = first_best(analyse(game, after, budget))
        order = game.words.to_play(after, played)
        is_you = after.to_move is player
        said.append(f"you {order}" if is_you else f"your opponent {third_person(order)}")
        told += after.to_move is choice.winner
        line.append(played)
        after = game.after(after, played)
        if _loses(choice, state) and after.to_move is player:
            choices = game.legal_moves(after)
            if 1 < len(choices) <= _FEW:
                names = (game.words.name_move(after, each) for each in choices)
                said.append(f"you are left with {listed(names, word='or')}")
    outcome = game.outcome(after)
    if outcome is None:
        said.append("and so on")
    else:
        is_you = outcome.winner is player
        wins = "win" if is_you else "wins"
        if not said or after.to_move is outcome.winner:  # somebody else moved last
            wins = f"{'you' if is_you else 'your opponent'} {wins}"
        said.append(f"{'and ' if said else ''}{wins} {outcome.reason}")
    return Refutation(tuple(line), f"{named} {worth(choice, player)}: {', '.join(said)}.")
