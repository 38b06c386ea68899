"""The shapes of requests and answers: strict, so that `false` is no number and a field that
nobody knows is refused."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from numduel.catalogue import list_games
from numduel.players import PLAYERS

PlayerNumber = Literal[1, 2]
Ply = Annotated[int, Field(ge=0, le=1_000_000, description="moves played before this one")]


def _tidy(name: str) -> str | None:
    if not name.isprintable():
        raise ValueError("a name must be of printable characters")
    return " ".join(name.split()) or None


GameSlug = Annotated[
    str, Field(max_length=80, json_schema_extra={"enum": [game.slug for game in list_games()]})
]
Name = Annotated[str, Field(max_length=40), AfterValidator(_tidy)] | None


class Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewMatch(Body):
    game: GameSlug
    options: dict[str, bool | int | str] = Field(default={}, max_length=20)
    mode: Literal["computer", "link", "screen"]
    level: str = Field(default="medium", max_length=40, json_schema_extra={"enum": list(PLAYERS)})
    first: Literal["me", "other", "random"] = "me"
    name: Name = None


class Join(Body):
    """Either the token of a join link, or the match whose rematch this is."""

    token: str | None = Field(default=None, max_length=80)
    name: Name = None
    previous: str | None = Field(default=None, alias="from", max_length=40)


class Move(Body):
    ply: Ply
    move: str = Field(max_length=64, examples=["6"])


class Undo(Body):
    ply: Ply


class Nothing(Body):
    """An empty object."""


class Takeback(Body):
    action: Literal["ask", "agree", "decline"]


class Truth(Body):
    on: bool


class PuzzleAnswer(Body):
    id: str = Field(max_length=4_000)
    move: str = Field(max_length=64)


class Answer(BaseModel):
    model_config = ConfigDict(extra="forbid")


class OptionShape(Answer):
    name: str
    kind: Literal["int", "bool", "choice"]
    default: bool | int | str
    help: str
    minimum: int | None
    maximum: int | None
    values: list[str] | None


class GameShape(Answer):
    slug: str
    title: str
    summary: str
    board: str | None
    rules: str = Field(description="in Markdown")
    options: list[OptionShape]
    levels: list[str]


class OutcomeShape(Answer):
    winner: PlayerNumber
    reason: str = Field(description='completes the sentence "Player 2 wins …"')


class Lines(Answer):
    turn: list[str] = Field(description="the rule book's words for this turn, or for the end")


class Board(Answer):
    """A position."""

    game: str
    title: str
    board: str | None
    options: dict[str, bool | int | str]
    moves: list[str]
    ply: int
    view: dict[str, Any]
    to_move: PlayerNumber | None
    legal: list[str] = Field(description="the first thousand, in order")
    legal_count: int
    lines: Lines
    last: str | None
    outcome: OutcomeShape | None


class SeatShape(Answer):
    kind: Literal["person", "computer"]
    name: str | None
    is_taken: bool
    is_you: bool


class Seats(Answer):
    one: SeatShape = Field(alias="1")
    two: SeatShape = Field(alias="2")


class TruthShape(Answer):
    on: bool
    asked: list[PlayerNumber]


class Snapshot(Board):
    """A match as you see it."""

    id: str
    version: int = Field(description="the number of the last event")
    mode: Literal["computer", "link", "screen"]
    level: str | None
    seats: Seats
    you: list[PlayerNumber]
    takeback: PlayerNumber | None
    rematch: list[PlayerNumber]
    next: str | None
    truth: TruthShape
    created: str


class MatchAnswer(Answer):
    match: Snapshot


class NewMatchAnswer(MatchAnswer):
    seat_link: str | None
    watch_link: str


class ChoiceShape(Answer):
    move: str
    winner: PlayerNumber | None
    distance: int | None
    best: bool


class AnalysisShape(Answer):
    winner: PlayerNumber | None
    distance: int | None
    unknown: str | None
    is_settled: bool = Field(description="it ends so, and then, whatever anybody does")
    choices: list[ChoiceShape]


class Why(Answer):
    sentences: list[str]
    pairs: list[list[Any]]
    reply: str | None


class Position(Board):
    analysis: AnalysisShape | None = None
    why: Why | None = None


class Puzzle(Board):
    id: str
    question: str


class PuzzleResult(Answer):
    is_right: bool
    answers: list[str]
    why: Why
    analysis: AnalysisShape


class ReviewedMove(Answer):
    ply: int
    player: PlayerNumber
    move: str
    winner_before: PlayerNumber | None
    winner_after: PlayerNumber | None
    distance_before: int | None
    distance_after: int | None
    is_mistake: bool
    better: list[str]


class Review(Answer):
    moves: list[ReviewedMove]
    mattered: bool
    summary: list[str]
    values: list[PlayerNumber | None]


class Figure(Answer):
    label: str
    figure: str


class Facts(Answer):
    judgement: str
    figures: list[Figure]


class Health(Answer):
    status: Literal["ok"]
    matches: int
    listeners: int


class ProblemShape(BaseModel):
    """Why a request was not fulfilled."""

    title: str
    status: int
    detail: str = Field(description="one sentence")
    match: Snapshot | None = Field(default=None, description="what has happened meanwhile")
    faults: list[dict[str, str]] | None = None
