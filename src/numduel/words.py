"""The words of a rule book: lines of plain text whose spans have roles.

`str(line)` is what the rule book prints; the roles let a terminal colour it. Words never print, and
rules never call words. They speak of "Player 1" and "Player 2"; `put_names` inserts people's names.
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
    """The purpose of a span."""

    PLAIN = "plain"
    PLAYER_ONE = "player one"
    PLAYER_TWO = "player two"
    ALLOWED = "allowed"
    DIM = "dim"
    LAST = "last"
    PROMPT = "prompt"


class Span(NamedTuple):
    """A piece of a line; `move` is the move it shows, if any."""

    text: str
    role: Role = Role.PLAIN
    move: Any = None


class Line(tuple[Span, ...]):
    """A line of a rule book's words."""

    __slots__ = ()

    def __str__(self) -> str:
        return "".join([span.text for span in self])


def line(*parts: str | Span | Sequence[Span]) -> Line:
    """Join texts and spans into a line."""
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
    """Return a span that names the player to move."""
    return Span(text, Role.PLAYER_ONE if player == 1 else Role.PLAYER_TWO)


def listing(
    items: Sequence[Any],
    separator: str = ", ",
    *,
    none: str = "None",
    is_allowed: Callable[[Any], bool] = lambda item: True,
    show: Callable[[Any], Sequence[Span]] | None = None,
) -> list[Span]:
    """Return the spans of a list: allowed entries highlighted, the rest dim, and `none` if it is
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
    """Return a line with people's names instead of "Player 1" and "Player 2"."""
    by_number = {str(int(player)): name for player, name in names.items()}
    return Line(
        span._replace(text=_PLAYER.sub(lambda found: by_number[found[1]], span.text))
        if "Player" in span.text
        else span
        for span in spoken
    )


def begin_sentence(text: str) -> str:
    """Capitalise the first letter."""
    return text[:1].upper() + text[1:]


def count(number: int, noun: str) -> str:
    """Return a number with its noun: "1 move", "2 moves"."""
    return f"{number} {noun}" if number == 1 else f"{number:,} {noun}s"


def listed(
    items: Iterable[Any], limit: int = 12, word: str = "and", show: Callable[[Any], str] = str
) -> str:
    """Join things: "6, 5 and 3". Of a long list, the first ones and the number of the others."""
    things = list(items)
    texts = [show(thing) for thing in things[:limit]]
    if len(things) > limit:
        texts[limit - 1 :] = [f"{len(things) - limit + 1:,} more"]
    if len(texts) < 2:
        return "".join(texts)
    return f"{', '.join(texts[:-1])} {word} {texts[-1]}"


# Invisible characters that modify the one before them: joiners between two non-ASCII
# characters (emoji families, Persian), and the tag letters of a regional flag.
_JOINED = re.compile(
    "(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])|(?<=\U0001f3f4)[\U000e0020-\U000e007f]+"
)


def is_printable(text: str) -> bool:
    """Return whether all characters of a text are visible, or join visible ones."""
    return all(map(_is_seen, _JOINED.sub("", text)))


def _is_seen(sign: str) -> bool:
    return sign.isprintable() or "\U0001f000" <= sign <= "\U0001fbff"  # new emoji


def printable(text: str, keep: str = "") -> str:
    """Escape the control characters of a text, except `keep`, so that it cannot control a
    terminal."""
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
    """Return input in quotation marks, cut if it is long, with control characters escaped."""
    shown = printable(typed[:LONGEST_QUOTE])
    return f'"{shown}{"…" if len(typed) > LONGEST_QUOTE else ""}"'


class Further(NamedTuple):
    """A turn needs another question; `said` are the answers so far."""

    said: tuple[Any, ...]


class Words(Generic[StateT, MoveT]):
    """The texts of a game for its players. A rule book overrides some of them, and may narrow the
    type of `game` to read its options."""

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
        """Return the values of the game's view, one a line. A tuple of the state with a plural name
        is numbered: "Row 1: 5, row 2: 3"."""
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
        """Return the lines that list what is allowed."""
        return [line("You may play: ", self.list_choices(state))]

    def further_choices(self, state: StateT, said: tuple[Any, ...]) -> list[Line]:
        """Return the lines that list what is allowed at a further question."""
        return self.choices(state)

    def list_choices(self, state: StateT) -> list[Span]:
        """Return the legal moves, in the rule book's style."""
        return listing(
            self.game.legal_moves(state),
            self.separator,
            show=lambda move: [Span(self.game.write_move(move), Role.ALLOWED, move)],
        )

    def board(self, state: StateT) -> list[Line]:
        """Return the lines that repeat the position during a game."""
        return self.turn(state)

    def question(self, state: StateT, said: tuple[Any, ...] = ()) -> Line:
        """Return the prompt for the player to move."""
        return line(Span("Your move: ", Role.PROMPT))

    def answer(self, state: StateT, text: str, said: tuple[Any, ...] = ()) -> MoveT | Further:
        """Parse an answer: return a move, or `Further` if another question follows.

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
        """Return what the player to move must do, as an imperative: "take an even number". None if
        there is nothing to say."""
        return None

    def cost(self, state: StateT, move: MoveT) -> str | None:
        """Return the cost of a legal move that the player may want to avoid, as a sentence; None if
        it has none."""
        return None

    def to_play(self, state: StateT, move: MoveT) -> str:
        """Return a move as an imperative: "take 8"."""
        return f"play {self.game.write_move(move)}"

    def name_move(self, state: StateT, move: MoveT) -> str:
        """Return the name of a move for people: what they type, unless overridden."""
        return ", then ".join(self.answers(state, move))

    def done(self, before: StateT, move: MoveT) -> str:
        """Return what a move did, to follow the player's name: "took 8"."""
        return f"played {self.game.write_move(move)}"

    def answers(self, state: StateT, move: MoveT) -> list[str]:
        """Return the answers that a person types to play this move."""
        return [self.game.write_move(move)]

    def played(self, before: Any, move: MoveT, after: StateT) -> list[Line]:
        """Return the lines after a move."""
        played = Span(self.game.write_move(move), Role.LAST)
        return [line(f"{before.to_move} plays ", played, "."), BLANK]

    def ending(self, state: StateT, outcome: "Outcome") -> list[Line]:
        """Return the lines at the end of a duel that the rules decided."""
        return [line(str(outcome))]


def show_value(value: Any) -> list[list[Span]]:
    """Return the lines that show a value of a view: one, or one for each list in a list of
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
