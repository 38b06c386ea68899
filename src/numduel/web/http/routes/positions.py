"""Positions: every one has an address, made of the game, its options and the moves so far."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request

from numduel.web.http.addresses import WrittenOptions, read_position
from numduel.web.http.answers import PositionAnswer
from numduel.web.http.dependencies import TheServices, client_of, problems
from numduel.web.http.requests import GameSlug
from numduel.web.matches.position import position_of
from numduel.web.work.analyses import find_truth

router = APIRouter(prefix="/api/positions", tags=["positions"])


@router.get(
    "",
    response_model=PositionAnswer,
    response_model_exclude_unset=True,
    responses=problems(),
)
async def show_position(
    services: TheServices,
    request: Request,
    game: GameSlug,
    options: WrittenOptions = "{}",
    moves: Annotated[str, Query(max_length=5_000, description="written, with spaces")] = "",
    truth_wanted: Annotated[Literal["0", "1"], Query(alias="truth")] = "0",
) -> Any:
    """A position; with `truth=1` who wins it, what every move is worth, and why."""
    match = read_position(game, options, moves)
    position = position_of(match)
    if truth_wanted == "1":
        services.rate_limits.count(client_of(request), 9)
        position |= await find_truth(services.work, match)
    return position
