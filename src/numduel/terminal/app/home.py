"""The home screen."""

import secrets
from collections.abc import Callable
from datetime import date
from typing import Any

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from numduel.catalogue import list_games, rule_book
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study import Offer, daily_level, first_offer, truth_as_written
from numduel.terminal.app.game import GameScreen, seats_of
from numduel.terminal.app.table import Page, Reader, rules_reader, versus
from numduel.terminal.saved import LearningFile, SavedGames
from numduel.words import begin_sentence, count, printable

_AROUND = 4  # rows around the list

HELP = """\
Arrows and Enter choose, and so does the mouse; the first letter of a name jumps to it.

On a game:
  Enter  play what is offered first
  a      play the rule book as written
  o      choose size, opponent and seat
  r      read the rules

t  dark or light     ?  this help     q  quit
"""


class HomeScreen(Page):
    """Games to play or continue, puzzles, lessons, reviews, statistics and settings."""

    BINDINGS = [
        Binding("a", "as_written", "As written"),
        Binding("o", "options", "Options"),
        Binding("r", "rules", "Rules"),
        Binding("t", "app.toggle_theme", "Theme"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "app.quit", "Quit"),
        Binding("escape", "hide_notices", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield Static(Text("numduel · small number duels for two", "bold"), id="title")
        with Horizontal(id="home"):
            yield OptionList(id="games", markup=False)
            with VerticalScroll(id="book", can_focus=False):
                yield Static(id="rules", markup=False)
        yield Static(id="about", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def open(self) -> None:
        super().open()
        self.tell_all()
        self.query_one("#games", OptionList).focus()

    def on_screen_resume(self) -> None:
        self.tell_all()

    def tell_all(self) -> None:
        """List the entries that are not empty."""
        entries = self.query_one("#games", OptionList)
        at = entries.highlighted or 0
        self.screens: dict[str, Callable[[], Screen[Any]]] = {}
        options: list[Option | None] = []
        width = min(76, self.app.size.width - 5)
        for game in list_games():
            row = Text(game.title, "bold")
            known = truth_as_written(game)
            row.append(" " * max(2, width - len(game.title) - len(known)))
            row.append(known, "not bold dim")
            row.append(f"\n{game.summary}", "not bold")
            options.append(Option(row, game.slug))
        others = self._others()
        if 2 * len(options) + len(others) + 1 + _AROUND < self.app.size.height:
            options.append(None)  # a line between, if everything still fits
        for name, title, about, screen in others:
            row = Text(title, "bold", no_wrap=True, overflow="ellipsis")
            row.append(printable(f"  {about}"), "not bold dim")
            options.append(Option(row, name))
            self.screens[name] = screen
        options.append(Option(Text("Quit", "bold"), "quit"))
        entries.set_options(options)
        entries.highlighted = min(at, entries.option_count - 1)

    def _others(self) -> list[tuple[str, str, str, Callable[[], Screen[Any]]]]:
        """Return the entries below the games: name, title, a line about it, and its screen."""
        from numduel.terminal.app import learning, looking_back
        from numduel.terminal.app.settings import SettingsScreen

        saved, today = SavedGames(), date.today()
        unfinished = saved.unfinished().games
        days = LearningFile(self.notify).read().streak(today)
        daily = f"{daily_level(today)}{f', {days}-day streak' if days else ''}"
        about = count(len(unfinished), "unfinished game")
        if len(unfinished) == 1:
            match = unfinished[0][1].match
            about = f"{match.game.title}, {versus(match)}, {count(match.ply, 'move')}"
        rise = "find the winning move; they get harder as you improve"
        decided = "where a finished game was decided"
        resume = [("resume", "Continue", about, looking_back.ResumeScreen)]
        finished = [
            ("review", "Review", decided, looking_back.FinishedScreen),
            ("stats", "Statistics", "your games so far", looking_back.StatsScreen),
        ]
        return [
            *(resume if unfinished else []),
            ("daily", "Puzzle of the day", daily, lambda: learning.PuzzleScreen.daily(today)),
            ("puzzles", "Puzzles", rise, lambda: learning.PuzzleScreen.mixed(self.here)),
            ("learn", "Learn", "how to win, and why, in short lessons", learning.LearnScreen),
            *(finished if saved.finished() else []),
            ("settings", "Settings", "theme, pace, what is shown", SettingsScreen),
        ]

    # The highlighted entry

    @property
    def highlighted(self) -> str:
        option = self.query_one("#games", OptionList).highlighted_option
        return (option.id if option else None) or ""

    @property
    def game(self) -> type[AnyGame] | None:
        """The game that is highlighted."""
        return next((game for game in list_games() if game.slug == self.highlighted), None)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        game = self.game
        if game is None:
            self.query_one("#about", Static).update("")
            self.query_one("#rules", Static).update("")
            return
        offer, book = first_offer(game), rule_book(game)
        about = Text()
        about.append("Enter ", "bold")
        who = f"You are {offer.seat}, against the computer ({offer.level})."
        told = f"{begin_sentence(offer.about)} " if offer.about else ""
        name = f"plays {offer.name}" if offer.game.changed_options else "plays it as written"
        about.append(f"{name}. {told}{who}")
        about.append("\n")
        if offer.game.changed_options:
            about.append("a ", "bold")
            about.append("plays it as written.  ")
        about.append("o ", "bold")
        about.append("other sizes, two people, a stronger computer.")
        self.query_one("#about", Static).update(about)
        rules = "\n\n".join(" ".join(part.split()) for part in book.rules.split("\n\n"))
        self.query_one("#rules", Static).update(Text(f"{book.title}\n\n{rules}"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        game = self.game
        if game is not None:
            self.play(first_offer(game))
        elif self.highlighted == "quit":
            self.app.exit()
        else:
            self.app.push_screen(self.screens[self.highlighted]())

    def play(self, offer: Offer) -> None:
        seats = seats_of(offer.seat, offer.level)
        self.app.push_screen(GameScreen(Match(offer.game, seats, secrets.randbits(32))))

    def action_as_written(self) -> None:
        if self.game is not None:
            offer = first_offer(self.game)
            self.play(offer._replace(game=self.game()))

    def action_options(self) -> None:
        from numduel.terminal.app.settings import NewGameScreen

        if self.game is not None:
            self.app.push_screen(NewGameScreen(self.game))

    def action_rules(self) -> None:
        if self.game is not None:
            self.app.push_screen(rules_reader(first_offer(self.game).game))

    def action_help(self) -> None:
        self.app.push_screen(Reader("Help", HELP))

    def action_hide_notices(self) -> None:
        self.app.clear_notifications()

    def on_key(self, event: events.Key) -> None:
        """Jump to the next entry that begins with a letter; capitals work for every letter."""
        sign = event.character or ""
        if len(sign) != 1 or not sign.isalpha() or sign in "aortq":
            return
        entries = self.query_one("#games", OptionList)
        places = [*range(entries.option_count)]
        at = entries.highlighted or 0
        for place in places[at + 1 :] + places[: at + 1]:
            option = entries.get_option_at_index(place)
            if str(option.prompt).lower().startswith(sign.lower()):
                entries.highlighted = place
                event.stop()
                return
