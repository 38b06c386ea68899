"""Matches: create, join, move, listen, take back, resign, play again."""

import json
import secrets
from collections.abc import Callable
from functools import partial
from time import time
from typing import Annotated

from fastapi import APIRouter, Header, Path, Request, Response
from fastapi.responses import StreamingResponse

from numduel.catalogue import build_game, find_game
from numduel.journal import entries_of
from numduel.match import PERSON
from numduel.players import find_player
from numduel.web import actions, models
from numduel.web.duel import COMPUTER, LINK, SCREEN, Duel, Entry, SeatHeader
from numduel.web.duel import Header as MatchHeader
from numduel.web.live import tell_events
from numduel.web.problems import Problem
from numduel.web.routes.common import TheHall, client_of, costs, problems
from numduel.web.sizes import check_size
from numduel.web.snapshot import encode_snapshot
from numduel.web.tokens import give_seat, hash_of, new_id, new_token, seat_of

router = APIRouter(prefix="/api/matches", tags=["matches"])
MatchId = Annotated[str, Path(alias="id", description="the match's name", max_length=64)]


@router.post(
    "",
    status_code=201,
    response_model=models.NewMatchAnswer,
    responses=problems(403),
    dependencies=[costs(10)],
)
async def create_match(hall: TheHall, request: Request, wanted: models.NewMatch) -> Response:
    """Begin a match. The cookie that comes with the answer is your seat."""
    game = build_game(find_game(wanted.game), wanted.options)
    check_size(game)
    find_player(wanted.level)
    level = wanted.level if wanted.mode == COMPUTER else None
    token, join_token = new_token(), new_token()
    mine = SeatHeader(PERSON, wanted.name, hash_of(token))
    theirs = {
        COMPUTER: SeatHeader(level or PERSON),
        LINK: SeatHeader(PERSON, join=hash_of(join_token)),
        SCREEN: SeatHeader(PERSON, token=hash_of(token)),
    }[wanted.mode]
    is_first = wanted.first == "me" or (wanted.first == "random" and secrets.randbits(1))
    header = MatchHeader(
        id=new_id(),
        created=time(),
        game=game.slug,
        options=game.options,
        mode=wanted.mode,
        level=level,
        seed=secrets.randbits(32),
        seats=(mine, theirs) if is_first else (theirs, mine),
    )
    duel = await hall.create(header)
    await hall.wait_for_reply(header.id)
    watch_link = f"/m/{header.id}"
    links = {
        "seat_link": f"{watch_link}/join/{join_token}" if wanted.mode == LINK else None,
        "watch_link": watch_link,
    }
    response = _answer(duel, hash_of(token), 201, json.dumps(links)[1:-1])
    give_seat(request, response, header.id, token)
    return response


@router.get("/{id}", response_model=models.Snapshot, responses=problems(404))
async def show_match(hall: TheHall, request: Request, match_id: MatchId) -> Response:
    """A match as you see it; without a seat you watch."""
    duel = await hall.find(match_id)
    you = duel.players_of(seat_of(request, match_id))
    return Response(encode_snapshot(duel, you), media_type="application/json")


@router.post("/{id}/join", response_model=models.MatchAnswer, responses=problems(403, 404))
async def join_match(
    hall: TheHall, request: Request, match_id: MatchId, wanted: models.Join
) -> Response:
    """Take the seat that a join link gives, or your seat in a rematch."""
    duel = await hall.find(match_id)
    if duel.players_of(seat_of(request, match_id)):
        return _answer(duel, seat_of(request, match_id))
    if wanted.previous is not None:
        token = request.cookies.get(f"numduel_seat_{wanted.previous}", "")
        if not duel.players_of(hash_of(token)):
            raise Problem(403, "You had no seat in the match before this one. You may watch.")
    elif wanted.token is not None:
        token = new_token()
        decide = partial(
            actions.join,
            join_hash=hash_of(wanted.token),
            token_hash=hash_of(token),
            name=wanted.name,
        )
        duel = await hall.act(match_id, decide)
    else:
        raise Problem(422, "Joining needs the token of a join link, or the match before this one.")
    await hall.wait_for_reply(match_id)
    response = _answer(duel, hash_of(token))
    give_seat(request, response, match_id, token)
    return response


@router.post("/{id}/moves", response_model=models.MatchAnswer, responses=problems(403, 404, 409))
async def play_move(
    hall: TheHall, request: Request, match_id: MatchId, wanted: models.Move
) -> Response:
    """Play a move. When the answer comes it is on disk; sent twice, it counts once."""
    return await _act(
        hall, request, match_id, partial(actions.move, ply=wanted.ply, text=wanted.move)
    )


@router.post("/{id}/undo", response_model=models.MatchAnswer, responses=problems(403, 404, 409))
async def undo_move(
    hall: TheHall, request: Request, match_id: MatchId, wanted: models.Undo
) -> Response:
    """Go back to your previous turn against the computer, by one move at one screen."""
    return await _act(hall, request, match_id, partial(actions.undo, ply=wanted.ply))


@router.post("/{id}/resign", response_model=models.MatchAnswer, responses=problems(403, 404, 409))
async def resign_match(
    hall: TheHall, request: Request, match_id: MatchId, _: models.Nothing
) -> Response:
    """Give the match up."""
    return await _act(hall, request, match_id, actions.resign)


@router.post("/{id}/takeback", response_model=models.MatchAnswer, responses=problems(403, 404, 409))
async def take_back(
    hall: TheHall, request: Request, match_id: MatchId, wanted: models.Takeback
) -> Response:
    """Between two people: ask for your last move back, agree, or decline."""
    return await _act(hall, request, match_id, partial(actions.takeback, action=wanted.action))


@router.post("/{id}/rematch", response_model=models.MatchAnswer, responses=problems(403, 404, 409))
async def play_again(
    hall: TheHall, request: Request, match_id: MatchId, _: models.Nothing
) -> Response:
    """Play again with the seats swapped; between two people when both have asked. `next` is the
    new match: join it with `{"from": this match}`."""
    return await _act(hall, request, match_id, partial(actions.rematch, next_id=new_id()))


@router.post("/{id}/truth", response_model=models.MatchAnswer, responses=problems(403, 404, 409))
async def show_truth(
    hall: TheHall, request: Request, match_id: MatchId, wanted: models.Truth
) -> Response:
    """Show or hide who wins; between two people it is shown when both want it."""
    return await _act(hall, request, match_id, partial(actions.truth, is_on=wanted.on))


@router.get(
    "/{id}/record",
    response_class=Response,
    responses=problems(404) | {200: {"content": {"application/jsonl": {}}}},
)
async def download_record(hall: TheHall, match_id: MatchId) -> Response:
    """The match as a file that `numduel replay` reads."""
    match = (await hall.find(match_id)).match
    lines = (json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries_of(match))
    name = f"{match.game.slug}-{match_id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response("".join(lines), headers=headers, media_type="application/jsonl")


@router.get(
    "/{id}/events",
    response_class=StreamingResponse,
    responses=problems(404) | {200: {"content": {"text/event-stream": {}}}},
)
async def listen_to_match(
    hall: TheHall,
    request: Request,
    match_id: MatchId,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Server-sent events: a snapshot now, unless you have seen it, and whenever it changes."""
    client = client_of(request)
    hall.hub.check_room(client)
    await hall.find(match_id)
    seen = last_event_id or ""
    stream = tell_events(
        hall.hub,
        partial(hall.find, match_id),
        match_id,
        client,
        seat_of(request, match_id),
        int(seen) if seen.isdecimal() and len(seen) < 10 else None,
        hall.settings.seconds_between_signs,
    )
    return StreamingResponse(
        stream, headers={"X-Accel-Buffering": "no"}, media_type="text/event-stream"
    )


async def _act(
    hall: TheHall,
    request: Request,
    match_id: str,
    decide: Callable[[Duel, actions.Players], Entry | None],
) -> Response:
    token = seat_of(request, match_id)
    duel = await hall.act(match_id, lambda duel: decide(duel, duel.players_of(token)))
    await hall.wait_for_reply(match_id)
    return _answer(duel, token)


def _answer(duel: Duel, token: str | None, status: int = 200, more: str = "") -> Response:
    """The newest snapshot, and more fields if there are any."""
    snapshot = encode_snapshot(duel, duel.players_of(token))
    rest = f",{more}}}".encode() if more else b"}"
    return Response(b'{"match":' + snapshot + rest, status, media_type="application/json")
