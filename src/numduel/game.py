"""The contract of a rule book: Player, Outcome, Game, its options and presets."""

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from enum import IntEnum
from functools import cache
from typing import (
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Protocol,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from numduel.errors import BadOption, IllegalMove, UnreadableMove
from numduel.words import Words, quote

LARGEST = 1_000  # the largest size of a duel
_WORDS_FOR_BOOL = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}
_NUMBER = re.compile(r"-?[0-9]+")
_MOST_DIGITS = 12


class Player(IntEnum):
    """A player; `Player.ONE` moves first."""

    ONE = 1
    TWO = 2

    opponent: "Player"

    def __str__(self) -> str:
        return f"Player {self.value}"

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)


# Stored, because every simulated move looks it up.
Player.ONE.opponent, Player.TWO.opponent = Player.TWO, Player.ONE


class Outcome(NamedTuple):
    """The result of a duel. The reason completes the sentence "Player 2 wins …"."""

    winner: Player
    reason: str

    def __str__(self) -> str:
        return f"{self.winner} wins {self.reason}."


class State(Protocol):
    """A position: a frozen, hashable value that knows whose turn it is."""

    @property
    def to_move(self) -> Player: ...

    def __hash__(self) -> int: ...


def option(
    default: int | bool | str,
    help: str,
    *,
    minimum: int | None = None,
    maximum: int = LARGEST,
    name: str | None = None,
    suggest: str | None = None,
    differs: str | dict[str, str] | None = None,
    labels: dict[str, str] | None = None,
) -> Any:
    """Declare an option as a dataclass field.

    `name` is what players call it, if the field needs another name (an option `start` would hide
    the method). `suggest` says which values make a good game. `differs` says how the rules change
    if the value is not the default, and may contain `{value}` and `{default}`; empty if the rules
    contain the value. If the values are words, it may map each to a sentence; `labels` may say each
    as menus do.
    """
    about: dict[str, Any] = {"help": help, "minimum": minimum, "maximum": maximum}
    about |= {"name": name, "suggest": suggest, "differs": differs, "labels": labels}
    return field(default=default, metadata=about)


class Option(NamedTuple):
    """An option of a rule book: how to read, offer and check it."""

    name: str
    field: str
    kind: type[int] | type[bool] | tuple[str, ...]
    default: Any
    help: str
    minimum: int | None
    maximum: int | None
    suggest: str | None
    differs: str | dict[str, str] | None = None
    labels: dict[str, str] | None = None

    @property
    def words(self) -> tuple[str, ...]:
        """The words that it may be; empty for a number."""
        if isinstance(self.kind, tuple):
            return self.kind
        return ("yes", "no") if self.kind is bool else ()

    def label(self, word: str) -> str:
        """Return a word that it may be as menus say it."""
        return (self.labels or {}).get(word, word)

    def tell(self, value: Any) -> str | None:
        """Return what players must know about this value besides the rules, or None."""
        if self.differs is None:
            return f"{self.name} = {value} ({self.help})."
        if value == self.default:
            return None
        differs = self.differs if isinstance(self.differs, str) else self.differs[value]
        return differs.format(value=value, default=self.default)

    def read(self, text: str) -> int | bool | str:
        """Parse a value; BadOption if it is not one."""
        text = text.strip(" \t\r\n")
        if self.kind is bool and text.lower() in _WORDS_FOR_BOOL:
            return _WORDS_FOR_BOOL[text.lower()]
        if self.kind is int and re.fullmatch(r"-?[0-9]{1,12}", text):
            return int(text)
        if isinstance(self.kind, tuple) and text in self.kind:
            return text
        raise self.refuse(json.dumps(text[:40], ensure_ascii=False))

    def check(self, value: object) -> None:
        """Raise BadOption unless the value is allowed."""
        if isinstance(self.kind, tuple):
            is_right = isinstance(value, str) and value in self.kind
        else:
            is_right = type(value) is self.kind
        if is_right and self.kind is int:
            assert isinstance(value, int)
            is_right = (self.minimum is None or value >= self.minimum) and (
                self.maximum is None or value <= self.maximum
            )
        if not is_right:
            raise self.refuse(repr(value)[:40])

    def refuse(self, shown: str) -> BadOption:
        """Return the error for a value that is not allowed."""
        if isinstance(self.kind, tuple):
            wanted = "one of " + ", ".join(self.kind)
        elif self.kind is bool:
            wanted = "yes or no"
        elif self.maximum is None:
            wanted = "a whole number"
        elif self.minimum is None:
            wanted = f"a whole number up to {self.maximum}"
        else:
            wanted = f"a whole number from {self.minimum} to {self.maximum}"
        return BadOption(f"{self.name} must be {wanted}, not {shown}.")


def write_value(value: int | bool | str) -> str:
    """Return a value as `Option.read` reads it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


@cache
def options_of(game_class: type) -> tuple[Option, ...]:
    """Return the options of a rule book, in the order of declaration."""
    hints = get_type_hints(game_class)
    return tuple(_describe(field, hints[field.name]) for field in fields(game_class))


def _describe(field: "Field[Any]", hint: Any) -> Option:
    if get_origin(hint) is Literal:
        kind: Any = get_args(hint)
    elif hint in (int, bool):
        kind = hint
    else:
        raise TypeError(
            f"option {field.name}: {hint} is neither int, bool nor a Literal of strings"
        )
    about = field.metadata
    is_number = kind is int
    return Option(
        about.get("name") or field.name,
        field.name,
        kind,
        field.default,
        about.get("help", ""),
        about.get("minimum") if is_number else None,
        about.get("maximum") if is_number else None,
        about.get("suggest"),
        about.get("differs"),
        about.get("labels"),
    )


class Preset(NamedTuple):
    """Named settings worth choosing, with their purposes and what is new in them."""

    name: str
    options: Mapping[str, Any]
    purposes: tuple[Literal["play", "puzzles", "arena"], ...]
    about: str = ""

    @property
    def is_offered(self) -> bool:
        """Whether menus offer it: it is worth playing, or the game as written."""
        return "play" in self.purposes or not self.options


StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Hashable)


@dataclass(frozen=True)
class Game(ABC, Generic[StateT, MoveT]):
    """A rule book with its options chosen. Its dataclass fields are the options.

    Two players alternate, and a duel ends: no position comes back. `numduel.testing.check` checks a
    rule book against this and the contract below.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    """The goal in a line, as told to a player."""
    order: ClassVar[int] = 100
    """Its place in lists of games; games of the same order are listed by name."""
    sequel: ClassVar[str | None] = None
    """The slug of the game to play next, where no preset of this one is harder."""
    rules_version: ClassVar[int] = 1
    board: ClassVar[str | None] = None
    presets: ClassVar[tuple[Preset, ...]] = ()

    def __post_init__(self) -> None:
        for option in options_of(type(self)):
            option.check(getattr(self, option.field))

    @property
    def words(self) -> Words[Any, Any]:
        """The words for players of this game; plain unless overridden."""
        return Words(self)

    @property
    def options(self) -> dict[str, Any]:
        """All options with their values."""
        return {option.name: getattr(self, option.field) for option in options_of(type(self))}

    @property
    def changed_options(self) -> dict[str, Any]:
        """The options that are not at their defaults."""
        usual = {option.name: option.default for option in options_of(type(self))}
        return {name: value for name, value in self.options.items() if value != usual[name]}

    @abstractmethod
    def start(self) -> StateT:
        """Return the first state."""

    @abstractmethod
    def all_moves(self) -> Sequence[MoveT]:
        """Return every move that can ever be legal; its index is the action number."""

    @abstractmethod
    def refusal(self, state: StateT, move: MoveT) -> str | None:
        """Return the rule that forbids this move here, as a sentence, or None if it is legal."""

    @abstractmethod
    def after(self, state: StateT, move: MoveT) -> StateT:
        """Return the state that a legal move leads to; the move is not checked."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Return who has won and how; None while the duel goes on."""

    def legal_moves(self, state: StateT) -> Sequence[MoveT]:
        """Return the legal moves, ascending; empty exactly when the duel is over."""
        return [move for move in self.all_moves() if self.refusal(state, move) is None]

    def play(self, state: StateT, move: MoveT) -> StateT:
        """Return the state after a move; IllegalMove with the rule that forbids it."""
        rule = self.refusal(state, move)
        if rule is not None:
            raise IllegalMove(rule, move, state)
        return self.after(state, move)

    def read_move(self, text: str) -> MoveT:
        """Parse a move; a whole number unless the rule book says otherwise."""
        return read_number(text)  # type: ignore[return-value]

    def write_move(self, move: MoveT) -> str:
        """Return the one written form of a move, which `read_move` reads."""
        return str(move)

    def canonical(self, state: StateT) -> Hashable:
        """Return the canonical key: all that decides the future. States with equal keys are won or
        lost alike by the player to move, in the same number of moves."""
        return state

    def most_moves(self) -> int | None:
        """Return an upper bound for the length of a game; None if the rule book gives none."""
        return None

    def view(self, state: StateT) -> dict[str, Any]:
        """Return the state as JSON values by name, for boards and programs."""
        fields: dict[str, Any] = getattr(state, "_asdict", lambda: vars(state))()
        return {name: _as_json(value) for name, value in fields.items()}

    def features(self, state: StateT) -> tuple[float, ...]:
        """Return the state as a fixed number of floats, seen by the player to move."""
        legal = set(self.legal_moves(state))
        return tuple(float(move in legal) for move in self.all_moves())


AnyGame = Game[Any, Any]
_AS_WRITTEN = Preset("as written", {}, ("play", "puzzles", "arena"))


def presets_of(game_class: type[AnyGame], purpose: str | None = None) -> list[Preset]:
    """Return a rule book's presets: those for a purpose, or all.

    The game as written is always among them: for every purpose if nothing is declared, otherwise
    last and for none.
    """
    declared = game_class.presets or (_AS_WRITTEN,)
    if all(preset.options for preset in declared):
        declared = (*declared, _AS_WRITTEN._replace(purposes=()))
    return [preset for preset in declared if purpose in (None, *preset.purposes)]


def read_number(text: str) -> int:
    """Parse a whole number as typed: ASCII digits, with a minus sign and spaces around it
    allowed."""
    typed = text.strip(" \t\r\n")
    if not typed:
        raise UnreadableMove("Nothing was typed")
    if not _NUMBER.fullmatch(typed):
        raise UnreadableMove(f"{quote(typed)} is not a whole number")
    if len(typed.lstrip("-")) > _MOST_DIGITS:
        raise UnreadableMove(f"{quote(typed)} has more than twelve digits")
    return int(typed)


def _as_json(value: Any) -> Any:
    if isinstance(value, Player):
        return int(value)
    if isinstance(value, (tuple, list, frozenset, set)):
        return [_as_json(item) for item in value]
    return value
