"""Forms of the app: the options of a new game, and the settings for all games."""

import secrets
from contextlib import suppress
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Footer, Input, Static

from numduel.catalogue import build_game, read_options
from numduel.errors import NumduelError
from numduel.game import AnyGame, Option, options_of, presets_of, write_value
from numduel.match import Match
from numduel.players import ABOUT, DEFAULT_LEVEL
from numduel.study import first_offer, foregone_of
from numduel.terminal.app.game import GameScreen
from numduel.terminal.app.table import Page
from numduel.terminal.seating import Seating
from numduel.words import begin_sentence

_FRIEND = "a friend"
_OWN = "your own"
_LABEL = 24  # columns


class Choice(Widget, can_focus=True):
    """One of several values, changed with the arrow keys or a click."""

    BINDINGS = [
        Binding("left", "change(-1)", "Change", key_display="←→"),
        Binding("right,space", "change(1)", show=False),
    ]

    class Changed(Message):
        """Another value was chosen."""

        def __init__(self, choice: "Choice") -> None:
            super().__init__()
            self.choice = choice

    def __init__(self, label: str, values: list[tuple[Any, str]], chosen: Any, id: str) -> None:
        super().__init__(id=id)
        self.label, self.values = label, values
        self.place = next((place for place, (value, _) in enumerate(values) if value == chosen), 0)

    @property
    def value(self) -> Any:
        return self.values[self.place][0]

    def render(self) -> Text:
        return Text(f"{self.label:{_LABEL}}‹ {self.values[self.place][1]} ›", no_wrap=True)

    def choose(self, value: Any) -> None:
        """Select a value."""
        self.place = [each for each, _ in self.values].index(value)
        self.refresh()

    def action_change(self, by: int) -> None:
        self.place = (self.place + by) % len(self.values)
        self.refresh()
        self.post_message(self.Changed(self))

    def on_click(self) -> None:
        self.action_change(1)


class FormScreen(Page):
    """A screen with rows to fill in."""

    BINDINGS = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("escape", "leave", "Back", key_display="Esc"),
    ]

    title_shown = ""

    def compose(self) -> ComposeResult:
        yield Static(Text(self.title_shown, "bold"), id="title")
        with Vertical(id="form"):
            yield from self.rows()
        yield Footer(compact=True, show_command_palette=False)

    def rows(self) -> ComposeResult:
        """Yield the rows of the form."""
        yield from ()

    def action_leave(self) -> None:
        self.app.pop_screen()


class NewGameScreen(FormScreen):
    """The options of a new game: size and variants, opponent, names, and who begins."""

    BINDINGS = [Binding("enter", "start", "Play", priority=True)]

    def __init__(self, game_class: type[AnyGame]) -> None:
        super().__init__()
        self.game_class = game_class
        self.title_shown = f"{game_class.title}: options"

    def rows(self) -> ComposeResult:
        offer = first_offer(self.game_class)
        presets = [preset for preset in presets_of(self.game_class) if preset.is_offered]
        presets.sort(key=lambda preset: bool(preset.options))
        self.presets = {preset.name: preset.options for preset in presets}
        names = [(name, name) for name in self.presets]
        yield Choice("Settings", [*names, (_OWN, _OWN)], offer.name, "preset")
        for option in options_of(self.game_class):
            yield from self._option_row(option, offer.game.options[option.name])
        yield Static()
        levels = [(name, f"computer: {name}") for name in ABOUT]
        yield Choice(
            "Against", [*levels, (_FRIEND, f"{_FRIEND} at this keyboard")], DEFAULT_LEVEL, "vs"
        )
        yield Static(id="level", markup=False)
        first = [("1", "you"), ("2", "your opponent"), ("random", "toss a coin")]
        yield Choice("Who begins", first, str(int(offer.seat)), "first")
        yield Static(f"{' Names':{_LABEL + 1}}such as Ann,Bob; may be left empty")
        yield Input(id="names")
        yield Static()
        yield Static(id="outlook", markup=False)

    def _option_row(self, option: Option, value: Any) -> ComposeResult:
        label = option.name.replace("_", " ")
        if option.words:
            words = [(each, option.label(each)) for each in option.words]
            yield Choice(begin_sentence(label), words, write_value(value), f"option-{option.field}")
        else:
            about = f"{option.help} ({option.suggest})" if option.suggest else option.help
            yield Static(f" {begin_sentence(label)}: {about}", markup=False)
            yield Input(
                write_value(value), id=f"option-{option.field}", restrict="[0-9]*", max_length=4
            )

    def open(self) -> None:
        super().open()
        self.query_one("#preset", Choice).focus()
        self.tell_outlook()

    def on_choice_changed(self, event: Choice.Changed) -> None:
        if event.choice.id == "preset":
            self._take_preset()
        else:
            self._name_settings()
        self.tell_outlook()

    def on_input_changed(self) -> None:
        self._name_settings()
        self.tell_outlook()

    def _take_preset(self) -> None:
        """Fill in the options of the chosen preset."""
        options = self.presets.get(self.query_one("#preset", Choice).value)
        if options is None:
            return
        game = build_game(self.game_class, options)
        for option in options_of(self.game_class):
            value = write_value(game.options[option.name])
            row = self.query_one(f"#option-{option.field}")
            if isinstance(row, Choice):
                row.choose(value)
            elif isinstance(row, Input):
                row.value = value

    def _name_settings(self) -> None:
        """Select the preset that has these options, or "your own"."""
        with suppress(NumduelError):  # shown as the outlook
            game = self.game()
            named = (
                name
                for name, options in self.presets.items()
                if build_game(self.game_class, options) == game
            )
            self.query_one("#preset", Choice).choose(next(named, _OWN))

    def game(self) -> AnyGame:
        """Return the game that the form describes, or raise NumduelError."""
        typed = {}
        for option in options_of(self.game_class):
            row = self.query_one(f"#option-{option.field}")
            typed[option.name] = row.value if isinstance(row, (Choice, Input)) else ""
        return build_game(self.game_class, read_options(self.game_class, typed))

    def tell_outlook(self) -> None:
        """Show what is wrong with the options or who always wins, and how the opponent plays."""
        try:
            told = foregone_of(self.game())
            said = told.text if told else ""
        except NumduelError as wrong:
            said = str(wrong)
        self.query_one("#outlook", Static).update(Text(said, "bold"))
        level = ABOUT.get(self.query_one("#vs", Choice).value, "")
        self.query_one("#level", Static).update(f"{'':{_LABEL + 3}}{level}")

    def action_start(self) -> None:
        level = self.query_one("#vs", Choice).value
        names = self.query_one("#names", Input).value.strip() or None
        seed = secrets.randbits(32)
        try:
            game = self.game()
            seating = Seating(names, None if level == _FRIEND else level)
            seats, coin = seating.seated(self.query_one("#first", Choice).value, seed)
        except NumduelError as wrong:
            self.notify(str(wrong), severity="error")
            return
        self.app.switch_screen(GameScreen(Match(game, seats, seed)))
        if coin is not None:
            self.app.notify(coin)


class SettingsScreen(FormScreen):
    """The settings for all games."""

    title_shown = "Settings"

    def rows(self) -> ComposeResult:
        switch = [(True, "on"), (False, "off")]
        theme = self.app.theme
        yield Choice("Theme", [("dark", "dark"), ("light", "light")], theme, "theme")
        yield Choice("Best moves on tiles", switch, self.here.shows_values, "values")
        yield Choice("Pause for the computer", switch, self.here.pace > 0, "motion")

    def open(self) -> None:
        super().open()
        self.query_one("#theme", Choice).focus()

    def on_choice_changed(self) -> None:
        app = self.here
        chosen = {row.id: row.value for row in self.query(Choice)}
        if app.theme != chosen["theme"]:
            app.theme = chosen["theme"]
        app.shows_values = chosen["values"]
        app.set_motion(chosen["motion"])
        for name, value in chosen.items():
            app.keep(str(name), value)
