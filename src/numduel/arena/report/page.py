"""The report of a run: one HTML file with everything in it, which loads nothing from elsewhere.

It is rendered from the templates beside this file. They escape whatever players are called and
whatever they said.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from numduel import __version__
from numduel.arena.plan import Plan
from numduel.arena.players.entrants import is_computer
from numduel.arena.report.charts import (
    PERCENTS,
    PlayerRows,
    failure_looks,
    plot_strengths,
    shares_by_game,
    shares_by_phase,
)
from numduel.arena.report.replays import pack_replays
from numduel.arena.report.table import (
    Table,
    beyond_text,
    comparison_table,
    cut_table,
    legal_table,
    number,
    rank,
    remarks,
    scores_table,
)
from numduel.arena.results.played_game import PlayedGame
from numduel.arena.scoring.scores import PHASES, RunScores
from numduel.errors import MissingExtra
from numduel.options import write_value
from numduel.telling.truth import LEGEND

if TYPE_CHECKING:
    from jinja2 import Environment

_LONGEST_NAME = 64  # characters; of a longer one both ends are shown
_PIECES = re.compile(r"\+?[^-+/ ]{0,20}[-/ ]?")  # of a name: its settings and words, cut if long
_NAMED = 5  # the most players that the first sentence names

NamedShares = list[tuple[str, str]]  # a player, and how far beyond chance it was


@dataclass(frozen=True)
class Lead:
    """Whom the first sentence names, and with whom it compares them."""

    named: NamedShares
    has_more: bool = False
    ours: NamedShares | None = None


def write_report(path: Path, plan: Plan, records: Sequence[PlayedGame], scores: RunScores) -> None:
    """Write the report; an old one is replaced only when the new one is whole."""
    write_whole(path, _render(plan, records, scores))


def write_whole(path: Path, text: str) -> None:
    """Write a file; an old one is replaced only when the new one is whole."""
    unfinished = path.with_suffix(".part")
    try:
        unfinished.write_text(text, encoding="utf-8", errors="backslashreplace")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@lru_cache(maxsize=1)
def load_templates() -> "Environment":
    """The templates of the report; MissingExtra says what to install for them."""
    try:
        from jinja2 import Environment, PackageLoader, StrictUndefined
    except ImportError:
        raise MissingExtra('The report needs more: pip install "numduel[arena]".') from None
    templates = Environment(
        loader=PackageLoader("numduel.arena.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    templates.globals |= {"percents": PERCENTS}
    templates.filters |= {
        "across": "{:.2%}".format,  # a place or a length on an axis
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
        legend=LEGEND,
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
    """A name without its middle if it is very long. Its end is kept, because it has the
    settings."""
    if len(name) <= _LONGEST_NAME:
        return name
    end = name[-_LONGEST_NAME // 2 :]
    return f"{name[: _LONGEST_NAME // 2]}…{end[max(0, end.find('+')) :]}"


def split_name(name: str) -> list[str]:
    """The pieces of a name between which a line may be broken."""
    return [piece for piece in _PIECES.findall(name) if piece]


def _lead(plan: Plan, scores: RunScores) -> Lead:
    """Whom the first sentence is about: models and programs beside our own players. If there are
    none, the best player."""
    shares = [(name, beyond_text(score.accuracy)) for name, score in rank(scores)]
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
