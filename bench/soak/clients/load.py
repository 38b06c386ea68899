"""Players at many matches, who move, ask for moves back, resign and listen.

A player does one thing at a time, and the two of a match do theirs at the same time.
"""

import asyncio
import time
from collections import Counter
from random import Random

from bench.soak.clients.clients import Clients
from bench.soak.clients.duel import Duel, Json, Seat, Sent

_PAUSES = [0.5, 1.0, 2.0, 4.0]  # seconds before a move is sent again, as in the page
_BESIDES = {"ask": 0.02, "resign": 0.003, "rude": 0.01, "get": 0.1}  # how often, for each move
_RIVALS = 0.2  # how often two want the same seat


class Load:
    """All the players and what they do."""

    def __init__(self, clients: Clients, random: Random) -> None:
        self.clients = clients
        self.random = random
        self.duels: list[Duel] = []
        self.past: list[Duel] = []  # over; their streams stay
        self.moves: list[Sent] = []
        self._streams: list[asyncio.Task[None]] = []
        self._under_way: set[asyncio.Task[None]] = set()

    @property
    def seats(self) -> list[Seat]:
        return [seat for duel in [*self.duels, *self.past] for seat in duel.seats]

    async def begin(self, count: int) -> None:
        """Begin this many matches, and listen to each from both seats."""
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
        """Make this many moves a second, and do other things as well, until it is over."""
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
        """Send a move until there is an answer. A rude one is out of turn, or late."""
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
                break  # the server has a fault, and would have it again
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
        """Wait until everybody has an answer to what they asked for last."""
        while self._under_way:
            await asyncio.wait(self._under_way)

    def listeners(self) -> Counter[str]:
        """How many listen at each server now."""
        return Counter(seat.server for seat in self.seats if seat.server)

    async def hang_up(self) -> None:
        """End all streams. They should have told everything by now."""
        for seat in self.seats:
            self.clients.history.end(seat.name, seat.match)
        for stream in self._streams:
            stream.cancel()
        await asyncio.gather(*self._streams, return_exceptions=True)
        self.clients.close()
