"""A game that was played, move by move: who was winning, and where that was given away."""

from typing import Any

from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.study.review import Review, ReviewedMove, review
from numduel.telling.address import PLAIN, Address
from numduel.telling.refutation import refutation_of, refute
from numduel.telling.truth import FORM, number_of, outcome_of, within
from numduel.theory import BUDGET
from numduel.words import listed

_NAMED = 3  # how many better moves a sentence names
_BUDGET = BUDGET // 10  # for each position of a refutation, because a review may have many


def review_of(match: Match, address: Address = PLAIN) -> dict[str, Any]:
    """A match compared with the exact truth, as JSON."""
    told = review(match.game, match.moves, match.ended)
    return {
        "form": FORM,
        "game": match.game.slug,
        "options": match.game.options,
        "moves": [
            {
                "ply": move.ply,
                "player": int(move.player),
                "move": move.move,
                "name": move.name,
                "winner_before": number_of(move.winner_before),
                "winner_after": number_of(move.winner_after),
                "distance_before": move.distance_before,
                "distance_after": move.distance_after,
                "is_mistake": move.is_mistake,
                "mattered": move.mattered,
                "better": list(move.better),
                "better_names": list(move.better_names),
                "text": tell_move(move, address),
                "refutation": _refutation(match.game, *turn) if move.is_mistake else None,
            }
            for move, turn in zip(told.moves, match.turns, strict=True)
        ],
        "outcome": outcome_of(told.outcome),
        "winners": [number_of(winner) for winner in told.winners],
        "start": _who_wins(told.winners[0], None, address),
        "mattered": told.mattered,
        "sentences": sentences(told, address),
    }


def _refutation(game: AnyGame, state: Any, mistake: Any) -> dict[str, Any] | None:
    """What beats a mistake, told to whoever made it."""
    told = refute(game, state, mistake, _BUDGET)
    return told and refutation_of(game, told)


def tell_move(move: ReviewedMove, address: Address = PLAIN) -> str:
    """Who is winning after a move."""
    wins = _who_wins(move.winner_after, move.distance_after, address)
    if not move.is_mistake:
        return wins
    return f"{wins}; {_either(move.better_names)} would have won"


def _who_wins(winner: Player | None, distance: int | None, address: Address) -> str:
    if winner is None:
        return "nobody knows who wins"
    return f"{address.does(winner, 'win')}{within(distance or None)}"


def tell_mistake(move: ReviewedMove, address: Address = PLAIN) -> str:
    """Who gave the win away, and what would have kept it."""
    return (
        f"Move {move.ply}: {address.name(move.player)} played {move.name} and gave the win away."
        f" {_either(move.better_names)} would have kept it."
    )


def sentences(told: Review, address: Address = PLAIN) -> list[str]:
    """The whole game in a few sentences."""
    said = []
    winners, outcome, mistakes = told.winners, told.outcome, told.mistakes
    if None in winners:
        said.append("Some of these positions are too large to know who was winning.")
    for move in mistakes:
        said.append(tell_mistake(move, address))
    if not told.moves:
        said.append("No move was made." if outcome else "No move has been made yet.")
    elif not mistakes and winners[0] is not None:
        said.append(f"{_always(winners[0], address, outcome is None)}. Nobody gave a win away.")
    if told.moves and None not in winners and not told.mattered:
        said.append("At no point did anybody's choice change who would win.")
    elif outcome is not None and mistakes and mistakes[-1].player is not outcome.winner:
        said.append(f"Move {mistakes[-1].ply} decided the game.")
    last = winners[-1]
    if outcome is not None and last is not None and outcome.winner is not last:
        said.append(f"{address.who(last)} could still have won when the game ended.")
    return said


def _always(winner: Player, address: Address, goes_on: bool) -> str:
    if goes_on:
        return f"{address.has(winner)} been winning all along"
    return f"{address.was(winner)} winning from the first move to the last"


def _either(moves: tuple[str, ...]) -> str:
    """Some of the moves that would have won: "4 or 8", "4, 8, 9 or any of 3 others"."""
    if len(moves) <= _NAMED + 1:
        return listed(moves, word="or")
    return listed([*moves[:_NAMED], f"any of {len(moves) - _NAMED} others"], word="or")
