"""What an answer contains. FastAPI holds every answer to its model."""

from typing import Any, Literal

from pydantic import Field

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
    view: dict[str, Any]
    legal: list[str]
    to_move: PlayerNumber | None
    last: str | None


class RulingShape(Shape):
    code: str
    text: str


class RuleBookShape(Shape):
    """The parts of a rule book, in Markdown; one that it lacks is empty."""

    rules: str
    example: str
    options: str
    about_rulings: str
    rulings: list[RulingShape]


class PresetShape(Shape):
    """Settings worth choosing."""

    name: str
    options: OptionValues
    purposes: list[Literal["play", "puzzles", "arena"]]


class GameShape(Shape):
    slug: str
    title: str
    summary: str
    board: str | None
    rules: str = Field(description="in Markdown")
    rule_book: RuleBookShape
    presets: list[PresetShape]
    sample: list[SamplePosition] = Field(description="a short game, for a small live board")
    options: list[OptionShape]
    levels: list[str]


class MatchAnswer(Shape):
    match: Snapshot


class NewMatchAnswer(MatchAnswer):
    seat_link: str | None
    watch_link: str


class ChoiceShape(Shape):
    move: str
    winner: PlayerNumber | None
    distance: int | None
    best: bool


class AnalysisShape(Shape):
    winner: PlayerNumber | None
    distance: int | None
    unknown: str | None
    is_settled: bool = Field(description="it ends so, and then, whatever anybody does")
    choices: list[ChoiceShape]


class WhyShape(Shape):
    sentences: list[str]
    pairs: list[list[Any]]
    reply: str | None


class PositionAnswer(Position):
    analysis: AnalysisShape | None = None
    why: WhyShape | None = None


class PuzzleShape(Position):
    id: str
    question: str


class PuzzleResult(Shape):
    is_right: bool
    answers: list[str]
    why: WhyShape
    analysis: AnalysisShape


class ReviewedMoveShape(Shape):
    ply: int
    player: PlayerNumber
    move: str
    winner_before: PlayerNumber | None
    winner_after: PlayerNumber | None
    distance_before: int | None
    distance_after: int | None
    is_mistake: bool
    better: list[str]


class ReviewShape(Shape):
    moves: list[ReviewedMoveShape]
    mattered: bool
    summary: list[str]
    values: list[PlayerNumber | None]


class FigureShape(Shape):
    label: str
    figure: str


class FactsShape(Shape):
    judgement: str
    figures: list[FigureShape]


class Health(Shape):
    status: Literal["ok"]
    matches: int
    listeners: int
