"""The boards of the app: tiles to take, bars to cut, rows to fill, and the plain one for any game.

A rule book names its board. Each draws the game's `view` and offers moves in their written form, as
the page's boards do. Typing moves the cursor, and Enter plays.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any, NamedTuple

from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from numduel.errors import NumduelError
from numduel.game import Player
from numduel.match import Match
from numduel.study import MoveValue
from numduel.terminal.app.canvas import DARK, LIGHT, Canvas, Palette
from numduel.words import begin_sentence, show_value

_MOST_LISTED = 200  # moves listed on the plain board; others are typed
_MOST_HEAPS = 60
_ROW = 2  # lines from one row of moves to the next, on the plain board
_CAPTION_ROWS = 2
_LONGEST = 40  # characters that are typed
_ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Shown(NamedTuple):
    """What a board shows: the position of a match, and notes on it."""

    match: Match
    may_play: bool = False
    names: Mapping[Player, str] = {}
    values: Mapping[str, MoveValue] = {}  # by written move
    pairs: Sequence[tuple[Any, ...]] = ()
    looked_at: Sequence[str] = ()  # moves that a hint points to


class Board(Widget, can_focus=True):
    """A position to look at, and to choose a move in with arrows, mouse or typing."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    class Played(Message):
        """A move was chosen, in its written form."""

        def __init__(self, move: str) -> None:
            super().__init__()
            self.move = move

    class Begun(Message):
        """A move was begun, which takes another choice."""

    class Entered(Message):
        """Something was typed; `said` are the answers that have begun the move on the board."""

        def __init__(self, text: str, said: tuple[Any, ...] = ()) -> None:
            super().__init__()
            self.text, self.said = text, said

    def __init__(self, shown: Shown) -> None:
        super().__init__()
        self.shown = shown
        self.place_shown = shown.match.id, shown.may_play
        self._begin_position()

    # Showing

    def show(self, shown: Shown) -> None:
        """Show a position, perhaps the same one with other notes."""
        place = shown.match.id, shown.may_play
        self.shown = shown
        if place != self.place_shown:  # `shown.match` is mutable, so its id is kept apart
            self.place_shown = place
            self._begin_position()
        self.refresh()

    def _begin_position(self) -> None:
        match = self.match
        self.typed = ""
        self.begun: tuple[Any, ...] = ()
        self.legal = set() if match.outcome else set(match.game.legal_moves(match.state))
        self.settle()

    def settle(self) -> None:
        """Place the cursor in a new position."""

    @property
    def match(self) -> Match:
        return self.shown.match

    @property
    def view(self) -> dict[str, Any]:
        """The named values of the position."""
        return self.match.game.view(self.match.state)

    def allows(self, move: str) -> bool:
        """Return whether a written move is legal now."""
        return self.match.game.read_move(move) in self.legal

    def order(self, written: str) -> str:
        """Return what Enter does with a move, or why it is illegal."""
        match = self.match
        game, state, move = match.game, match.state, match.game.read_move(written)
        if match.outcome is not None:
            return "The game is over."
        if refused := game.refusal(state, move):
            return refused
        value = self.shown.values.get(written)
        told = begin_sentence(game.words.to_play(state, move))
        return f"Enter: {told}{f'  {value.mark} {value.text}' if value else ''}"

    @property
    def palette(self) -> Palette:
        return DARK if self.app.current_theme.dark else LIGHT

    def style(self, text: str, ground: str | None = None, bold: bool = False) -> Style:
        return Style(color=text, bgcolor=ground or self.palette.paper, bold=bold)

    def player_style(self, player: int, bold: bool = True) -> Style:
        return self.style(self.palette.players[player - 1], bold=bold)

    @property
    def mover(self) -> int:
        return int(self.match.state.to_move)

    def mark_style(self, value: MoveValue, ground: str | None = None) -> Style:
        """Return the style of a value: the winner's colour."""
        palette = self.palette
        colour = palette.soft if value.winner is None else palette.players[value.winner - 1]
        return self.style(colour, ground, bold=True)

    # Drawing

    def render_lines(self, crop: Region) -> list[Strip]:
        self._canvas = self._draw()
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        return self._canvas.strip(min(y, self._canvas.height - 1))

    def _draw(self) -> Canvas:
        palette = self.palette
        width, height = self.size
        canvas = Canvas(width, max(1, height), self.style(palette.ink))
        self.draw(canvas, Size(width, max(1, height - _CAPTION_ROWS)))
        if self.typed:
            canvas.put(1, height - 1, f"› {self.typed}▏", self.style(palette.ink, bold=True))
        else:
            rows = wrap(self.caption(), max(1, width - 1))[:_CAPTION_ROWS]
            for y, row in enumerate(rows, start=height - len(rows)):
                canvas.put(1, y, row, self.style(palette.soft))
        return canvas

    def draw(self, canvas: Canvas, room: Size) -> None:
        """Draw the position."""
        raise NotImplementedError

    def caption(self) -> str:
        """Return the line below the board: what Enter does."""
        if self.begun:
            asked = str(self.match.game.words.question(self.match.state, self.begun))
            return asked.removeprefix("- ")
        aimed = self.aimed() if self.shown.may_play else None
        return "" if aimed is None else self.order(aimed)

    # Choosing

    def aimed(self) -> str | None:
        """Return the written move that Enter plays, or None."""
        return None

    def move_cursor(self, across: int, down: int) -> None:
        """Move the cursor by an arrow key."""

    def light(self, text: str) -> None:
        """Move the cursor to what has been typed so far."""

    def enter(self) -> None:
        """Play the move at the cursor."""
        aimed = self.aimed()
        if aimed is not None:
            self.post_message(self.Played(aimed))

    def submit(self, text: str) -> None:
        """Post what was typed."""
        self.post_message(self.Entered(text, self.said))

    @property
    def said(self) -> tuple[Any, ...]:
        """The answers that have begun the move."""
        return self.begun

    def begin(self, said: tuple[Any, ...]) -> None:
        """Begin a move by typed answers."""
        self.begun = said
        self.refresh()

    def step_back(self) -> bool:
        """Undo the beginning of a move; return whether there was one."""
        was, self.begun = self.begun, ()
        return bool(was)

    def on_key(self, event: events.Key) -> None:
        if self.shown.may_play and self._press(event.key, event.character or ""):
            event.stop()
            event.prevent_default()
            self.refresh()

    def _press(self, key: str, sign: str) -> bool:
        if key in _ARROWS:
            self.typed = ""
            self.move_cursor(*_ARROWS[key])
        elif key == "enter" and self.typed.strip(" /"):
            text, self.typed = self.typed.removeprefix("/"), ""
            self.submit(text)
        elif key == "enter":
            self.enter()
        elif key == "backspace" and self.typed:
            self._type(self.typed[:-1])
        elif key == "escape" and self.typed:
            self._type("")
        elif key in ("escape", "backspace"):
            return self.step_back()
        elif self._is_typed(sign):
            self._type((self.typed + sign)[:_LONGEST])
        else:
            return False
        return True

    def _is_typed(self, sign: str) -> bool:
        """Return whether a sign is part of a move. Letters alone are keys of the app: a move that
        begins with one is typed behind a slash, a name such as 10 and 6 as it is."""
        if len(sign) != 1 or not sign.isprintable():
            return False
        if sign.isdigit() or sign == "/":
            return True
        if not self.typed:
            return sign in "(-"
        return not sign.isalpha() or not self.takes_digits_alone or self.typed.startswith("/")

    takes_digits_alone = False

    def _type(self, text: str) -> None:
        self.typed = text
        self.light(text.removeprefix("/"))


class TilesBoard(Board):
    """A grid of numbers to take by turns."""

    takes_digits_alone = True
    above = 0  # rows over the tiles

    def settle(self) -> None:
        words, state = self.match.game.words, self.match.state
        allowed = [number for number in range(1, self.numbers + 1) if self.allows(str(number))]
        allowed = [each for each in allowed if words.cost(state, each) is None] or allowed
        if allowed and self.shown.may_play:
            self.cursor = allowed[(len(allowed) - 1) // 2]
        elif not hasattr(self, "cursor"):
            self.cursor = 1
        self.before = self.cursor = min(self.cursor, self.numbers)

    @property
    def numbers(self) -> int:
        return int(self.match.game.options["numbers"])

    def aimed(self) -> str | None:
        return str(self.cursor)

    def light(self, text: str) -> None:
        if len(text) == 1:
            self.before = self.cursor  # to return to from a number that is no tile's
        if text.isdigit():
            self.cursor = int(text) if 1 <= int(text) <= self.numbers else self.before

    def move_cursor(self, across: int, down: int) -> None:
        columns = self._shape.columns
        to = self.cursor + across + down * columns
        if 1 <= to <= self.numbers and not (
            across and (to - 1) // columns != (self.cursor - 1) // columns
        ):
            self.cursor = to

    @property
    def _shape(self) -> "Shape":
        return Shape.fitting(self.numbers, self.size.width - 2, self.size.height - 2 - self.above)

    def place(self, number: int) -> tuple[int, int]:
        """Return the left column and the upper row of a tile."""
        shape = self._shape
        row, column = divmod(number - 1, shape.columns)
        left = max(1, (self.size.width - shape.width) // 2)
        return left + column * (shape.wide + shape.gap), self.above + (row - self._first_row()) * (
            shape.high + shape.gap_below
        )

    def _first_row(self) -> int:
        """Return the first visible row: a grid that does not fit scrolls with the cursor."""
        shape = self._shape
        rows = -(-self.numbers // shape.columns)
        fitting = max(1, (self.size.height - 2 - self.above) // (shape.high + shape.gap_below))
        if rows <= fitting or shape.high + shape.gap_below > 1:
            return 0
        return max(0, min((self.cursor - 1) // shape.columns - fitting // 2, rows - fitting))

    def number_at(self, x: int, y: int) -> int | None:
        """Return the number whose tile is at this place, or None."""
        shape = self._shape
        for number in range(1, self.numbers + 1):
            left, top = self.place(number)
            if left <= x < left + shape.wide and top <= y < top + shape.high:
                return number
        return None

    def on_click(self, event: events.Click) -> None:
        number = self.number_at(event.x, event.y)
        if number is not None and self.shown.may_play:
            self.cursor, self.typed = number, ""
            self.refresh()
            self.post_message(self.Played(str(number)))

    def draw(self, canvas: Canvas, room: Size) -> None:
        takers = {move: ply % 2 + 1 for ply, move in enumerate(self.match.moves)}
        last = self.match.moves[-1] if self.match.moves else None
        pairs = {number: colour for colour, pair in self._colours() for number in pair}
        for number in range(1, self.numbers + 1):
            if self.above <= self.place(number)[1] < room.height:
                self._draw_tile(canvas, number, takers.get(number), number == last, pairs)
        self._join(canvas)

    def _colours(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield the colour of each pair that is drawn, and the pair."""
        colours, pairs = self.palette.pairs, self.shown.pairs
        drawn = pairs if len(pairs) <= len(colours) else pairs[: len(colours) - 1]
        yield from zip(colours, drawn, strict=False)

    def _draw_tile(
        self,
        canvas: Canvas,
        number: int,
        taker: int | None,
        is_last: bool,
        pairs: Mapping[int, str],
    ) -> None:
        palette, shape, written = self.palette, self._shape, str(number)
        x, y = self.place(number)
        is_allowed, costs = taker is None and self.allows(written), False
        has_cursor = self.shown.may_play and number == self.cursor
        ground, text, bold = palette.flat, palette.on_flat, False
        if taker is not None:
            colours = palette.players if is_last else palette.faded
            ground, text, bold = palette.paper, colours[taker - 1], is_last
        elif is_allowed:
            ground, text, bold = palette.raised, palette.on_raised, True
            costs = self.match.game.words.cost(self.match.state, number) is not None
            if costs:
                ground, text = palette.flat, palette.ink
        if number in pairs:
            ground, text, bold = pairs[number], palette.on_pair, True
        if has_cursor and is_allowed:
            ground, text, bold = palette.players[self.mover - 1], palette.on_player, True
        style = self.style(text, ground, bold)
        canvas.fill(x, y, shape.wide, shape.high, style)
        if taker is not None and shape.high > 2:
            canvas.box(x, y, shape.wide, shape.high, style, heavy=is_last)
        middle = y + (shape.high - 1) // 2
        shown = f"›{written}‹" if has_cursor and shape.wide > len(written) + 1 else written
        if is_last and shape.high < 3:  # there is no room for a ring
            shown = f"({written})"
        canvas.put(x + (shape.wide - len(shown) + (shape.high == 1)) // 2, middle, shown, style)
        if costs:
            canvas.put(x + shape.wide - 1, y, "✦", style)
        if written in self.shown.looked_at and shape.high > 2:
            canvas.box(x, y, shape.wide, shape.high, style, heavy=False)
        self._note(canvas, number, is_allowed, style)

    def _note(self, canvas: Canvas, number: int, is_allowed: bool, style: Style) -> None:
        """Write the value of a tile below its number, or in front of it where there is no room."""
        shape, written = self._shape, str(number)
        value = self.shown.values.get(written)
        if not is_allowed or value is None:
            return
        x, y = self.place(number)
        mark = self.mark_style(value, self.palette.paper)
        if shape.high == 1:
            canvas.put(x - 1, y, value.mark[0], mark)
            return
        text = value.mark if len(value.mark) < shape.wide else value.mark[0]
        below = y + shape.high - 1
        canvas.fill(x, below, shape.wide, 1, mark)
        canvas.put(x + (shape.wide - len(text)) // 2, below, text, mark)

    def _join(self, canvas: Canvas) -> None:
        """Join the tiles of each pair by a line through the gaps between tiles."""
        if not self.shown.pairs:
            return
        shape = self._shape
        used: set[tuple[int, int]] = set()
        tiles = {
            (column, row)
            for number in range(1, self.numbers + 1)
            for x, y in [self.place(number)]
            for column in range(x, x + shape.wide)
            for row in range(y, y + shape.high)
        }
        for colour, pair in sorted(self._colours(), key=self._distance):
            one, two = ([*self._rim(number)] for number in pair[:2])
            path = _route(one, two, tiles | used, canvas.width, self.size.height - _CAPTION_ROWS)
            used.update(path)
            style = self.style(colour, bold=True)
            for place, (x, y) in enumerate(path):
                beside = [path[other] for other in (place - 1, place + 1) if 0 <= other < len(path)]
                ends = [each for each in ((one, 0), (two, len(path) - 1)) if each[1] == place]
                sides = {(bx - x, by - y) for bx, by in beside}
                sides |= {side for _ in ends for side in self._towards(pair, x, y)}
                canvas.put(x, y, _JOINTS.get(frozenset(sides), "╋"), style)

    def _distance(self, joined: tuple[str, Sequence[int]]) -> int:
        """Return how far apart the tiles of a pair are: near ones are joined first."""
        (x, y), (u, v) = map(self.place, joined[1][:2])
        return abs(x - u) + abs(y - v)

    def _rim(self, number: int) -> Iterator[tuple[int, int]]:
        """Yield the places around a tile at which a line may begin."""
        shape = self._shape
        x, y = self.place(number)
        middle = x + shape.wide // 2
        yield middle, y - 1
        yield middle, y + shape.high
        for row in range(y, y + shape.high):
            yield x - 1, row
            yield x + shape.wide, row

    def _towards(self, pair: Sequence[int], x: int, y: int) -> Iterator[tuple[int, int]]:
        """Yield the directions in which a tile of the pair is next to this place."""
        shape = self._shape
        for number in pair[:2]:
            left, top = self.place(number)
            for across, down in _ARROWS.values():
                if left <= x + across < left + shape.wide and top <= y + down < top + shape.high:
                    yield across, down


_L, _R, _U, _D = (-1, 0), (1, 0), (0, -1), (0, 1)
_JOINTS = {
    frozenset(sides): sign
    for sides, sign in [
        ((_L, _R), "━"), ((_U, _D), "┃"), ((_R, _D), "┏"), ((_L, _D), "┓"), ((_R, _U), "┗"),
        ((_L, _U), "┛"), ((_L, _R, _D), "┳"), ((_L, _R, _U), "┻"), ((_U, _D, _R), "┣"),
        ((_U, _D, _L), "┫"), ((_L,), "━"), ((_R,), "━"), ((_U,), "┃"), ((_D,), "┃"),
    ]
}  # fmt: skip


def _route(
    begin: Sequence[tuple[int, int]],
    end: Sequence[tuple[int, int]],
    taken: set[tuple[int, int]],
    width: int,
    height: int,
) -> list[tuple[int, int]]:
    """Return a shortest path from one of `begin` to one of `end` (breadth-first), or []."""
    ends = set(end)
    before: dict[tuple[int, int], tuple[int, int] | None] = {
        place: None for place in begin if place not in taken
    }
    queue = [*before]
    for place in queue:  # which grows meanwhile
        if place in ends:
            path = [place]
            while (previous := before[path[-1]]) is not None:
                path.append(previous)
            return path[::-1]
        for across, down in _ARROWS.values():
            x, y = place[0] + across, place[1] + down
            is_free = 0 <= x < width and 0 <= y < height and (x, y) not in taken
            if is_free and (x, y) not in before:
                before[x, y] = place
                queue.append((x, y))
    return []


class Shape(NamedTuple):
    """The layout of tiles: columns, the size of a tile, and the gaps between them."""

    columns: int
    wide: int
    high: int
    gap: int
    gap_below: int

    @property
    def width(self) -> int:
        return self.columns * (self.wide + self.gap) - self.gap

    @classmethod
    @lru_cache(maxsize=64)
    def fitting(cls, numbers: int, width: int, height: int) -> "Shape":
        """Return the layout with the largest tiles that fit, preferring 5, 10 or 20 columns."""
        digits = len(str(numbers))
        best, most = (
            cls(max(1, min(numbers, width // (digits + 1))), digits, 1, 1, 0),
            (0, False, 0, 0),
        )
        for columns in (1, 2, 3, 4, 5, 6, 7, 8, 10, 15, 20, 25):
            if columns > numbers:
                break
            rows = -(-numbers // columns)
            for high, widest in ((7, 17), (5, 13), (3, 9), (2, 8), (1, 6)):
                gap = 2 if high > 2 else 1  # lines that join tiles run through the gaps
                gap_below = 1 if rows * (high + 1) - 1 <= height else 0
                wide = min(widest, (width + gap) // columns - gap)
                least = digits + 2 if high > 1 else digits
                fits = rows * (high + gap_below) - gap_below <= height and (gap_below or high == 1)
                fits = fits and 2 * high <= wide + 2  # a cell is twice as high as wide
                merit = (min(high, 3), columns in (5, 10, 20), high, wide)
                if fits and wide >= least and merit > most:
                    best, most = cls(columns, wide, high, gap, gap_below), merit
        if most == (0, False, 0, 0):  # not all of them fit: the board scrolls
            fitting = (each for each in (20, 10, 5) if each * (digits + 1) <= width + 1)
            columns = next(fitting, 1)  # one that is cut off, where there is no room at all
            return cls(columns, digits, 1, 1, 0)
        return best


class RowsBoard(TilesBoard):
    """Two rows of slots, filled from the pool below them, with sums between the slots."""

    above = 9

    def draw(self, canvas: Canvas, room: Size) -> None:
        view, palette = self.view, self.palette
        length = int(self.match.game.options["length"])
        for place, player in enumerate(Player):
            filled, valid = view["sequences"][place], view["pairs"][place]
            top, colour = 4 * place, palette.players[place]
            is_turn = self.match.outcome is None and self.mover == player
            name = f"{'▸' if is_turn else ' '} {self.shown.names.get(player, str(player))}"
            canvas.put(1, top, name, self.style(colour, bold=True))
            pairs = sum(valid)
            told = f"{pairs} even pair{'s' * (pairs != 1)}"
            canvas.put(canvas.width - len(told) - 1, top, told, self.style(palette.soft))
            self._draw_row(canvas, top + 1, filled, valid, length, player)
        super().draw(canvas, room)

    def _draw_row(
        self,
        canvas: Canvas,
        y: int,
        filled: Sequence[int],
        valid: Sequence[bool],
        length: int,
        player: Player,
    ) -> None:
        palette = self.palette
        digits = len(str(self.numbers))
        wide, gap = digits + 4, len(str(2 * self.numbers)) + 2
        fitting = max(1, (canvas.width - 2 + gap) // (wide + gap))
        first = max(0, min(len(filled) + 1, length) - fitting)
        for slot in range(first, min(length, first + fitting)):
            x = 1 + (slot - first) * (wide + gap)
            is_filled = slot < len(filled)
            is_last = bool(self.match.moves) and is_filled and filled[slot] == self.match.moves[-1]
            colour = palette.players[player - 1] if is_filled else palette.on_flat
            canvas.box(x, y, wide, 3, self.style(colour, bold=is_last), heavy=is_last)
            if is_filled:
                number = f"{filled[slot]:^{wide - 2}}"
                canvas.put(x + 1, y + 1, number, self.style(colour, bold=True))
            if 0 < slot < len(filled) and slot > first:
                counts = valid[slot - 1]
                total = f"{filled[slot - 1] + filled[slot]}"
                style = self.style(palette.ink if counts else palette.soft, bold=counts)
                canvas.put(x - gap + (gap - len(total)) // 2, y + 1, total, style)
                canvas.put(x - gap + gap // 2, y + 2, "✓" if counts else "·", style)


class CutBoard(Board):
    """Bars of cells to cut: one number of which a part is handed over, or heaps."""

    def settle(self) -> None:
        self.at = 0
        self.part: int | None = None  # the part to hand over, once the cut is made
        sizes = self.sizes
        self.heap = next((place for place, size in enumerate(sizes) if self.can_cut(size)), 0)
        if self.shown.may_play and sizes and self.can_cut(sizes[self.heap]):
            self.at = sizes[self.heap] - 1

    @property
    def is_bar(self) -> bool:
        return "number" in self.view

    @property
    def sizes(self) -> list[int]:
        view = self.view
        return [view["number"]] if "number" in view else [*view["heaps"]]

    def can_cut(self, size: int) -> bool:
        return any(self.may_cut(size, at) for at in range(1, min(size, 4)))

    def may_cut(self, size: int, at: int) -> bool:
        return 0 < at < size and any(map(self.allows, self.moves_of(size, at)))

    def moves_of(self, size: int, at: int) -> list[str]:
        """Return the written moves that cut a bar at this place."""
        if self.is_bar:
            return [str(at), str(size - at)]
        return [f"{size}:{max(at, size - at)}"]

    def aimed(self) -> str | None:
        if not self.at:
            return None
        if self.is_bar:
            return None if self.part is None else str(self.part)
        return self.moves_of(self.sizes[self.heap], self.at)[0]

    @property
    def said(self) -> tuple[Any, ...]:
        if self.is_bar and self.part is not None:
            size = self.sizes[0]
            return tuple(sorted((self.at, size - self.at), reverse=True))
        return super().said

    def begin(self, said: tuple[Any, ...]) -> None:
        if self.is_bar:
            self.at = self.part = said[0]
        else:
            self.heap = self.sizes.index(said[0])
            self.at = said[0] - 1
        super().begin(() if self.is_bar else said)

    def step_back(self) -> bool:
        was, self.part = self.part, None
        return super().step_back() or was is not None

    def submit(self, text: str) -> None:
        size = self.sizes[self.heap]
        is_part = text.isdigit() and int(text) in (self.at, size - self.at)
        if is_part and self.part is None and int(text) not in self.sizes:
            self.enter()  # either part of a split names it
        else:
            super().submit(text)

    def enter(self) -> None:
        size = self.sizes[self.heap]
        if self.is_bar and self.part is None and self.may_cut(size, self.at):
            self.part = self.at
            self.post_message(self.Begun())
            return
        super().enter()

    def move_cursor(self, across: int, down: int) -> None:
        sizes = self.sizes
        if self.part is not None:
            self.part = sizes[0] - self.part
        elif across:
            size, to = sizes[self.heap], self.at + across
            while 0 < to < size and not self.may_cut(size, to):
                to += across  # over the equal cut
            self.at = to if 0 < to < size else self.at
        elif not self.is_bar:
            heap = self.heap + down
            while 0 <= heap < len(sizes) and not self.can_cut(sizes[heap]):
                heap += down
            if 0 <= heap < len(sizes):
                self.heap, self.at = heap, sizes[heap] - 1

    def light(self, text: str) -> None:
        numbers = [int(each) for each in "".join(
            sign if sign.isdigit() else " " for sign in text).split()]  # fmt: skip
        sizes = self.sizes
        if self.part is not None:
            if numbers and numbers[0] in (self.part, sizes[0] - self.part):
                self.part = numbers[0]
        elif numbers and self.is_bar and self.may_cut(sizes[0], numbers[0]):
            self.at = numbers[0]
        elif numbers and not self.is_bar:
            meant = (size for size in sizes if size in (numbers[0], sum(numbers)))
            size = next(filter(self.can_cut, meant), None)
            if size is not None:
                self.heap = sizes.index(size)
                part = numbers[1] if numbers[0] == size and len(numbers) > 1 else numbers[0]
                self.at = part if self.may_cut(size, part) else size - 1

    def caption(self) -> str:
        if not self.shown.may_play or not self.at or self.begun:
            return super().caption()
        size = self.sizes[self.heap]
        if self.is_bar and self.part is None:
            if not self.may_cut(size, self.at):
                return "The parts must be unequal."
            values = [self.shown.values.get(move) for move in self.moves_of(size, self.at)]
            told = "  ".join(f"{value.move} {value.mark}" for value in values if value)
            return f"Enter: Cut into {self.at} and {size - self.at}  {told}".rstrip()
        return super().caption()

    # Drawing

    def draw(self, canvas: Canvas, room: Size) -> None:
        sizes, start = self.sizes, self.match.game.options.get("start", 1)
        largest = max([*sizes, start], default=1)
        self.label = len(str(largest)) + 2
        self.unit = self._unit(largest, room.width)
        drawn = [place for place, size in enumerate(sizes) if self.is_bar or self.can_cut(size)]
        small = [size for place, size in enumerate(sizes) if place not in drawn]
        top = 1
        if self.is_bar:
            self._draw_trail(canvas)
            top = 3
        rows = room.height - top - bool(small)
        self.step = next((step for step in (5, 4, 3, 2) if step * len(drawn) <= rows), 1)
        self.thick = max(1, self.step - 2)
        self.tops: dict[int, int] = {}  # by the place of a heap
        for place in drawn:
            self.tops[place] = top
            if self.part is not None:
                self._draw_parts(canvas, top, sizes[place])
            else:
                self._draw_bar(canvas, top, place, sizes[place])
            top += self.step
        if small:
            told = f"Cannot be split: {' '.join(map(str, small))}"
            for row in wrap(told, max(1, canvas.width - 2)):
                canvas.put(1, top, row, self.style(self.palette.soft))
                top += 1

    def _unit(self, largest: int, width: int) -> float:
        """Return how many columns a cell takes: at least 2 with a gap behind it, 1, or a
        fraction."""
        room = max(1, width - self.label - 4)
        return next((each for each in (4, 3, 2, 1) if each * largest <= room), room / largest)

    def _x(self, cells: float) -> int:
        return self.label + 1 + round(cells * self.unit)

    def _draw_trail(self, canvas: Canvas) -> None:
        x, start = 1, self.match.game.options.get("start")
        for ply, number in enumerate([*([start] if start else []), *self.match.moves]):
            style = self.player_style(2 - ply % 2) if ply else self.style(self.palette.soft)
            arrow = " → " if ply else ""
            canvas.put(x, 0, arrow, self.style(self.palette.soft))
            canvas.put(x + len(arrow), 0, str(number), style)
            x += len(arrow) + len(str(number))

    def _draw_bar(self, canvas: Canvas, y: int, place: int, size: int) -> None:
        palette = self.palette
        is_aimed = self.shown.may_play and place == self.heap and self.at > 0
        can_cut = self.match.outcome is None and self.can_cut(size)
        label = self.style(palette.ink if can_cut else palette.soft, bold=can_cut)
        canvas.put(1, y, f"{size:>{self.label - 2}}", label)
        if is_aimed:
            canvas.put(0, y, "›", self.player_style(self.mover))
        plain = palette.raised if can_cut else palette.on_flat
        if is_aimed and self.may_cut(size, self.at):
            self._cells(canvas, y, 0, self.at, palette.players[self.mover - 1])
            self._cells(canvas, y, self.at, size, palette.raised)
            if self.step > 1:  # the parts stand above the bar
                parts = (0, self.at, self.player_style(self.mover)), (
                    self.at, size, self.style(palette.ink, bold=True))  # fmt: skip
                for begin, end, style in parts:
                    middle = (self._x(begin) + self._x(end) - 1) // 2
                    canvas.put(middle, y - 1, str(end - begin), style)
        else:
            new = self._new_parts()
            self._cells(canvas, y, 0, size, new.get(size, plain))
        if not self.is_bar and can_cut and self.step > 1:
            self._draw_values(canvas, y + self.thick, size)

    def _new_parts(self) -> dict[int, str]:
        """Return the colour of the heaps that the last move made."""
        match = self.match
        if not match.moves or self.is_bar:
            return {}
        before = [*match.game.view(match.states[-2])["heaps"]]
        made = [size for size in self.sizes if not (size in before and not before.remove(size))]  # type: ignore[func-returns-value]
        return dict.fromkeys(made, self.palette.players[match.state.to_move.opponent - 1])

    def _cells(self, canvas: Canvas, y: int, begin: int, end: int, colour: str) -> None:
        style = self.style(colour)
        for row in range(y, y + self.thick):
            if self.unit < 1:
                canvas.put(self._x(begin), row, "█" * (self._x(end) - self._x(begin)), style)
                continue
            for cell in range(begin, end):
                wide = max(1, int(self.unit) - (self.unit > 1))
                canvas.put(self._x(cell), row, "█" * wide, style)

    def _draw_values(self, canvas: Canvas, y: int, size: int) -> None:
        """Draw the known values of a heap's cuts below it."""
        for at in range(size // 2 + 1, size):
            value = self.shown.values.get(self.moves_of(size, at)[0])
            if value is not None and self.unit >= 1:
                canvas.put(self._x(at) - 1, y, value.mark[0], self.mark_style(value))

    def _draw_parts(self, canvas: Canvas, y: int, size: int) -> None:
        """Draw the two parts apart, one of which is to be handed over."""
        palette = self.palette
        for row, part in enumerate((self.at, size - self.at)):
            is_chosen = part == self.part
            colour = palette.players[self.mover - 1] if is_chosen else palette.on_flat
            top = y + (self.thick + 2) * row
            value = self.shown.values.get(str(part))
            told = f"{'› ' if is_chosen else '  '}hand over {part}"
            canvas.put(self.label + 1, top - 1, told, self.style(colour, bold=is_chosen))
            if value:
                x = self.label + 3 + len(told)
                canvas.put(x, top - 1, value.mark, self.mark_style(value))
            self._cells(canvas, top, 0, part, colour)

    def on_click(self, event: events.Click) -> None:
        if not self.shown.may_play:
            return
        if self.part is not None:
            is_first = event.y <= self.tops[0] + self.thick
            self.part = self.at if is_first else self.sizes[0] - self.at
            self.enter()
        else:
            rows = [place for place, top in self.tops.items() if top <= event.y < top + self.thick]
            at = round((event.x - self.label - 1) / self.unit)
            if rows and self.may_cut(self.sizes[rows[0]], at):
                is_again = (self.heap, self.at) == (rows[0], at)
                self.heap, self.at = rows[0], at
                if is_again:
                    self.enter()
        self.refresh()


class PlainBoard(Board):
    """The named values of the position, and the legal moves to choose from, for any game."""

    def settle(self) -> None:
        match = self.match
        legal = [] if match.outcome else match.game.legal_moves(match.state)[:_MOST_LISTED]
        self.written = [*map(match.game.write_move, legal)]
        self.cursor = len(self.written) // 2
        self.places: list[tuple[int, int, str]] = []

    def aimed(self) -> str | None:
        return self.written[self.cursor] if self.written else None

    def light(self, text: str) -> None:
        if text in self.written:
            self.cursor = self.written.index(text)

    def move_cursor(self, across: int, down: int) -> None:
        if across:
            self.cursor = max(0, min(self.cursor + across, len(self.written) - 1))
        elif self.places:
            x, y, _ = self.places[self.cursor]
            row = y + down * _ROW
            near = [place for place, (_, other, _) in enumerate(self.places) if other == row]
            self.cursor = min(
                near or [self.cursor], key=lambda place: abs(self.places[place][0] - x)
            )

    def draw(self, canvas: Canvas, room: Size) -> None:
        palette, y = self.palette, 0
        values = {name: value for name, value in self.view.items() if name != "to_move"}
        label = max((len(name) for name in values), default=0)
        for name, value in values.items():
            for spans in show_value(value):
                text = "".join(span.text for span in spans)
                is_number = isinstance(value, int) and not isinstance(value, bool)
                cells = ""
                if is_number and 0 < value <= room.width - label - 12:
                    cells = (
                        f"{'■ ' * value if 2 * value < room.width - label - 12 else '■' * value}"
                    )
                name_shown = begin_sentence(name.replace("_", " "))
                canvas.put(1, y, f"{name_shown:{label}}", self.style(palette.soft))
                shown = f"{text}  {cells}".rstrip()
                canvas.put(label + 3, y, shown, self.style(palette.ink, bold=True))
                y += 1
        self.places = self._flow(y + 1, canvas.width - 2)
        for place, ((x, top, name), move) in enumerate(zip(self.places, self.written, strict=True)):
            has_cursor = self.shown.may_play and place == self.cursor
            ground, ink = palette.raised, palette.on_raised
            if has_cursor:
                ground, ink = palette.players[self.mover - 1], palette.on_player
            style = self.style(ink, ground, bold=True)
            canvas.put(x, top, f"›{name}‹" if has_cursor else f" {name} ", style)
            if value := self.shown.values.get(move):
                canvas.put(x + len(name) + 2, top, value.mark, self.mark_style(value))

    def _flow(self, y: int, width: int) -> list[tuple[int, int, str]]:
        """Return the place and the name of each move."""
        match, x = self.match, 1
        places = []
        for written in self.written:
            name = match.game.words.name_move(match.state, match.game.read_move(written))
            wide = len(name) + 3 + (4 if self.shown.values else 0)
            if x > 1 and x + wide > width:
                x, y = 1, y + _ROW
            places.append((x, y, name))
            x += wide
        return places

    def on_click(self, event: events.Click) -> None:
        for place, (x, y, name) in enumerate(self.places):
            if self.shown.may_play and y == event.y and x <= event.x < x + len(name) + 2:
                self.cursor = place
                self.enter()


def board_for(shown: Shown) -> Board:
    """Return the board that a rule book names, or the plain one where it cannot draw this size."""
    match = shown.match
    view, named = match.game.view(match.state), match.game.board
    try:
        if named in ("tiles", "lines") and "remaining" in view:
            return TilesBoard(shown)
        if named == "rows" and "sequences" in view and "pairs" in view:
            return RowsBoard(shown)
        is_heaps = named == "heaps" and len(view["heaps"]) <= _MOST_HEAPS
        if is_heaps or (named == "bar" and isinstance(view["number"], int)):
            return CutBoard(shown)
    except (KeyError, NumduelError):
        pass  # the view lacks a name that the board needs
    return PlainBoard(shown)
