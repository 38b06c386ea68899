"""The scores of a run's players, each figure next to what it must be compared with."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from numduel.arena.notation import name_game
from numduel.arena.plan import Plan
from numduel.arena.players.model import cost_of
from numduel.arena.results.played_game import PlayedGame, PlayedStep
from numduel.arena.results.verdicts import recall_analysis
from numduel.arena.scoring.bradley_terry import fit_strengths, strength_intervals
from numduel.study.random_games import can_matter, usual_length
from numduel.tasks.share import Share

ANCHORS = ("random", "easy", "medium", "hard", "perfect")
PHASES = ("opening", "middle", "end")


@dataclass
class SeatScore:
    """Games won in one seat, and in how many of them perfect play would be sure to win."""

    won: Share = field(default_factory=Share)
    sure: Share = field(default_factory=Share)  # only games whose winner with best play is known


@dataclass
class PlayerScores:
    """One player's scores."""

    accuracy: Share = field(default_factory=Share)
    by_game: dict[str, Share] = field(default_factory=dict)
    by_phase: dict[str, Share] = field(default_factory=dict)
    thrown: Counter[str] = field(default_factory=Counter)  # wins thrown away, by phase
    conversion: Share = field(default_factory=Share)
    rescue: Share = field(default_factory=Share)
    seats: tuple[SeatScore, SeatScore] = field(default_factory=lambda: (SeatScore(), SeatScore()))
    attempts: int = 0
    failures: Counter[str] = field(default_factory=Counter)
    forfeits: Share = field(default_factory=Share)
    strength: float | None = None
    interval: tuple[float, float] | None = None
    tokens_read: int = 0
    tokens_written: int = 0
    uncounted: int = 0  # a model's attempts whose tokens the endpoint did not tell
    cost: float | None = None
    seconds: float = 0.0

    @property
    def regret(self) -> dict[str, float]:
        """Wins thrown away in each phase, per hundred games."""
        games = max(1, self.forfeits.whole)
        return {phase: 100 * self.thrown[phase] / games for phase in PHASES}


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


def score_run(plan: Plan, records: Sequence[PlayedGame]) -> RunScores:
    """Score the games of a run that have been played so far."""
    games = tuple(name_game(game) for game in plan.games)
    mattering = {name_game(game) for game in plan.games if can_matter(game)}
    mattering |= {_game(record) for record in records if any(s.has_choice for s in record.steps)}
    unknown = {_game(record) for record in records if any(map(_is_unknown, record.steps))}
    players = {name: PlayerScores() for name in plan.players}
    for record in records:
        for name in record.fixture.players:
            _count_result(players[name], name, record)
            _count_decisions(players[name], name, record, _game(record) in mattering)
            for step in record.steps_of(name):
                _count_attempts(players[name], step, plan.players[name])
    zero = next((name for name in ANCHORS if name in players), None)
    _add_strengths(players, [r for r in records if _game(r) in mattering], zero, plan.seed)
    return RunScores(
        players,
        games,
        tuple(name for name in games if name not in mattering),
        tuple(name for name in games if name in unknown),
        zero,
        len(records),
        len(plan),
    )


def _game(record: PlayedGame) -> str:
    return name_game(record.fixture.game)


def _is_unknown(step: PlayedStep) -> bool:
    return step.winning is None


def _count_result(score: PlayerScores, name: str, record: PlayedGame) -> None:
    seat = record.fixture.players.index(name) + 1
    is_won = record.winner == seat
    seat_score = score.seats[seat - 1]
    seat_score.won.add(is_won)
    expected = recall_analysis(record.fixture.game, record.fixture.game.start()).winner
    if expected is not None:
        seat_score.sure.add(expected == seat)
    score.forfeits.add(record.is_forfeit and not is_won)
    held = {step.before.winner for step in record.steps_of(name)}
    if seat in held:
        score.conversion.add(is_won)
    if 3 - seat in held:
        score.rescue.add(is_won)


def _count_decisions(
    score: PlayerScores, name: str, record: PlayedGame, is_mattering: bool
) -> None:
    seat, length = record.fixture.players.index(name) + 1, usual_length(record.fixture.game)
    for ply, step in enumerate(record.steps):
        if step.by == seat and step.matters:
            phase = PHASES[min(2, int(3 * ply / max(1.0, length)))]
            score.thrown[phase] += not step.is_right
            if is_mattering:
                score.accuracy.add(step.is_right)
                score.by_game.setdefault(_game(record), Share()).add(step.is_right)
                score.by_phase.setdefault(phase, Share()).add(step.is_right)


def _count_attempts(score: PlayerScores, step: PlayedStep, settings: dict[str, Any]) -> None:
    if not step.attempts:
        score.attempts += 1
    for attempt in step.attempts:
        score.attempts += 1
        if attempt.failure is not None:
            score.failures[attempt.failure] += 1
        score.seconds += attempt.details.get("seconds", 0.0)
        if settings["kind"] != "model":
            continue
        read, written = (attempt.details.get(f"tokens_{what}") for what in ("read", "written"))
        score.uncounted += read is None or written is None
        score.tokens_read += read or 0
        score.tokens_written += written or 0
        cost = cost_of(attempt.details, settings)
        if cost is not None:
            score.cost = (score.cost or 0.0) + cost


def _add_strengths(
    players: dict[str, PlayerScores], records: Sequence[PlayedGame], zero: str | None, seed: int
) -> None:
    """Strengths from the games in which something mattered; the seats decide the others."""
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
