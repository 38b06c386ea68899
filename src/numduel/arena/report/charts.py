"""The plots of a report: no script, and nothing loaded from elsewhere.

A plot is rows of a name, a strip and a value. The strips are SVG without a size of its own, drawn
in percentages: they are as wide as the screen leaves them, and the text beside them stays as
large as it is. On a narrow screen the name stands above its strip.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import count, takewhile

from numduel.arena.report.table import number
from numduel.arena.scoring.scores import PHASES, PlayerScores
from numduel.tasks import Failure
from numduel.tasks.share import Share

Rows = Sequence[tuple[str, PlayerScores]]
Ticks = Mapping[str, float]  # where each label stands, 0 to 1

_PERCENTS: Ticks = {f"{25 * tick}%": tick / 4 for tick in range(5)}
_LONGEST_NAME = 64  # characters; of a longer one both ends are shown
_PARTS = re.compile(r"\+?[^-+/ ]{0,20}[-/ ]?")  # of a name: its settings, its words, and these cut


def draw_strengths(rows: Rows) -> str:
    """Each player's strength with its interval, on one axis."""
    known = [(n, s.strength, s.interval) for n, s in rows if s.strength is not None and s.interval]
    if not known:
        return ""
    low = min(0.0, *(interval[0] for _, _, interval in known))
    high = max(0.0, *(interval[1] for _, _, interval in known))
    span = (high - low) or 1.0
    ticks = {label: (value - low) / span for label, value in round_values(low, high).items()}
    parts = []
    for name, strength, interval in known:
        left, right, at = ((value - low) / span for value in (*interval, strength))
        told = f"{name}: {number(strength)}, 95% interval {' to '.join(map(number, interval))}"
        marks = (
            f"{_whisker(left, right, 10)}"
            f'<circle class="dot" cx="{at:.2%}" cy="10" r="6"/>'
            f'<text class="point" x="{at:.2%}" y="-4">{number(strength)}</text>'
        )
        parts.append(_name(name) + _strip(told, marks, ticks))
    return _plot("Strength with 95% intervals", ticks, parts, "points")


def draw_accuracies(rows: Rows, games: Sequence[str]) -> str:
    """Each player's accuracy, a plot for each game in which something mattered."""
    shown = [game for game in games if any(game in score.by_game for _, score in rows)]
    return "".join(
        _bars(game, [(name, score.by_game.get(game, Share())) for name, score in rows])
        for game in shown
    )


def draw_phases(rows: Rows) -> str:
    """Each player's accuracy in the opening, the middle and the end of games."""
    return "".join(
        _bars(phase, [(name, score.by_phase.get(phase, Share())) for name, score in rows])
        for phase in PHASES
    )


def draw_seats(rows: Rows) -> str:
    """Games won by seat, with a mark at what perfect play is sure of."""
    parts = []
    for name, score in rows:
        parts.append(_name(name))
        for seat, seat_score in enumerate(score.seats, 1):
            won, sure = seat_score.won.value, seat_score.sure.value
            told, marks = f"{name} as Player {seat}: no games", ""
            if won is not None:
                told, marks = f"{name} as Player {seat}: won {won:.0%}", _bar(won, f"player-{seat}")
            if sure is not None:
                told += f", where perfect play is sure of {sure:.0%}"
                marks += f'<line class="sure" x1="{sure:.2%}" x2="{sure:.2%}" y1="-12" y2="12"/>'
            side, towards = ("upper", 4) if seat == 1 else ("lower", -4)  # of the other seat
            strip = _strip(told, f'<g transform="translate(0 {towards})">{marks}</g>', _PERCENTS)
            parts.append(strip + _value(won, side))
    return _plot("Games won by seat", _PERCENTS, parts, "pairs")


def draw_failures(rows: Rows) -> str:
    """Failed attempts by type, for the players that had any."""
    parts = []
    for name, score in rows:
        if not score.failures:
            continue
        failed, marks = 0, ""
        for index, failure in enumerate(Failure):
            part = score.failures[failure]
            if part:
                told = f"{failure}: {part} of {score.attempts}"
                start, share = failed / score.attempts, part / score.attempts
                marks += _bar(share, f"failure-{index}", start, f"<title>{told}</title>")
            failed += part
        told = f"{name}: {failed} of {score.attempts}"
        parts.append(_name(name) + _strip(told, marks, _PERCENTS) + _value(failed / score.attempts))
    return _plot("Attempts without a legal move", _PERCENTS, parts) if parts else ""


def failure_key(rows: Rows) -> Mapping[str, int]:
    """The types of failure that happened, with the number of their colour."""
    happened = {failure for _, score in rows for failure in score.failures}
    return {failure: index for index, failure in enumerate(Failure) if failure in happened}


def write_name(name: str) -> str:
    """A name as markup. Of a very long one the middle is left out, since its end tells its
    settings, and a pointer is shown all of it."""
    short = name
    if len(name) > _LONGEST_NAME:
        end = name[-_LONGEST_NAME // 2 :]
        short = f"{name[: _LONGEST_NAME // 2]}…{end[max(0, end.find('+')) :]}"
    return f'<span title="{escape(name)}">{break_name(short)}</span>'


def break_name(name: str) -> str:
    """A name as markup that may be broken between its parts."""
    return "<wbr>".join(map(escape, filter(None, _PARTS.findall(name))))


def _bars(title: str, shares: Iterable[tuple[str, Share]]) -> str:
    parts = []
    for name, share in shares:
        if share.value is None:
            told = "had no choice that mattered"
            marks = f'<text x="8" y="5">{told}</text>'
        else:
            told = f"{share.part} of {share.whole}"
            marks = _bar(share.value, "bar") + _whisker(*share.interval)
        strip = _strip(f"{name}: {told}", marks, _PERCENTS)
        parts.append(_name(name) + strip + _value(share.value))
    plot = _plot(title, _PERCENTS, parts)
    return f"<figure><figcaption>{write_name(title)}</figcaption>{plot}</figure>"


def _plot(title: str, ticks: Ticks, parts: Iterable[str], look: str = "bars") -> str:
    labels = "".join(
        f'<text class="tick" x="{at:.2%}" y="16">{label}</text>' for label, at in ticks.items()
    )
    axis = f'<svg class="strip axis" aria-hidden="true">{labels}</svg>'
    return (
        f'<div class="plot {look}" role="group" aria-label="{escape(title)}">'
        f"{axis}{''.join(parts)}</div>"
    )


def _strip(told: str, marks: str, ticks: Ticks) -> str:
    """One row's drawing, its middle at height 0, however high the row is."""
    grid = "".join(
        f'<line class="grid" x1="{at:.2%}" x2="{at:.2%}" y1="0" y2="100%"/>'
        for at in ticks.values()
    )
    return (
        f'<svg class="strip" role="img"><title>{escape(told)}</title>{grid}'
        f'<svg y="50%" overflow="visible">{marks}</svg></svg>'
    )


def _name(name: str) -> str:
    return f'<span class="name">{write_name(name)}</span>'


def _value(share: float | None, look: str = "") -> str:
    return f'<span class="value {look}">{"" if share is None else f"{share:.0%}"}</span>'


def _bar(share: float, look: str, start: float = 0.0, title: str = "") -> str:
    return (
        f'<rect class="{look}" x="{start:.2%}" width="{share:.2%}" y="-10" height="20">'
        f"{title}</rect>"
    )


def _whisker(low: float, high: float, y: int = 0) -> str:
    return f'<line class="whisker" x1="{low:.2%}" x2="{high:.2%}" y1="{y}" y2="{y}"/>'


def round_values(low: float, high: float) -> dict[str, float]:
    """Some six values with their labels: as many as a phone has room for."""
    sizes = (digit * 10.0**power for power in count(-1) for digit in (1, 2, 5))
    step = next(size for size in sizes if (high - low) / size <= 6)
    multiples = takewhile(lambda value: value <= high, (step * n for n in count(-int(-low / step))))
    return {number(value).removesuffix(".0"): value for value in multiples}
