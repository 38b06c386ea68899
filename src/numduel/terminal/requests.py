"""What a player may ask for at a prompt besides playing. None of it costs a turn."""

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from numduel.errors import IllegalMove, UnreadableMove
from numduel.game import AnyGame
from numduel.journal import Journal, entries_of
from numduel.rulebook import rule_book
from numduel.terminal.advice import hint, why
from numduel.terminal.screen import Screen
from numduel.words import line, quote

if TYPE_CHECKING:
    from numduel.terminal.table import Table


class Changed(Exception):
    """The position or the match has changed: the turn starts anew."""


class Left(Exception):
    """A player left the table."""


class Request(NamedTuple):
    """A word that may be typed instead of a move; `do` is told by whom and what came after it."""

    name: str
    short: str | None
    help: str
    do: Callable[[Any, str], None]
    takes: str = ""


def find_request(
    text: str, game: AnyGame, requests: Sequence[Request] | None = None
) -> Request | None:
    """The request that was typed, if it is one; what can be read as a move is a move."""
    word, _, rest = text.strip().lower().partition(" ")
    word = "help" if word == "?" else word
    for request in REQUESTS if requests is None else requests:
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


def show_help(table: "Table", _: str) -> None:
    tell_requests(table.screen, REQUESTS)


def tell_requests(screen: Screen, requests: Sequence[Request]) -> None:
    """The words that may be entered, each with its short form and what it does."""
    rows = [
        (", ".join(filter(None, (request.name, request.short))) + request.takes, request.help)
        for request in requests
    ]
    width = max(len(row[0]) for row in rows)
    screen.tell("Answer the question, or enter one of these:")
    for names, help in rows:
        screen.tell(f"  {names:{width}}  {help}")


def show_moves(table: "Table", _: str) -> None:
    choices = table.words.choices(table.game, table.match.state, shorten=False)
    table.screen.page(table.with_values(choices, shorten=False))


def show_board(table: "Table", _: str) -> None:
    table.screen.say(table.with_values(table.words.board(table.game, table.match.state)))


def show_rules(table: "Table", _: str) -> None:
    table.screen.tell_prose(rule_book(type(table.game)).text())


def show_hint(table: "Table", _: str) -> None:
    _advise(table, hint)


def show_why(table: "Table", _: str) -> None:
    _advise(table, why)


def _advise(table: "Table", advice: Callable[[AnyGame, Any], str]) -> None:
    with table.screen.thinking():
        told = advice(table.game, table.match.state)
    table.screen.tell(told)
    if table.said:
        table.screen.tell("This is about the whole move: undo takes back how you have begun it.")


def undo(table: "Table", _: str) -> None:
    """Between two people one move; against the computer back to this person's previous turn;
    in the middle of a turn only what was answered in it."""
    if table.said:
        table.said = ()
        return
    match = table.match
    against_computer = not match.seat(match.state.to_move.opponent).is_person
    count = 2 if against_computer else 1
    taken_back = match.written_moves[-count:]
    try:
        match.undo(count)
    except IllegalMove as illegal:
        table.screen.tell(illegal.rule)
        return
    table.keeper.keep({"undo": count})
    table.screen.notice(f"Taken back: {', '.join(taken_back)}.")
    raise Changed


def save(table: "Table", file: str) -> None:
    if not file:
        table.screen.tell("Name the file to save to, for example: save evening.jsonl")
        return
    try:
        with closing(Journal(Path(file).expanduser())) as copy:
            copy.write(*entries_of(table.match, table.series))
    except FileExistsError:
        table.screen.tell(f"{quote(file)} exists already: choose another name.")
    # ValueError: a name with a NUL in it; RuntimeError: a name like ~nobody/game
    except (OSError, ValueError, RuntimeError) as fault:
        reason = (getattr(fault, "strerror", None) or str(fault)).removesuffix(".")
        table.screen.tell(f"It could not be saved to {quote(file)}: {reason}.")
    else:
        table.screen.notice(f"Saved to {quote(file)}.")


def resign(table: "Table", _: str) -> None:
    player = table.match.state.to_move
    question = line(f"{player}, do you resign? {player.opponent} wins then. Enter yes or no: ")
    if table.screen.ask(question).strip().lower() not in ("yes", "y"):
        table.screen.tell("You play on.")
        return
    table.match.resign()
    raise Changed


def leave(_table: "Table", _: str) -> None:
    raise Left


REQUESTS = [
    Request("help", "h", "this list", show_help),
    Request("moves", "m", "what is allowed now", show_moves),
    Request("board", "b", "the position again", show_board),
    Request("hint", "i", "the best move and how far the end is", show_hint),
    Request("why", "w", "who is winning, and why", show_why),
    Request("undo", "u", "take the last move back", undo),
    Request("rules", "r", "the rules of this game", show_rules),
    Request("save", "s", "keep a copy of the game in a file", save, takes=" FILE"),
    Request("resign", None, "give the game up (asks once)", resign),
    Request("quit", None, "leave; the game is saved and can be resumed", leave),
]
