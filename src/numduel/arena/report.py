"""The report of a run: one self-contained HTML file.

It is rendered from the folder `templates` with autoescaping. Every game can be replayed, each
position with the value of every move; that data is compressed, since thousands of games with their
prompts are large and repetitive.
"""

import base64
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numduel import __version__
from numduel.arena.plan import Plan
from numduel.arena.players import is_computer
from numduel.arena.results import TEXTS, PlayedGame, PlayedStep, recall_analysis
from numduel.arena.scores import PHASES, PlayerScores, RunScores
from numduel.arena.table import (
    Table,
    comparison_table,
    cut_table,
    headline_text,
    legal_table,
    number,
    rank,
    remarks,
    scores_table,
)
from numduel.errors import missing_extra
from numduel.game import Player, write_value
from numduel.match import Match, write_id
from numduel.study import (
    FULL_LEGEND,
    Address,
    is_settled,
    review_of,
    tell_mistake,
    values_of,
    verdict,
)
from numduel.tasks import Failure
from numduel.tasks.scoring import GuessedShare

if TYPE_CHECKING:
    from jinja2 import Environment

_LONGEST_NAME = 64  # characters; of a longer text both ends are shown
_PIECES = re.compile(r"\+?[^-+/, ]{0,20}[-/, ]?")  # of a name; lines may break between them
_NAMED = 5  # players in the first sentence, at most
_OF_A_CHOICE = ("move", "name", "winner", "mark")
_OF_AN_ATTEMPT = (*TEXTS, "seconds", "tokens_read", "tokens_written")

NamedShares = list[tuple[str, str]]  # a player, and its score beyond chance
PlayerRows = Sequence[tuple[str, PlayerScores]]
Shares = Sequence[tuple[str, GuessedShare]]
Ticks = Mapping[str, float]  # position of each label on the axis, from 0 to 1

PERCENTS: Ticks = {f"{25 * tick}%": tick / 4 for tick in range(5)}


@dataclass(frozen=True)
class Lead:
    """The players of the first sentence, and those they are compared with."""

    named: NamedShares
    has_more: bool = False
    ours: NamedShares | None = None


def write_report(path: Path, plan: Plan, records: Sequence[PlayedGame], scores: RunScores) -> None:
    """Write the report; an existing one is replaced atomically."""
    write_whole(path, _render(plan, records, scores))


def write_whole(path: Path, text: str) -> None:
    """Write a file; an existing one is replaced atomically."""
    unfinished = path.with_suffix(".part")
    try:
        unfinished.write_text(text, encoding="utf-8", errors="backslashreplace")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@lru_cache(maxsize=1)
def load_templates() -> "Environment":
    """Return the templates of the report; MissingExtra if Jinja is not installed."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "The report", "arena") from None
    templates = Environment(
        loader=PackageLoader("numduel.arena"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.globals |= {"percents": PERCENTS}
    templates.filters |= {
        "across": "{:.2%}".format,  # a position or a length on an axis
        "percent": "{:.0%}".format,
        "exact_percent": "{:.1%}".format,
        "number": "{:,}".format,
        "shortened": shorten_name,
        "pieces": split_name,
    }
    return templates


def _render(plan: Plan, records: Sequence[PlayedGame], scores: RunScores) -> str:
    from markupsafe import Markup

    templates = load_templates()
    rows = rank(scores)
    failed = [(name, score) for name, score in rows if score.failures]
    return templates.get_template("report.html").render(
        plan=plan,
        scores=scores,
        version=__version__,
        legend=FULL_LEGEND,
        style=Markup(_read("report.css")),
        script=Markup(_read("report.js")),
        lead=_lead(plan, scores),
        remarks=remarks(scores),
        players=rows,
        strengths=plot_strengths(rows),
        by_game=shares_by_game(rows, scores.games),
        by_phase=shares_by_phase(rows),
        failed=failed,
        failure_looks=failure_looks(rows),
        tables=[
            *cut_table(scores_table(scores)),
            *(table for table in (legal_table(scores), comparison_table(scores)) if table[1]),
        ],
        regret_table=_regrets(rows),
        failure_table=_failures(failed),
        trouble_table=_troubles(rows),
        cost_table=_costs([row for row in rows if plan.players[row[0]]["kind"] == "model"]),
        games_settings=[(game.title, _told(game.options)) for game in plan.games],
        players_settings=[(name, _told(settings)) for name, settings in plan.players.items()],
        replays=pack_replays(plan, records),
    )


def shorten_name(name: str) -> str:
    """Return a name, without its middle if it is very long. The settings at its end are kept."""
    if len(name) <= _LONGEST_NAME:
        return name
    end = name[-_LONGEST_NAME // 2 :]
    return f"{name[: _LONGEST_NAME // 2]}…{end[max(0, end.find('+')) :]}"


def split_name(name: str) -> list[str]:
    """Return the pieces of a name between which a line may break."""
    return [piece for piece in _PIECES.findall(name) if piece]


def _lead(plan: Plan, scores: RunScores) -> Lead:
    """Return the players of the first sentence: models and programs, compared with our own players;
    if there are none, the best player."""
    shares = [(name, headline_text(score)) for name, score in rank(scores)]
    known = [(name, told) for name, told in shares if told != "-"]
    guests = [row for row in known if not is_computer(plan.players[row[0]])]
    if not guests:
        return Lead(known[:1])
    ours = [row for row in known if is_computer(plan.players[row[0]])]
    return Lead(guests[:_NAMED], len(guests) > _NAMED, ours)


def _regrets(rows: PlayerRows) -> Table:
    figures = [[name, *(number(score.regret[phase]) for phase in PHASES)] for name, score in rows]
    return (["player", *PHASES], figures)


def _failures(rows: PlayerRows) -> Table:
    kinds = list(failure_looks(rows))
    figures = [
        [
            name,
            f"{score.attempts:,}",
            *(f"{score.failures[kind]:,}" for kind in kinds),
            f"{score.forfeits.part:,} of {score.forfeits.whole:,}",
        ]
        for name, score in rows
    ]
    return (["player", "attempts", *kinds, "games forfeited"], figures)


def _troubles(rows: PlayerRows) -> Table:
    figures = [
        [name, fault, f"{times:,}"]
        for name, score in rows
        for fault, times in score.troubles.items()
    ]
    return (["player", "what its endpoint did", "not scored"], figures)


def _costs(rows: PlayerRows) -> Table:
    figures = [
        [
            name,
            f"{score.attempts:,}",
            *(f"{score.tokens[kind]:,}" for kind in ("read", "cached", "written", "reasoning")),
            f"{score.uncounted:,}",
            "no price given" if score.cost is None else f"${score.cost:,.4f}",
            f"{score.seconds:,.0f} s",
        ]
        for name, score in rows
    ]
    tokens = ["tokens read", "of these cached", "tokens written", "of these reasoning"]
    return (["model", "attempts", *tokens, "not counted", "cost", "waited"], figures)


def _told(settings: dict[str, Any]) -> str:
    return ", ".join(f"{name}={write_value(told)}" for name, told in settings.items() if told != "")


def _read(name: str) -> str:
    return files(__package__).joinpath("templates", name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class StrengthPoint:
    """A player's strength with its interval, as positions on the axis from 0 to 1."""

    name: str
    at: float
    interval: tuple[float, float]
    label: str
    told: str


@dataclass(frozen=True)
class StrengthPlot:
    """The strengths of all rated players on one axis."""

    points: Sequence[StrengthPoint]
    ticks: Ticks


def plot_strengths(rows: PlayerRows) -> StrengthPlot | None:
    """Return the plot of strengths, or None if no player has any."""
    known = [(n, s.strength, s.interval) for n, s in rows if s.strength is not None and s.interval]
    if not known:
        return None
    low = min(0.0, *(interval[0] for _, _, interval in known))
    high = max(0.0, *(interval[1] for _, _, interval in known))

    def place(value: float) -> float:
        return (value - low) / ((high - low) or 1.0)

    points = [
        StrengthPoint(
            name,
            place(strength),
            (place(interval[0]), place(interval[1])),
            number(strength),
            f"{name}: {number(strength)}, 95% interval {' to '.join(map(number, interval))}",
        )
        for name, strength, interval in known
    ]
    ticks = {label: place(value) for label, value in round_values(low, high).items()}
    return StrengthPlot(points, ticks)


def shares_by_game(rows: PlayerRows, games: Sequence[str]) -> dict[str, Shares]:
    """Return each player's accuracy, for each game in which something mattered."""
    return {
        game: [(name, score.by_game.get(game, GuessedShare())) for name, score in rows]
        for game in games
        if any(game in score.by_game for _, score in rows)
    }


def shares_by_phase(rows: PlayerRows) -> dict[str, Shares]:
    """Return each player's accuracy in the opening, the middle and the end of games."""
    return {
        phase: [(name, score.by_phase.get(phase, GuessedShare())) for name, score in rows]
        for phase in PHASES
    }


def failure_looks(rows: PlayerRows) -> dict[str, str]:
    """Return the kinds of failure that occurred, each with its CSS class."""
    happened = {failure for _, score in rows for failure in score.failures}
    looks = {failure.value: f"failure-{index}" for index, failure in enumerate(Failure)}
    return {failure: look for failure, look in looks.items() if failure in happened}


def round_values(low: float, high: float) -> dict[str, float]:
    """Return about six round values with their labels, as many as fit on a phone."""
    sizes = (digit * 10.0**power for power in count(-1) for digit in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size <= 6)
    multiples = takewhile(lambda value: value <= high, (step * n for n in count(-int(-low / step))))
    return {number(value).removesuffix(".0"): value for value in multiples}


def pack_replays(plan: Plan, records: Sequence[PlayedGame]) -> str:
    """Return the replays as text that is safe inside a page."""
    data = json.dumps(_collect(plan, records), ensure_ascii=False, separators=(",", ":"))
    encoded = data.encode(errors="backslashreplace")  # lone surrogates become JSON escapes
    return base64.b64encode(zlib.compress(encoded, 9)).decode()


def _collect(plan: Plan, records: Sequence[PlayedGame]) -> dict[str, Any]:
    games = [write_id(game) for game in plan.games]
    positions: list[dict[str, Any]] = []
    places: dict[Any, int] = {}
    told = []
    for record in records:
        game = record.fixture.game
        keys = [(game, state) for state in record.states]
        for place, key in enumerate(keys):
            if key not in places:
                places[key] = len(positions)
                positions.append(_position(record.match_before(place)))
        told.append(
            {
                "game": games.index(write_id(game)),
                "at": [places[key] for key in keys],
                "players": record.fixture.players,
                "round": record.fixture.round,
                "first": record.first_ply,
                "is_broken": record.is_broken,
                "ending": _ending(record),
                "moves": [step.move for step in record.steps],
                "mistakes": _mistakes(record),
                "attempts": [_attempts(step) for step in record.steps],
            }
        )
    return {"games": games, "positions": positions, "records": told}


def _mistakes(record: PlayedGame) -> dict[int, str]:
    """Return a sentence for each mistake, by step number from 1."""
    if not any(step.is_mistake for step in record.steps):
        return {}
    first = record.first_ply
    reviewed = review_of(record.match, judge=recall_analysis, refutes=False)
    return {move.ply - first: tell_mistake(move) for move in reviewed.mistakes if move.ply > first}


def _ending(record: PlayedGame) -> str:
    """Return how a game ended, or the question if there was no game."""
    if record.is_broken:
        return f"The endpoint of {record.broken_by} failed, so this is not scored."
    players = record.fixture.players
    if record.winner is None:
        return f"Asked for one move, as {Player(record.steps[0].by)}."
    called = {player: f"{player} ({name})" for player, name in zip(Player, players, strict=True)}
    return f"{Address(called).does(Player(record.winner), 'win')} {record.reason}."


def _position(match: Match) -> dict[str, Any]:
    game, state = match.game, match.state
    analysis, outcome = recall_analysis(game, state), game.outcome(state)
    lines = game.words.board(state) if outcome is None else game.words.ending(state, outcome)
    return {
        "winner": analysis.winner,
        "verdict": verdict(match, analysis, settled=is_settled(game, state, analysis)),
        "words": [str(line) for line in lines if str(line)],
        "to_move": int(state.to_move),
        "choices": [
            {name: getattr(choice, name) for name in _OF_A_CHOICE}
            for choice in values_of(game, state, analysis.choices)
        ],
    }


def _attempts(step: PlayedStep) -> list[dict[str, Any]]:
    return [
        {"failure": attempt.failure}
        | {name: attempt.details[name] for name in _OF_AN_ATTEMPT if name in attempt.details}
        for attempt in step.attempts
    ]
