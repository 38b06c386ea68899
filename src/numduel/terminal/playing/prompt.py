"""The prompt at which a move is entered, and the requests that may be entered instead."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple

from numduel.errors import IllegalMove, UnreadableMove
from numduel.game import AnyGame
from numduel.match import Match
from numduel.study import consequence_of
from numduel.terminal.choosing import ToMenu
from numduel.terminal.line_input import Left
from numduel.terminal.playing.naming import find_named, read_named
from numduel.terminal.rules import show_rules
from numduel.terminal.screen import Screen, in_few_rows
from numduel.words import Further, Line, begin_sentence, line

_OTHER_NAMES = {"?": "help", "exit": "quit"}


class Request(NamedTuple):
    """A word that may be entered instead of a move. It costs no turn.

    `do` is called with the MovePrompt and with what was entered after the word.
    """

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
        """The move that the player to move enters."""
        game, state = self.game, self.match.state
        self.said = ()
        while True:
            text = self.screen.ask(self.words.question(state, self.said))
            request = find_request(text, game, self.requests)
            if request is not None:
                request.do(self, text.strip().partition(" ")[2].strip())
                continue
            with self._refusing():
                reply = self._read(text)
                if not isinstance(reply, Further):
                    return self.match.judge(reply)
                self.said = reply.said

    def _read(self, text: str) -> Any:
        """The move that an answer makes, or Further. The whole move may also be entered by the name
        that a hint gives it."""
        game, state = self.game, self.match.state
        try:
            return self.words.answer(state, text, self.said)
        except UnreadableMove:
            named = None if self.said else find_named(game, state, text)
            if named is None:
                raise
            return named

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """If a move is unreadable or illegal in here, tell the player why, and go on."""
        try:
            yield
        except IllegalMove as illegal:
            self.screen.refuse(line(illegal.rule))
        except UnreadableMove as unreadable:
            self.screen.refuse(in_few_rows(str(unreadable)))

    def with_values(self, shown: list[Line], choices: list[Line] | None = None) -> list[Line]:
        """The lines to show. GameLoop adds the values of the moves if they are wanted. `choices`
        are the lines that list moves; by default those at the start of a turn."""
        return shown

    def show_consequence(self, text: str) -> None:
        """Tell what a move would lead to: what beats it, or how it wins."""
        with self._refusing():
            move = read_named(self.game, self.match.state, text)
            with self.screen.thinking():
                told = consequence_of(self.match, move).text
            self.screen.tell(begin_sentence(told))

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

    def show_moves(self, _: str) -> None:
        state = self.match.state
        if self.said:
            choices = self.words.further_choices(state, self.said)
        else:
            choices = self.words.choices(state)
        self.screen.page(self.with_values(choices, choices))

    def show_board(self, wanted: str = "") -> None:
        """Show the position again, or switch the drawings on or off."""
        if wanted:
            self._switch_drawings(wanted)
        else:
            self.show_position(self.words.board(self.match.state))

    def show_position(self, shown: list[Line]) -> None:
        """Draw the position on a terminal, and print these lines of the rule book's words."""
        match, lines = self.match, self.with_values(shown)
        self.screen.show_position(self.game, match.state, match.moves, lines)

    def _switch_drawings(self, wanted: str) -> None:
        if wanted.lower() not in ("on", "off"):
            self.screen.tell("Enter board on or board off to have drawings or none.")
        elif not self.screen.can_draw:
            self.screen.tell(
                "This terminal shows no drawings: they need one with UTF-8, and no --plain."
            )
        else:
            self.screen.set_drawing(wanted.lower() == "on")
            self.screen.notice(f"Drawings are {wanted.lower()}.")

    def show_rules(self, _: str) -> None:
        show_rules(self.screen, type(self.game))

    def to_menu(self, _: str) -> None:
        raise ToMenu

    def leave(self, _: str) -> None:
        raise Left


def find_request(text: str, game: AnyGame, requests: Sequence[Request]) -> Request | None:
    """The request that was entered, or None. What can be read as a move is a move."""
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


HELP = Request("help", "h", "this list", MovePrompt.show_help)
MOVES = Request("moves", "m", "what is allowed now", MovePrompt.show_moves)
BOARD = Request(
    "board",
    "b",
    "the position again; on or off: with drawings or without",
    MovePrompt.show_board,
    " [on|off]",
)
RULES = Request("rules", "r", "the rules of this game", MovePrompt.show_rules)
TO_MENU = Request("menu", None, "go to the menu", MovePrompt.to_menu)
QUIT = Request("quit", "q", "leave", MovePrompt.leave)
