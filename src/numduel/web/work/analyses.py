"""Who wins a position, and why, as JSON."""

from collections.abc import Hashable
from typing import Any

from numduel.game import AnyGame
from numduel.match import Match
from numduel.theory import analyse, explain
from numduel.web.work.background import BackgroundWork

Truth = dict[str, Any]
_MOST_TRIED = 20_000  # moves, to see whether anything matters


async def find_truth(work: BackgroundWork, match: Match) -> Truth:
    """The analysis and the explanation of a position; unknown if it takes too long."""
    key = (match.game, tuple(match.moves))
    try:
        return await work.analyse(key, lambda: truth_of(match))
    except TimeoutError:
        seconds = f"{work.seconds_to_analyse:g} seconds"
        return _nothing_known(f"It takes longer than {seconds} to find out. Ask again later.")


def truth_of(match: Match) -> Truth:
    """The analysis and the explanation of a position."""
    game, state = match.game, match.state
    analysis, explanation = analyse(game, state), explain(game, state)
    choices = [
        {
            "move": game.write_move(choice.move),
            "winner": _number(choice.winner),
            "distance": choice.distance,
            "best": choice.best,
        }
        for choice in analysis.choices
    ]
    is_known = analysis.distance is not None
    ends = {(choice.winner, choice.distance) for choice in analysis.choices}
    reply = explanation.reply
    return {
        "analysis": {
            "winner": _number(analysis.winner),
            "distance": analysis.distance,
            "unknown": analysis.unknown,
            "is_settled": is_known and len(ends) == 1 and is_settled(game, state),
            "choices": choices,
        },
        "why": {
            "sentences": list(explanation.sentences),
            "pairs": [list(pair) for pair in explanation.pairs],
            "reply": None if reply is None else game.write_move(reply),
        },
    }


def is_settled(game: AnyGame, state: Any) -> bool:
    """Whether the duel ends in the same way after the same number of moves, whatever anybody
    does. False where that would take long to find out."""
    tried = 0
    states = {game.essence(state): state}  # every position that may come after so many moves
    while True:
        ends = [game.outcome(state) for state in states.values()]
        if any(ends):
            return len({end and end.winner for end in ends}) == 1
        following: dict[Hashable, Any] = {}
        for state in states.values():
            moves = game.legal_moves(state)
            tried += len(moves)
            if tried > _MOST_TRIED:
                return False
            for move in moves:
                after = game.after(state, move)
                following[game.essence(after)] = after
        states = following


def _nothing_known(reason: str) -> Truth:
    analysis = {"winner": None, "distance": None, "unknown": reason, "is_settled": False}
    return {
        "analysis": analysis | {"choices": []},
        "why": {"sentences": [reason], "pairs": [], "reply": None},
    }


def _number(player: int | None) -> int | None:
    return None if player is None else int(player)
