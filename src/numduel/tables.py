"""Tables as plain text, laid out by Rich; widths are in terminal cells, not characters."""

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from numduel.words import printable

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

_ON_A_PIPE = 100_000  # columns; wide enough for any line
_WIDEST_FIGURE = 22  # columns, gap included; the rest is for names
_LEAST_WIDTH = _WIDEST_FIGURE + 8
_BOX = "    \n    \n -- \n    \n    \n    \n    \n    \n"  # only a line below the headings

Row = Sequence[str]


def cell_width(text: str) -> int:
    """Return the width of a text in terminal cells."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def draw_table(
    head: Row, rows: Sequence[Row], width: int | None = None, right: bool = False
) -> str:
    """Return a table with headings, with figures aligned to the right if wanted. One wider than
    `width` is split into several, each with the first column and as many others as fit."""
    width = _ON_A_PIPE if width is None else max(width, _LEAST_WIDTH)
    console = _console(width)
    unlimited = console.options.update(max_width=_ON_A_PIPE)
    names, *figures = ([*map(printable, cells)] for cells in zip(head, *rows, strict=True))

    def is_too_wide(table: "Table") -> bool:
        return console.measure(table, options=unlimited).maximum > width

    whole = _build([names, *figures], right)
    if not is_too_wide(whole):
        return _render(console, whole)
    short = [name.replace("+", "\n  +") for name in names]  # each setting on its own line
    parts: list[list[Row]] = [[short]]
    for column in figures:
        part = _build([*parts[-1], column], right, width - _WIDEST_FIGURE)
        if len(parts[-1]) > 1 and is_too_wide(part):
            parts.append([short])
        parts[-1].append(column)
    tables = (_build(part, right, width - _WIDEST_FIGURE) for part in parts)
    return "\n\n".join(_render(console, table) for table in tables)


def draw_grid(rows: Sequence[Row], width: int | None = None) -> str:
    """Return indented columns without headings; the last one is wrapped."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2, 0, 0))
    for row in rows:
        grid.add_row(*(Text(printable(cell)) for cell in row))
    return _render(_console(width or _ON_A_PIPE), Padding(grid, (0, 0, 0, 2)))


def _build(columns: Sequence[Row], right: bool, names: int | None = None) -> "Table":
    from rich.box import Box
    from rich.table import Table
    from rich.text import Text  # brackets are not markup

    table = Table(box=Box(_BOX), show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for heading, *_ in columns:
        table.add_column(Text(heading), overflow="fold", justify="right" if right else "left")
    table.columns[0].justify = "left"
    table.columns[0].max_width = names
    for row in zip(*(column[1:] for column in columns), strict=True):
        table.add_row(*map(Text, row))
    return table


def _console(width: int) -> "Console":
    from rich.console import Console

    return Console(file=io.StringIO(), width=width, color_system=None, highlight=False)


def _render(console: "Console", drawn: object) -> str:
    with console.capture() as captured:
        console.print(drawn)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
