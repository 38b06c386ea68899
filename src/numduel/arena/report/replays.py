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
from numduel.arena.results.evidence import TEXTS
from numduel.arena.results.played_game import PlayedGame, PlayedStep
from numduel.arena.results.verdicts import recall_analysis
from numduel.game import Player
from numduel.match import Match
from numduel.study.review import review
from numduel.study.settled import is_settled
from numduel.telling.address import Address
from numduel.telling.position import headline
from numduel.telling.review import tell_mistake
from numduel.telling.truth import choices_of, verdict

_OF_A_CHOICE = ("move", "name", "winner", "mark")
_SHOWN = (*TEXTS, "seconds", "tokens_read", "tokens_written")


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
        match = record.fixture.begin()
        at = [place_of(match)]
        for step in record.steps:
            if step.move is not None:
                match.play(step.move)
                at.append(place_of(match))
            elif record.winner is not None:
                match.end(Player(record.winner), record.reason)
        told.append({"game": games.index(name_game(match.game)), "at": at, **_game(record, match)})
    return {"games": games, "positions": positions, "records": told}


def _game(record: PlayedGame, match: Match) -> dict[str, Any]:
    players, first = record.fixture.players, record.first_ply
    reviewed = review(match.game, match.moves, match.ended, recall_analysis)
    return {
        "players": players,
        "round": record.fixture.round,
        "first": first,
        "is_broken": record.is_broken,
        "ending": _ending(record, match),
        "moves": [step.move for step in record.steps],
        "mistakes": {
            move.ply - first: tell_mistake(move) for move in reviewed.mistakes if move.ply >= first
        },
        "attempts": [_attempts(step) for step in record.steps],
    }


def _ending(record: PlayedGame, match: Match) -> str:
    """How a game ended, or what was asked if there was no game."""
    if record.is_broken:
        return f"The endpoint of {record.broken_by} failed, so this is not scored."
    players = record.fixture.players
    if len(players) == 1:
        return f"Asked for one move, as {Player(record.steps[0].by)}."
    called = {player: f"{player} ({name})" for player, name in zip(Player, players, strict=True)}
    return headline(match, Address(called))


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
        "to_move": int(state.to_move),
        "choices": [
            {name: choice[name] for name in _OF_A_CHOICE}
            for choice in choices_of(game, state, analysis.choices)
        ],
    }


def _attempts(step: PlayedStep) -> list[dict[str, Any]]:
    return [
        {"failure": attempt.failure}
        | {name: attempt.details[name] for name in _SHOWN if name in attempt.details}
        for attempt in step.attempts
    ]
