"""The line dialogue: a game in its rule book's own lines, and the requests that may be entered
instead of a move."""

import re
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from numduel.catalogue import rule_book
from numduel.errors import IllegalMove, UnreadableMove, reason_of
from numduel.game import AnyGame, Player, presets_of
from numduel.journal import Journal, ending_of, entries_of
from numduel.match import Match, Seat, Series
from numduel.players import choose_move
from numduel.study import FULL_LEGEND, consequence_of, explain, foregone_of, hint, mark
from numduel.terminal.line_input import InputEnded, Left
from numduel.terminal.reading import read_named, read_turn
from numduel.terminal.saved import Autosave, how_to_resume
from numduel.terminal.screen import Screen, in_few_rows
from numduel.terminal.seating import Seating
from numduel.theory import Choice, analyse_briefly, brief_budget
from numduel.words import Further, Line, Role, Span, begin_sentence, line, listed, quote

FINISHED, INPUT_ENDED, INTERRUPTED = 0, 3, 130  # exit codes
_OTHER_NAMES = {"?": "help", "exit": "quit"}
_BOOK_WIDTH = 100  # columns of a rule book's rows


class ToMenu(Exception):
    """The player asked for the menu."""


class _Changed(Exception):
    """The position or the match has changed: the turn starts again."""


class Request(NamedTuple):
    """A word that may be entered instead of a move, without losing the turn. `do` is called with
    the prompt and the text after the word."""

    name: str
    short: str | None
    help: str
    do: Callable[[Any, str], None]
    takes: str = ""


class MovePrompt:
    """Asks for a move in a match, question by question, and answers requests."""

    requests: Sequence[Request]

    def __init__(self, screen: Screen, match: Match) -> None:
        self.screen = screen
        self.match = match
        self.game = match.game
        self.words = match.game.words
        self.said: tuple[Any, ...] = ()  # what has been answered so far in this turn
        screen.names = match.names

    def ask_move(self) -> Any:
        """Return the move that the player to move enters."""
        state, costly = self.match.state, None
        self.said = ()
        while True:
            text = self.screen.ask(self.words.question(state, self.said))
            request = find_request(text, self.game, self.requests)
            if request is not None:
                request.do(self, text.strip().partition(" ")[2].strip())
                continue
            with self.refusing():
                reply = read_turn(self.game, state, text, self.said)
                if isinstance(reply, Further):
                    self.said = reply.said
                    continue
                move = self.match.judge(reply)
                cost = self.words.cost(state, move)
                if not cost or not self.screen.guides or move == costly:
                    return move
                costly = move
                self.screen.tell(f"{cost} Enter it again to play it.")

    @contextmanager
    def refusing(self) -> Iterator[None]:
        """Show why a move in here is unreadable or illegal, and go on."""
        try:
            yield
        except IllegalMove as illegal:
            self.screen.refuse(line(illegal.rule))
        except UnreadableMove as unreadable:
            self.screen.refuse(in_few_rows(str(unreadable)))

    def with_values(self, shown: list[Line], choices: list[Line] | None = None) -> list[Line]:
        """Return the lines of a turn, with the values of the moves if wanted.

        `choices` are the lines that list the moves, by default those at the start of a turn. They
        are added if `shown` has none of them.
        """
        if not self.screen.shows_values:
            return shown
        state = self.match.state
        choices = self.words.choices(state) if choices is None else choices
        with self.screen.thinking():
            values = {choice.move: choice for choice in analyse_briefly(self.game, state).choices}
        marked = [_mark(spoken, values, state) for spoken in choices]
        if not any(spoken in choices for spoken in shown):
            return [*shown, *marked]
        return [marked[choices.index(spoken)] if spoken in choices else spoken for spoken in shown]

    def tell_advice(self, told: Sequence[str]) -> None:
        """Print advice. If a move was begun, add that it is about the whole move."""
        for sentence in told:
            self.screen.tell(sentence)
        if self.said:
            self.screen.tell("This is about the whole move. Enter undo to start the move again.")

    # Requests

    def show_help(self, _: str) -> None:
        """List the requests, each with its short form and what it does."""
        rows = [
            (", ".join(filter(None, (request.name, request.short))) + request.takes, request.help)
            for request in self.requests
        ]
        width = max(len(row[0]) for row in rows)
        self.screen.knows_help = True
        self.screen.tell("Answer the question, or enter one of these:")
        for names, help in rows:
            self.screen.tell(f"  {names:{width}}  {help}")

    def show_consequence(self, text: str) -> None:
        """Tell what a move leads to: what beats it, or how it wins."""
        with self.refusing():
            move = read_named(self.game, self.match.state, text)
            with self.screen.thinking():
                told = consequence_of(self.match, move).text
            self.screen.tell(begin_sentence(told))

    def show_moves(self, _: str) -> None:
        state, said = self.match.state, self.said
        choices = self.words.further_choices(state, said) if said else self.words.choices(state)
        self.screen.say(self.with_values(choices, choices))

    def show_board(self, _: str) -> None:
        self.screen.say(self.with_values(self.words.board(self.match.state)))

    def show_rules(self, _: str) -> None:
        show_rules(self.screen, type(self.game))

    def to_menu(self, _: str) -> None:
        raise ToMenu

    def leave(self, _: str) -> None:
        raise Left


HELP = Request("help", "h", "this list", MovePrompt.show_help)
MOVES = Request("moves", "m", "what is allowed now", MovePrompt.show_moves)
BOARD = Request("board", "b", "the position again", MovePrompt.show_board)
RULES = Request("rules", "r", "the rules of this game", MovePrompt.show_rules)
QUIT = Request("quit", "q", "leave; the game is saved", MovePrompt.leave)


class Dialogue(MovePrompt):
    """One match between people and computer players, in the rule book's lines."""

    def __init__(
        self, screen: Screen, match: Match, autosave: Autosave, series: Series | None = None
    ) -> None:
        super().__init__(screen, match)
        self.autosave = autosave
        self.series = series

    def play(self, is_resumed: bool = False) -> None:
        """Play until the match is over."""
        if self.screen.shows_values:
            self.screen.notice(FULL_LEGEND)
        is_start = not is_resumed and not self.match.moves
        if is_start:
            self.screen.say(self.words.opening(self.match.state))
        show = self.words.turn if is_start else self.words.board
        while self.match.outcome is None:
            self.screen.say(self.with_values(show(self.match.state)))
            try:
                self._take_turn()
                show = self.words.turn
            except _Changed:
                show = self.words.board
        self.autosave.write(ending_of(self.match))
        self.screen.say(ending_lines(self.match))

    def _take_turn(self) -> None:
        before = self.match.state
        seat = self.match.seat(before.to_move)
        if seat.is_person:
            move = self.ask_move()
        else:
            with self.screen.thinking():
                move = self.match.judge(choose_move(self.match, seat.kind))
            say_answers(self.screen, self.game, before, move)
        self.autosave.write({"move": self.game.write_move(move)})
        self.match.play(move)
        self.screen.say(self.words.played(before, move, self.match.state))

    def show_hint(self, _: str) -> None:
        """Show the best move, or why it is unknown."""
        with self.screen.thinking():
            budget = brief_budget(self.game, self.match.state)
            best = hint(self.game, self.match.state, self.match.moves, budget)
            told = self._reasons()
            if best:
                move = self.game.read_move(best.move)
                told = [best.text, consequence_of(self.match, move).then]
        self.tell_advice(told)

    def show_why(self, move: str) -> None:
        """Tell who is winning and why or, asked about a move, what it leads to."""
        if move:
            self.show_consequence(move)
            return
        with self.screen.thinking():
            told = self._reasons()
        self.tell_advice(told)

    def _reasons(self) -> Sequence[str]:
        state = self.match.state
        budget = brief_budget(self.game, state)
        return explain(self.game, state, self.match.moves, budget).sentences

    def undo(self, _: str) -> None:
        """Take back the answers of this turn, or else the last move; against the computer its reply
        too."""
        if self.said:
            self.said = ()
            return
        count = self.match.undoable
        if not count:
            self.screen.tell("There is nothing to take back.")
            return
        self.screen.notice(f"Taken back: {', '.join(self.match.named_moves[-count:])}.")
        self.autosave.write({"undo": count})
        self.match.undo(count)
        raise _Changed

    def redo(self, _: str) -> None:
        """Redo the move that was taken back last, and the computer's reply to it."""
        count = self.match.redoable
        if not count:
            self.screen.tell("There is nothing to redo.")
            return
        self.autosave.write({"redo": count})
        self.match.redo(count)
        self.screen.notice(f"Played again: {', '.join(self.match.named_moves[-count:])}.")
        raise _Changed

    def show_id(self, _: str) -> None:
        self.screen.tell(self.match.id)

    def save(self, file: str) -> None:
        """Write a copy of the match to a file."""
        if not file:
            self.screen.tell("Name the file to save to, for example: save evening.jsonl")
            return
        try:
            with closing(Journal(Path(file).expanduser())) as copy:
                copy.write(*entries_of(self.match, self.series))
        except FileExistsError:
            self.screen.tell(f"{quote(file)} exists already: choose another name.")
        # ValueError: a NUL in the name; RuntimeError: a name like ~nobody/game
        except (OSError, ValueError, RuntimeError) as fault:
            self.screen.tell(f"It could not be saved to {quote(file)}: {reason_of(fault)}.")
        else:
            self.screen.notice(f"Saved to {quote(file)}.")

    def resign(self, _: str) -> None:
        """Ask whether the player to move resigns, until the answer is yes or no."""
        player = self.match.state.to_move
        question = f"{player}, do you resign? {player.opponent} wins then. Enter yes or no: "
        answer = ""
        while answer not in ("yes", "y", "no", "n"):
            answer = self.screen.ask(line(question)).strip().lower()
        if answer in ("no", "n"):
            self.screen.tell("You play on.")
            return
        self.match.resign()
        raise _Changed

    requests: Sequence[Request] = (
        HELP,
        MOVES,
        BOARD,
        Request("hint", "i", "the best move and how far the end is", show_hint),
        Request("why", "w", "who is winning and why, or what a move leads to", show_why, " [MOVE]"),
        Request("undo", "u", "take the last move back", undo),
        Request("redo", None, "redo a move that was taken back", redo),
        RULES,
        Request("save", "s", "keep a copy of the game in a file", save, takes=" FILE"),
        Request("id", None, "the ID of this position, for analyse and play", show_id),
        Request("resign", None, "give the game up (asks first)", resign),
        Request("menu", None, "go to the menu; the game is saved", MovePrompt.to_menu),
        QUIT,
    )


def find_request(text: str, game: AnyGame, requests: Sequence[Request]) -> Request | None:
    """Return the request that was entered, or None. What can be read as a move is a move."""
    word, _, rest = text.strip().lower().partition(" ")
    word = _OTHER_NAMES.get(word, word)
    for request in requests:
        if rest.strip() and not request.takes:
            continue
        if word == request.name:
            return request
        if request.short is not None and word == request.short:
            with suppress(UnreadableMove):
                game.read_move(text)
                return None
            return request
    return None


def value_span(marked: str) -> Span:
    """Return the value of a move as a span, dim if the move loses."""
    return Span(marked, Role.DIM if marked.startswith("▼") else Role.ALLOWED)


def _mark(spoken: Line, values: dict[Any, Choice], state: Any) -> Line:
    spans: list[Span] = []
    for span in spoken:
        if span.role is Role.ALLOWED and span.move in values:
            value = value_span(mark(values[span.move], state.to_move))
            spans += [span._replace(text=f"{span.text} ", role=value.role), value]
        else:
            spans.append(span._replace(text=", ") if span.text == "," else span)
    return Line(spans)


def say_answers(screen: Screen, game: AnyGame, state: Any, move: Any) -> None:
    """Show the questions of a turn with the answers that make this move.

    Ruling A8: a computer's turn has the same lines as a person's.
    """
    said: tuple[Any, ...] = ()
    for answer in game.words.answers(state, move):
        screen.say([line(game.words.question(state, said), answer)])
        reply = game.words.answer(state, answer, said)
        if isinstance(reply, Further):
            said = reply.said


def ending_lines(match: Match) -> list[Line]:
    """Return how the match ended, in the game's words if the rules decided it."""
    assert match.outcome is not None
    if match.ended is None:
        return match.game.words.ending(match.state, match.outcome)
    return [line(str(match.outcome))]


def show_rules(screen: Screen, game_class: type[AnyGame], rulings: bool = False) -> None:
    """Print the rules, and the rulings or how to see them."""
    book = rule_book(game_class)
    text = book.text(rulings=rulings)
    if (screen.width or _BOOK_WIDTH) < _BOOK_WIDTH:  # join its rows, which `tell` wraps anew
        text = re.sub(r"(?<!\n)\n(?!\n| *-) *", " ", text)
    screen.tell(text)
    if book.rulings and not rulings:
        screen.notice(f"Rulings on unclear points: numduel rules {game_class.slug} --rulings")


# A session: a match or a series, and what is played after it.


def play_new(
    screen: Screen,
    game: AnyGame,
    names: str | None = None,
    first: str = "1",
    vs: str | None = None,
    series: int | None = None,
    seed: int | None = None,
    moves: Sequence[Any] = (),
) -> int:
    """Play a new match, after these moves, or a series; return the exit code."""
    seed = secrets.randbits(32) if seed is None else seed
    seats, coin = Seating(names, vs, needs_names=series is not None).seated(first, seed)
    games = None if series is None else Series(game, seats, series, seed)
    match = Match(game, seats, seed) if games is None else games.next_match()
    for move in moves:
        match.play(move)
    if screen.guides:
        screen.notice("Enter help at any question to see what else you can enter.")
    tell_outlook(screen, match, is_series=games is not None)
    if coin is not None:
        screen.notice(coin)
    return play_session(screen, match, games)


def tell_outlook(screen: Screen, match: Match, is_series: bool) -> None:
    """If the same player always wins, say so on standard error, and name the options with which
    choices count."""
    from numduel.terminal.game_commands import as_flags

    told = foregone_of(match.game)
    if told is None:
        return
    sentences = [told.text]
    people = [player for player in Player if match.seat(player).is_person]
    if len(people) == 1 and not is_series:
        [you] = people
        sentences = [told.seats[you - 1]]
        if you != told.winner:
            first = "computer" if you is Player.ONE else "1"
            sentences.append(f"With --first {first} you sit in the other seat.")
    presets = presets_of(type(match.game), "play")
    better = [as_flags(preset.options) for preset in presets if preset.name in told.better]
    if better:
        sentences.append(f"Choices count with {listed(better, word='or')}.")
    screen.notice(" ".join(sentences))


def play_session(
    screen: Screen,
    match: Match,
    series: Series | None = None,
    journal: Journal | None = None,
) -> int:
    """Play a match and the rest of its series, then what the players want next; return the exit
    code. A match with a `journal` is resumed. Raises ToMenu."""
    while True:
        autosave = Autosave(screen.notice, match, series, journal)
        try:
            if journal is None:
                _begin(screen, autosave, match, series)
            elif series is not None and series.number > 1 and match.outcome is None:
                screen.notice(f"Score: {_score(series)}.")
            match, wanted = _play(screen, autosave, match, series, journal is not None)
        except ToMenu:
            if told := autosave.leave():
                screen.notice(told)
            raise
        except (InputEnded, KeyboardInterrupt) as left:
            if not isinstance(left, Left):
                screen.end_row()
            screen.notice(f"Goodbye. {autosave.leave(how_to_resume())}".rstrip())
            if isinstance(left, KeyboardInterrupt):
                return INTERRUPTED
            return FINISHED if isinstance(left, Left) else INPUT_ENDED
        finally:
            autosave.close()
        if wanted != "again":
            return FINISHED
        one, two = match.seats if series is None else series.people
        seed, journal = secrets.randbits(32), None
        if series is None:
            match = Match(match.game, (two, one), seed)
        else:
            series = Series(match.game, (two, one), series.games, seed)
            match = series.next_match()


def _play(
    screen: Screen, autosave: Autosave, match: Match, series: Series | None, is_resumed: bool
) -> tuple[Match, str]:
    """Play a match and the rest of its series; return the last match and what is wanted next."""
    while True:
        is_last, wanted = series is None or series.number == series.games, ""
        if match.outcome is None or not is_resumed:
            dialogue = Dialogue(screen, match, autosave, series)
            dialogue.play(is_resumed)
            if is_last:
                try:
                    while (wanted := _ask_next(screen, dialogue)) == "undo":
                        dialogue.play(is_resumed=True)
                finally:
                    if match.outcome is not None:
                        autosave.finish()
        if series is not None:
            series.count(match)
            screen.notice(f"Score: {_score(series)}.")
        if wanted == "menu":
            raise ToMenu
        if series is None or is_last:
            return match, wanted
        finished = Autosave(screen.notice, match, series, autosave.journal)
        match, is_resumed = series.next_match(), False
        _begin(screen, autosave, match, series)
        # Only now, so that the series survives a power cut in between.
        finished.finish()


def _ask_next(screen: Screen, dialogue: Dialogue) -> str:
    """Ask at a terminal what to do after the last move. Without a terminal, return ""."""
    match = dialogue.match
    can_undo = match.ended is None and match.undoable
    words = ["again", *(["undo"] if can_undo else []), "menu"]
    while screen.is_terminal:
        try:
            typed = screen.ask(f"Enter {', '.join(words)}, or nothing to leave: ").strip().lower()
        except InputEnded:
            screen.end_row()
            break
        if typed in ("", "no", "quit", "q", "exit"):
            break
        if typed == "undo" and can_undo:
            count = match.undoable
            dialogue.autosave.write({"undo": count})
            match.undo(count)
        if typed in words:
            return typed
    return ""


def _begin(screen: Screen, autosave: Autosave, match: Match, series: Series | None) -> None:
    if series is not None:
        screen.notice(f"Game {series.number} of {series.games}: {_who_begins(match)}.")
    elif not match.seats[0].is_person or not match.seats[1].is_person:
        screen.notice(f"{begin_sentence(_who_begins(match))}.")
    autosave.begin(match, series)


def _who_begins(match: Match) -> str:
    labels = {player: _label(match.seat(player)) for player in Player}
    return ", ".join(
        f"{label} {'are' if label == 'you' else 'is'} {player}" for player, label in labels.items()
    )


def _score(series: Series) -> str:
    return ", ".join(
        f"{_label(seat)} {won}" for seat, won in zip(series.people, series.won, strict=True)
    )


def _label(seat: Seat) -> str:
    if seat.is_person:
        return seat.name or "you"
    return (
        f"{seat.name} (the computer, {seat.kind})" if seat.name else f"the computer ({seat.kind})"
    )
