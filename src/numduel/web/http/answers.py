"""What an answer contains. Every answer is held to its model before it is sent.

The truth, the review, the facts and the answer to a puzzle are the forms of `numduel.telling`.
docs/json.md describes them.
"""

from typing import Any, Literal

from pydantic import Field

from numduel.study.learning.difficulty import Difficulty
from numduel.web.matches.position import Position
from numduel.web.matches.snapshot import Snapshot
from numduel.web.shapes import OptionValues, OutcomeShape, PlayerNumber, Shape


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


class ForegoneShape(Shape):
    """Says that a game is decided before its first move, whatever anybody plays."""

    form: Literal[1]
    winner: PlayerNumber
    text: str
    seats: list[str] = Field(description="the same told to Player 1, and to Player 2")
    offer: str = Field(description="what to do instead, as a question")
    better: list[str] = Field(description="the presets in which choices count")


class PresetShape(Shape):
    """Settings worth choosing."""

    name: str
    options: OptionValues
    purposes: list[Literal["play", "puzzles", "arena"]]
    is_offered: bool = Field(description="worth playing, or the duel as written")
    foregone: ForegoneShape | None


class Outlook(Shape):
    """What can be said of a duel with these settings before it begins."""

    game: str
    options: OptionValues
    foregone: ForegoneShape | None = Field(description="null where choices count")


class GameShape(Shape):
    slug: str
    title: str
    summary: str
    board: str | None
    sample: list[SamplePosition] = Field(description="a short game, for a small live board")
    rule_book: RuleBookShape
    presets: list[PresetShape]
    foregone: ForegoneShape | None = Field(description="of the duel as written")
    options: list[OptionShape]
    levels: list[str]
    default_level: str


class MatchAnswer(Shape):
    match: Snapshot


class PresenceAnswer(Shape):
    here: list[PlayerNumber] = Field(description="the players who are at the board")


class NewMatchAnswer(MatchAnswer):
    seat_link: str | None
    watch_link: str


class ChoiceShape(Shape):
    move: str
    name: str = Field(description="the move as people read it")
    winner: PlayerNumber | None
    distance: int | None
    at_least: int | None
    at_most: int | None
    best: bool
    mark: str = Field(description='such as "▲3": wins in 3 moves; ▼ loses')
    text: str


class HintShape(Shape):
    move: str
    text: str


class WhyShape(Shape):
    sentences: list[str]
    pairs: list[list[Any]]
    reply: str | None


class PositionTruth(Shape):
    """Everything that is known of a position."""

    form: Literal[1]
    game: str
    options: OptionValues
    moves: list[str]
    to_move: PlayerNumber | None
    outcome: OutcomeShape | None
    winner: PlayerNumber | None
    distance: int | None
    at_least: int | None
    at_most: int | None
    is_settled: bool = Field(description="no choice changes who wins or when")
    unknown: str | None
    verdict: str
    choices: list[ChoiceShape]
    hint: HintShape | None
    why: WhyShape


class PuzzleShape(Position):
    form: Literal[1]
    address: str = Field(description="the ID of the position; its page is /puzzles/ID")
    question: str
    difficulty: Difficulty
    theme: str
    future: str = Field(description="equal for positions in which the same can still happen")


class AnswerShape(Shape):
    """What is said about an answer. After a wrong move, the solution is not told."""

    form: Literal[1]
    is_right: bool
    text: str
    choices: list[ChoiceShape] = Field(description="the moves whose worth is told")
    answers: list[str]


class PuzzleResult(AnswerShape):
    """What is said about an answer to a puzzle; `theme` and `truth` are null after a wrong move."""

    theme: str | None
    truth: PositionTruth | None


class NudgeShape(Shape):
    """One step of a hint."""

    form: Literal[1]
    step: int
    steps: int
    text: str
    moves: list[str] = Field(description="the moves among which to look")


class LessonAbout(Shape):
    """A lesson, with the theme and options of its final puzzles."""

    form: Literal[1]
    key: str = Field(description="the game and the lesson's name")
    game: str
    game_title: str
    title: str
    about: str
    theme: str
    options: OptionValues
    steps: int


class LessonStep(Shape):
    """A position to play; `address` is its ID, for hints."""

    address: str
    ask: str
    position: Position


class LessonShape(Shape):
    about: LessonAbout
    steps: list[LessonStep]


class LessonResult(AnswerShape):
    """What is said about an answer in a lesson; `why` is empty after a wrong move."""

    why: str
    pairs: list[list[int]] = Field(description="to be drawn")


class RefutationShape(Shape):
    line: list[str] = Field(description="the move that is beaten, and what follows")
    text: str


class ConsequenceShape(RefutationShape):
    form: Literal[1]
    move: str
    name: str
    winner: PlayerNumber | None
    is_refuted: bool = Field(description="whether the move loses, and the line beats it")


class ReviewedMoveShape(Shape):
    ply: int
    player: PlayerNumber
    move: str
    name: str
    winner_before: PlayerNumber | None
    winner_after: PlayerNumber | None
    distance_before: int | None
    distance_after: int | None
    is_mistake: bool
    mattered: bool
    better: list[str]
    better_names: list[str]
    text: str
    refutation: RefutationShape | None = Field(description="what beats a mistake")


class ReviewShape(Shape):
    form: Literal[1]
    game: str
    options: OptionValues
    moves: list[ReviewedMoveShape]
    outcome: OutcomeShape | None
    winners: list[PlayerNumber | None]
    start: str = Field(description="who was winning before the first move")
    mattered: bool
    sentences: list[str]


class FigureShape(Shape):
    label: str
    figure: str


class AdviceShape(Shape):
    """Settings that are worth more, and what they are worth."""

    options: OptionValues
    worth: float
    balance: dict[str, float]
    text: str


class FactsShape(Shape):
    """What an audit of a game finds."""

    form: Literal[1]
    game: str
    options: OptionValues
    judgement: str
    winner: PlayerNumber | None
    distance: int | None
    openings: int
    winning_openings: list[str] | None
    figures: dict[str, bool | int | float | None]
    rows: list[FigureShape]
    balance: dict[str, float]
    balance_games: int
    worth: float
    advice: list[AdviceShape]


class Health(Shape):
    status: Literal["ok"]
    matches: int
    listeners: int
