"""The voice of a rule book: lines of plain text whose spans have roles.

`str(line)` is what the rule book prints; the roles let a terminal colour it. Words never
print, and rules never call words. They speak of "Player 1" and "Player 2"; `put_names` puts
people's names in their place.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from numduel.errors import UnreadableMove

if TYPE_CHECKING:
    from numduel.game import Game, Outcome, Player

StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT", bound=Hashable)

LONGEST_QUOTE = 40
_PLAYER = re.compile(r"\bPlayer ([12])\b")


class Role(StrEnum):
    """What a span is for."""

    PLAIN = "plain"
    PLAYER_ONE = "player one"
    PLAYER_TWO = "player two"
    ALLOWED = "allowed"
    DIM = "dim"
    LAST = "last"
    PROMPT = "prompt"


class Span(NamedTuple):
    """A piece of a line; `move` is the move that it shows, if any."""

    text: str
    role: Role = Role.PLAIN
    move: Any = None


class Line(tuple[Span, ...]):
    """One line of a rule book's words."""

    __slots__ = ()

    def __str__(self) -> str:
        return "".join([span.text for span in self])


def line(*parts: str | Span | Sequence[Span]) -> Line:
    """Return a line from texts and spans."""
    spans: list[Span] = []
    for part in parts:
        if isinstance(part, str):
            spans.append(Span(part))
        elif isinstance(part, Span):
            spans.append(part)
        else:
            spans.extend(part)
    return Line(spans)


BLANK = line()


def turn_of(player: "Player", text: str) -> Span:
    """Return a span that says whose turn it is."""
    return Span(text, Role.PLAYER_ONE if player == 1 else Role.PLAYER_TWO)


def listing(
    items: Sequence[Any],
    separator: str = ", ",
    *,
    none: str = "None",
    is_allowed: Callable[[Any], bool] = lambda item: True,
    show: Callable[[Any], Sequence[Span]] | None = None,
) -> list[Span]:
    """Return the spans of a list: allowed entries bright, the rest dim, and `none` if it is
    empty."""
    if not items:
        return [Span(none)]
    spans: list[Span] = []
    for item in items:
        if spans:
            spans.append(Span(separator))
        if show is not None:
            spans.extend(show(item))
        elif is_allowed(item):
            spans.append(Span(str(item), Role.ALLOWED, item))
        else:
            spans.append(Span(str(item), Role.DIM))
    return spans


def put_names(spoken: Line, names: "Mapping[Player, str]") -> Line:
    """Return the same line with people's names where "Player 1" and "Player 2" stood."""
    by_number = {str(int(player)): name for player, name in names.items()}
    return Line(
        span._replace(text=_PLAYER.sub(lambda found: by_number[found[1]], span.text))
        if "Player" in span.text
        else span
        for span in spoken
    )


def begin_sentence(text: str) -> str:
    """Return the same text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def count(number: int, noun: str) -> str:
    """Return a number of things: "1 move", "2 moves"."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(
    items: Iterable[Any], limit: int = 12, word: str = "and", show: Callable[[Any], str] = str
) -> str:
    """Return things in a row: "6, 5 and 3". Of many, the first ones and how many more there are."""
    things = list(items)
    texts = [show(thing) for thing in things[:limit]]
    if len(things) > limit:
        texts[limit - 1 :] = [f"{len(things) - limit + 1:,} more"]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


# Invisible characters that belong to the one before them: joiners between two non-ASCII
# characters (emoji families, Persian), and the tag letters of a regional flag.
_JOINED = re.compile(
    "(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])|(?<=\U0001f3f4)[\U000e0020-\U000e007f]+"
)


def is_printable(text: str) -> bool:
    """Return whether every sign of a text is one that people see, or joins two of them."""
    return all(map(_is_seen, _JOINED.sub("", text)))


def _is_seen(sign: str) -> bool:
    return sign.isprintable() or "\U0001f000" <= sign <= "\U0001fbff"  # newer emoji than Python's


def printable(text: str, keep: str = "") -> str:
    """Return a text that cannot control a terminal: control characters become escapes, except
    `keep`."""
    if text.isprintable():
        return text
    joined = {place for found in _JOINED.finditer(text) for place in range(*found.span())}
    return "".join(
        sign
        if _is_seen(sign) or sign in keep or place in joined
        else sign.encode("unicode_escape").decode()
        for place, sign in enumerate(text)
    )


def quote(typed: str) -> str:
    """Return what was typed, in quotation marks: cut if it is long, with control characters
    escaped."""
    shown = printable(typed[:LONGEST_QUOTE])
    return f'"{shown}{"…" if len(typed) > LONGEST_QUOTE else ""}"'


class Further(NamedTuple):
    """A turn needs another question; `said` is what has been answered so far."""

    said: tuple[Any, ...]


class Words(Generic[StateT, MoveT]):
    """The texts of a game for its players. A rule book overrides what it says in its own way, and
    may narrow the type of `game` to read its options."""

    separator = ", "

    def __init__(self, game: "Game[Any, MoveT]") -> None:
        self.game = game

    def opening(self, state: StateT) -> list[Line]:
        """Return the lines before the first turn."""
        return [line(self.game.title), BLANK]

    def turn(self, state: Any) -> list[Line]:
        """Return the lines at the start of a turn, before its first question."""
        whose = line(turn_of(state.to_move, f"{state.to_move}'s turn."))
        return [whose, *self.position(state), *self.choices(state)]

    def position(self, state: StateT) -> list[Line]:
        """Return the named values of the game's view, a line each: what the duel is about. A tuple
        of the state with a name in the plural is numbered: "Row 1: 5, row 2: 3"."""
        lines = []
        for field, value in self.game.view(state).items():
            name = field.replace("_", " ")
            if (
                isinstance(getattr(state, field, None), tuple)
                and _is_row(value)
                and name[-1] == "s"
            ):
                entries = (f"{name[:-1]} {place}: {entry}" for place, entry in enumerate(value, 1))
                lines.append(line(begin_sentence(", ".join(entries))))
            elif field != "to_move":
                lines += [line(f"{begin_sentence(name)}: ", row) for row in show_value(value)]
        return lines

    def choices(self, state: StateT) -> list[Line]:
        """Return the lines that list what is allowed now."""
        return [line("You may play: ", self.list_choices(state))]

    def further_choices(self, state: StateT, said: tuple[Any, ...]) -> list[Line]:
        """Return the lines that list what is allowed at a further question of a turn."""
        return self.choices(state)

    def list_choices(self, state: StateT) -> list[Span]:
        """Return the legal moves, as this rule book writes lists."""
        return listing(
            self.game.legal_moves(state),
            self.separator,
            show=lambda move: [Span(self.game.write_move(move), Role.ALLOWED, move)],
        )

    def board(self, state: StateT) -> list[Line]:
        """Return the lines that show the position again in the middle of a game."""
        return self.turn(state)

    def question(self, state: StateT, said: tuple[Any, ...] = ()) -> Line:
        """Return the prompt at which the player to move answers."""
        return line(Span("Your move: ", Role.PROMPT))

    def answer(self, state: StateT, text: str, said: tuple[Any, ...] = ()) -> MoveT | Further:
        """Read an answer: return the move that it makes, or `Further` if another question follows.

        Raises UnreadableMove with the sentence to show, or IllegalMove if no move begins with this
        answer. The move is not judged: `Match.judge` and `Match.play` do that.
        """
        try:
            return self.game.read_move(text)
        except UnreadableMove as unreadable:
            choices = line(self.list_choices(state))
            wrong = str(unreadable).removesuffix(".")
            raise UnreadableMove(f"{wrong}: enter one of {choices}.") from None

    def task(self, state: StateT) -> str | None:
        """Return what the player to move must do, as an order: "take an even number". None if the
        rule book has nothing to say beyond whose move it is."""
        return None

    def cost(self, state: StateT, move: MoveT) -> str | None:
        """Say what a legal move spends that the player may want to keep, as a sentence to be read
        before it is played. None for a move that spends nothing."""
        return None

    def to_play(self, state: StateT, move: MoveT) -> str:
        """Return a move as an order: "take 8"."""
        return f"play {self.game.write_move(move)}"

    def name_move(self, state: StateT, move: MoveT) -> str:
        """Return a move by itself, as people read it: by what they type, unless the rule book says
        it better."""
        return ", then ".join(self.answers(state, move))

    def done(self, before: StateT, move: MoveT) -> str:
        """Return what a move did, to be read behind the player's name: "took 8"."""
        return f"played {self.game.write_move(move)}"

    def answers(self, state: StateT, move: MoveT) -> list[str]:
        """Return what a person types to play this move: an answer to each question."""
        return [self.game.write_move(move)]

    def played(self, before: Any, move: MoveT, after: StateT) -> list[Line]:
        """Return the lines after a move."""
        played = Span(self.game.write_move(move), Role.LAST)
        return [line(f"{before.to_move} plays ", played, "."), BLANK]

    def ending(self, state: StateT, outcome: "Outcome") -> list[Line]:
        """Return the lines when the rules have decided the duel."""
        return [line(str(outcome))]


def show_value(value: Any) -> list[list[Span]]:
    """Return the rows that show a value of a view: one row, or one for each list in a list of
    lists."""
    if isinstance(value, list) and value and all(isinstance(item, list) for item in value):
        return [row for item in value for row in show_value(item)]
    if isinstance(value, list):
        return [listing(value, none="none", show=lambda item: [Span(_show_item(item))])]
    return [[Span(_show_item(value))]]


def _is_row(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, int) for item in value)


def _show_item(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return ", ".join(f"{name} {_show_item(item)}" for name, item in value.items())
    return "none" if value is None else str(value)
