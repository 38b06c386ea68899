"""The plots of a report, as SVG of our own: no script, and nothing loaded from elsewhere."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape

from numduel.arena.scores import PHASES, Score, Share
from numduel.arena.table import number
from numduel.arena.turns import Failure

_LEFT, _WIDTH, _ROW, _TOP, _RIGHT = 200, 480, 32, 32, 96
Rows = Sequence[tuple[str, Score]]


def draw_strengths(rows: Rows) -> str:
    """Each player's strength with its interval, on one axis."""
    known = [(n, s.strength, s.interval) for n, s in rows if s.strength is not None and s.interval]
    if not known:
        return ""
    low = min(interval[0] for _, _, interval in known)
    high = max(interval[1] for _, _, interval in known)
    scale = _scale(min(low, 0.0), max(high, 0.0))
    step = next(step for step in (0.5, 1, 2, 5, 10, 20) if (high - low) / step <= 8)
    first, last = int(min(low, 0.0) / step), int(max(high, 0.0) / step)
    parts = [
        _grid(scale(tick * step), len(known), number(tick * step))
        for tick in range(first, last + 1)
    ]
    for place, (name, strength, interval) in enumerate(known):
        middle = _TOP + _ROW * place + _ROW / 2
        left, right = map(scale, interval)
        parts += [
            _label(name, middle),
            f'<line class="whisker" x1="{left:.1f}" x2="{right:.1f}" y1="{middle}" y2="{middle}"/>',
            f'<circle class="dot" cx="{scale(strength):.1f}" cy="{middle}" r="6"/>',
            _text(right + 12, middle, number(strength)),
        ]
    return _svg("Strength with 95% intervals", len(known), parts)


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
    parts = _percent_grid(2 * len(rows))
    for place, (name, score) in enumerate(rows):
        parts.append(_label(name, _TOP + _ROW * (2 * place + 1)))
        for seat, seat_score in enumerate(score.seats):
            top = _TOP + _ROW * (2 * place + seat)
            won, sure = seat_score.won.value, seat_score.sure.value
            if won is None:
                continue
            told = f"{name} as Player {seat + 1}: won {won:.0%}"
            parts.append(_bar(top, won, f"player-{seat + 1}", told))
            if sure is not None:
                x = _LEFT + sure * _WIDTH
                parts.append(
                    f'<path class="sure" d="M{x:.1f} {top + 2}v{_ROW - 4}">'
                    f"<title>perfect play is sure of {sure:.0%}</title></path>"
                )
            parts.append(_text(_LEFT + _WIDTH + 12, top + _ROW / 2, f"{won:.0%}"))
    return _svg("Games won by seat", 2 * len(rows), parts)


def draw_failures(rows: Rows) -> str:
    """Failed attempts by type, for the players that had any."""
    failing = [(name, score) for name, score in rows if score.failures]
    if not failing:
        return ""
    parts = _percent_grid(len(failing))
    for place, (name, score) in enumerate(failing):
        top, x = _TOP + _ROW * place, float(_LEFT)
        parts.append(_label(name, top + _ROW / 2))
        for index, failure in enumerate(Failure):
            count = score.failures[failure]
            width = _WIDTH * count / score.attempts
            if count:
                parts.append(
                    f'<rect class="failure-{index}" x="{x:.1f}" y="{top + 6}"'
                    f' width="{width:.1f}" height="{_ROW - 12}">'
                    f"<title>{failure}: {count} of {score.attempts}</title></rect>"
                )
            x += width
        share = sum(score.failures.values()) / score.attempts
        parts.append(_text(x + 12, top + _ROW / 2, f"{share:.0%}"))
    return _svg("Attempts without a legal move", len(failing), parts)


def _bars(title: str, shares: Iterable[tuple[str, Share]]) -> str:
    rows = list(shares)
    parts = _percent_grid(len(rows))
    for place, (name, share) in enumerate(rows):
        top = _TOP + _ROW * place
        parts.append(_label(name, top + _ROW / 2))
        if share.value is None:
            parts.append(_text(_LEFT + 12, top + _ROW / 2, "had no choice that mattered"))
            continue
        low, high = (_LEFT + _WIDTH * end for end in share.interval)
        told = f"{name}: {share.part} of {share.whole}"
        parts += [
            _bar(top, share.value, "bar", told),
            f'<line class="whisker" x1="{low:.1f}" x2="{high:.1f}"'
            f' y1="{top + _ROW / 2}" y2="{top + _ROW / 2}"/>',
            _text(_LEFT + _WIDTH + 12, top + _ROW / 2, f"{share.value:.0%}"),
        ]
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>{_svg(title, len(rows), parts)}</figure>"
    )


def _bar(top: float, share: float, look: str, told: str) -> str:
    return (
        f'<rect class="{look}" x="{_LEFT}" y="{top + 6}" width="{share * _WIDTH:.1f}"'
        f' height="{_ROW - 12}"><title>{escape(told)}</title></rect>'
    )


def _percent_grid(rows: int) -> list[str]:
    return [_grid(_LEFT + _WIDTH * tick / 4, rows, f"{25 * tick}%") for tick in range(5)]


def _grid(x: float, rows: int, label: str) -> str:
    bottom = _TOP + _ROW * rows
    return (
        f'<line class="grid" x1="{x:.1f}" x2="{x:.1f}" y1="{_TOP}" y2="{bottom}"/>'
        f'<text class="tick" x="{x:.1f}" y="{_TOP - 12}" text-anchor="middle">{label}</text>'
    )


def _label(name: str, middle: float) -> str:
    short = name if len(name) <= 24 else f"{name[:23]}…"
    return (
        f'<text x="{_LEFT - 16}" y="{middle + 5}" text-anchor="end">{escape(short)}'
        f"<title>{escape(name)}</title></text>"
    )


def _text(x: float, middle: float, text: str) -> str:
    return f'<text class="value" x="{x:.1f}" y="{middle + 5}">{escape(text)}</text>'


def _scale(low: float, high: float) -> Callable[[float], float]:
    span = (high - low) or 1.0
    return lambda value: _LEFT + _WIDTH * (value - low) / span


def _svg(title: str, rows: int, parts: Iterable[str]) -> str:
    width, height = _LEFT + _WIDTH + _RIGHT, _TOP + _ROW * rows + 8
    return (
        f'<div class="plot" tabindex="0"><svg viewBox="0 0 {width} {height}" role="img"'
        f' aria-label="{escape(title)}">{"".join(parts)}</svg></div>'
    )


def failure_key(rows: Rows) -> Mapping[str, int]:
    """The types of failure that happened, with the number of their colour."""
    happened = {failure for _, score in rows for failure in score.failures}
    return {failure: index for index, failure in enumerate(Failure) if failure in happened}
