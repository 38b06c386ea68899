"""Every game of a run for the report's replay: each position once, with the value of every move.

The data is compressed, since thousands of games with their prompts are large and repetitive. The
browser unpacks it, and shows the sentences that are made here.
"""

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from numduel.arena.notation import name_game
from numduel.arena.plan import Plan
from numduel.arena.results.played_game import PlayedGame, PlayedStep
from numduel.arena.results.verdicts import recall_analysis
from numduel.game import Player
from numduel.match import Match
from numduel.study.review import review
from numduel.study.settled import is_settled
from numduel.telling import Address, headline, mark
from numduel.telling.review import tell_mistake
from numduel.telling.truth import verdict

_SHOWN = ("prompt", "reply", "refusal", "fault", "seconds", "tokens_read", "tokens_written")


def pack_replays(plan: Plan, records: Sequence[PlayedGame]) -> str:
    """The replays as text that is safe inside a page."""
    data = json.dumps(_collect(plan, records), ensure_ascii=False, separators=(",", ":"))
    encoded = data.encode(errors="backslashreplace")  # half a character is an escape in JSON too
    return base64.b64encode(zlib.compress(encoded, 9)).decode()


def _collect(plan: Plan, records: Sequence[PlayedGame]) -> dict[str, Any]:
    positions: list[dict[str, Any]] = []
    places: dict[Any, int] = {}

    def place_of(match: Match) -> int:
        key = match.game, match.state
        if key not in places:
            places[key] = len(positions)
            positions.append(_position(match))
        return places[key]

    games = [name_game(game) for game in plan.games]
    told = []
    for record in records:
        match = Match(record.fixture.game)
        at = [place_of(match)]
        for step in record.steps:
            if step.move is not None:
                match.play(step.move)
                at.append(place_of(match))
            else:
                match.end(Player(record.winner), record.reason)
        told.append({"game": games.index(name_game(match.game)), "at": at, **_game(record, match)})
    return {"games": games, "positions": positions, "records": told}


def _game(record: PlayedGame, match: Match) -> dict[str, Any]:
    players = record.fixture.players
    called = {player: f"{player} ({name})" for player, name in zip(Player, players, strict=True)}
    reviewed = review(match.game, match.moves, match.ended, recall_analysis)
    return {
        "players": players,
        "round": record.fixture.round,
        "ending": headline(match, Address(called)),
        "moves": [step.move for step in record.steps],
        "mistakes": {move.ply: tell_mistake(move) for move in reviewed.mistakes},
        "attempts": [_attempts(step) for step in record.steps],
    }


def _position(match: Match) -> dict[str, Any]:
    game, state = match.game, match.state
    analysis, outcome = recall_analysis(game, state), game.outcome(state)
    lines = (
        game.words.board(game, state)
        if outcome is None
        else game.words.ending(game, state, outcome)
    )
    return {
        "winner": analysis.winner,
        "verdict": verdict(match, analysis, settled=is_settled(game, state, analysis)),
        "words": [str(line) for line in lines if str(line)],
        "choices": [
            {
                "move": game.write_move(choice.move),
                "mark": mark(choice, state.to_move),
                "wins": choice.winner is state.to_move,
            }
            for choice in analysis.choices
        ],
    }


def _attempts(step: PlayedStep) -> list[dict[str, Any]]:
    return [
        {"failure": attempt.failure}
        | {name: attempt.details[name] for name in _SHOWN if name in attempt.details}
        for attempt in step.attempts
    ]
