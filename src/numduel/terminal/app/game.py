"""A game in the app, from its first move to the choice after its end."""

import secrets
from functools import partial
from time import monotonic
from typing import Any

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from numduel.errors import IllegalMove
from numduel.game import Player
from numduel.journal import Journal, ending_of
from numduel.match import Match, Seat, Series
from numduel.players import choose_move
from numduel.study import (
    Explanation,
    Finished,
    Hint,
    MoveValue,
    Suggestion,
    consequence_of,
    decision_of,
    explain,
    headline,
    hint,
    tell_deed,
    truth_of,
    what_next,
)
from numduel.terminal.app.boards import Shown
from numduel.terminal.app.table import (
    REFUSED,
    TableScreen,
    address_of,
    labels,
    rules_reader,
    settings_of,
    versus,
)
from numduel.terminal.saved import Autosave, how_to_resume
from numduel.theory import brief_budget
from numduel.words import begin_sentence

_MOST_NAMED = 8  # best moves


class GameScreen(TableScreen):
    """A match in the app. Every move is on disk before the next one is possible."""

    BINDINGS = [
        Binding("h", "hint", "Hint"),
        Binding("w", "why", "Why"),
        Binding("b", "best", "Best moves"),
        Binding("u", "undo", "Undo"),
        Binding("y", "redo", "Redo"),
        Binding("x", "resign", "Resign"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("escape", "leave", "Home", key_display="Esc"),
        Binding("a", "again", "Again"),
        Binding("v", "review", "Review"),
        Binding("n", "harder", "Now try"),
    ]
    _DURING = ("hint", "why", "best", "resign")
    _AFTERWARDS = ("again", "review", "harder")

    def __init__(
        self, match: Match, series: Series | None = None, journal: Journal | None = None
    ) -> None:
        """A match with a `journal` is resumed."""
        super().__init__()
        self.match, self.series = match, series
        self.autosave = Autosave(self.notify, match, series, journal)
        self.is_new = journal is None
        self.is_left = False  # whether the game was put away
        self.values: dict[str, MoveValue] = {}
        self.shows_values = False
        self.pairs: tuple[Any, ...] = ()
        self.looked_at: tuple[str, ...] = ()
        self.suggested: dict[str, Suggestion] = {}  # what to do after the game
        self.asked: str | None = None  # what is to be confirmed: a costly move, or to resign

    def compose_below(self) -> ComposeResult:
        yield OptionList(id="next", markup=False, classes="-hidden")

    def open(self) -> None:
        super().open()
        self.shows_values = self.here.shows_values
        if self.is_new:
            self.autosave.begin(self.match, self.series)
        self.turn()

    def on_unmount(self) -> None:
        if not self.is_left and self.match.outcome is not None:
            self.finish()
        elif not self.is_left:
            self.here.parting = self.autosave.leave(how_to_resume())
        self.autosave.close()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether a key is enabled; None shows it dim."""
        is_over = self.match.outcome is not None
        if action in self._DURING:
            return not is_over
        if action in ("undo", "redo"):  # None: shown, but dim
            can = self.match.ended is None and (action == "undo" or bool(self.match.undone))
            return can or None
        return action in self.suggested if action in self._AFTERWARDS else True

    # A turn

    @property
    def is_mine(self) -> bool:
        """Whether a person is to move."""
        match = self.match
        return match.outcome is None and match.seat(match.state.to_move).is_person

    def shown(self) -> Shown:
        return Shown(
            self.match,
            self.is_mine,
            labels(self.match),
            self.values,
            self.pairs,
            self.looked_at,
        )

    def turn(self) -> None:
        """Show the position, and begin the next turn."""
        self.values, self.pairs, self.looked_at, self.asked = {}, (), (), None
        self.suggested = {}
        choices = self.query_one("#next", OptionList)
        choices.display = self.match.outcome is not None
        self.show_board(self.shown())
        self.tell_all()
        self.refresh_bindings()
        if self.match.outcome is not None:
            self.end()
            return
        self.board.focus()
        self.tell(*self._deeds())
        if not self.is_mine:
            self.let_computer_move()
        elif self.shows_values:
            self.show_values()

    def _deeds(self) -> list[str]:
        """Return what the last move did, or what the game is about before the first."""
        match = self.match
        if not match.moves:
            return [f"{begin_sentence(match.game.summary)}"]
        *_, (before, move) = match.turns
        return [tell_deed(before.to_move, match.game.words.done(before, move), address_of(match))]

    def tell_all(self) -> None:
        match = self.match
        series = self.series
        score = "" if series is None else f" · game {series.number} of {series.games}"
        self.write_title(f"{settings_of(match.game)}{score}", versus(match))
        player = match.outcome.winner if match.outcome else match.state.to_move
        self.write_headline(headline(match, address_of(match)), player)
        self.write_moves(match)
        self.show_board(self.shown())

    def let_computer_move(self) -> None:
        match, began = self.match, monotonic()
        kind = match.seat(match.state.to_move).kind
        snapshot = match.until(match.ply)

        def played(move: Any) -> None:
            place, left = match.id, self.here.pace - (monotonic() - began)

            def reply() -> None:
                if self.match.id == place and self.match.outcome is None:
                    self.play(move)

            if left > 0:
                self.set_timer(left, reply)
            else:
                reply()

        self.work_out(partial(choose_move, snapshot, kind), played, self._place)

    def _place(self) -> Any:
        return self.match.id, self.match.outcome

    def play(self, move: Any) -> None:
        """Check a move, put it on disk, and play it."""
        match = self.match
        match.judge(move)
        self.autosave.write({"move": match.game.write_move(move)})
        match.play(move)
        if match.outcome is not None:
            self.autosave.write(ending_of(match))
        self.turn()

    def begun(self) -> None:
        if self.told[0].plain == REFUSED:
            self.tell(*self._deeds())

    def choose(self, move: Any) -> None:
        """Play a person's move; one that spends something must be chosen twice."""
        match, written = self.match, self.match.game.write_move(move)
        if not self.is_mine:
            return
        try:
            match.judge(move)
        except IllegalMove as illegal:
            self.refuse(illegal.rule)
            return
        cost = match.game.words.cost(match.state, move)
        if cost and self.asked != written:
            order = match.game.words.to_play(match.state, move)
            self.tell(cost, f"Enter again to {order}.", heading="Sure?")
            self.asked = written
            return
        self.play(move)

    def tell(self, *said: str | Text, heading: str | Text = "") -> None:
        """Write into the panel; a question that stood there is withdrawn."""
        self.asked = None
        super().tell(*said, heading=heading)

    # Analysis

    def action_hint(self) -> None:
        match = self.match

        def ask() -> tuple[Hint | None, str]:
            budget = brief_budget(match.game, match.state)
            best = hint(match.game, match.state, match.moves, budget)
            move = match.game.read_move(best.move) if best else None
            return best, consequence_of(match, move).then if best else ""

        def told(answer: tuple[Hint | None, str]) -> None:
            best, then = answer
            if best is None:
                self.action_why()
                return
            self.looked_at = (best.move,)
            self.show_board(self.shown())
            self.board.light(best.move)
            self.tell(best.text, then, heading="Hint")

        if self.is_mine:
            self.tell("…", heading="Hint")
            self.work_out(ask, told, self._place)

    def action_why(self) -> None:
        def told(why: Explanation) -> None:
            self.pairs = why.pairs
            self.show_board(self.shown())
            self.tell(*why.sentences, heading="Why")

        match = self.match
        if self.pairs:  # shown already: hide them
            self.pairs = ()
            self.show_board(self.shown())
            self.tell(*self._deeds())
        elif self.is_mine:
            self.tell("…", heading="Why")
            game, state, moves = match.game, match.state, match.moves
            self.work_out(
                lambda: explain(game, state, moves, brief_budget(game, state)), told, self._place
            )

    def action_best(self) -> None:
        """Show or hide the value of each move."""
        self.shows_values = not self.shows_values
        if not self.is_mine:
            return
        self.pairs, self.looked_at = (), ()
        if self.shows_values:
            self.show_values()
        else:
            self.values = {}
            self.show_board(self.shown())
            self.tell(*self._deeds())

    def show_values(self) -> None:
        match = self.match.until(self.match.ply)

        def told(truth: Any) -> None:
            self.values = {choice.move: choice for choice in truth.choices}
            self.show_board(self.shown())
            best = [choice.name for choice in truth.choices if choice.best]
            more = " …" if len(best) > _MOST_NAMED else "."
            said = [f"Best: {', '.join(best[:_MOST_NAMED])}{more}"] if best else []
            legend = Text(
                "▲ wins, ▼ loses; the number, or the line below the board, says in how many moves.",
                self.palette.soft,
            )
            self.tell(truth.verdict, *said, legend, heading="Best moves")

        self.tell("…", heading="Best moves")
        self.work_out(
            lambda: truth_of(match, address_of(match), brief_budget(match.game, match.state)),
            told,
            self._place,
        )

    # Undo and redo

    def action_undo(self) -> None:
        """Take moves back until a person is to move again, also after the last move."""
        if self.board.step_back():
            self.board.refresh()
            return
        count = self.match.undoable
        if not count:
            self.notify("There is nothing to take back.")
            return
        self.autosave.write({"undo": count})
        self.match.undo(count)
        self.turn()

    def action_redo(self) -> None:
        match = self.match
        count = match.redoable
        if not count:
            return
        self.autosave.write({"redo": count})
        match.redo(count)
        if match.outcome is not None:
            self.autosave.write(ending_of(match))
        self.turn()

    def action_resign(self) -> None:
        match = self.match
        if match.outcome is not None:
            return
        people = [player for player in Player if match.seat(player).is_person]
        loser = match.state.to_move if len(people) == 2 else people[0]
        if self.asked != "resign":
            wins = f"{labels(match)[loser.opponent]} wins then."
            self.tell(
                f"Press x again to give the game up, Esc to play on. {wins}", heading="Resign?"
            )
            self.asked = "resign"
            return
        match.resign(loser)
        self.autosave.write(ending_of(match))
        self.turn()

    def action_rules(self) -> None:
        self.app.push_screen(rules_reader(self.match.game))

    def action_leave(self) -> None:
        """Save an unfinished game and go home; if a question is open, answer no instead."""
        if self.asked is not None:
            self.tell(*self._deeds())
            return
        stack = self.app.screen_stack
        games = [screen for screen in stack if isinstance(screen, GameScreen)]
        told = [game.put_away() for game in games]
        for _ in stack[2:]:  # above Textual's own screen, and home
            self.app.pop_screen()
        if any(told):
            self.here.notify(" ".join(filter(None, told)))

    def put_away(self) -> str:
        """Save or finish the game; return a sentence about it, or ""."""
        told = ""
        if self.is_left:
            return told
        if self.match.outcome is not None:
            self.finish()
        else:
            told = self.autosave.leave()
            self.autosave.close()  # so that it can be resumed
        self.is_left = True
        return told

    # After the last move

    def end(self) -> None:
        """Show who won, what decided it, and what to do next."""
        match, address = self.match, address_of(self.match)
        assert match.outcome is not None
        winner = match.outcome.winner
        mine = winner in address.you or len(address.you) != 1
        told = Text(
            f"{address.who(winner)} won{'!' if mine else '.'}", f"bold {self.colour(winner)}"
        )
        self.tell(heading=told)  # the headline says why
        self.offer()

        def add(decided: tuple[str, int | None]) -> None:
            self.tell(decided[0], heading=told)

        self.work_out(partial(decision_of, match, address), add, self._place)

    def offer(self) -> None:
        """List what to do next, the likeliest first."""
        choices = self.query_one("#next", OptionList)
        choices.clear_options()
        series = self.series
        if series is not None and series.number < series.games:
            choices.add_option(Option(f"Game {series.number + 1} of {series.games}", "series"))
        for suggestion in what_next([*self.here.finished, Finished.of(self.match)]):
            self.suggested[suggestion.kind] = suggestion
            choices.add_option(Option(suggestion.label, suggestion.kind))
        if self.match.ended is None and self.match.moves:
            choices.add_option(Option("Take the last move back", "undo"))
        choices.add_option(Option("Home", "home"))
        choices.highlighted = 0
        choices.focus()
        self.refresh_bindings()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        deed = {
            "undo": self.action_undo,
            "home": self.action_leave,
            "review": self.action_review,
            "series": self.next_of_series,
        }.get(event.option_id or "")
        if deed is not None:
            deed()
        else:
            self.play_suggested(event.option_id or "")

    def action_again(self) -> None:
        self.play_suggested("again")

    def action_harder(self) -> None:
        self.play_suggested("harder")

    def play_suggested(self, kind: str) -> None:
        suggestion = self.suggested.get(kind)
        if suggestion is None:
            return
        match, seed = self.match, secrets.randbits(32)
        if suggestion.seat is None or suggestion.level is None:
            one, two = match.seats
            seats = (two, one)
        else:
            name = next((seat.name for seat in match.seats if seat.is_person), None)
            seats = seats_of(suggestion.seat, suggestion.level, name)
        self.finish()
        self.app.switch_screen(GameScreen(Match(suggestion.game, seats, seed)))

    def next_of_series(self) -> None:
        series = self.series
        assert series is not None
        series.count(self.match)
        following = GameScreen(series.next_match(), series)
        following.autosave.begin(following.match, series)
        following.is_new = False
        self.finish()  # only now, so that the series survives a power cut in between
        self.app.switch_screen(following)

    def action_review(self) -> None:
        from numduel.terminal.app.looking_back import ReviewScreen

        self.app.push_screen(ReviewScreen(self.match))

    def finish(self) -> None:
        """Move the game to the finished ones, and remember it for the next suggestions."""
        self.is_left = True
        self.here.finished.append(Finished.of(self.match))
        self.autosave.finish()


def seats_of(seat: Player, level: str, name: str | None = None) -> tuple[Seat, Seat]:
    """Return seats with a person in this one and the computer in the other."""
    person, computer = Seat(name=name), Seat(level)
    return (person, computer) if seat is Player.ONE else (computer, person)
