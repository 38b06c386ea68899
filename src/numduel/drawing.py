"""Drawings of positions for a terminal: grids of numbers, bars of cells and rows of slots.

A drawing is a list of lines that fit into a width.
Colours help and are never needed: what is allowed, taken or last has a sign too. The words of a
rule book put a drawing together from these pieces.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from numduel.game import AnyGame
from numduel.words import BLANK, Line, Role, Span, begin_sentence, line, show_value

_ENOUGH_ROWS, _MOST_ROWS = 6, 16  # a grid with more rows becomes wider if it can
_FEW_ROWS = 10  # of bars
_COLUMNS = (10, 20, 30, 40, 50)
_CELL, _GONE, _CUT = "■", "□", "¦"
_SEATS = (Role.PLAYER_ONE, Role.PLAYER_TWO)


def number_grid(
    numbers: int,
    allowed: int,
    moves: Sequence[int],
    width: int,
    special: int = 0,
    about_special: str = "",
) -> list[Line]:
    """Draw the numbers from 1 up: allowed ones in brackets, taken ones in their taker's colour.

    `allowed` is a bit mask. So is `special`: numbers that are allowed in some other way, which
    `about_special` names. They have round brackets.
    """
    takers = {move: place % 2 for place, move in enumerate(moves)}
    signs = _Signs(allowed, special, about_special, takers, moves[-1] if moves else None)
    stride, columns = _shape(numbers, width)
    rows = [
        [signs.cell(number, stride) for number in range(begin, min(begin + columns, numbers + 1))]
        for begin in range(1, numbers + 1, columns)
    ]
    return [*(fit(row, width) for row in rows), *_flow(signs.legend(), width)]


class _Signs(NamedTuple):
    """The signs of a grid: what may be taken, and who took what."""

    allowed: int
    special: int
    about_special: str
    takers: dict[int, int]
    last: int | None

    def cell(self, number: int, stride: int) -> Span:
        """Return a number with its signs, at the right end of a cell of this width."""
        if number in self.takers:
            taker = self.takers[number]
            before = "›" if number == self.last else ""
            return Span(f"{before}{number}{'¹²'[taker]}".rjust(stride), _SEATS[taker])
        if self.special >> number & 1:
            return Span(f"({number})".rjust(stride), Role.ALLOWED, number)
        if self.allowed >> number & 1:
            return Span(f"[{number}]".rjust(stride), Role.ALLOWED, number)
        return Span(f"{number} ".rjust(stride), Role.DIM)

    def legend(self) -> list[Sequence[Span]]:
        """Return what the signs in the drawing mean."""
        ways = ((self.allowed, "[ ]", "allowed"), (self.special, "( )", self.about_special))
        told: list[Sequence[Span]] = [
            [Span(sign, Role.ALLOWED), Span(f" {about}", Role.DIM)]
            for numbers, sign, about in ways
            if numbers
        ]
        for taker in sorted(set(self.takers.values())):
            told.append([Span(f"{'¹²'[taker]} Player {taker + 1}", _SEATS[taker])])
        if self.last is not None:
            told.append([Span("› last", Role.DIM)])
        return told


def _shape(numbers: int, width: int) -> tuple[int, int]:
    """Return the width of a cell and the number of columns: of the shapes that fit, the first with
    few rows, or else the one with the most columns."""
    digits = len(str(numbers))
    shapes = [(digits + 3, columns) for columns in (*_COLUMNS, 5)]
    shapes += [(digits + 2, columns) for columns in (*_COLUMNS, max(1, width // (digits + 2)))]
    fitting = [shape for shape in shapes if shape[0] * shape[1] <= width] or shapes[-1:]
    for most in (_ENOUGH_ROWS, _MOST_ROWS):
        for stride, columns in fitting:
            if -(-numbers // columns) <= most:
                return stride, columns
    return fitting[-1]


def bars(
    heaps: Sequence[int],
    cuts: Callable[[int], Sequence[int]],
    about_cuts: str,
    width: int,
    made: Sequence[int] = (),
    maker: int | None = None,
    whole: int | None = None,
) -> list[Line]:
    """Draw heaps as rows of cells, largest first, with the places at which they may be cut.

    `cuts` says after which cells a heap may be cut, and `about_cuts` what such a cut is. Heaps that
    the player `maker` has just `made` are in that player's colour. `whole` is the heap that a
    single heap was split from, if the other part is gone.
    """
    counts = Counter(heaps)
    sizes = sorted(counts, reverse=True)
    behind = len(f"  × {len(heaps)}") * (len(sizes) < len(heaps)) + len("  new") * bool(made)
    scale = _Scale.fitting(max(sizes[0], whole or 0), width - behind)
    lines = [] if whole is None else [scale.split(whole, sizes[0], maker)]
    for size in sizes[:_FEW_ROWS]:
        is_new = size in made
        bar = scale.bar(size, cuts(size), maker if is_new else None)
        times = f"  × {counts[size]}" if counts[size] > 1 else ""
        lines.append(line(bar, times, Span("  new" if is_new else "", Role.DIM)))
    if len(sizes) > _FEW_ROWS:
        more = sum(counts[size] for size in sizes[_FEW_ROWS:])
        lines.append(line(Span(f"  … and {more:,} smaller", Role.DIM)))
    return [*lines, *_flow(scale.legend(about_cuts if cuts(sizes[0]) else ""), width)]


class _Scale(NamedTuple):
    """How bars are drawn: the width of their labels, how many units a cell is, and whether there is
    room for cuts between the cells."""

    label: int
    unit: int
    has_cuts: bool

    @classmethod
    def fitting(cls, largest: int, width: int) -> "_Scale":
        label = len(str(largest)) + 2
        room = max(1, width - label - 2)
        return cls(label, -(-largest // room), 2 * largest - 1 <= room)

    def bar(self, size: int, cuts: Sequence[int], maker: int | None) -> list[Span]:
        """Return a heap: its size, and a cell for each unit."""
        looks = Role.ALLOWED if cuts else Role.DIM
        cell = Span(_CELL, looks if maker is None else _SEATS[maker - 1])
        label = Span(f"{size:{self.label}}  ", looks)
        if not self.has_cuts:
            return [label, cell._replace(text=_CELL * -(-size // self.unit))]
        spans = [label, cell]
        for part in range(1, size):
            cut = Span(_CUT, Role.ALLOWED) if part in cuts else Span(" ")
            spans += [cut, cell]
        return spans

    def split(self, whole: int, part: int, maker: int | None) -> Line:
        """Return a heap that was split: the part that is left in colour, the other part empty."""
        kept, gone = -(-part // self.unit), (whole - part) // self.unit
        joint = " " * self.has_cuts
        return line(
            Span(f"{whole:{self.label}}  ", Role.DIM),
            Span(joint.join(_CELL * kept), _SEATS[(maker or 1) - 1]),
            Span(joint + joint.join(_GONE * gone), Role.DIM),
        )

    def legend(self, about_cuts: str) -> list[Sequence[Span]]:
        told: list[Sequence[Span]] = []
        if self.has_cuts and about_cuts:
            told.append([Span(_CUT, Role.ALLOWED), Span(f" {about_cuts}", Role.DIM)])
        if self.unit > 1:
            told.append([Span(f"{_CELL} is {self.unit:,}", Role.DIM)])
        return told


def slots(
    rows: Sequence[Sequence[int]],
    valid: Sequence[Sequence[bool]],
    length: int,
    largest: int,
    width: int,
) -> list[Line]:
    """Return a row of slots for each player, and below it the sum of each two neighbours, with ✓ if
    the pair is valid. `valid` says for each row which of its pairs are valid."""
    digits = len(str(largest))
    stride = digits + len(str(2 * largest)) + 2
    fitting = max(1, (width - len("  …   Player 1")) // stride)
    lines = []
    for place, row in enumerate(rows):
        first = max(0, min(len(row) + 1, length) - fitting)  # the next empty slot is in sight
        shown = range(first, min(length, first + fitting))
        filled = "".join(f"{number:{stride}}" for number in row[first : shown.stop])
        filled = f"…{filled[1:]}" if first and filled else filled
        empty = f"{'_':>{stride}}" * (shown.stop - max(first, len(row)))
        more = " …" * (shown.stop < length)
        name = Span(f"   Player {place + 1}", _SEATS[place])
        lines.append(line(Span(filled, _SEATS[place]), Span(f"{empty}{more}", Role.DIM), name))
        sums = map(sum, pairwise(row[first : shown.stop]))
        pairs = zip(sums, valid[place][first:], strict=False)
        marked = "".join(
            f"{total}{'✓' if counts else ' '}".rjust(stride) for total, counts in pairs
        )
        if marked:
            lines.append(line(" " * (stride // 2 + 1), marked.rstrip()))
    return lines


def _flow(pieces: Iterable[Sequence[Span]], width: int) -> list[Line]:
    """Pieces side by side, in as many rows as they need."""
    rows: list[list[Span]] = []
    for piece in pieces:
        length = sum(len(span.text) for span in piece)
        if not rows or sum(len(span.text) for span in rows[-1]) + 3 + length > width:
            rows.append([Span("  "), *piece])
        else:
            rows[-1] += [Span("   "), *piece]
    return [fit(row, width) for row in rows]


def fit(spans: Sequence[Span], width: int) -> Line:
    """Return a row, cut where it does not fit, without spaces at its end."""
    row = list(spans)
    if len(str(Line(row)).rstrip()) > width:
        row, room = [], width - 1
        for span in spans:
            row.append(span._replace(text=span.text[: max(0, room)]))
            room -= len(span.text)
        row.append(Span("…"))
    while row and not row[-1].text.strip():
        row.pop()
    return Line([*row[:-1], *(last._replace(text=last.text.rstrip()) for last in row[-1:])])


def draw(game: AnyGame, state: Any, moves: Sequence[Any], width: int) -> list[Line]:
    """Draw the position that these moves have led to. Rows have at most `width` characters, except
    where long names of people are put in."""
    drawn = game.words.drawing(state, moves, width)
    return _draw_view(game, state, width) if drawn is None else drawn


def draw_above(
    lines: Iterable[Line], game: AnyGame, state: Any, moves: Sequence[Any], width: int
) -> list[Line]:
    """Draw the position above these lines. If the drawing is made from the view, lines that say the
    same are left out."""
    drawn = game.words.drawing(state, moves, width)
    if drawn is not None:
        return [*drawn, BLANK, *lines]
    said = game.words.position(state)
    rest = [spoken for spoken in lines if spoken not in said]
    return [*_draw_view(game, state, width), BLANK, *rest]


def _draw_view(game: AnyGame, state: Any, width: int) -> list[Line]:
    """Draw the named values of a game's view, with numbers as cells."""
    rows = [
        (begin_sentence(name.replace("_", " ")), [*_cells(value, width // 2), *shown])
        for name, value in game.view(state).items()
        if name != "to_move"
        for shown in show_value(value)
    ][:_FEW_ROWS]
    label_width = max((len(label) for label, _ in rows), default=0)
    return [fit([Span(f"  {label:{label_width}}  "), *shown], width) for label, shown in rows]


def _cells(value: Any, room: int) -> list[Span]:
    """Draw a number of a view as cells, if there is room for them."""
    is_number = isinstance(value, int) and not isinstance(value, bool)
    return [Span(f"{_CELL * value}  ")] if is_number and 0 < value <= room else []
