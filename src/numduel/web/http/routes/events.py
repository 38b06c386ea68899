"""The streams of matches' snapshots, as server-sent events: of one match, or of several."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import ExitStack, aclosing
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from numduel.game import Player
from numduel.web.client import asker
from numduel.web.errors import MatchDamaged, NotFound
from numduel.web.http.cookies import seat_token
from numduel.web.http.dependencies import TheMatches, problems
from numduel.web.http.routes.matches import MatchId
from numduel.web.live.listeners import follow
from numduel.web.live.service import MatchService
from numduel.web.matches.log import MatchLog
from numduel.web.matches.snapshot import encode_snapshot

router = APIRouter(prefix="/api", tags=["matches"])
MOST_MATCHES = 50  # to which one stream listens
_DESCRIPTION = problems(404) | {200: {"content": {"text/event-stream": {}}}}


@router.get("/matches/{id}/events", response_class=StreamingResponse, responses=_DESCRIPTION)
async def listen_to_match(
    matches: TheMatches,
    request: Request,
    match_id: MatchId,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Server-sent events: a snapshot now, unless you have seen it, and whenever it changes."""
    seen = last_event_id or ""
    with ExitStack() as place:
        place.enter_context(matches.listeners.place(asker().client))
        log = await matches.find(match_id)
        # No version that was ever sent is newer than the one on disk: a larger number is not ours.
        is_ours = seen.isdecimal() and len(seen) < 10 and int(seen) <= log.version
        versions = {match_id: int(seen)} if is_ours else {}
        return _stream(matches, request, [log], versions, place.pop_all())


@router.get("/events", response_class=StreamingResponse, responses=_DESCRIPTION)
async def listen_to_matches(
    matches: TheMatches,
    request: Request,
    match_ids: Annotated[
        list[Annotated[str, Query(max_length=64)]],
        Query(alias="match", min_length=1, max_length=MOST_MATCHES, description="their names"),
    ],
) -> Response:
    """Server-sent events of several matches: a snapshot of each now, and whenever one changes. A
    match that is not there is passed over."""
    with ExitStack() as place:
        place.enter_context(matches.listeners.place(asker().client))
        there = []
        for match_id in dict.fromkeys(match_ids):
            try:
                await matches.recall(match_id)
            except (NotFound, MatchDamaged) as fault:
                missing = fault
            else:
                there.append(match_id)
        if not there:
            raise missing
        # All are in memory now, so that one query can compare all of them with the disk.
        logs = await asyncio.gather(*map(matches.find, there))
        return _stream(matches, request, logs, {}, place.pop_all())


def _stream(
    matches: MatchService,
    request: Request,
    logs: list[MatchLog],
    seen: Mapping[str, int],
    place: ExitStack,
) -> Response:
    """The stream of these matches. If one cannot be encoded, that fails before the stream
    begins."""
    with place:
        tokens = {log.header.id: seat_token(request, log.header.id) for log in logs}
        for log in logs:
            encode_snapshot(log, log.players_of(tokens[log.header.id]))
        seconds = matches.settings.seconds_between_signs
        changes = follow(matches.listeners, matches.recall, [*tokens], seen, seconds)
        return _EventStream(write_events(changes, tokens), place.pop_all())


class _EventStream(StreamingResponse):
    """A stream that gives its listener's place back when it ends, even if it never began."""

    def __init__(self, events: AsyncIterator[bytes], place: ExitStack) -> None:
        headers = {"X-Accel-Buffering": "no"}
        super().__init__(events, headers=headers, media_type="text/event-stream")
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._place:
            await super().__call__(scope, receive, send)


async def write_events(
    logs: AsyncGenerator[MatchLog | None, None], tokens: Mapping[str, str | None]
) -> AsyncIterator[bytes]:
    """An event with its snapshot for each version of a match, and a comment as a sign of life.
    `tokens` has the listener's token for each match."""
    yield b"retry: 1000\n\n"
    async with aclosing(logs):
        async for log in logs:
            if log is None:
                yield b": still here\n\n"
            else:
                yield _event(log, log.players_of(tokens[log.header.id]))


def _event(log: MatchLog, you: tuple[Player, ...]) -> bytes:
    """The event with a match's snapshot. It is made once for all listeners who see the same."""
    key = "event", you
    if key not in log.encoded:
        snapshot = encode_snapshot(log, you)
        log.encoded[key] = b"event: match\nid: %d\ndata: %b\n\n" % (log.version, snapshot)
    return log.encoded[key]
