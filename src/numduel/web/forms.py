"""The models of requests and responses; docs/api.md describes them.

The truth, the review, the audit and the feedback on puzzles are forms of `numduel.study`.
"""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    WithJsonSchema,
    model_validator,
)

from numduel.catalogue import list_games
from numduel.errors import BadOption
from numduel.match import LONGEST_NAME, check_name
from numduel.players import DEFAULT_LEVEL, PLAYERS
from numduel.study import Difficulty, Foregone, LessonAbout
from numduel.web.matches.snapshot import Position, Snapshot
from numduel.web.shapes import OptionValues, PlayerNumber, Shape
from numduel.words import quote

_MOST_OPTIONS = 20
Ply = Annotated[int, Field(ge=0, le=1_000_000, description="moves played before this one")]


Key = Annotated[
    str,
    Field(
        pattern=r"^[A-Za-z0-9_-]{22,64}$",
        description="random, chosen by you: a request sent twice with the same key counts once",
    ),
]


def _tidy(name: str) -> str | None:
    if not name.strip():
        return None
    try:
        return check_name(name)
    except BadOption as refused:
        raise ValueError(str(refused)) from None


def _read_day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if not 2000 <= day.year <= 2099:
        raise ValueError(f"{quote(text)} is not a date from 2000 to 2099, such as 2026-11-16")
    return day


Day = Annotated[date, BeforeValidator(_read_day)]
GameSlug = Annotated[
    str, Field(max_length=80, json_schema_extra={"enum": [game.slug for game in list_games()]})
]
# The check has the sentence for people, the schema the limit for programs.
Name = (
    Annotated[
        str, AfterValidator(_tidy), WithJsonSchema({"type": "string", "maxLength": LONGEST_NAME})
    ]
    | None
)


def _check_count(options: Any) -> Any:
    """Refuse too many options before pydantic reports each of them."""
    if isinstance(options, dict) and len(options) > _MOST_OPTIONS:
        raise ValueError(f"there are at most {_MOST_OPTIONS} options")
    return options


_Options = Annotated[OptionValues, BeforeValidator(_check_count)]


class Body(Shape):
    """The body of a request. Only its first unknown field is reported: there may be thousands."""

    @model_validator(mode="before")
    @classmethod
    def _refuse_unknown(cls, body: Any) -> Any:
        if isinstance(body, dict):
            known = {field.alias or name for name, field in cls.model_fields.items()}
            unknown = next((name for name in body if name not in known), None)
            if unknown is not None:
                raise ValueError(f"unknown field {quote(unknown)}")
        return body


class NewMatchRequest(Body):
    game: GameSlug
    options: _Options = Field(default={}, max_length=_MOST_OPTIONS)
    mode: Literal["computer", "link", "screen"]
    level: str = Field(
        default=DEFAULT_LEVEL, max_length=40, json_schema_extra={"enum": list(PLAYERS)}
    )
    first: Literal["me", "other", "random"] = "me"
    name: Name = None


class NameRequest(Body):
    name: Name


class JoinRequest(Body):
    """Either the token of a join link, or the match whose rematch this is."""

    token: str | None = Field(default=None, max_length=80)
    name: Name = None
    previous: str | None = Field(default=None, alias="from", max_length=40)
    key: Key | None = None


class MoveRequest(Body):
    ply: Ply
    move: str = Field(max_length=64, examples=["6"])
    key: Key | None = None


class UndoRequest(Body):
    ply: Ply


class EmptyRequest(Body):
    """An empty object."""


class TakebackRequest(Body):
    action: Literal["ask", "agree", "decline"]


class TruthRequest(Body):
    on: bool


class PresenceRequest(Body):
    here: bool = Field(description="false when the page closes")


_MoveAnswered = Annotated[str, Field(max_length=64)] | None


class PuzzleRequest(Body):
    address: str = Field(max_length=4_000)
    move: _MoveAnswered = Field(description="null gives up")


class LessonRequest(Body):
    lesson: str = Field(max_length=200, description="the game and the lesson's name")
    step: int = Field(ge=1, le=1_000)
    move: _MoveAnswered = Field(description="null gives up")


class OptionShape(Shape):
    name: str
    kind: Literal["int", "bool", "choice"]
    default: bool | int | str
    help: str
    minimum: int | None
    maximum: int | None
    values: list[str] | None
    labels: list[str] | None = Field(description="the values, as menus say them")


class SamplePosition(Shape):
    """A position of a small board."""

    view: dict[str, Any]
    legal: list[str]
    to_move: PlayerNumber | None
    last: str | None


class RulingShape(Shape):
    code: str
    text: str


class RuleBookShape(Shape):
    """A rule book in parts, all of them Markdown; missing parts are empty."""

    rules: str = Field(description="paragraphs; the built-in games have Goal, Turn and End")
    example: str
    options: str
    about_rulings: str
    rulings: list[RulingShape]


class OfferShape(Shape):
    """An offer to play: the button's text, settings, and for a newcomer a seat that can win."""

    game: str
    title: str
    name: str
    label: str
    about: str = Field(description="what is new in it; may be empty")
    options: OptionValues
    seat: PlayerNumber
    level: str


class Played(Body):
    """A game that a person has finished."""

    game: GameSlug
    options: _Options = Field(default={}, max_length=_MOST_OPTIONS)
    winner: PlayerNumber
    moves: Annotated[int, Field(ge=0, le=1_000_000, description="how many were played")]
    seat: PlayerNumber | None = Field(description="of the person; null between two people")
    level: str | None = Field(max_length=40, description="of the computer; null between people")


class PlayedRequest(Body):
    played: list[Played] = Field(
        min_length=1, max_length=10, description="the person's last games, the oldest first"
    )


class SuggestionShape(Shape):
    """What to do next: the text of a button, and for a new game its settings."""

    kind: Literal["again", "harder", "review"]
    label: str
    game: str
    options: OptionValues
    seat: PlayerNumber | None = Field(description="null between two people: seats are swapped")
    level: str | None


class PresetShape(Shape):
    """Recommended settings."""

    name: str
    address: str = Field(description="the ID of the position in which it begins")
    options: OptionValues
    purposes: list[Literal["play", "puzzles", "arena"]]
    about: str = Field(description="what is new in it")
    has_puzzles: bool = Field(description="whether its puzzles are more than coin tosses")
    is_offered: bool = Field(description="worth playing, or the duel as written")
    foregone: Foregone | None
    harder: OfferShape | None = Field(description="what to try when this is won too easily")


class Outlook(Shape):
    """Whether a duel with these settings is decided before it begins."""

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
    same_rules: str = Field(description="the first game with the same rules, usually itself")
    presets: list[PresetShape]
    foregone: Foregone | None = Field(description="of the duel as written")
    offer: OfferShape = Field(description="what to play first")
    truth: str = Field(description="what is known of the game as written; may be empty")
    options: list[OptionShape]
    levels: list[str]


class MatchAnswer(Shape):
    match: Snapshot


class NameAnswer(Shape):
    name: str | None = Field(description="the name as it would be stored; null for none")


class PresenceAnswer(Shape):
    here: list[PlayerNumber] = Field(description="the players who are at the board")


class NewMatchAnswer(MatchAnswer):
    seat_link: str | None = Field(description="for the other player")


class PuzzleShape(Position):
    """A position with a winning move to find. Its page is /puzzles/ID."""

    form: Literal[1]
    question: str
    difficulty: Difficulty
    theme: str
    future: str = Field(description="hash of the canonical position")


class ShareShape(Shape):
    """A result to share as text."""

    text: str


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
