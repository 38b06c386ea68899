"""The rule books, with their options, presets, a sample of play and figures."""

from bisect import bisect_left
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

from fastapi import APIRouter, Request, Response
from pydantic import TypeAdapter

from numduel.catalogue import (
    RuleBook,
    book_for,
    build_game,
    find_game,
    list_games,
    rule_book,
    same_rules,
)
from numduel.errors import BadOption, UnknownGame
from numduel.game import AnyGame, Option, Player, options_of, presets_of
from numduel.match import Match, write_id
from numduel.players import PLAYERS
from numduel.study import (
    Audit,
    Finished,
    Offer,
    asks_people,
    first_offer,
    foregone_of,
    harder_offers,
    truth_as_written,
)
from numduel.web.dependencies import (
    TheWork,
    WrittenOptions,
    answer_when_found,
    problems,
    read_game,
    read_values,
)
from numduel.web.errors import NotFound
from numduel.web.forms import (
    GameShape,
    GameSlug,
    OptionShape,
    Outlook,
    Played,
    PlayedRequest,
    RuleBookShape,
    SuggestionShape,
)
from numduel.web.page import ASKED_EACH_TIME, WebFile
from numduel.web.work.positions import find_facts, find_next, find_outlook

router = APIRouter(tags=["games"])


@router.get("/api/games", response_model=list[GameShape], responses=problems())
async def show_games(request: Request) -> Response:
    """Return every duel with its rules and options."""
    return encode_games().answer(request.headers, ASKED_EACH_TIME)


@cache
def encode_games() -> WebFile:
    """Return all duels as JSON, made once when the server starts: that takes a while."""
    games = TypeAdapter(list[GameShape])
    described = games.validate_python([_describe(game) for game in list_games()])
    return WebFile.of(games.dump_json(described, by_alias=True), "application/json")


@router.get(
    "/api/games/{slug}/options",
    response_model=list[OptionShape],
    responses=problems(),
)
async def show_options(slug: GameSlug, options: WrittenOptions = "{}") -> Any:
    """Return a duel's options, with bounds that fit the values chosen for the others."""
    game, chosen = find_game(slug), read_values(options)
    defaults = {option.name: option.default for option in options_of(game)}
    build_game(game, {name: defaults.get(name) for name in chosen})  # refuses unknown options
    described = []
    for option in options_of(game):
        minimum, maximum = bounds_of(game, option, chosen)
        described.append(_describe_option(option) | {"minimum": minimum, "maximum": maximum})
    return described


@router.get("/api/games/{slug}/rules", response_model=RuleBookShape, responses=problems())
async def show_rules(slug: GameSlug, options: WrittenOptions = "{}") -> Any:
    """Return a duel's rules with these options: its sizes filled in, and what else differs from the
    book in place of the options."""
    return _describe_rules(book_for(read_game(slug, options)))


@router.get("/api/games/{slug}/outlook", response_model=Outlook, responses=problems())
async def show_outlook(
    request: Request, work: TheWork, slug: GameSlug, options: WrittenOptions = "{}"
) -> Response:
    """Return whether a duel with these options is decided before its first move."""
    finding = find_outlook(work, read_game(slug, options))
    return await answer_when_found(request, finding)


@router.get("/api/games/{slug}/facts", response_model=Audit, responses=problems(404))
async def show_facts(request: Request, work: TheWork, slug: GameSlug) -> Response:
    """Return how good a game a duel is as written, with figures."""
    try:
        game = find_game(slug)()
    except UnknownGame as unknown:
        raise NotFound(str(unknown)) from None
    return await answer_when_found(request, find_facts(work, game))


@router.post("/api/next", response_model=list[SuggestionShape], responses=problems())
async def suggest_next(request: Request, work: TheWork, wanted: PlayedRequest) -> Response:
    """Return what to do after a game, judging by a person's last games; the likeliest comes
    first."""
    finding = find_next(work, tuple(map(_finished, wanted.played)))
    return await answer_when_found(request, finding)


def _finished(played: Played) -> Finished:
    return Finished(
        build_game(find_game(played.game), played.options),
        Player(played.winner),
        played.moves,
        None if played.seat is None else Player(played.seat),
        played.level,
    )


def _describe(game: type[AnyGame]) -> dict[str, Any]:
    return {
        "slug": game.slug,
        "title": game.title,
        "summary": game.summary,
        "board": game.board,
        "rule_book": _describe_rules(rule_book(game)),
        "same_rules": same_rules(game).slug,
        "presets": [
            preset._asdict()
            | {
                "purposes": list(preset.purposes),
                "is_offered": preset.is_offered,
                "has_puzzles": "puzzles" in preset.purposes
                and asks_people(build_game(game, preset.options)),
                "address": write_id(build_game(game, preset.options)),
                "foregone": foregone_of(build_game(game, preset.options)),
                "harder": next(
                    map(_describe_offer, harder_offers(build_game(game, preset.options))), None
                ),
            }
            for preset in presets_of(game)
        ],
        "foregone": foregone_of(game()),
        "offer": _describe_offer(first_offer(game)),
        "truth": truth_as_written(game),
        "sample": sample_of(game),
        "options": [_describe_option(option) for option in options_of(game)],
        "levels": list(PLAYERS),
    }


def _describe_offer(offer: Offer) -> dict[str, Any]:
    return {
        "game": offer.game.slug,
        "title": offer.game.title,
        "name": offer.name,
        "label": offer.label,
        "about": offer.about,
        "options": offer.game.changed_options,
        "seat": offer.seat,
        "level": offer.level,
    }


def _describe_rules(book: RuleBook) -> dict[str, Any]:
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
        "labels": values and [option.label(each) for each in values],
    }


_TRIES, _MOST_MOVES = 30, 12


@cache
def sample_of(game_class: type[AnyGame]) -> list[dict[str, Any]]:
    """Return the positions of a sample game: the longest of a few random ones, with fixed seeds."""
    game = game_class()
    games = [_play(game, Random(f"{game.slug}/{seed}")) for seed in range(_TRIES)]
    return max(games, key=len)


def _play(game: AnyGame, chance: Random) -> list[dict[str, Any]]:
    match = Match(game)
    positions = [_position_of(match)]
    while match.outcome is None and len(positions) <= _MOST_MOVES:
        match.play(chance.choice(game.legal_moves(match.state)))
        positions.append(_position_of(match))
    return positions


def _position_of(match: Match) -> dict[str, Any]:
    game, state = match.game, match.state
    legal = [] if match.outcome else game.legal_moves(state)
    return {
        "view": game.view(state),
        "legal": [game.write_move(move) for move in legal],
        "to_move": None if match.outcome else int(state.to_move),
        "last": match.written_moves[-1] if match.moves else None,
    }


def bounds_of(
    game: type[AnyGame], option: Option, chosen: Mapping[str, Any]
) -> tuple[int | None, int | None]:
    """Return the least and the largest playable value of an option, given the other options. If
    none is playable, return the option's own bounds."""
    if option.minimum is None or option.maximum is None:
        return option.minimum, option.maximum
    least, largest = option.minimum, option.maximum

    def is_right(value: int) -> bool:
        try:
            build_game(game, {**chosen, option.name: value})
        except BadOption:
            return False
        return True

    right = next(filter(is_right, (option.default, least, largest)), None)
    if right is None:
        return least, largest
    below, above = range(least, right), range(right + 1, largest + 1)
    wrong_below = bisect_left(below, True, key=is_right)
    right_above = bisect_left(above, True, key=lambda value: not is_right(value))
    return least + wrong_below, right + right_above
