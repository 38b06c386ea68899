"""A run as one table: a record for each turn, for pandas, Polars or a loop of your own."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from numduel.arena.models.completion import TOKEN_COUNTS
from numduel.arena.models.cost import cost_of
from numduel.arena.notation import name_game
from numduel.arena.results.games_file import load_results
from numduel.arena.results.played_game import PlayedGame, PlayedStep


def load(folder: str | Path) -> list[dict[str, Any]]:
    """The turns of a run, in the order of its plan, each of them verified. Every record has the
    same fields, and each value is a text, a number, a truth value or None."""
    plan, records = load_results(Path(folder))
    return [row for record in records for row in _rows(record, plan.players)]


def _rows(record: PlayedGame, players: Mapping[str, Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    fixture = record.fixture
    for ply, step in enumerate(record.steps, start=record.first_ply):
        player = record.player_of(step)
        others = [name for name in fixture.players if name != player]
        yield {
            "game": name_game(fixture.game),
            "round": fixture.round,
            "seed": fixture.seed,
            "player": player,
            "opponent": others[0] if others else None,
            "seat": step.by,
            "ply": ply,
            "move": step.move,
            "matters": step.matters,
            "right": step.is_right if step.matters else None,
            "chance": step.chance if step.matters else None,
            "winning": step.winning,
            "losing": step.losing,
            "winner_before": step.before.winner,
            "distance_before": step.before.distance,
            "winner_after": step.after and step.after.winner,
            "distance_after": step.after and step.after.distance,
            "won": None if record.winner is None else record.winner == step.by,
            "broken": record.is_broken,
            **_attempts(step, players[player]),
        }


def _attempts(step: PlayedStep, settings: Mapping[str, Any]) -> dict[str, Any]:
    """What a turn took: its attempts, how the last one failed, its tokens, seconds and dollars."""
    told = [attempt.details for attempt in step.attempts]
    costs = [cost for details in told if (cost := cost_of(details, settings)) is not None]
    return {
        "attempts": max(1, len(told)),
        "failure": str(step.attempts[-1].failure) if step.move is None else None,
        "reply": _whole(told[-1].get("reply")) if told else None,
        **{name: sum(details.get(name) or 0 for details in told) for name in TOKEN_COUNTS},
        "seconds": float(sum(details.get("seconds", 0.0) for details in told)),
        "cost": sum(costs) if costs else None,
    }


def _whole(reply: str | None) -> str | None:
    """A reply without half characters, which a data frame may refuse."""
    return None if reply is None else reply.encode(errors="surrogatepass").decode(errors="replace")
