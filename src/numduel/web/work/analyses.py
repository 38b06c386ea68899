"""Who wins a position, and why, as JSON."""

from typing import Any

from numduel.match import Match
from numduel.study.settled import is_settled
from numduel.telling.truth import explain
from numduel.theory import analyse
from numduel.web.work.background import BackgroundWork

Truth = dict[str, Any]


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
    reply = explanation.reply
    return {
        "analysis": {
            "winner": _number(analysis.winner),
            "distance": analysis.distance,
            "unknown": analysis.unknown,
            "is_settled": is_settled(game, state, analysis),
            "choices": choices,
        },
        "why": {
            "sentences": list(explanation.sentences),
            "pairs": [list(pair) for pair in explanation.pairs],
            "reply": None if reply is None else game.write_move(reply),
        },
    }


def _nothing_known(reason: str) -> Truth:
    analysis = {"winner": None, "distance": None, "unknown": reason, "is_settled": False}
    return {
        "analysis": analysis | {"choices": []},
        "why": {"sentences": [reason], "pairs": [], "reply": None},
    }


def _number(player: int | None) -> int | None:
    return None if player is None else int(player)
