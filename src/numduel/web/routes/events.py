"""The stream of a match's snapshots, as server-sent events."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import ExitStack, aclosing
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from numduel.game import Player
from numduel.web.dependencies import TheMatches, problems, token_hash
from numduel.web.limits import asker
from numduel.web.live.listeners import follow
from numduel.web.matches.log import MatchLog
from numduel.web.matches.snapshot import encode_snapshot
from numduel.web.routes.matches import MatchId

router = APIRouter(prefix="/api/matches", tags=["matches"])


@router.get(
    "/{id}/events",
    response_class=StreamingResponse,
    responses=problems(404) | {200: {"content": {"text/event-stream": {}}}},
)
async def listen_to_match(
    matches: TheMatches,
    request: Request,
    match_id: MatchId,
    last_event_id: Annotated[str | None, Header()] = None,
) -> Response:
    """Return server-sent events: a snapshot now, unless you have seen it (`Last-Event-ID`), and
    whenever it changes."""
    with ExitStack() as place:
        place.enter_context(matches.listeners.place(asker().client, asker().address))
        log = await matches.find(match_id)
        token = token_hash(request)
        encode_snapshot(log, log.players_of(token))  # so that it fails before the stream begins
        seen = _version_seen(last_event_id or "", log)
        seconds = matches.settings.seconds_between_signs
        changes = follow(matches.listeners, matches.recall, match_id, seen, seconds)
        return _EventStream(write_events(changes, token), place.pop_all())


def _version_seen(last_event_id: str, log: MatchLog) -> int:
    """Return the version that a client has seen, or -1 if it names none that exists."""
    is_number = last_event_id.isdecimal() and len(last_event_id) < 10
    seen = int(last_event_id) if is_number else -1
    return seen if seen <= log.version else -1


class _EventStream(StreamingResponse):
    """A stream that releases its listener's slot when it ends, even if it never began."""

    def __init__(self, events: AsyncIterator[bytes], place: ExitStack) -> None:
        headers = {"X-Accel-Buffering": "no"}
        super().__init__(events, headers=headers, media_type="text/event-stream")
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._place:
            await super().__call__(scope, receive, send)


async def write_events(
    logs: AsyncGenerator[MatchLog | None, None], token: str | None
) -> AsyncIterator[bytes]:
    """Yield an event for each version of a match, and comments as keep-alive. `token` is the
    listener's."""
    yield b"retry: 1000\n\n"
    async with aclosing(logs):
        async for log in logs:
            if log is None:
                yield b": still here\n\n"
            else:
                yield _event(log, log.players_of(token))


def _event(log: MatchLog, you: tuple[Player, ...]) -> bytes:
    """Return a match's snapshot as an event, encoded once for all who see the same."""
    key = "event", you
    if key not in log.encoded:
        snapshot = encode_snapshot(log, you)
        log.encoded[key] = b"event: match\nid: %d\ndata: %b\n\n" % (log.version, snapshot)
    return log.encoded[key]
