"""Positions, by their ID."""

from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response

from numduel.study import Address, Consequence, PositionTruth
from numduel.web.dependencies import (
    TheMatches,
    TheWork,
    answer_when_found,
    problems,
    seats_in,
)
from numduel.web.matches.snapshot import Position
from numduel.web.work.positions import (
    WrittenPosition,
    find_consequence,
    find_position,
    find_truth,
    written_position,
)

router = APIRouter(prefix="/api/positions", tags=["positions"])


async def _position(
    id: Annotated[str, Query(description="as in /p/ID: GAME/numbers=40/6,3")],
) -> WrittenPosition:
    return written_position(id)


async def _reader(
    matches: TheMatches,
    request: Request,
    match_id: Annotated[
        str | None,
        Query(
            alias="match",
            max_length=64,
            description="address the sentences to the players of this match",
        ),
    ] = None,
) -> Address:
    if match_id is None:
        return Address()
    log = await matches.find(match_id)
    return Address.of(log.match, seats_in(request, log))


ThePosition = Annotated[WrittenPosition, Depends(_position)]
TheReader = Annotated[Address, Depends(_reader)]


@router.get("", response_model=Position, responses=problems(404))
async def show_position(
    request: Request, position: ThePosition, reader: TheReader, work: TheWork
) -> Response:
    """Return a position. With `match`, its sentences name that match's players and address you."""
    finding = find_position(work, position, reader)
    return await answer_when_found(request, finding)


@router.get("/truth", response_model=PositionTruth, responses=problems(404))
async def show_truth(
    request: Request, position: ThePosition, reader: TheReader, work: TheWork
) -> Response:
    """Return who wins a position, the value of every move, and why."""
    finding = find_truth(work, position, reader)
    return await answer_when_found(request, finding)


@router.get("/consequence", response_model=Consequence, responses=problems(404, 409))
async def show_consequence(
    request: Request,
    position: ThePosition,
    work: TheWork,
    move: Annotated[str, Query(max_length=200, description="a legal move there")],
) -> Response:
    """Return what a move would lead to, and what beats it if it loses. The sentences address the
    player who would make it."""
    finding = find_consequence(work, position, move)
    return await answer_when_found(request, finding)
