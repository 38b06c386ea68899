"""The scores of a run's players, each figure with its point of comparison.

Only skill counts. Right choices are compared with a guesser's in the same positions, and the
headline is the mean over the games, where games that differ only in words count as one. Replies are
scored by their content; their form is a separate figure. Answers lost to an endpoint are missing:
the headline comes with bounds, as if all of them had been wrong or right.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import sqrt
from random import Random
from typing import Any

from numduel import __version__
from numduel.arena.bradley_terry import fit_strengths, strength_intervals
from numduel.arena.cost import cost_of
from numduel.arena.plan import Plan, without_twin
from numduel.arena.players import Attempt
from numduel.arena.results import PlayedGame, PlayedStep, recall_analysis
from numduel.game import AnyGame
from numduel.match import Match, write_id
from numduel.players import BASELINES, PLAYERS
from numduel.study.audit import can_matter, usual_length
from numduel.tasks.reasons import Grade, grade_reason, reason_in
from numduel.tasks.scoring import GuessedShare, Headline, Share, macro_average

ANCHORS = tuple(PLAYERS)  # one of these has strength 0
PHASES = ("opening", "middle", "end")
FORM = 1  # version of scores.json, which docs/arena.md describes
MOST_MISSING = 0.05  # share of a player's answers; with more, it is not ranked
_FOR_GOOD = 2  # failures at one question, with others answered, after which it is missing for good


@dataclass
class SeatScore:
    """Games won in one seat, and how many of them perfect play is sure to win."""

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
    grades: Counter[str] = field(default_factory=Counter)  # of reasons, where asked for
    form: Share = field(default_factory=Share)  # a model's replies in the required form
    attempts: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    forfeits: Share = field(default_factory=Share)
    asked: int = 0  # games, or questions in a paired run
    broken: int = 0  # of these, lost to its endpoint
    missing: list[tuple[str, float]] = field(default_factory=list)  # their games and chances
    troubles: Counter[str] = field(default_factory=Counter)  # the endpoint's failures
    strength: float | None = None
    interval: tuple[float, float] | None = None
    tokens: Counter[str] = field(default_factory=Counter)  # read, written, cached and reasoning
    uncounted: int = 0  # a model's attempts without token counts
    cost: float | None = None
    seconds: float = 0.0

    @property
    def headline(self) -> Headline | None:
        """The mean over the games of the score beyond chance."""
        return macro_average(self.by_game.values())

    @property
    def bounds(self) -> tuple[float, float] | None:
        """The headline if all missing answers were wrong, and if all were right."""
        ends = []
        for is_right in (False, True):
            shares = {
                game: GuessedShare(share.part, share.whole, share.guessed)
                for game, share in self.by_game.items()
            }
            for game, chance in self.missing:
                shares.setdefault(game, GuessedShare()).add(is_right, chance)
            ends.append(macro_average(shares.values()))
        low, high = ends
        return None if low is None or high is None else (low.value, high.value)

    @property
    def is_ranked(self) -> bool:
        """Whether enough was answered for a comparison with others."""
        return self.broken <= MOST_MISSING * self.asked

    @property
    def regret(self) -> dict[str, float]:
        """Wins thrown away in each phase, per hundred games."""
        games = max(1, self.forfeits.whole)
        return {phase: 100 * self.thrown[phase] / games for phase in PHASES}


@dataclass(frozen=True)
class Comparison:
    """Two players on the same positions: how many only the first got right, and how many only the
    second.

    The interval of the difference is Agresti and Min's adjusted one for matched pairs (95%).
    """

    first: str
    second: str
    positions: int
    only_first: int
    only_second: int

    @property
    def difference(self) -> float:
        """The first player's share of right choices minus the second's."""
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
    """The scores of a run's players, and its games that measured nothing."""

    players: dict[str, PlayerScores]
    games: tuple[str, ...]
    idle: tuple[str, ...]  # games in which no choice can matter
    unknown: tuple[str, ...]  # games with positions too large to judge
    zero: str | None
    played: int
    planned: int
    is_paired: bool = False
    comparisons: tuple[Comparison, ...] = ()  # of every two players, in a paired run
    told_and_untold: tuple[tuple[str, str], ...] = ()  # models with legal moves listed, and without
    references: dict[str, PlayerScores] = field(default_factory=dict)  # baselines that did not play

    @property
    def broken(self) -> int:
        """The number of games lost to endpoints."""
        return sum(score.broken for score in self.players.values())


def score_run(plan: Plan, records: Sequence[PlayedGame]) -> RunScores:
    """Score the games of a run played so far."""
    games = tuple(write_id(game) for game in plan.games)
    for_good = _missing_for_good(records)
    whole = [one for one in records if not one.is_broken or one.fixture.key in for_good]
    counted = {write_id(game): _counted_as(game, bool(plan.questions)) for game in plan.games}
    mattering = {
        counted[write_id(game)] for game in plan.games if not plan.questions and can_matter(game)
    }
    mattering |= {_game(record) for record in whole if any(s.has_choice for s in record.steps)}
    unknown = {
        _game(record) for record in whole if any(step.winning is None for step in record.steps)
    }
    players = {name: PlayerScores() for name in plan.players}
    for record in records:
        is_whole = not record.is_broken or record.fixture.key in for_good
        for name in record.fixture.players:
            players[name].asked += 1
            if is_whole:
                _count_result(players[name], name, record, _game(record) in mattering)
                _count_decisions(players[name], name, record, _game(record) in mattering)
            elif record.broken_by == name and (step := record.steps[-1]).has_choice:
                players[name].missing.append((_game(record), step.chance))
            _count_attempts(players[name], name, record, plan.players[name], is_whole)
    won = [record for record in whole if record.winner and _game(record) in mattering]
    met = {name for record in won for name in record.fixture.players}
    zero = next((name for name in ANCHORS if name in met), None)
    _add_strengths({name: players[name] for name in players if name in met}, won, zero, plan.seed)
    return RunScores(
        players,
        games,
        tuple(name for name in games if counted[name] not in mattering),
        tuple(name for name in games if name in unknown),
        zero,
        len(records),
        len(plan),
        plan.is_paired,
        tuple(compare_on_same_positions(records)) if plan.is_paired else (),
        tuple(find_told_and_untold(plan)),
        score_references(whole, [name for name in BASELINES if name not in players]),
    )


def _game(record: PlayedGame) -> str:
    """Return the name under which a game is scored."""
    return _counted_as(record.fixture.game, record.fixture.asking is not None)


def _counted_as(game: AnyGame, is_bench: bool) -> str:
    """Return the name under which a game is scored: twins as one and, in a benchmark, all settings
    as one."""
    game = without_twin(game)
    return game.slug if is_bench else write_id(game)


def _missing_for_good(records: Sequence[PlayedGame]) -> set[Any]:
    """Return the games that a player lost because its endpoint repeatedly failed there while it
    answered elsewhere: that is no outage, and counts as a failure to move."""
    answering = {
        name for record in records if not record.is_broken for name in record.fixture.players
    }
    return {
        record.fixture.key
        for record in records
        if record.outages >= _FOR_GOOD and record.broken_by in answering
    }


def score_references(
    records: Iterable[PlayedGame], names: Iterable[str]
) -> dict[str, PlayerScores]:
    """Score the baselines in all positions that mattered to any player, each once."""
    met = {
        (record.fixture.game, state): (_game(record), step.chance)
        for record in records
        for step, state in zip(record.steps, record.states, strict=False)
        if step.has_choice
    }
    references = {name: PlayerScores() for name in names}
    for name, score in references.items():
        for (game, state), (told, chance) in met.items():
            move = BASELINES[name](game, state, Random(f"{name}/{game.canonical(state)!r}"))
            is_right = move in recall_analysis(game, state).moves_won_by(state.to_move)
            for share in (score.accuracy, score.by_game.setdefault(told, GuessedShare())):
                share.add(is_right, chance)
    return references


def _count_result(score: PlayerScores, name: str, record: PlayedGame, is_mattering: bool) -> None:
    if record.winner is None:  # a question, or missing for good
        score.forfeits.add(record.is_forfeit)
        return
    seat = record.fixture.players.index(name) + 1
    is_won = record.winner == seat
    score.forfeits.add(record.is_forfeit and not is_won)
    if not is_mattering:
        return
    seat_score = score.seats[seat - 1]
    seat_score.won.add(is_won)
    expected = recall_analysis(record.fixture.game, record.states[0]).winner
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
    score: PlayerScores,
    name: str,
    record: PlayedGame,
    settings: dict[str, Any],
    is_whole: bool,
) -> None:
    """Count the attempts and their cost; only the cost if the game was lost to an endpoint."""
    if record.broken_by == name:
        score.broken += not is_whole
        score.troubles[record.steps[-1].attempts[-1].details.get("fault", "")] += 1
    asks_reasons = record.fixture.asking_of(settings).reasons
    for place, step in enumerate(record.steps):
        if record.player_of(step) != name:
            continue
        for attempt in step.attempts:
            _count_cost(score, attempt, settings)
        if not is_whole:
            continue
        score.attempts += max(1, len(step.attempts))
        for attempt in step.attempts:
            if attempt.failure is not None:
                score.failures[attempt.failure] += 1
            if attempt.is_in_form is not None:
                score.form.add(attempt.is_in_form)
        if settings["kind"] == "model" and asks_reasons and step.has_choice:
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
    """Yield every two players of a paired run, compared where both have answered."""
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
    """Yield the models that take part twice with the same settings, with and without the legal
    moves listed."""
    for one, two in combinations(plan.players, 2):
        told, untold = plan.players[one], plan.players[two]
        if told["kind"] == "model" and {**told, "legal": None} == {**untold, "legal": None}:
            yield (one, two) if told.get("legal", True) else (two, one)


def write_scores(plan: Plan, scores: RunScores) -> str:
    """Return the scores as JSON text; lone surrogates in names are escaped."""
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
        "references": {
            name: {**_headline(score), **_right(score.accuracy)}
            for name, score in scores.references.items()
        },
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
        **_headline(score),
        **_right(score.accuracy),
        "ranked": score.is_ranked,
        "bounds": score.bounds and list(score.bounds),
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


def _headline(score: PlayerScores) -> dict[str, Any]:
    told = score.headline
    return {
        "headline": told and told.value,
        "headline_interval": told and [told.low, told.high],
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
