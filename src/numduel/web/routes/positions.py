"""Positions: every one has an address, made of the game, its options and the moves so far."""

import json
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request

from numduel.catalogue import build_game, find_game
from numduel.errors import BadOption, NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.web import models, truth
from numduel.web.problems import Problem, sentence
from numduel.web.routes.common import TheHall, client_of, problems
from numduel.web.sizes import check_size
from numduel.web.snapshot import position_of

router = APIRouter(prefix="/api/positions", tags=["positions"])
WrittenOptions = Annotated[str, Query(max_length=1_000, description="a JSON object")]


@router.get(
    "",
    response_model=models.Position,
    response_model_exclude_unset=True,
    responses=problems(),
)
async def show_position(
    hall: TheHall,
    request: Request,
    game: models.GameSlug,
    options: WrittenOptions = "{}",
    moves: Annotated[str, Query(max_length=5_000, description="written, with spaces")] = "",
    truth_wanted: Annotated[Literal["0", "1"], Query(alias="truth")] = "0",
) -> Any:
    """A position; with `truth=1` who wins it, what every move is worth, and why."""
    match = replay(game, options, moves)
    position = position_of(match)
    if truth_wanted == "1":
        request.app.state.rates.count(client_of(request), 9)
        position |= await truth.tell(hall.thinker, match)
    return position


def replay(slug: str, options: str, moves: str) -> Match:
    """The match that an address stands for, or Problem with what is wrong with it."""
    match = Match(read_game(slug, options))
    for number, move in enumerate(moves.split(), start=1):
        try:
            match.play(move)
        except NumduelError as refused:
            raise Problem(422, f"Move {number}: {sentence(str(refused))}") from None
    return match


def read_game(slug: str, options: str) -> AnyGame:
    """The game of that name with options that are written as a JSON object."""
    game = build_game(find_game(slug), read_values(options))
    check_size(game)
    return game


def read_values(options: str) -> dict[str, Any]:
    """What is chosen for options that are written as a JSON object."""
    try:
        values = json.loads(options)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise BadOption('The options must be a JSON object, such as {"numbers": 20}.')
    return values
