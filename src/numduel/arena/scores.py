"""The scores of a run's players, each figure next to what it must be compared with.

Only skill counts. Games that were lost to an endpoint are counted but not scored. Replies count by
what they say; their form is a separate figure. Right choices are compared with what a guesser would
get right in the same positions.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from typing import Any

from numduel import __version__
from numduel.arena.bradley_terry import fit_strengths, strength_intervals
from numduel.arena.cost import cost_of
from numduel.arena.plan import Plan
from numduel.arena.players import Attempt
from numduel.arena.results import PlayedGame, PlayedStep, recall_analysis
from numduel.match import Match, write_id
from numduel.players import PLAYERS
from numduel.study.audit import can_matter, usual_length
from numduel.tasks.reasons import Grade, grade_reason, reason_in
from numduel.tasks.scoring import GuessedShare, Share

ANCHORS = tuple(PLAYERS)  # one of these has the strength 0
PHASES = ("opening", "middle", "end")
FORM = 1  # of scores.json; docs/arena.md describes it


@dataclass
class SeatScore:
    """Games won in one seat, and in how many of them perfect play would be sure to win."""

    won: Share = field(default_factory=Share)
    sure: Share = field(default_factory=Share)  # only games whose winner with best play is known


@dataclass
class PlayerScores:
    """One player's scores."""

    accuracy: GuessedShare = field(default_factory=GuessedShare)
    by_game: dict[str, GuessedShare] = field(default_factory=dict)
    by_phase: dict[str, GuessedShare] = field(default_factory=dict)
    thrown: Counter[str] = field(default_factory=Counter)  # wins thrown away, by phase
    conversion: Share = field(default_factory=Share)
    rescue: Share = field(default_factory=Share)
    seats: tuple[SeatScore, SeatScore] = field(default_factory=lambda: (SeatScore(), SeatScore()))
    proved: Share = field(default_factory=Share)  # moves that matter, with a valid reason
    grades: Counter[str] = field(default_factory=Counter)  # of their reasons, where asked for
    form: Share = field(default_factory=Share)  # a model's replies that were in the form asked for
    attempts: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    forfeits: Share = field(default_factory=Share)
    broken: int = 0  # games that were lost to its endpoint, and are not scored
    troubles: Counter[str] = field(default_factory=Counter)  # what its endpoint did then
    strength: float | None = None
    interval: tuple[float, float] | None = None
    tokens: Counter[str] = field(default_factory=Counter)  # read, written, cached and reasoning
    uncounted: int = 0  # a model's attempts whose tokens the endpoint did not tell
    cost: float | None = None
    seconds: float = 0.0

    @property
    def regret(self) -> dict[str, float]:
        """Wins thrown away in each phase, per hundred games."""
        games = max(1, self.forfeits.whole)
        return {phase: 100 * self.thrown[phase] / games for phase in PHASES}


@dataclass(frozen=True)
class Comparison:
    """Two players on the same positions: in how many only the first was right, and only the second.

    The interval of the difference is the adjusted one of Agresti and Min for matched pairs (95%).
    """

    first: str
    second: str
    positions: int
    only_first: int
    only_second: int

    @property
    def difference(self) -> float:
        """By how much the first player's share of right choices is larger."""
        return (self.only_first - self.only_second) / self.positions

    @property
    def interval(self) -> tuple[float, float]:
        whole = self.positions + 2
        first, second = self.only_first + 0.5, self.only_second + 0.5
        middle = (first - second) / whole
        half = 1.96 * sqrt(first + second - (first - second) ** 2 / whole) / whole
        return max(-1.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class RunScores:
    """The scores of a run's players, and which of its games measured nothing."""

    players: dict[str, PlayerScores]
    games: tuple[str, ...]
    idle: tuple[str, ...]  # games in which no choice can matter
    unknown: tuple[str, ...]  # games with positions too large to be judged
    zero: str | None
    played: int
    planned: int
    is_paired: bool = False
    comparisons: tuple[Comparison, ...] = ()  # of every two players, in a paired run
    told_and_untold: tuple[tuple[str, str], ...] = ()  # with legal moves listed, and without

    @property
    def broken(self) -> int:
        """How many games were lost to endpoints."""
        return sum(score.broken for score in self.players.values())


def score_run(plan: Plan, records: Sequence[PlayedGame]) -> RunScores:
    """Score the games of a run that have been played so far."""
    games = tuple(write_id(game) for game in plan.games)
    whole = [record for record in records if not record.is_broken]
    mattering = {write_id(game) for game in plan.games if can_matter(game)}
    mattering |= {_game(record) for record in whole if any(s.has_choice for s in record.steps)}
    unknown = {
        _game(record) for record in whole if any(step.winning is None for step in record.steps)
    }
    players = {name: PlayerScores() for name in plan.players}
    for record in records:
        for name in record.fixture.players:
            if not record.is_broken:
                _count_result(players[name], name, record, _game(record) in mattering)
                _count_decisions(players[name], name, record, _game(record) in mattering)
            _count_attempts(players[name], name, record, plan.players[name])
    won = [record for record in whole if record.winner and _game(record) in mattering]
    met = {name for record in won for name in record.fixture.players}
    zero = next((name for name in ANCHORS if name in met), None)
    _add_strengths({name: players[name] for name in players if name in met}, won, zero, plan.seed)
    return RunScores(
        players,
        games,
        tuple(name for name in games if name not in mattering),
        tuple(name for name in games if name in unknown),
        zero,
        len(records),
        len(plan),
        plan.is_paired,
        tuple(compare_on_same_positions(records)) if plan.is_paired else (),
        tuple(find_told_and_untold(plan)),
    )


def _game(record: PlayedGame) -> str:
    return write_id(record.fixture.game)


def _count_result(score: PlayerScores, name: str, record: PlayedGame, is_mattering: bool) -> None:
    if record.winner is None:  # a position of a paired run
        score.forfeits.add(record.is_forfeit)
        return
    seat = record.fixture.players.index(name) + 1
    is_won = record.winner == seat
    score.forfeits.add(record.is_forfeit and not is_won)
    if not is_mattering:
        return
    seat_score = score.seats[seat - 1]
    seat_score.won.add(is_won)
    expected = recall_analysis(record.fixture.game, record.fixture.game.start()).winner
    if expected is not None:
        seat_score.sure.add(expected == seat)
    held = {step.before.winner for step in record.steps_of(name)}
    if seat in held:
        score.conversion.add(is_won)
    if 3 - seat in held:
        score.rescue.add(is_won)


def _count_decisions(
    score: PlayerScores, name: str, record: PlayedGame, is_mattering: bool
) -> None:
    game, length = record.fixture.game, usual_length(record.fixture.game)
    steps = zip(record.steps, record.states, strict=False)
    for ply, (step, state) in enumerate(steps, start=record.first_ply):
        if record.player_of(step) == name and step.matters:
            phase = PHASES[min(2, int(3 * ply / max(1.0, length)))]
            score.thrown[phase] += not step.is_right
            if is_mattering:
                of_game = score.by_game.setdefault(_game(record), GuessedShare())
                of_phase = score.by_phase.setdefault(phase, GuessedShare())
                for share in (score.accuracy, of_game, of_phase):
                    share.add(step.is_right, step.chance, (game, state, step.move))


def _count_attempts(
    score: PlayerScores, name: str, record: PlayedGame, settings: dict[str, Any]
) -> None:
    """Count the attempts and what they cost. If a game was lost to an endpoint, only the cost
    counts."""
    if record.broken_by == name:
        score.broken += 1
        score.troubles[record.steps[-1].attempts[-1].details.get("fault", "")] += 1
    for place, step in enumerate(record.steps):
        if record.player_of(step) != name:
            continue
        for attempt in step.attempts:
            _count_cost(score, attempt, settings)
        if record.is_broken:
            continue
        score.attempts += max(1, len(step.attempts))
        for attempt in step.attempts:
            if attempt.failure is not None:
                score.failures[attempt.failure] += 1
            if attempt.is_in_form is not None:
                score.form.add(attempt.is_in_form)
        if settings.get("reasons") and step.has_choice:
            _count_reason(score, step, record.match_before(place))


def _count_reason(score: PlayerScores, step: PlayedStep, match: Match) -> None:
    right = recall_analysis(match.game, match.state).moves_won_by(match.state.to_move)
    reason = reason_in(step.attempts[-1].details.get("reply", ""))
    graded = grade_reason(match, step.move, reason, [*map(match.game.write_move, right)])
    score.grades[graded.grade] += 1
    score.proved.add(graded.grade is Grade.VALID)


def _count_cost(score: PlayerScores, attempt: Attempt, settings: dict[str, Any]) -> None:
    details = attempt.details
    score.seconds += details.get("seconds", 0.0)
    if settings["kind"] != "model":
        return
    score.uncounted += None in (details.get("tokens_read"), details.get("tokens_written"))
    for kind in ("read", "written", "cached", "reasoning"):
        score.tokens[kind] += details.get(f"tokens_{kind}") or 0
    cost = cost_of(details, settings)
    if cost is not None:
        score.cost = (score.cost or 0.0) + cost


def _add_strengths(
    players: dict[str, PlayerScores], records: Sequence[PlayedGame], zero: str | None, seed: int
) -> None:
    """Add the strengths, from the games in which something mattered. The others are decided by the
    seats."""
    wins: Counter[tuple[str, str]] = Counter()
    for record in records:
        one, two = record.fixture.players
        wins[(one, two) if record.winner == 1 else (two, one)] += 1
    if not wins:
        return
    names = list(players)
    strengths = fit_strengths(names, wins, zero)
    intervals = strength_intervals(names, wins, zero, seed)
    for name, score in players.items():
        score.strength, score.interval = strengths[name], intervals[name]


def compare_on_same_positions(records: Sequence[PlayedGame]) -> Iterator[Comparison]:
    """Yield every two players of a paired run, on the positions that both have answered."""
    right: dict[str, dict[tuple[str, int], bool]] = defaultdict(dict)
    for record in records:
        if not record.is_broken:
            (name,), place = record.fixture.players, record.fixture.round
            right[name][write_id(record.fixture.game), place] = record.steps[0].is_right
    for one, two in combinations(right, 2):
        both = right[one].keys() & right[two].keys()
        if both:
            pairs = [(right[one][position], right[two][position]) for position in both]
            counts = pairs.count((True, False)), pairs.count((False, True))
            yield Comparison(one, two, len(both), *counts)


def find_told_and_untold(plan: Plan) -> Iterator[tuple[str, str]]:
    """Yield the models that take part twice with the same settings, with the legal moves listed and
    without."""
    for one, two in combinations(plan.players, 2):
        told, untold = plan.players[one], plan.players[two]
        if told["kind"] == "model" and {**told, "legal": None} == {**untold, "legal": None}:
            yield (one, two) if told.get("legal", True) else (two, one)


def write_scores(plan: Plan, scores: RunScores) -> str:
    """Return the scores as JSON text. Lone surrogates in a name are escapes in it."""
    return json.dumps(scores_of(plan, scores), indent=2, allow_nan=False) + "\n"


def scores_of(plan: Plan, scores: RunScores) -> dict[str, Any]:
    """Return the scores as JSON values."""
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
