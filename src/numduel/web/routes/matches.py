"""Matches: create, join, move, take back, redo, resign, play again, review."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request, Response

from numduel.study import Address, Review
from numduel.web import forms
from numduel.web.dependencies import (
    TheMatches,
    TheWork,
    answer_when_found,
    costs,
    give_token,
    json_answer,
    own_token,
    problems,
    seats_in,
    token_hash,
    while_connected,
)
from numduel.web.errors import NotAllowed, NotNow
from numduel.web.forms import MatchAnswer, NameAnswer, NewMatchAnswer, PresenceAnswer
from numduel.web.matches import actions
from numduel.web.matches.creation import hash_of, new_id, new_match, new_token, token_by
from numduel.web.matches.log import Entry, MatchLog
from numduel.web.matches.snapshot import Snapshot, encode_snapshot, snapshot_of
from numduel.web.problems import Problem
from numduel.web.work.positions import find_record, find_review

router = APIRouter(prefix="/api/matches", tags=["matches"])
MatchId = Annotated[str, Path(alias="id", description="the match's ID", max_length=64)]
_A_NEW_MATCH = costs(9)


@router.post(
    "",
    status_code=201,
    response_model=NewMatchAnswer,
    responses=problems(403),
    dependencies=[_A_NEW_MATCH],
)
async def create_match(
    matches: TheMatches, request: Request, wanted: forms.NewMatchRequest
) -> Response:
    """Create a match. The cookie in the response holds your seat."""
    new = new_match(
        wanted.game,
        wanted.options,
        wanted.mode,
        wanted.level,
        wanted.first,
        wanted.name,
        own_token(request),
    )
    log = await matches.create(new.header)
    await matches.wait_for_reply(new.header.id)
    answer = NewMatchAnswer(
        match=snapshot_of(log, log.players_of(hash_of(new.token))),
        seat_link=new.join_token and f"/m/{new.header.id}/join/{new.join_token}",
    )
    response = json_answer(answer.model_dump_json(by_alias=True).encode(), 201)
    give_token(request, response, new.token)
    return response


@router.post("/names", response_model=NameAnswer, responses=problems())
async def check_name(wanted: forms.NameRequest) -> Any:
    """Check a name before a match: return it as it would be stored, or say why it cannot be
    used."""
    return {"name": wanted.name}


@router.get("/{id}", response_model=Snapshot, responses=problems(404))
async def show_match(matches: TheMatches, request: Request, match_id: MatchId) -> Response:
    """Return a match as you see it; without a seat you watch."""
    log = await matches.find(match_id)
    return json_answer(encode_snapshot(log, seats_in(request, log)))


@router.post("/{id}/join", response_model=MatchAnswer, responses=problems(403, 404, 409))
async def join_match(
    matches: TheMatches, request: Request, match_id: MatchId, wanted: forms.JoinRequest
) -> Response:
    """Take the seat of a join link, or your seat in a rematch. With a key you may ask again if the
    response was lost."""
    log = await matches.find(match_id)
    you = seats_in(request, log)
    if you:
        await matches.wait_for_reply(match_id)
        return _answer(log, you)
    if wanted.previous is not None:
        raise NotAllowed("You did not play in the match before this one. You can watch.")
    if wanted.token is None:
        raise Problem(422, "Joining needs the token of a join link, or the match before this one.")
    token = own_token(request) or token_by(wanted.token, wanted.key or new_token())
    join_hash, holder = hash_of(wanted.token), hash_of(token)
    decide = partial(actions.join, join_hash=join_hash, token_hash=holder, name=wanted.name)
    log = await matches.act(match_id, decide)
    await matches.wait_for_reply(match_id)
    response = _answer(log, log.players_of(holder))
    give_token(request, response, token)
    return response


@router.post("/{id}/moves", response_model=MatchAnswer, responses=problems(403, 404, 409))
async def play_move(
    matches: TheMatches, request: Request, match_id: MatchId, wanted: forms.MoveRequest
) -> Response:
    """Play a move, once both seats are taken. When the response comes, the move is on disk. A move
    sent twice counts once."""
    decide = partial(actions.move, ply=wanted.ply, text=wanted.move, key=wanted.key)
    return await _act(matches, request, match_id, decide)


@router.post("/{id}/undo", response_model=MatchAnswer, responses=problems(403, 404, 409))
async def undo_move(
    matches: TheMatches, request: Request, match_id: MatchId, wanted: forms.UndoRequest
) -> Response:
    """Go back to your previous turn against the computer; take back one move at one screen."""
    return await _act(matches, request, match_id, partial(actions.undo, ply=wanted.ply))


@router.post("/{id}/redo", response_model=MatchAnswer, responses=problems(403, 404, 409))
async def redo_move(
    matches: TheMatches, request: Request, match_id: MatchId, wanted: forms.UndoRequest
) -> Response:
    """Redo what you took back, until another move is made: against the computer your move and its
    reply, at one screen one move."""
    return await _act(matches, request, match_id, partial(actions.redo, ply=wanted.ply))


@router.post("/{id}/resign", response_model=MatchAnswer, responses=problems(403, 404, 409))
async def resign_match(
    matches: TheMatches, request: Request, match_id: MatchId, _: forms.EmptyRequest
) -> Response:
    """Resign."""
    return await _act(matches, request, match_id, actions.resign)


@router.post("/{id}/takeback", response_model=MatchAnswer, responses=problems(403, 404, 409))
async def take_back(
    matches: TheMatches, request: Request, match_id: MatchId, wanted: forms.TakebackRequest
) -> Response:
    """Ask to take back your last move, agree, or decline, between two people."""
    return await _act(matches, request, match_id, partial(actions.takeback, action=wanted.action))


@router.post(
    "/{id}/rematch",
    response_model=MatchAnswer,
    responses=problems(403, 404, 409),
    dependencies=[_A_NEW_MATCH],
)
async def play_again(
    matches: TheMatches, request: Request, match_id: MatchId, _: forms.EmptyRequest
) -> Response:
    """Play again with the seats swapped; between two people when both have asked. `next` is the
    new match: join it with `{"from": this match}`."""
    return await _act(matches, request, match_id, partial(actions.rematch, next_id=new_id()))


@router.post("/{id}/truth", response_model=MatchAnswer, responses=problems(403, 404, 409))
async def show_truth(
    matches: TheMatches, request: Request, match_id: MatchId, wanted: forms.TruthRequest
) -> Response:
    """Show or hide who wins; between two people it is shown when both want it."""
    return await _act(matches, request, match_id, partial(actions.truth, is_on=wanted.on))


@router.post("/{id}/presence", response_model=PresenceAnswer, responses=problems(404))
async def tell_presence(
    matches: TheMatches, request: Request, match_id: MatchId, wanted: forms.PresenceRequest
) -> Any:
    """Say every few seconds that you are at the board, and see who else is. Nothing is stored."""
    log = await matches.find(match_id)
    you = seats_in(request, log)
    matches.note_presence(match_id, you, wanted.here)
    return {"here": [int(player) for player in matches.presence.who(match_id)]}


@router.get(
    "/{id}/record",
    response_class=Response,
    responses=problems(404) | {200: {"content": {"application/jsonl": {}}}},
)
async def download_record(
    matches: TheMatches, work: TheWork, request: Request, match_id: MatchId
) -> Response:
    """Return the match as a file that `numduel replay` reads."""
    match = (await matches.find(match_id)).match
    record = await while_connected(request, find_record(work, match))
    name = f"{match.game.slug}-{match_id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(record, headers=headers, media_type="application/jsonl")


async def _act(
    matches: TheMatches,
    request: Request,
    match_id: str,
    decide: Callable[[MatchLog, actions.Players], Entry | None],
) -> Response:
    holder = token_hash(request)
    log = await matches.act(match_id, lambda log: decide(log, log.players_of(holder)))
    await matches.wait_for_reply(match_id)
    return _answer(log, seats_in(request, log))


def _answer(log: MatchLog, you: actions.Players) -> Response:
    """Return a MatchAnswer around the newest snapshot, which is encoded already."""
    return json_answer(b'{"match":' + encode_snapshot(log, you) + b"}")


@router.get(
    "/{id}/review",
    response_model=Review,
    responses=problems(404, 409),
)
async def show_review(
    matches: TheMatches, work: TheWork, request: Request, match_id: MatchId
) -> Response:
    """Return who was winning when, and where a win was given away, once the match is over."""
    log = await matches.find(match_id)
    if log.outcome is None and not log.is_truth_on:
        raise NotNow("You can see the review when the match is over.")
    reader = Address.of(log.match, seats_in(request, log))
    finding = find_review(work, log.match, reader)
    return await answer_when_found(request, finding)
