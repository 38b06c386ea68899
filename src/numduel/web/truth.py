"""Who wins, and why, as JSON: what `theory/` knows, worked out beside the event loop."""

from typing import Any

from numduel.match import Match
from numduel.study.settled import is_settled
from numduel.telling.truth import explain
from numduel.theory import analyse
from numduel.web.thinking import Thinker

Truth = dict[str, Any]


async def tell(thinker: Thinker, match: Match) -> Truth:
    """The analysis and the explanation of a position; unknown if it takes too long."""
    key = (match.game, tuple(match.moves))
    try:
        return await thinker.find(key, lambda: work_out(match))
    except TimeoutError:
        reason = f"It takes longer than {thinker.seconds:g} seconds to find out. Ask again later."
        return _nothing_known(reason)


def work_out(match: Match) -> Truth:
    """The same at once."""
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


def _nothing_known(reason: str) -> Truth:
    analysis = {"winner": None, "distance": None, "unknown": reason, "is_settled": False}
    return {
        "analysis": analysis | {"choices": []},
        "why": {"sentences": [reason], "pairs": [], "reply": None},
    }


def _number(player: int | None) -> int | None:
    return None if player is None else int(player)
