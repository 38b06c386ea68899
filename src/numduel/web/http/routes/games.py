"""The rule books, with their options and presets."""

from functools import cache
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter

from numduel.catalogue import build_game, find_game, list_games, rule_book
from numduel.game import AnyGame, Option, options_of, presets_of
from numduel.match import write_id
from numduel.players import DEFAULT_LEVEL, PLAYERS
from numduel.study import foregone_of
from numduel.web.http.addresses import WrittenOptions, read_game, read_values
from numduel.web.http.answers import GameShape, OptionShape, Outlook
from numduel.web.http.dependencies import TheWork, answer_when_found, problems
from numduel.web.http.page.files import ASKED_EACH_TIME, WebFile
from numduel.web.http.requests import GameSlug
from numduel.web.matches.sample import sample_of
from numduel.web.matches.sizes import bounds_of
from numduel.web.work.positions import find_outlook

router = APIRouter(tags=["games"])


@router.get("/api/games", response_model=list[GameShape], responses=problems())
async def show_games(request: Request) -> Response:
    """Every duel with its rules and options."""
    return encode_games().answer(request.headers, ASKED_EACH_TIME)


@cache
def encode_games() -> WebFile:
    """All duels as JSON. They stay the same as long as the server runs, and are described when it
    starts: that takes a while."""
    games = TypeAdapter(list[GameShape])
    described = games.validate_python([_describe(game) for game in list_games()])
    return WebFile.of(games.dump_json(described, by_alias=True), "application/json")


@router.get(
    "/api/games/{slug}/options",
    response_model=list[OptionShape],
    responses=problems(),
)
async def show_options(slug: GameSlug, options: WrittenOptions = "{}") -> Any:
    """A duel's options, each with the bounds that go with what is chosen for the others."""
    game, chosen = find_game(slug), read_values(options)
    defaults = {option.name: option.default for option in options_of(game)}
    build_game(game, {name: defaults.get(name) for name in chosen})  # refuses unknown options
    described = []
    for option in options_of(game):
        minimum, maximum = bounds_of(game, option, chosen)
        described.append(_describe_option(option) | {"minimum": minimum, "maximum": maximum})
    return described


@router.get("/api/games/{slug}/outlook", response_model=Outlook, responses=problems())
async def show_outlook(
    request: Request, work: TheWork, slug: GameSlug, options: WrittenOptions = "{}"
) -> Response:
    """Whether a duel with these options is decided before its first move."""
    finding = find_outlook(work, Outlook, read_game(slug, options))
    return await answer_when_found(request, finding)


def _describe(game: type[AnyGame]) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "summary": game.summary,
        "board": game.board,
        "rule_book": _describe_rules(game),
        "presets": [
            preset._asdict()
            | {
                "purposes": list(preset.purposes),
                "is_offered": preset.is_offered,
                "address": write_id(build_game(game, preset.options)),
                "foregone": foregone_of(build_game(game, preset.options)),
            }
            for preset in presets_of(game)
        ],
        "foregone": foregone_of(game()),
        "sample": sample_of(game),
        "options": [_describe_option(option) for option in options_of(game)],
        "levels": list(PLAYERS),
        "default_level": DEFAULT_LEVEL,
    }


def _describe_rules(game: type[AnyGame]) -> dict[str, Any]:
    book = rule_book(game)
    parts = ("rules", "example", "options", "about_rulings")
    rulings = [ruling._asdict() for ruling in book.rulings]
    return {part: getattr(book, part) for part in parts} | {"rulings": rulings}


def _describe_option(option: Option) -> dict[str, Any]:
    values = list(option.kind) if isinstance(option.kind, tuple) else None
    return {
        "name": option.name,
        "kind": "choice" if values else "bool" if option.kind is bool else "int",
        "default": option.default,
        "help": option.help,
        "minimum": option.minimum,
        "maximum": option.maximum,
        "values": values,
    }
