"""The base classes of the app's screens: with a list, or a board and notes beside it."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from threading import Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar, cast

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, OptionList, Static

from numduel.catalogue import rule_book
from numduel.errors import IllegalMove, NumduelError, UnreadableMove
from numduel.game import AnyGame, Player, options_of, write_value
from numduel.match import Match
from numduel.study import Address
from numduel.terminal.app.boards import Board, Shown, board_for
from numduel.terminal.app.canvas import DARK, LIGHT, Palette
from numduel.terminal.reading import read_turn
from numduel.words import Further, begin_sentence, printable

if TYPE_CHECKING:
    from numduel.terminal.app.app import NumduelApp

T = TypeVar("T")
_LONG = 12  # characters of a move that has a row of its own
_NARROWEST = 31  # columns beside the board
REFUSED = "Not allowed"
_one_thought = Lock()  # the caches of theories are not thread-safe

KEYS = """\
Arrows, mouse or typing choose a move, Enter plays it.

h  hint: a move to play          u  undo: take the last move back
w  why: who is winning           y  redo: play it again
b  best moves: what each does    x  resign
t  dark or light                 Esc  back (the game is saved)
"""


class Page(Screen[None]):
    """A screen of the app."""

    BINDINGS = [
        Binding("pageup", "scroll_told(-1)", show=False),
        Binding("pagedown", "scroll_told(1)", show=False),
    ]

    @property
    def palette(self) -> Palette:
        return DARK if self.app.current_theme.dark else LIGHT

    @property
    def here(self) -> "NumduelApp":
        return cast("NumduelApp", self.app)

    def on_mount(self) -> None:
        self.app.theme_changed_signal.subscribe(self, lambda _: self.tell_all())
        self.open()

    def open(self) -> None:
        """Show the screen for the first time. (Textual calls each class's own `on_mount`, the base
        class's last.)"""

    def tell_all(self) -> None:
        """Redraw everything in the colours of the theme."""

    def work_out(
        self, question: Callable[[], T], then: Callable[[T], None], still: Callable[[], Any]
    ) -> None:
        """Call `question` in a thread and `then` with its result, unless `still` returns something
        else by then."""
        was, app = still(), self.here
        app.thoughts += 1

        def think() -> None:
            answer: T | None = None
            fault: NumduelError | None = None
            with _one_thought:
                try:
                    if app.is_running and still() == was:
                        answer = question()
                except NumduelError as refused:
                    fault = refused
            with suppress(RuntimeError):  # the app has ended
                app.call_from_thread(tell, answer, fault)

        def tell(answer: T | None, fault: NumduelError | None) -> None:
            app.thoughts -= 1
            if not self.is_attached or still() != was:
                return
            if fault is not None:
                self.notify(str(fault))
            else:
                then(cast(T, answer))

        Thread(target=think, daemon=True).start()

    def action_scroll_told(self, pages: int) -> None:
        for panel in self.query("#panel, #page").results(VerticalScroll):
            panel.scroll_relative(y=pages * max(1, panel.size.height - 1), animate=False)


class ListScreen(Page):
    """A screen with a list to choose from."""

    BINDINGS = [Binding("escape", "app.pop_screen", "Back", key_display="Esc")]
    title_shown = ""

    def compose(self) -> ComposeResult:
        yield Static(Text(self.title_shown, "bold"), id="title")
        yield OptionList(id="games", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def open(self) -> None:
        super().open()
        self.tell_all()
        self.query_one(OptionList).focus()


class TableScreen(Page):
    """A board with notes beside it."""

    match: Match
    title_written = "", ""

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield Static(id="headline", markup=False)
        with Horizontal(id="table"):
            yield Vertical(id="place")
            with Vertical(id="side"):
                yield Static(id="moves", markup=False)
                with VerticalScroll(id="panel", can_focus=False):
                    yield Static(id="told", markup=False)
                    yield from self.compose_below()
        yield Footer(compact=True, show_command_palette=False)

    def compose_below(self) -> ComposeResult:
        """Yield the widgets below the notes."""
        yield from ()

    def open(self) -> None:
        super().open()
        self.told: list[Text] = []
        self.show_board(self.shown())

    def shown(self) -> Shown:
        """Return what the board shows."""
        return Shown(self.match, names=labels(self.match))

    @property
    def board(self) -> Board:
        return self.query_one(Board)

    def show_board(self, shown: Shown) -> None:
        """Show a position; another game needs another board."""
        boards = [*self.query(Board)]
        if boards and boards[0].match.game == shown.match.game:
            boards[0].show(shown)
        else:
            for old in boards:
                old.remove()
            board = board_for(shown)
            self.query_one("#place").mount(board)
            board.focus()

    def write_title(self, text: str, right: str = "") -> None:
        self.title_written = text, right
        room = self.app.size.width - 4 - cell_len(right)
        left = Text(text)
        left.truncate(max(1, room), overflow="ellipsis", pad=True)
        self.query_one("#title", Static).update(left.append(f"  {right}"))

    def on_resize(self) -> None:
        self.write_title(*self.title_written)

    def write_headline(self, sentence: str, player: Player | None = None) -> None:
        style = f"bold {self.colour(player)}" if player else "bold"
        self.query_one("#headline", Static).update(Text(printable(sentence), style))

    def colour(self, player: Player) -> str:
        return self.palette.players[player - 1]

    def write_moves(
        self,
        match: Match,
        at: int | None = None,
        mistakes: Iterable[int] = (),
        called: Mapping[Player, str] | None = None,
    ) -> None:
        """Write the moves so far in their players' colours, in as many rows as fit. `at` is how
        many of them the board shows, if not all, and `called` the players' names, if not this
        match's."""
        moves, text, wrong = self.query_one("#moves", Static), Text(), set(mistakes)
        names, called = match.named_moves, called or labels(match)
        at = len(names) if at is None else at
        for player in Player:
            text.append(f"● {called[player]}  ", f"bold {self.colour(player)}")
        rows, room, used = [Text()], moves.size.width or _NARROWEST, 0
        shown = 0  # the row of the move that the board shows
        for ply, name in enumerate(names, start=1):
            style = self.colour(Player(2 - ply % 2)) if ply <= at else self.palette.soft
            told = f"{name}{'?' * (ply in wrong)}"
            used += cell_len(told) + 2
            if rows[-1] and (used > room + 2 or len(name) > _LONG):
                rows.append(Text())
                used = cell_len(told) + 2
            rows[-1].append(told, f"{style} bold underline" if ply == at else style).append("  ")
            shown = len(rows) - 1 if ply <= max(at, 1) else shown
        most = max(3, self.app.size.height // 4)
        first = max(0, min(shown - most // 2, len(rows) - most))
        for row in rows[first : first + most]:
            text.append("\n").append(row)
        moves.update(text)

    def tell(self, *said: str | Text, heading: str | Text = "") -> None:
        """Write sentences into the panel beside the board."""
        said_safely = (
            part if isinstance(part, Text) else Text("\n".join(map(printable, part.split("\n"))))
            for part in said
        )
        title = Text(heading, "bold") if isinstance(heading, str) else heading
        self.told = [*([title] if title else []), *said_safely]
        between = "\n" if heading else "\n\n"
        self.query_one("#told", Static).update(Text(between).join(self.told))
        self.query_one("#panel", VerticalScroll).scroll_home(animate=False)

    # Moves on the board

    def on_board_played(self, message: Board.Played) -> None:
        self.choose(self.match.game.read_move(message.move))

    def on_board_entered(self, message: Board.Entered) -> None:
        match = self.match
        try:
            reply = read_turn(match.game, match.state, message.text, message.said)
        except (IllegalMove, UnreadableMove) as refused:
            self.refuse(str(refused))
            return
        if isinstance(reply, Further):
            self.board.begin(reply.said)
            self.begun()
        else:
            self.choose(reply)

    def on_board_begun(self) -> None:
        self.begun()

    def choose(self, move: Any) -> None:
        """Handle a move that was chosen on the board."""

    def begun(self) -> None:
        """Handle a move that was begun on the board."""

    def refuse(self, sentence: str) -> None:
        self.tell(f"{sentence.removesuffix('.')}.", heading=REFUSED)


def labels(match: Match) -> dict[Player, str]:
    """Return the players' names on the screen: You, Computer (easy), or their own."""
    people = [player for player in Player if match.seat(player).is_person]
    called = {}
    for player in Player:
        seat = match.seat(player)
        if not seat.is_person:
            called[player] = printable(f"{seat.name or 'Computer'} ({seat.kind})")
        elif len(people) == 1:
            called[player] = printable(seat.name or "You")
        else:
            called[player] = printable(match.names[player])
    return called


def versus(match: Match) -> str:
    """Return both players' names in a line."""
    return " against ".join(labels(match)[player] for player in Player)


def address_of(match: Match) -> Address:
    """Return whom sentences address: a person who plays alone and has no name."""
    people = [player for player in Player if match.seat(player).is_person]
    nameless = [player for player in people if not match.seat(player).name]
    return Address.of(match, tuple(nameless) if len(people) == 1 else ())


def settings_of(game: AnyGame) -> str:
    """Return a game's title with its numbers and its changed options."""
    changed = game.changed_options
    values = [
        f"{name} {write_value(value)}"
        for name, value in game.options.items()
        if name in changed or isinstance(value, int)
    ]
    return f"{game.title} · {', '.join(values)}" if values else game.title


class Reader(ModalScreen[None]):
    """A text to read over the screen."""

    BINDINGS = [
        Binding("escape,enter,q,question_mark", "dismiss", "Close"),
        Binding("down,j", "scroll(2)", show=False),
        Binding("up,k", "scroll(-2)", show=False),
        Binding("pagedown,space", "scroll(14)", show=False),
        Binding("pageup", "scroll(-14)", show=False),
    ]

    def __init__(self, title: str, *texts: str) -> None:
        super().__init__()
        self.title_shown, self.texts = title, texts

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="dialog", can_focus=False) as dialog:
            dialog.border_title = self.title_shown
            dialog.border_subtitle = "Esc closes"
            yield Static("\n\n".join(self.texts), markup=False)

    def action_scroll(self, rows: int) -> None:
        self.query_one("#dialog", VerticalScroll).scroll_relative(y=rows, animate=False)

    async def action_dismiss(self, result: None = None) -> None:
        self.dismiss()


def rules_reader(game: AnyGame) -> Reader:
    """Return the rules of a game and the keys, as a text to read."""
    book = rule_book(type(game))
    options = [f"In this game: {said}" for said in told_options(game).values()]
    parts = [begin_sentence(book.summary), _joined(book.rules), _joined(book.example), *options]
    return Reader(f"{book.title}: the rules", *filter(None, parts), KEYS)


def told_options(game: AnyGame) -> Mapping[str, str]:
    """Return what players must know about changed options."""
    told = {
        option.name: option.tell(game.options[option.name]) for option in options_of(type(game))
    }
    return {name: said for name, said in told.items() if said and name in game.changed_options}


def _joined(text: str) -> str:
    """Join the rows of each paragraph, for wrapping at the screen's width."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
