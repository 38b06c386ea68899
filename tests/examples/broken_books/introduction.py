"""Rule books whose class, options or presets break the contract."""

from dataclasses import dataclass
from typing import Literal

from last_stone import Heap, LastStone

from numduel import Game, Outcome, Player, option
from numduel.game import Preset


class NoSlug(Game):
    title = "No Slug"
    summary = "Nobody knows its name."

    def start(self):
        return Heap(0, Player.ONE)

    def all_moves(self):
        return []

    def refusal(self, state, move):
        return "No."

    def after(self, state, move):
        return state

    def outcome(self, state):
        return Outcome(Player.ONE, "at once")


class BadSlug(LastStone):
    slug = "Last_Stone"


class NoTitle(LastStone):
    title = ""


class BadSummary(LastStone):
    summary = "Take stones"


class OldRules(LastStone):
    rules_version = 0


class PresetForNothing(LastStone):
    presets = (Preset("small", {"heap": 4}, ()),)


class PresetTooSmall(LastStone):
    presets = (Preset("small", {"heap": 0}, ("play",)),)


class Unfinished(Game):
    slug = "unfinished"
    title = "Unfinished"
    summary = "Something is missing."

    def start(self):
        return Heap(1, Player.ONE)


class NoDataclass(LastStone):
    colour: Literal["red", "blue"] = option("red", "the colour of the stones")


@dataclass(frozen=True)
class HidesStart(LastStone):
    start: int = option(3, "how many stones there are", minimum=1)


@dataclass(frozen=True)
class NoHelp(LastStone):
    again: int = 3


@dataclass(frozen=True)
class SpacedWord(LastStone):
    style: Literal["as usual", "quick"] = option("quick", "how it is played")


@dataclass(frozen=True)
class BadDefault(LastStone):
    most: int = option(3, "the most that can be taken", minimum=4)


@dataclass(frozen=True)
class TextOption(LastStone):
    colour: str = option("red", "the colour of the stones")


@dataclass(frozen=True)
class UncheckedOptions(LastStone):
    def __post_init__(self):
        pass


class EqualToNone(LastStone):
    def __eq__(self, other):
        return self is other

    __hash__ = LastStone.__hash__
