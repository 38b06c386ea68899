"""What a request may contain."""

from datetime import date
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field, WithJsonSchema

from numduel.catalogue import list_games
from numduel.errors import BadOption
from numduel.match import LONGEST_NAME, check_name
from numduel.players import DEFAULT_LEVEL, PLAYERS
from numduel.web.shapes import OptionValues, Shape
from numduel.words import quote

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
        raise ValueError(f"{quote(text)} is no date of 2000 to 2099, such as 2026-11-16")
    return day


Day = Annotated[date, BeforeValidator(_read_day)]
GameSlug = Annotated[
    str, Field(max_length=80, json_schema_extra={"enum": [game.slug for game in list_games()]})
]
# The check says in plain words what is too long; the description tells programs.
Name = (
    Annotated[
        str, AfterValidator(_tidy), WithJsonSchema({"type": "string", "maxLength": LONGEST_NAME})
    ]
    | None
)


class NewMatchRequest(Shape):
    game: GameSlug
    options: OptionValues = Field(default={}, max_length=20)
    mode: Literal["computer", "link", "screen"]
    level: str = Field(
        default=DEFAULT_LEVEL, max_length=40, json_schema_extra={"enum": list(PLAYERS)}
    )
    first: Literal["me", "other", "random"] = "me"
    name: Name = None


class NameRequest(Shape):
    name: Name


class JoinRequest(Shape):
    """Either the token of a join link, or the match whose rematch this is."""

    token: str | None = Field(default=None, max_length=80)
    name: Name = None
    previous: str | None = Field(default=None, alias="from", max_length=40)
    key: Key | None = None


class MoveRequest(Shape):
    ply: Ply
    move: str = Field(max_length=64, examples=["6"])
    key: Key | None = None


class UndoRequest(Shape):
    ply: Ply


class EmptyRequest(Shape):
    """An empty object."""


class TakebackRequest(Shape):
    action: Literal["ask", "agree", "decline"]


class TruthRequest(Shape):
    on: bool


class PresenceRequest(Shape):
    here: bool = Field(description="false when you leave")


_MoveAnswered = Annotated[str, Field(max_length=64)] | None


class PuzzleRequest(Shape):
    address: str = Field(max_length=4_000)
    move: _MoveAnswered = Field(description="null gives up")


class LessonRequest(Shape):
    lesson: str = Field(max_length=200, description="the game and the lesson's name")
    step: int = Field(ge=1, le=1_000)
    move: _MoveAnswered = Field(description="null gives up")
