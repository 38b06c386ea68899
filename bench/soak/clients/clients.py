"""What clients ask for and hear of; all of it goes to a history.

Each request may be answered by another server, and so may each stream after a break.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from hashlib import sha256

from bench.soak.checking.history import History
from bench.soak.clients.duel import Duel, Json, Seat, Sent
from bench.soak.clients.visitor import Visitor

GAME = {"game": "parity-duel", "options": {"numbers": 40}, "mode": "link"}
_PATIENCE = 20.0  # seconds for an answer, as in the page
_BETWEEN_TRIES = 0.5
_BETWEEN_STREAMS = 1.0  # seconds until a browser listens again: the stream tells it so


class Clients:
    """All clients of a site, with as many connections as they need at the same time."""

    def __init__(self, port: int, history: History) -> None:
        self.port = port
        self.history = history
        self.answers: Counter[int] = Counter()  # by status; 0 is none at all
        self._idle: list[Visitor] = []
        self._keys = 0

    def new_key(self) -> str:
        self._keys += 1
        return f"{self._keys:022}"

    async def ask(
        self,
        seat: Seat,
        do: str,
        path: str = "",
        body: Json | None = None,
        sent: Sent | None = None,
    ) -> str:
        """Ask for something in a match. Returns what came of it: "ok", "refused" or "unknown"."""
        more = body if body and do == "move" else {}
        operation = self.history.invoke(
            client=seat.name, match=seat.match, do=do, player=seat.player, **more
        )
        address = f"/api/matches/{seat.match}{path}"
        method = "GET" if body is None else "POST"
        status, told, server = await self.request(method, address, body, seat.cookie)
        if do != "get" or status != 200:
            told = told.get("match") or {}
        result = "ok" if status == 200 else "refused" if 400 <= status < 500 else "unknown"
        self.history.finish(operation, result, told or None)
        if told:
            seat.take(told)
        if result == "ok" and sent is not None:
            sent.acknowledged, sent.by = time.perf_counter(), server
        return result

    async def request(
        self, method: str, path: str, body: Json | None = None, cookie: str = ""
    ) -> tuple[int, Json, str]:
        """The status and the JSON of an answer, and who gave it; status 0 if there was none. A
        cookie that came with it is in the JSON, as "cookie"."""
        visitor = self._idle.pop() if self._idle else Visitor(self.port)
        try:
            async with asyncio.timeout(_PATIENCE):
                status, answer = await visitor.ask(method, path, body, cookie)
            told = json.loads(answer) if answer[:1] == b"{" else {}
            if visitor.cookies:
                told["cookie"] = visitor.cookies
        except (OSError, TimeoutError):
            status, told = 0, {}
        self.answers[status] += 1
        self._idle.append(visitor)
        return status, told, visitor.server

    async def create(self, has_rival: bool) -> Duel:
        """A new match with both seats taken; a rival may want the second one too."""
        while True:
            operation = self.history.invoke(client="host", do="create")
            status, told, _ = await self.request("POST", "/api/matches", GAME)
            if status == 201:
                break
            self.history.finish(operation, "unknown", None)
            await asyncio.sleep(_BETWEEN_TRIES)
        match, token = told["match"], told["seat_link"].rpartition("/")[2]
        self.history.finish(operation, "ok", match, match=match["id"])
        one = Seat(match["id"], 1, told["cookie"], match)
        rivals = [f"{one.match}/2", f"{one.match}/rival"][: 1 + has_rival]
        joined = await asyncio.gather(*(self._join(one.match, token, each) for each in rivals))
        seats = [seat for seat in joined if seat is not None]
        # If the match is lost, the history tells it; the load goes on with another.
        return Duel(one, seats[0]) if seats else await self.create(has_rival)

    async def _join(self, match: str, token: str, client: str) -> Seat | None:
        """The second seat, for whoever comes first."""
        body = {"token": token, "key": self.new_key()}
        while True:
            operation = self.history.invoke(client=client, match=match, do="join", player=2)
            status, told, _ = await self.request("POST", f"/api/matches/{match}/join", body)
            if status == 200:
                break
            if 400 <= status < 500:
                self.history.finish(operation, "refused", None)
                return None
            self.history.finish(operation, "unknown", None)
            await asyncio.sleep(_BETWEEN_TRIES)
        token = told["cookie"].partition("=")[2]
        proof = sha256(token.encode()).hexdigest()
        self.history.finish(operation, "ok", told["match"], token=proof)
        return Seat(match, 2, told["cookie"], told["match"])

    async def listen(self, seat: Seat, tell: Callable[[Json], None]) -> None:
        """Listen as a browser does, again and again."""
        while True:
            seat.visitor = Visitor(self.port)
            last = seat.heard if seat.heard >= 0 else None
            events = seat.visitor.listen(f"/api/matches/{seat.match}/events", seat.cookie, last)
            try:
                async for _, data in events:
                    snapshot = json.loads(data)
                    self.history.hear(seat.name, seat.match, snapshot)
                    seat.heard = max(seat.heard, snapshot["version"])
                    seat.take(snapshot)
                    tell(snapshot)
            except OSError:
                seat.visitor = None
            await asyncio.sleep(_BETWEEN_STREAMS)

    def close(self) -> None:
        for visitor in self._idle:
            visitor.close()
