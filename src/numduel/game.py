"""The contract that a rule book fulfils: Player, Outcome and Game."""

import re
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from numduel.errors import IllegalMove, UnreadableMove
from numduel.options import options_of
from numduel.words import Words, quote

_NUMBER = re.compile(r"-?[0-9]+")
_MOST_DIGITS = 12


class Player(IntEnum):
    """Whoever moves first is Player 1; the other is Player 2."""

    ONE = 1
    TWO = 2

    opponent: "Player"

    def __str__(self) -> str:
        return f"Player {self.value}"

    def __format__(self, format_spec: str) -> str:
        return format(str(self), format_spec)


# Kept on the players, where every simulated move looks it up.
Player.ONE.opponent, Player.TWO.opponent = Player.TWO, Player.ONE


class Outcome(NamedTuple):
    """How a duel ended. The reason completes the sentence "Player 2 wins …"."""

    winner: Player
    reason: str

    def __str__(self) -> str:
        return f"{self.winner} wins {self.reason}."


class State(Protocol):
    """What a position is made of: a frozen, hashable value that knows whose turn it is."""

    @property
    def to_move(self) -> Player: ...

    def __hash__(self) -> int: ...


class Preset(NamedTuple):
    """Settings worth choosing, under a name, and what they are good for."""

    name: str
    options: Mapping[str, Any]
    purposes: tuple[Literal["play", "puzzles", "arena"], ...]

    @property
    def is_offered(self) -> bool:
        """Whether a menu offers it: what is worth playing, and always the duel as written."""
        return "play" in self.purposes or not self.options


StateT = TypeVar("StateT", bound=State)
MoveT = TypeVar("MoveT", bound=Hashable)


@dataclass(frozen=True)
class Game(ABC, Generic[StateT, MoveT]):
    """A rule book with its options chosen. Its dataclass fields are the options.

    Two players take turns: after a move it is the other's turn. A duel ends: no position comes
    back. `numduel.testing.check` holds a rule book to this and to all that is said below.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    rules_version: ClassVar[int] = 1
    board: ClassVar[str | None] = None
    presets: ClassVar[tuple[Preset, ...]] = ()

    def __post_init__(self) -> None:
        for option in options_of(type(self)):
            option.check(getattr(self, option.field))

    @property
    def words(self) -> Words[Any, Any]:
        """What players of this game read and are asked; plain words unless overridden."""
        return Words(self)

    @property
    def options(self) -> dict[str, Any]:
        """Every option with its value."""
        return {option.name: getattr(self, option.field) for option in options_of(type(self))}

    @property
    def changed_options(self) -> dict[str, Any]:
        """The options that are not at their defaults."""
        usual = {option.name: option.default for option in options_of(type(self))}
        return {name: value for name, value in self.options.items() if value != usual[name]}

    @abstractmethod
    def start(self) -> StateT:
        """The first state."""

    @abstractmethod
    def all_moves(self) -> Sequence[MoveT]:
        """Every move that can ever be legal; a move's place is its action number."""

    @abstractmethod
    def refusal(self, state: StateT, move: MoveT) -> str | None:
        """The rule that forbids this move here, as a sentence, or None if it is legal."""

    @abstractmethod
    def after(self, state: StateT, move: MoveT) -> StateT:
        """The state that a legal move leads to; the move is not checked."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Who has won and how, or None while the duel goes on."""

    def legal_moves(self, state: StateT) -> Sequence[MoveT]:
        """What may be played here, ascending; empty exactly when the duel is over."""
        return [move for move in self.all_moves() if self.refusal(state, move) is None]

    def play(self, state: StateT, move: MoveT) -> StateT:
        """The state that a move leads to, or IllegalMove with the rule that forbids it."""
        rule = self.refusal(state, move)
        if rule is not None:
            raise IllegalMove(rule, move, state)
        return self.after(state, move)

    def read_move(self, text: str) -> MoveT:
        """The move that a text stands for; a whole number unless the rule book says otherwise."""
        return read_number(text)  # type: ignore[return-value]

    def write_move(self, move: MoveT) -> str:
        """A move's one written form, which `read_move` reads."""
        return str(move)

    def canonical(self, state: StateT) -> Hashable:
        """Return the canonical key: what decides the future. States with equal keys are won or lost
        alike by the player to move, in the same number of moves."""
        return state

    def most_moves(self) -> int | None:
        """An upper bound for the number of moves in a game; None if the rule book does not say."""
        return None

    def view(self, state: StateT) -> dict[str, Any]:
        """The state as named JSON values, for boards and programs."""
        fields: dict[str, Any] = getattr(state, "_asdict", lambda: vars(state))()
        return {name: _as_json(value) for name, value in fields.items()}

    def features(self, state: StateT) -> tuple[float, ...]:
        """The state as a fixed number of numbers, seen by the player to move."""
        legal = set(self.legal_moves(state))
        return tuple(float(move in legal) for move in self.all_moves())


AnyGame = Game[Any, Any]
_AS_WRITTEN = Preset("as written", {}, ("play", "puzzles", "arena"))


def presets_of(game_class: type[AnyGame], purpose: str | None = None) -> list[Preset]:
    """The settings that a rule book declares: those for a purpose, or all of them.

    The duel as written is always among them. It is good for everything if nothing is declared;
    otherwise it comes last and has no purpose.
    """
    declared = game_class.presets or (_AS_WRITTEN,)
    if all(preset.options for preset in declared):
        declared = (*declared, _AS_WRITTEN._replace(purposes=()))
    return [preset for preset in declared if purpose in (None, *preset.purposes)]


def read_number(text: str) -> int:
    """The whole number that a player typed: ASCII digits, a minus sign if any, and spaces around
    it."""
    typed = text.strip(" \t\r\n")
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
