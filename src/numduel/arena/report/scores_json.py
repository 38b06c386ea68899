"""The scores of a run for programs: `scores.json`, and what --json prints. docs/arena.md describes
the form. Every change of the form raises FORM."""

import json
from typing import Any

from numduel import __version__
from numduel.arena.plan import Plan
from numduel.arena.scoring.scores import PlayerScores, RunScores, SeatScore
from numduel.tasks.share import GuessedShare, Share

FORM = 1


def write_scores(plan: Plan, scores: RunScores) -> str:
    """The scores as JSON text. Half characters in a name are escapes in it."""
    return json.dumps(scores_of(plan, scores), indent=2, allow_nan=False) + "\n"


def scores_of(plan: Plan, scores: RunScores) -> dict[str, Any]:
    """The scores as JSON values."""
    return {
        "form": FORM,
        "numduel": __version__,
        "games": list(scores.games),
        "rounds": plan.rounds,
        "seed": plan.seed,
        "paired": plan.is_paired,
        "planned": scores.planned,
        "played": scores.played,
        "not_scored": scores.broken,
        "games_without_choice": list(scores.idle),
        "games_partly_unknown": list(scores.unknown),
        "zero_of_strength": scores.zero,
        "players": {
            name: _player(plan.players[name], score) for name, score in scores.players.items()
        },
        "comparisons": [
            {
                "first": one.first,
                "second": one.second,
                "positions": one.positions,
                "only_first_right": one.only_first,
                "only_second_right": one.only_second,
                "difference": one.difference,
                "interval": list(one.interval),
            }
            for one in scores.comparisons
        ],
        "legal_listed_and_not": [list(pair) for pair in scores.told_and_untold],
    }


def _player(settings: dict[str, Any], score: PlayerScores) -> dict[str, Any]:
    return {
        "settings": settings,
        **_right(score.accuracy),
        "by_game": {name: _right(share) for name, share in score.by_game.items()},
        "by_phase": {name: _right(share) for name, share in score.by_phase.items()},
        "strength": score.strength,
        "strength_interval": score.interval and list(score.interval),
        "as_player_1": _seat(score.seats[0]),
        "as_player_2": _seat(score.seats[1]),
        "converted": _share(score.conversion),
        "rescued": _share(score.rescue),
        "proved": _share(score.proved),
        "reasons": dict(score.grades),
        "in_form": _share(score.form),
        "attempts": score.attempts,
        "failures": dict(score.failures),
        "forfeited": _share(score.forfeits),
        "not_scored": score.broken,
        "troubles": dict(score.troubles),
        "thrown_away_per_100": score.regret,
        "tokens": dict(score.tokens),
        "attempts_without_tokens": score.uncounted,
        "cost": score.cost,
        "seconds": score.seconds,
    }


def _right(share: GuessedShare) -> dict[str, Any]:
    interval = share.beyond_interval
    return {
        "beyond_chance": share.beyond_chance,
        "beyond_chance_interval": interval and list(interval),
        "right": _share(share),
        "chance": share.chance,
        "different": share.different,
    }


def _share(share: Share) -> dict[str, Any]:
    interval = None if share.value is None else list(share.interval)
    return {"part": share.part, "whole": share.whole, "value": share.value, "interval": interval}


def _seat(seat: SeatScore) -> dict[str, Any]:
    return {"won": _share(seat.won), "sure": seat.sure.value}
