"""Clients of many matches, who move, ask for moves back, resign and listen, as browsers do.

A player does one thing at a time; the two of a match act concurrently. Each request may reach
another server, and so may each stream after a break. Everything is recorded in a history.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

from bench.soak.checking import History
from bench.soak.visitor import Visitor

Json = dict[str, Any]


@dataclass
class Sent:
    """A move on its way: when it was sent, which server acknowledged it, and when and through which
    server the opponent saw it."""

    move: str
    began: float = field(default_factory=time.perf_counter)
    acknowledged: float | None = None
    by: str = ""
    seen: float | None = None
    seen_by: str = ""


@dataclass(eq=False)
class Seat:
    """A player, who does one thing at a time and knows only what the server sent."""

    match: str
    player: int
    cookie: str
    snapshot: Json  # the newest one seen
    heard: int = -1  # the newest version from its stream
    visitor: Visitor | None = None  # of its stream
    is_busy: bool = False
    sent: dict[int, Sent] = field(default_factory=dict)  # by ply

    @property
    def name(self) -> str:
        return f"{self.match}/{self.player}"

    @property
    def server(self) -> str:
        """The server of its stream; empty if it has none."""
        return self.visitor.server if self.visitor else ""

    @property
    def version(self) -> int:
        version: int = self.snapshot["version"]
        return version

    @property
    def is_over(self) -> bool:
        return self.snapshot["outcome"] is not None

    @property
    def may_move(self) -> bool:
        return not self.is_over and self.snapshot["to_move"] == self.player

    @property
    def is_asked(self) -> bool:
        """Whether the opponent asks for a move back."""
        return not self.is_over and self.snapshot["takeback"] == 3 - self.player

    def take(self, snapshot: Json) -> None:
        """Take a snapshot from an answer or the stream, unless it is older than the newest one."""
        if snapshot["version"] > self.version:
            self.snapshot = snapshot


@dataclass(eq=False)
class Duel:
    """A match with both seats taken."""

    one: Seat
    two: Seat

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return self.one, self.two

    @property
    def is_over(self) -> bool:
        return self.one.is_over or self.two.is_over

    @property
    def version(self) -> int:
        """The newest version that a player has seen."""
        return max(self.one.version, self.two.version)

    def other(self, seat: Seat) -> Seat:
        return self.two if seat is self.one else self.one


GAME = {"game": "parity-duel", "options": {"numbers": 40}, "mode": "link"}
_PATIENCE = 20.0  # seconds, as in the page
_BETWEEN_TRIES = 0.5
_BETWEEN_STREAMS = 1.0  # seconds before a browser reconnects, as the stream says


class Clients:
    """All clients of a site, with as many connections as they need."""

    def __init__(self, port: int, history: History) -> None:
        self.port = port
        self.history = history
        self.answers: Counter[int] = Counter()  # by status; 0: no answer
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
        """Make a request about a match; return "ok", "refused" or "unknown"."""
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
        """Return the status and JSON of an answer, and the server's name; status 0 if there was
        none. A cookie in the answer is added to the JSON as "cookie"."""
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
        """Begin a match with both seats taken; a rival may compete for the second one."""
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
        # If the match is lost, the checker finds it in the history; the load goes on.
        return Duel(one, seats[0]) if seats else await self.create(has_rival)

    async def _join(self, match: str, token: str, client: str) -> Seat | None:
        """Return the second seat, or None if somebody else was first."""
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
        """Listen as a browser does, reconnecting after each break."""
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


_PAUSES = [0.5, 1.0, 2.0, 4.0]  # seconds before a move is sent again, as in the page
_BESIDES = {"ask": 0.02, "resign": 0.003, "rude": 0.01, "get": 0.1}  # how often, for each move
_RIVALS = 0.2  # how often two want the same seat


class Load:
    """All the players and their actions."""

    def __init__(self, clients: Clients, random: Random) -> None:
        self.clients = clients
        self.random = random
        self.duels: list[Duel] = []
        self.past: list[Duel] = []  # finished; their streams stay open
        self.moves: list[Sent] = []
        self._streams: list[asyncio.Task[None]] = []
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def seats(self) -> list[Seat]:
        return [seat for duel in [*self.duels, *self.past] for seat in duel.seats]

    async def begin(self, count: int) -> None:
        """Begin this many matches, with a stream for each seat."""
        while len(self.duels) < count:
            wanted = min(16, count - len(self.duels))
            await asyncio.gather(*(self._begin_one() for _ in range(wanted)))
        while not all(seat.server for seat in self.seats):
            await asyncio.sleep(0.1)

    async def _begin_one(self) -> None:
        duel = await self.clients.create(self.random.random() < _RIVALS)
        self.duels.append(duel)
        for seat in duel.seats:
            self._streams.append(asyncio.create_task(self._listen(duel, seat)))

    async def play(self, rate: float, is_over: asyncio.Event) -> None:
        """Make this many moves a second, with other actions among them, until the time is up."""
        began, number = time.perf_counter(), 0
        while not is_over.is_set():
            number += 1
            await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
            self._start_move()
            for do, part in _BESIDES.items():
                if self.random.random() < part:
                    self._start_other(do)

    def _start_move(self) -> None:
        for _ in range(100):  # on a slow site many have a move under way
            duel = self.random.choice(self.duels)
            for seat in duel.seats:
                if seat.may_move and not seat.is_busy:
                    self._start(duel, seat, "move")
                    return

    def _start_other(self, do: str) -> None:
        duel = self.random.choice(self.duels)
        seat = self.random.choice(duel.seats)
        if do == "ask" and any(each.is_asked for each in duel.seats):
            do = self.random.choice(["agree", "agree", "decline"])
            seat = duel.one if duel.one.is_asked else duel.two
        if not seat.is_busy and not seat.is_over:
            self._start(duel, seat, do)

    def _start(self, duel: Duel, seat: Seat, do: str) -> None:
        seat.is_busy = True
        task = asyncio.create_task(self._do(duel, seat, do))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _do(self, duel: Duel, seat: Seat, do: str) -> None:
        try:
            if do in ("move", "rude"):
                await self._move(seat, is_rude=do == "rude")
            elif do == "get":
                await self.clients.ask(seat, do)
            elif do == "resign":
                await self.clients.ask(seat, do, "/resign", {})
            else:
                await self.clients.ask(seat, do, "/takeback", {"action": do})
        finally:
            seat.is_busy = False
        if duel.is_over and duel in self.duels:
            self.duels.remove(duel)
            self.past.append(duel)
            await self._begin_one()

    async def _move(self, seat: Seat, is_rude: bool) -> None:
        """Send a move until there is an answer. A rude one is out of turn or too late."""
        ply, legal = seat.snapshot["ply"], seat.snapshot["legal"]
        if is_rude:
            ply = max(0, ply - self.random.randrange(3))
            made = seat.snapshot["moves"][ply : ply + 1]
            legal = [str(number) for number in range(1, 41) if [str(number)] != made]
        sent = Sent(self.random.choice(legal))
        if not is_rude:
            seat.sent[ply] = sent
        body = {"ply": ply, "move": sent.move, "key": self.clients.new_key()}
        tries = 0
        failures = self.clients.answers[500]
        while (result := await self.clients.ask(seat, "move", "/moves", body, sent)) == "unknown":
            if self.clients.answers[500] > failures:
                break  # a fault of the server, which a retry would repeat
            await asyncio.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])
            tries += 1
        if result == "ok" and not is_rude:
            self.moves.append(sent)

    async def _listen(self, duel: Duel, seat: Seat) -> None:
        def tell(snapshot: Json) -> None:
            moves = snapshot["moves"]
            sent = duel.other(seat).sent.get(len(moves) - 1)
            if sent is not None and sent.seen is None and sent.move == moves[-1]:
                sent.seen, sent.seen_by = time.perf_counter(), seat.server

        await self.clients.listen(seat, tell)

    async def settle(self) -> None:
        """Wait until all requests are answered."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    def listeners(self) -> Counter[str]:
        """Return the number of listeners at each server."""
        return Counter(seat.server for seat in self.seats if seat.server)

    def note_ends(self) -> None:
        """Record the end of all streams, which should be up to date by now."""
        for seat in self.seats:
            self.clients.history.end(seat.name, seat.match)

    async def hang_up(self) -> None:
        """End all streams."""
        for stream in self._streams:
            stream.cancel()
        await asyncio.gather(*self._streams, return_exceptions=True)
        self.clients.close()


_BETWEEN_LOOKS = 0.05
_SECONDS_TO_CATCH_UP = 600  # only a hanging stream takes that long


class CatchingUp:
    """Listeners, and the versions committed at some moment."""

    def __init__(
        self, what: str, seats: list[Seat], committed: dict[str, int], began: float | None = None
    ) -> None:
        self.what = what
        self._behind = {seat: committed[seat.match] for seat in seats if seat.match in committed}
        self._began = began or time.perf_counter()
        self._task = asyncio.create_task(self._look())
        self.seconds: float | None = None  # until all were up to date; None while some are not

    async def _look(self) -> None:
        while True:
            heard = [seat for seat, goal in self._behind.items() if _has_heard(seat, goal)]
            for seat in heard:
                del self._behind[seat]
            if not self._behind:
                self.seconds = time.perf_counter() - self._began
                return
            await asyncio.sleep(_BETWEEN_LOOKS)

    async def wait(self) -> None:
        """Wait until all are up to date."""
        await self.wait_at_most(_SECONDS_TO_CATCH_UP)
        if self._behind:
            raise SystemExit(f"After {self.what}, {len(self._behind)} listeners are left behind.")

    async def wait_at_most(self, seconds: float) -> None:
        await asyncio.wait([self._task], timeout=seconds)

    def stop(self) -> None:
        self._task.cancel()


def _has_heard(seat: Seat, goal: int) -> bool:
    return bool(seat.server) and seat.heard >= goal
