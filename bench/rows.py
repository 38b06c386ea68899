"""Measurements as rows of a table: ours beside a peer's, from the same run."""

from typing import NamedTuple


class Speed(NamedTuple):
    """Moves a second on both sides."""

    task: str
    peer: str
    ours: float
    theirs: float

    @property
    def cells(self) -> tuple[str, ...]:
        ratio = f"{self.ours / self.theirs:,.1f}"
        return self.task, self.peer, f"{self.ours:,.0f}", f"{self.theirs:,.0f}", ratio


class Time(NamedTuple):
    """Seconds on both sides, or ours alone; with edges and peak memory where they make sense."""

    task: str
    seconds: float
    peer: str = ""
    peer_seconds: float | None = None
    edges: int | None = None
    peak_megabytes: float | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        ratio = self.peer_seconds / self.seconds if self.peer_seconds else None
        return (
            self.task,
            self.peer,
            _figure(self.peer_seconds),
            _figure(self.seconds),
            f"{ratio:,.0f}" if ratio else "",
            _figure(self.seconds / self.edges * 1e6 if self.edges else None),
            f"{self.peak_megabytes:,.0f}" if self.peak_megabytes else "",
        )


class Distances(NamedTuple):
    """Positions that a search tried and its seconds, plain and compiled; or the share of positions
    whose distance is known within a budget."""

    task: str
    note: str = ""
    positions: int | None = None
    plain: float | None = None
    compiled: float | None = None
    known: float | None = None

    @property
    def cells(self) -> tuple[str, ...]:
        return (
            self.task,
            self.note,
            "" if self.positions is None else f"{self.positions:,}",
            _figure(self.plain),
            _figure(self.compiled),
            "" if self.known is None else f"{self.known:.0%}",
        )


Row = Speed | Time | Distances
COLUMNS: dict[type[Row], tuple[str, ...]] = {
    Speed: ("task", "peer", "numduel, moves/s", "peer, moves/s", "ratio"),
    Distances: (
        "task",
        "note",
        "positions",
        "plain, s",
        "compiled, s",
        "known",
    ),
    Time: ("task", "peer", "peer, s", "numduel, s", "ratio", "s per million edges", "peak MB"),
}


def table_of(measured: list[Row]) -> str:
    """Return measurements of one kind as a Markdown table, without empty columns."""
    lines = [COLUMNS[type(measured[0])], *(row.cells for row in measured)]
    filled = [column for column in zip(*lines, strict=True) if any(column[1:])]
    heads, *rest = zip(*filled, strict=True)
    rule = ("---",) * 2 + ("---:",) * (len(heads) - 2)
    return "".join(f"| {' | '.join(cells)} |\n" for cells in (heads, rule, *rest))


def _figure(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.2g}" if seconds < 1 else f"{seconds:.1f}"
