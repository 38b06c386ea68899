"""Every game of a run for the report's replay: each position once, with the value of every move.

The data is compressed, since thousands of games with their prompts are large and repetitive. The
browser unpacks it.
"""

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from numduel.arena.notation import name_game
from numduel.arena.plan import Plan
from numduel.arena.results.played_game import PlayedGame, PlayedStep
from numduel.arena.results.verdicts import verdicts_of
from numduel.game import AnyGame

_SHOWN = ("prompt", "reply", "refusal", "fault", "seconds", "tokens_read", "tokens_written")


def pack_replays(plan: Plan, records: Sequence[PlayedGame]) -> str:
    """The replays as text that is safe inside a page."""
    data = json.dumps(_collect(plan, records), ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(data.encode(), 9)).decode()


def _collect(plan: Plan, records: Sequence[PlayedGame]) -> dict[str, Any]:
    positions: list[dict[str, Any]] = []
    places: dict[Any, int] = {}

    def place_of(game: AnyGame, state: Any) -> int:
        key = game, state
        if key not in places:
            places[key] = len(positions)
            positions.append(_position(game, state))
        return places[key]

    games = [name_game(game) for game in plan.games]
    told = []
    for record in records:
        game = record.fixture.game
        state = game.start()
        at = [place_of(game, state)]
        for step in record.steps:
            if step.move is not None:
                state = game.after(state, game.read_move(step.move))
                at.append(place_of(game, state))
        told.append(
            {
                "game": games.index(name_game(game)),
                "players": record.fixture.players,
                "round": record.fixture.round,
                "winner": record.winner,
                "reason": record.reason,
                "at": at,
                "moves": [step.move for step in record.steps],
                "attempts": [_attempts(step) for step in record.steps],
            }
        )
    titles = {name_game(game): game.title for game in plan.games}
    return {"games": games, "titles": titles, "positions": positions, "records": told}


def _position(game: AnyGame, state: Any) -> dict[str, Any]:
    truth = verdicts_of(game, state)
    outcome = game.outcome(state)
    lines = (
        game.words.board(game, state)
        if outcome is None
        else game.words.ending(game, state, outcome)
    )
    return {
        "mover": int(state.to_move),
        "winner": truth.verdict.winner,
        "distance": truth.verdict.distance,
        "words": [str(line) for line in lines if str(line)],
        "choices": [[move, *verdict] for move, verdict in truth.moves.items()],
    }


def _attempts(step: PlayedStep) -> list[dict[str, Any]]:
    return [
        {"failure": attempt.failure}
        | {name: attempt.details[name] for name in _SHOWN if name in attempt.details}
        for attempt in step.attempts
    ]
