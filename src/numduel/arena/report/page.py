"""The report of a run: one HTML file with everything in it, which loads nothing from elsewhere."""

from collections.abc import Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from numduel import __version__
from numduel.arena.plan import Plan
from numduel.arena.players.entrants import is_computer
from numduel.arena.report.charts import (
    Rows,
    break_name,
    draw_accuracies,
    draw_failures,
    draw_phases,
    draw_seats,
    draw_strengths,
    failure_key,
    write_name,
)
from numduel.arena.report.replays import pack_replays
from numduel.arena.report.table import COLUMNS, cells, join_names, number, rank, remarks
from numduel.arena.results.played_game import PlayedGame
from numduel.arena.scoring.scores import PHASES, RunScores

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def write_report(path: Path, plan: Plan, records: Sequence[PlayedGame], scores: RunScores) -> None:
    """Write the report; an old one is replaced only when the new one is whole."""
    unfinished = path.with_suffix(".part")
    try:
        unfinished.write_text(_page(plan, records, scores), encoding="utf-8")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def _page(plan: Plan, records: Sequence[PlayedGame], scores: RunScores) -> str:
    rows = rank(scores)
    sections = [
        _section("Scores", _table(COLUMNS, [cells(*row) for row in rows]) + _notes(scores)),
        _section("Strength", draw_strengths(rows)),
        _section("Right where it matters, by game", draw_accuracies(rows, scores.games)),
        _section("Right where it matters, by phase", draw_phases(rows) + _regrets(rows)),
        _section("Games won by seat", _SEAT_KEY + draw_seats(rows) + _SEAT_NOTE),
        _section("Failures", _failures(rows)),
        _section("Tokens and cost", _costs(plan, rows)),
        _section("Replay", _read("replay.html")),
        _section("How this was run", _settings(plan, scores)),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>numduel arena: {len(plan.players)} players, {scores.played} games</title>\n"
        f"<style>\n{_read('report.css')}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>numduel arena</h1>\n<p>{_headline(plan, scores)}</p>\n{''.join(sections)}"
        "</main>\n"
        f'<script type="text/plain" id="replays">{pack_replays(plan, records)}</script>\n'
        f"<script>\n{_read('report.js')}</script>\n</body>\n</html>\n"
    )


_SEAT_KEY = (
    '<ul class="legend"><li><span class="swatch seat-1"></span>as Player 1</li>'
    '<li><span class="swatch seat-2"></span>as Player 2</li>'
    '<li><span class="swatch stroke"></span>what perfect play is sure of in that seat</li></ul>'
)
_NAMED = 5  # so many players are named in the first sentence
_SEAT_NOTE = "<p>Whoever wins more than is sure does so by the opponents' mistakes.</p>"


def _headline(plan: Plan, scores: RunScores) -> str:
    """What the reader came for: the models and programs next to our own players, else the best."""
    shares = [(name, score.accuracy.value) for name, score in rank(scores)]
    known = [(name, value) for name, value in shares if value is not None]
    if not known:
        return "Nobody met a position in which a choice mattered, so nothing was measured."
    guests = [row for row in known if not is_computer(plan.players[row[0]])]
    (name, value), *others = guests[:_NAMED] or known[:1]
    further = [f"{_strong(other)} in {share:.1%}" for other, share in others]
    kinds = "one kind" if len(plan.games) == 1 else f"{len(plan.games)} kinds"
    told = (
        f"{len(plan.players)} players met in {scores.played:,} games of {kinds}."
        f" {_strong(name)} was right in {value:.1%} of the positions in which its choice decided"
        f" between winning and losing{', ' if further else ''}{join_names(further)}."
    )
    if len(guests) > _NAMED:
        told += " The others are in the table."
    ours = [f"{name} {value:.1%}" for name, value in known if is_computer(plan.players[name])]
    return f"{told} For comparison: {join_names(ours)}." if guests and ours else told


def _strong(name: str) -> str:
    return f"<strong>{write_name(name)}</strong>"


def _section(title: str, content: str) -> str:
    return f"<section>\n<h2>{title}</h2>\n{content}\n</section>\n" if content else ""


def _notes(scores: RunScores) -> str:
    items = "".join(f"<li>{escape(remark)}</li>" for remark in remarks(scores))
    return f'<ul class="notes">{items}</ul>'


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of figures, the player's name first."""
    body = [[write_name(name), *map(escape, figures)] for name, *figures in rows]
    return _wide(columns, body, "figures")


def _wide(columns: Sequence[str], rows: Sequence[Sequence[str]], look: str) -> str:
    """A table of markup in a box of its own, which can be scrolled where it is wider."""
    head = "".join(f"<th>{escape(column)}</th>" for column in columns)
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return (
        f'<div class="wide {look}" tabindex="0"><table><thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


def _regrets(rows: Rows) -> str:
    table = _table(
        ["player", *PHASES],
        [[name, *(number(score.regret[phase]) for phase in PHASES)] for name, score in rows],
    )
    return (
        "<h3>Regret: wins thrown away per hundred games</h3>"
        f"{table}<p>A game's phases are thirds of the length that random games usually have.</p>"
    )


def _failures(rows: Rows) -> str:
    key = failure_key(rows)
    if not key:
        return "<p>Every attempt of every player was a legal move.</p>"
    legend = "".join(
        f'<li><span class="swatch failure-{index}"></span>{failure}</li>'
        for failure, index in key.items()
    )
    columns = ["player", "attempts", *key, "games forfeited"]
    table = [
        [
            name,
            f"{score.attempts:,}",
            *(f"{score.failures[failure]:,}" for failure in key),
            f"{score.forfeits.part:,} of {score.forfeits.whole:,}",
        ]
        for name, score in rows
        if score.failures
    ]
    return f'<ul class="legend">{legend}</ul>{draw_failures(rows)}{_table(columns, table)}'


def _costs(plan: Plan, rows: Rows) -> str:
    models = [row for row in rows if plan.players[row[0]]["kind"] == "model"]
    if not models:
        return ""
    columns = [
        "model",
        "attempts",
        "tokens read",
        "tokens written",
        "not counted",
        "cost",
        "waited",
    ]
    table = [
        [
            name,
            f"{score.attempts:,}",
            f"{score.tokens_read:,}",
            f"{score.tokens_written:,}",
            f"{score.uncounted:,}",
            "no price given" if score.cost is None else f"${score.cost:,.4f}",
            f"{score.seconds:,.0f} s",
        ]
        for name, score in models
    ]
    note = "<p>Not counted: attempts whose tokens the endpoint did not tell.</p>"
    return _table(columns, table) + note


def _settings(plan: Plan, scores: RunScores) -> str:
    games = [[escape(game.title), _told(game.options)] for game in plan.games]
    players = [[break_name(name), _told(settings)] for name, settings in plan.players.items()]
    return (
        f"<p>Every pair, both seats, {plan.rounds} rounds, seed {plan.seed}:"
        f" {scores.played:,} of {scores.planned:,} games played. numduel {__version__}.</p>"
        f"{_wide(['game', 'options'], games, 'texts')}"
        f"{_wide(['player', 'settings'], players, 'texts')}"
    )


def _told(settings: dict[str, Any]) -> str:
    shown = {True: "yes", False: "no"}
    told = (
        f"{name}={shown[value] if isinstance(value, bool) else value}"
        for name, value in settings.items()
        if value != ""
    )
    return escape(", ".join(told))


def _read(name: str) -> str:
    return files("numduel.arena.report").joinpath(name).read_text(encoding="utf-8")
