"""Saved games in the app: resume unfinished ones, review or replay finished ones; statistics."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.reactive import reactive
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from numduel.errors import BadRecord, IllegalMove, NumduelError, reason_of
from numduel.game import Player
from numduel.journal import Journal, Record, load
from numduel.match import Match
from numduel.players import find_player
from numduel.study import (
    Review,
    Statistics,
    consequence_of,
    headline,
    review_of,
    tell_deed,
)
from numduel.terminal.app.boards import Shown
from numduel.terminal.app.game import GameScreen, seats_of
from numduel.terminal.app.table import (
    ListScreen,
    Page,
    Reader,
    TableScreen,
    address_of,
    labels,
    settings_of,
    versus,
)
from numduel.terminal.plain import read_statistics
from numduel.terminal.saved import SavedGames, last_played, open_journal
from numduel.words import begin_sentence, count, printable

_MOST_LISTED = 100

KEYS = """\
← →       one move back or on         ↑ ↓  the mistake before or next
Home End  the first move or the last

w  what if: try other moves; Esc returns to the game
p  play on from here, against the computer
v  say who was winning, in a replay
t  dark or light                      Esc  back
"""


class GamesScreen(ListScreen):
    """A list of saved games."""

    empty = ""

    def find(self) -> list[tuple[Path, Record]]:
        """Return the games to list."""
        raise NotImplementedError

    def about(self, record: Record) -> str:
        """Return what matters in this list about a game."""
        raise NotImplementedError

    def tell_all(self) -> None:
        self.found = self.find()
        rows = []
        for path, record in self.found:
            match, series = record.match, record.series
            row = Text(settings_of(match.game), "bold", no_wrap=True, overflow="ellipsis")
            if series is not None:
                row.append(f" · game {series.number} of {series.games}")
            parts = [versus(match), self.about(record), last_played(path)]
            about = " · ".join(filter(None, parts))
            row.append(f"\n  {about}", "not bold dim")
            rows.append(Option(row))
        entries = self.query_one(OptionList)
        entries.set_options(rows or [Option(self.empty, disabled=True)])
        entries.highlighted = 0 if rows else None

    @property
    def chosen(self) -> tuple[Path, Record] | None:
        place = self.query_one(OptionList).highlighted
        return None if place is None or not self.found else self.found[place]


class ResumeScreen(GamesScreen):
    """Unfinished games, the latest first."""

    BINDINGS = [
        Binding("enter", "select", "Continue", priority=True),
        Binding("d", "discard", "Discard"),
    ]
    title_shown = "Unfinished games"
    empty = "There is no unfinished game."
    asked: Path | None = None

    def find(self) -> list[tuple[Path, Record]]:
        found = SavedGames().unfinished()
        for fault in found.faults:
            self.notify(fault)
        return found.games

    def about(self, record: Record) -> str:
        return count(len(record.match.moves), "move")

    def on_option_list_option_selected(self) -> None:
        self.action_select()

    def action_select(self) -> None:
        if self.chosen is None:
            return
        try:
            path, record = self.chosen
            self.app.switch_screen(resumed(record, open_journal(path, record)))
        except NumduelError as refused:
            self.notify(str(refused))
            self.tell_all()

    def action_discard(self) -> None:
        """Delete a game, if the key is pressed twice."""
        if self.chosen is None:
            return
        path, record = self.chosen
        if self.asked != path:
            self.asked = path
            self.notify("Press d again to delete this game. It cannot be brought back.")
            return
        try:
            with closing(open_journal(path, record)):
                path.unlink()
        except NumduelError as refused:
            self.notify(str(refused))
        self.tell_all()


def resumed(record: Record, journal: Journal) -> GameScreen:
    """Return the screen of a resumed game."""
    for seat in record.match.seats:
        if not seat.is_person:
            find_player(seat.kind)  # raises an error if it is unknown
    if record.match.outcome is not None and record.series is not None:
        record.series.count(record.match)
        journal.close()
        return GameScreen(record.series.next_match(), record.series)
    return GameScreen(record.match, record.series, journal)


class FinishedScreen(GamesScreen):
    """Finished games, the latest first."""

    BINDINGS = [
        Binding("enter", "select", "Review", priority=True),
        Binding("r", "replay", "Replay"),
    ]
    title_shown = "Finished games"
    empty = "There is no finished game yet."

    def __init__(self, replays: bool = False) -> None:
        super().__init__()
        self.replays = replays

    def find(self) -> list[tuple[Path, Record]]:
        found = []
        for path in SavedGames().finished()[:_MOST_LISTED]:
            try:
                found.append((path, load(path)))
            except (BadRecord, OSError) as fault:
                self.notify(f"{path} cannot be read: {reason_of(fault)}.")
        return found

    def about(self, record: Record) -> str:
        assert record.match.outcome is not None
        return f"{labels(record.match)[record.match.outcome.winner]} won"

    def on_option_list_option_selected(self) -> None:
        self.action_select()

    def action_select(self) -> None:
        self.look(self.replays)

    def action_replay(self) -> None:
        self.look(replays=True)

    def look(self, replays: bool) -> None:
        if self.chosen is not None:
            self.app.push_screen(ReviewScreen(self.chosen[1].match, replays=replays))


class ReviewScreen(TableScreen):
    """A finished game, move by move: who was winning, and other moves to try."""

    BINDINGS = [
        Binding("left,b", "step(-1)", "Back", key_display="←"),
        Binding("right,space,enter", "step(1)", "On", key_display="→"),
        Binding("home", "to(0)", "First", show=False),
        Binding("end", "to(-1)", "Last", show=False),
        Binding("up", "mistake(-1)", "Mistake before", show=False),
        Binding("down", "mistake(1)", "Next mistake", key_display="↓"),
        Binding("w", "what_if", "What if"),
        Binding("u", "take_back", "Undo"),
        Binding("p", "play_on", "Play from here"),
        Binding("v", "values", "Values", show=False),
        Binding("question_mark", "help", "Keys", key_display="?"),
        Binding("escape", "leave", "Back", key_display="Esc"),
    ]

    tries: reactive[Match | None] = reactive(None, bindings=True)  # the variation

    def __init__(self, match: Match, replays: bool = False) -> None:
        """`replays`: begin at the first move, and show who was winning only when asked."""
        super().__init__()
        self.whole = match
        self.at = 0 if replays else match.ply
        self.match = match.until(self.at)
        self.told_values = not replays
        self.review: Review | None = None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key is enabled: in the game, or in a variation."""
        if action in ("step", "to", "mistake", "values", "what_if"):
            return self.tries is None
        return self.tries is not None if action == "take_back" else True

    def compose_below(self) -> ComposeResult:
        yield Static(id="graph", markup=False)

    def open(self) -> None:
        super().open()
        if self.told_values:
            self.work_out_review()
        self.tell_all()

    def on_resize(self) -> None:
        self.call_after_refresh(self._draw_graph)

    def work_out_review(self) -> None:
        def told(review: Review) -> None:
            self.review = review
            mistakes = review.mistakes
            if self.tries is None and mistakes and self.at == self.whole.ply:
                self.at = mistakes[-1].ply - 1
            self.tell_all()

        address = address_of(self.whole)
        self.work_out(lambda: review_of(self.whole, address), told, lambda: self.whole.id)

    def tell_all(self) -> None:
        self.match = self.tries or self.whole.until(self.at)
        match, whole = self.match, self.whole
        called = labels(whole)
        self.write_title(
            f"{'What if' if self.tries else 'Review' if self.told_values else 'Replay'}:"
            f" {settings_of(whole.game)}",
            versus(whole),
        )
        may_play = self.tries is not None and match.outcome is None
        self.show_board(Shown(match, may_play, called))
        mistakes = [move.ply for move in self.review.mistakes] if self.review else []
        at = self.tries.ply if self.tries else self.at
        self.write_moves(self.tries or whole, at, mistakes, called)
        if self.tries is None:
            self._tell_place()
        else:
            mover = match.outcome.winner if match.outcome else match.state.to_move
            self.write_headline(headline(match, address_of(whole)), mover)
        self._draw_graph()

    def _tell_place(self) -> None:
        """Describe the position, and the move that led to it."""
        whole, review = self.whole, self.review
        address = address_of(whole)
        is_end = self.at == whole.ply
        ended = whole.outcome if is_end else None
        self.write_headline(
            headline(whole if ended else self.match, address),
            ended.winner if ended else self.match.state.to_move,
        )
        said: list[str] = []
        if self.at:
            before, move = [*whole.turns][self.at - 1]
            done = whole.game.words.done(before, move)
            said.append(tell_deed(before.to_move, done, address))
        if review is not None:
            said.append(
                begin_sentence(review.moves[self.at - 1].text if self.at else review.start) + "."
            )
            if self.at and review.moves[self.at - 1].refutation:
                refuted = review.moves[self.at - 1].refutation
                said.append(begin_sentence(refuted.text) if refuted else "")
            if is_end or not self.at:
                said += review.sentences
        elif self.told_values:
            said.append("…")
        self.tell(*filter(None, said), heading=f"Move {self.at} of {whole.ply}")

    def _draw_graph(self) -> None:
        """Draw who was winning: a band for each player, with mistakes and the current move
        marked."""
        graph, review = self.query_one("#graph", Static), self.review
        graph.display = review is not None
        if review is None:
            return
        text, plies = Text(), len(review.winners)
        room = max(10, self.query_one("#side").size.width - 6)
        wide = max(1, min(4, room // plies))  # columns for a move
        mistakes = {move.ply for move in review.mistakes}
        for begin in range(0, plies, room // wide):
            part = range(begin, min(begin + room // wide, plies))
            for player in Player:
                text.append("● ", self.colour(player))
                for ply in part:
                    wins = review.winners[ply] is player
                    colour = self.colour(player) if wins else self.palette.soft
                    text.append(("█" if wins else "·") * wide, colour)
                text.append("\n")
            marks = ("▲" if ply == self.at else "?" if ply in mistakes else "" for ply in part)
            text.append(f"  {''.join(f'{mark:{wide}}' for mark in marks)}\n", "bold")
        graph.update(text)

    # Stepping

    def action_step(self, by: int) -> None:
        self.action_to(max(0, min(self.at + by, self.whole.ply)))

    def action_to(self, place: int) -> None:
        self.at = self.whole.ply if place < 0 else place
        self.tell_all()

    def action_mistake(self, by: int) -> None:
        """Go to the next mistake, or to the one before."""
        if self.review is None:
            return
        places = [move.ply for move in self.review.mistakes]
        ahead = [ply for ply in places if (ply > self.at) == (by > 0) and ply != self.at]
        if ahead:
            self.action_to(ahead[0] if by > 0 else ahead[-1])

    def action_values(self) -> None:
        if not self.told_values:
            self.told_values = True
            self.work_out_review()

    # The variation

    def action_what_if(self) -> None:
        """Try other moves from here, on the board."""
        if self.match.outcome is not None and self.at:
            self.at -= 1
        self.tries = Match.at(self.whole.game, self.whole.moves[: self.at])
        self.begun_at = self.at
        self.tell_all()
        self.tell("Play for both. Esc returns to the game.", heading="What if?")
        self.board.focus()

    def choose(self, move: Any) -> None:
        """Play a move of the variation, and tell what it leads to."""
        tries = self.tries
        assert tries is not None
        before = tries.until(tries.ply)
        try:
            tries.play(move)
        except IllegalMove as illegal:
            self.refuse(illegal.rule)
            return
        self.tell_all()
        self.tell("…")
        self.work_out(
            lambda: consequence_of(before, move).text,
            lambda told: self.tell(begin_sentence(told)),
            lambda: tries.id,
        )

    def action_take_back(self) -> None:
        if not self.board.step_back() and self.tries and self.tries.ply > self.begun_at:
            self.tries.undo()
            self.tell_all()
        self.board.refresh()

    def action_play_on(self) -> None:
        """Begin a new game from here, against the computer."""
        match = self.match
        if match.outcome is not None:
            self.notify("The game is over here: step back first.")
            return
        person = next((each for each in Player if self.whole.seat(each).is_person), Player.ONE)
        kinds = [seat.kind for seat in self.whole.seats if not seat.is_person]
        seats = seats_of(person, kinds[0] if kinds else "hard")
        again = Match(match.game, seats, self.whole.seed)
        for move in match.moves:
            again.play(move)
        self.app.push_screen(GameScreen(again))

    def action_help(self) -> None:
        self.app.push_screen(Reader("Keys", KEYS))

    def action_leave(self) -> None:
        if self.tries is not None:
            self.tries = None
            self.tell_all()
        else:
            self.app.pop_screen()


class StatsScreen(Page):
    """Games so far, by opponent and by game."""

    BINDINGS = [Binding("escape,q", "app.pop_screen", "Back", key_display="Esc")]

    def compose(self) -> ComposeResult:
        yield Static(Text("Statistics", "bold"), id="title")
        with VerticalScroll(id="page"):
            yield Static("…", id="figures", markup=False)
        yield Footer(compact=True, show_command_palette=False)

    def open(self) -> None:
        super().open()

        self.work_out(lambda: read_statistics(lambda _: None), self.show, lambda: None)

    def show(self, told: Statistics) -> None:
        from rich.console import Group

        if not told.games:
            self.query_one("#figures", Static).update("There is no finished game yet.")
            return
        heads: Callable[..., Table] = lambda *names: _table(names, self.palette.soft)  # noqa: E731
        opponents = heads("", "games", "won", "right moves")
        for one in told.opponents:
            opponents.add_row(printable(one.text), str(one.games), str(one.won), one.right_text)
        games = heads("", "games", "two people", "computer beaten", "right moves")
        for each in told.by_game:
            figures = each.games, each.between_people, each.won
            games.add_row(each.text, *map(str, figures), each.right_text)
        between = f", {count(told.between_people, 'game')} between two people" * bool(
            told.between_people
        )
        about = Text("Right moves are counted where one move wins and another loses.")
        self.query_one("#figures", Static).update(
            Group(
                Text(f"{count(told.games, 'finished game')}{between}\n", "bold"),
                opponents,
                Text(),
                games,
                Text(),
                about,
            )
        )


def _table(names: tuple[str, ...], soft: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=soft)
    for place, name in enumerate(names):
        table.add_column(Text(name), justify="left" if place == 0 else "right")
    return table
