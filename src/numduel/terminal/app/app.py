"""The app: its themes, its settings, and where it begins."""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import click
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen

from numduel.errors import NumduelError
from numduel.study import Finished
from numduel.terminal.app.canvas import DARK, LIGHT, theme_of
from numduel.terminal.saved import keep_setting, read_setting
from numduel.words import printable

_PACE = 0.6  # seconds before a computer's move is shown
_LIGHT_GROUNDS = ("7", "15")  # as COLORFGBG names them


class NumduelApp(App[int]):
    """Everything in one window: games, reviews, lessons, puzzles, statistics."""

    TITLE = "numduel"
    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (50, "-usual"), (110, "-wide"), (160, "-widest")]
    BINDINGS = [
        Binding("ctrl+q", "quit", "Quit", show=False, priority=True),
        Binding("t", "toggle_theme", show=False),
        Binding("ctrl+c", "copy_or_quit", show=False, priority=True),
    ]

    def __init__(
        self, begin: Callable[["NumduelApp"], Screen[Any]] | None = None, pace: float | None = None
    ) -> None:
        """`begin` makes the screen to open over home; `pace` is the least time in seconds that a
        computer's move takes."""
        super().__init__()
        self.register_theme(theme_of(DARK, "dark"))
        self.register_theme(theme_of(LIGHT, "light"))
        self.theme = self.wanted_theme()
        self.begin = begin
        self.thoughts = 0  # questions that are being worked out
        self.parting = ""  # printed when the app has closed
        self.finished: list[Finished] = []  # games since the app was opened
        usual = _PACE if read_setting("motion", True) else 0.0
        self.pace = usual if pace is None else pace
        self.shows_values = read_setting("values", False)

    def on_mount(self) -> None:
        from numduel.terminal.app.home import HomeScreen

        self.push_screen(HomeScreen())
        if self.begin is not None:
            try:
                self.push_screen(self.begin(self))
            except NumduelError as refused:
                self.notify(str(refused))

    def wanted_theme(self) -> str:
        """Return the chosen theme, or the one that fits the terminal's colours."""
        is_light = os.environ.get("COLORFGBG", "").rpartition(";")[2] in _LIGHT_GROUNDS
        chosen = read_setting("theme", "light" if is_light else "dark")
        return chosen if chosen in ("dark", "light") else "dark"

    def action_toggle_theme(self) -> None:
        self.theme = "light" if self.current_theme.dark else "dark"
        self.keep("theme", self.theme)

    def notify(self, message: str, **options: Any) -> None:
        """Show a notice without markup: names and files may contain brackets."""
        super().notify(printable(message), **options | {"markup": False})

    def set_motion(self, is_wanted: bool) -> None:
        """Switch the pause before the computer's moves on or off."""
        self.pace = _PACE if is_wanted else 0.0

    async def action_copy_or_quit(self) -> None:
        """Copy the selected text, or quit if none is selected."""
        if self.screen.get_selected_text():
            self.screen.action_copy_text()
        else:
            self.exit()

    def keep(self, name: str, value: str | bool) -> None:
        """Save a setting; if that fails, it holds until the app is closed."""
        with suppress(OSError, NumduelError):
            keep_setting(name, value)


def run_app(begin: Callable[[NumduelApp], Screen[Any]] | None = None) -> int:
    """Run the app; return the exit code."""
    app = NumduelApp(begin)
    app.run()
    if app.parting:
        click.echo(app.parting, err=True)
    return app.return_code or 0
