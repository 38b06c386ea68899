"""What an answer contains. Every answer is held to its model before it is sent.

The truth, the review, the audit and the answers to puzzles are forms of `numduel.study`.
docs/json.md describes them.
"""

from typing import Any, Literal

from pydantic import Field

from numduel.study import Difficulty, Foregone, LessonAbout
from numduel.web.matches.position import Position
from numduel.web.matches.snapshot import Snapshot
from numduel.web.shapes import OptionValues, PlayerNumber, Shape


class OptionShape(Shape):
    name: str
    kind: Literal["int", "bool", "choice"]
    default: bool | int | str
    help: str
    minimum: int | None
    maximum: int | None
    values: list[str] | None


class SamplePosition(Shape):
    """What a small board shows."""

    view: dict[str, Any]
    legal: list[str]
    to_move: PlayerNumber | None
    last: str | None


class RulingShape(Shape):
    code: str
    text: str


class RuleBookShape(Shape):
    """A rule book in parts, all of them Markdown; a part that is not there is empty."""

    rules: str
    example: str
    options: str
    about_rulings: str
    rulings: list[RulingShape]


class PresetShape(Shape):
    """Settings worth choosing."""

    name: str
    address: str = Field(description="the ID of the position in which it begins")
    options: OptionValues
    purposes: list[Literal["play", "puzzles", "arena"]]
    about: str = Field(description="what is new in it")
    is_offered: bool = Field(description="worth playing, or the duel as written")
    foregone: Foregone | None


class Outlook(Shape):
    """What can be said of a duel with these settings before it begins."""

    address: str = Field(description="the ID of the position in which it begins")
    game: str
    options: OptionValues
    foregone: Foregone | None = Field(description="null where choices count")


class GameShape(Shape):
    slug: str
    title: str
    summary: str
    board: str | None
    sample: list[SamplePosition] = Field(description="a short game, for a small live board")
    rule_book: RuleBookShape
    presets: list[PresetShape]
    foregone: Foregone | None = Field(description="of the duel as written")
    options: list[OptionShape]
    levels: list[str]
    default_level: str


class MatchAnswer(Shape):
    match: Snapshot


class NameAnswer(Shape):
    name: str | None = Field(description="the name as it is kept; null for none")


class PresenceAnswer(Shape):
    here: list[PlayerNumber] = Field(description="the players who are at the board")


class NewMatchAnswer(MatchAnswer):
    seat_link: str | None
    watch_link: str


class PuzzleShape(Position):
    """A position in which a winning move is asked for. Its page is /puzzles/ID."""

    form: Literal[1]
    question: str
    difficulty: Difficulty
    theme: str
    future: str = Field(description="equal for positions in which the same can still happen")


class LessonStep(Shape):
    """A position to play."""

    ask: str
    position: Position


class LessonShape(Shape):
    about: LessonAbout
    steps: list[LessonStep]


class Health(Shape):
    status: Literal["ok"]
    matches: int
    listeners: int
