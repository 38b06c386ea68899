"""Positions: every one has an address, made of the game, its options and the moves so far."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request

from numduel.match import Match
from numduel.telling import Address
from numduel.web.http.addresses import WrittenOptions, read_position
from numduel.web.http.answers import PositionTruth
from numduel.web.http.cookies import seat_token
from numduel.web.http.dependencies import TheMatches, TheWork, costs, problems
from numduel.web.http.requests import GameSlug
from numduel.web.matches.position import Position, position_of
from numduel.web.work.analyses import find_truth

router = APIRouter(prefix="/api/positions", tags=["positions"])


async def _position(
    game: GameSlug,
    options: WrittenOptions = "{}",
    moves: Annotated[str, Query(max_length=5_000, description="written, with spaces")] = "",
) -> Match:
    return read_position(game, options, moves)


async def _reader(
    matches: TheMatches,
    request: Request,
    match_id: Annotated[
        str | None,
        Query(alias="match", max_length=64, description="whose players the sentences speak of"),
    ] = None,
) -> Address:
    if match_id is None:
        return Address()
    log = await matches.find(match_id)
    return Address.of(log.match, log.players_of(seat_token(request, match_id)))


ThePosition = Annotated[Match, Depends(_position)]
TheReader = Annotated[Address, Depends(_reader)]


@router.get("", response_model=Position, responses=problems(404))
async def show_position(position: ThePosition, reader: TheReader) -> Any:
    """A position. With `match` its sentences speak of the players of that match, and to you."""
    return position_of(position, reader)


@router.get(
    "/truth", response_model=PositionTruth, responses=problems(404), dependencies=[costs(10)]
)
async def show_truth(position: ThePosition, reader: TheReader, work: TheWork) -> Any:
    """Who wins a position, what every move is worth, and why."""
    return await find_truth(work, position, reader)
