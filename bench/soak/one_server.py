"""One server under load: many matches, many listeners, and a server that is killed meanwhile.

    python -m bench.soak [--short] [--database URL] [--seconds 60]

The first round plays 1,000 matches with 2,000 listeners at 250 moves a second and measures how
long a move takes to be acknowledged and to be seen by the opponent, and the server's memory. In
the second round the server is killed (SIGKILL) and restarted 20 times under load; then every
match must have exactly the moves that were acknowledged. Exit code 1 if a limit is missed.
"""

import asyncio
import json
import random
import signal
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bench.soak.clients.visitor import Visitor
from bench.soak.servers.site import Site

GAME = {"game": "parity-duel", "options": {"numbers": 40}, "mode": "link"}
ACKNOWLEDGED, SEEN, MEGABYTES = 50.0, 100.0, 300.0  # milliseconds at p99, and memory


@dataclass
class Played:
    """What the players of a match know of it."""

    id: str
    cookies: tuple[str, str]
    legal: list[str]
    moves: list[str] = field(default_factory=list)
    versions: int = 0  # entries so far: the second player's joining, and the moves
    sent: dict[int, float] = field(default_factory=dict)  # when each version was asked for
    is_free: bool = True


async def ask_until_answered(visitor: Visitor, path: str, body: dict[str, Any]) -> bytes:
    """Post something until the server, or a proxy before it, is not too busy to answer."""
    while True:
        with suppress(OSError):
            status, answer = await visitor.ask("POST", path, body)
            if status < 300:
                return answer
            if status != 503:
                raise SystemExit(f"{path} was refused: {status} {answer.decode()}")
        await asyncio.sleep(0.2)


async def create(visitor: Visitor) -> Played:
    """A match with both seats taken."""
    made = json.loads(await ask_until_answered(visitor, "/api/matches", GAME))
    cookie = visitor.cookies
    match_id, token = made["match"]["id"], made["seat_link"].rpartition("/")[2]
    await ask_until_answered(visitor, f"/api/matches/{match_id}/join", {"token": token})
    return Played(match_id, (cookie, visitor.cookies), made["match"]["legal"], versions=1)


async def play(visitor: Visitor, match: Played, has_patience: bool = False) -> float:
    """Post a move and return the milliseconds until it was acknowledged. With patience, post it
    again until it is."""
    ply, move = len(match.moves), random.choice(match.legal)
    began = match.sent[match.versions + 1] = time.perf_counter()
    path, body = f"/api/matches/{match.id}/moves", {"ply": ply, "move": move}
    while True:
        try:
            status, answer = await visitor.ask("POST", path, body, match.cookies[ply % 2])
            if status == 200:
                break
            if not has_patience or status != 503:
                raise SystemExit(f"A move was refused: {status} {answer.decode()}")
        except OSError:
            if not has_patience:
                raise
        await asyncio.sleep(0.02)
    elapsed = 1000 * (time.perf_counter() - began)
    snapshot = json.loads(answer)["match"]
    match.moves.append(move)
    match.legal = snapshot["legal"]
    match.versions = snapshot["version"]
    return elapsed


async def hear(port: int, match: Played, seat: int, seen: list[float]) -> None:
    """Listen in a seat and note how old each move of the opponent is when it is seen."""
    visitor = Visitor(port)
    async for version, _ in visitor.listen(f"/api/matches/{match.id}/events", match.cookies[seat]):
        began = match.sent.get(version)
        if began is not None and (version - 2) % 2 != seat:  # version 2 is the first move
            seen.append(1000 * (time.perf_counter() - began))


async def load_round(site: Site, matches: int, rate: float, seconds: float) -> bool:
    """Play matches with two listeners each, at a given number of moves a second."""
    visitors = [Visitor(site.port) for _ in range(32)]
    played: list[Played] = []
    while len(played) < matches:
        rest = matches - len(played)
        played += await asyncio.gather(*(create(visitor) for visitor in visitors[:rest]))
    seen: list[float] = []
    heard = [hear(site.port, match, seat, seen) for match in played for seat in (0, 1)]
    listeners = [asyncio.create_task(one) for one in heard]
    while json.loads((await visitors[0].ask("GET", "/healthz"))[1])["listeners"] < len(listeners):
        await asyncio.sleep(0.1)
    print(f"{matches} matches, {len(listeners)} listeners, {rate:g} moves a second, {seconds:g} s")
    acknowledged: list[float] = []

    async def one(match: Played) -> None:
        visitor = visitors.pop() if visitors else Visitor(site.port)
        acknowledged.append(await play(visitor, match))
        match.is_free = True
        visitors.append(visitor)

    processor, began = site.processor_seconds(), time.perf_counter()
    under_way: set[asyncio.Task[None]] = set()
    for number in range(int(rate * seconds)):
        await asyncio.sleep(max(0.0, began + number / rate - time.perf_counter()))
        match = random.choice(played)
        while not match.is_free or not match.legal:
            await asyncio.sleep(0.001)  # a slow server may have a move of every match before it
            match = random.choice(played)
        match.is_free = False
        task = asyncio.create_task(one(match))
        under_way.add(task)
        task.add_done_callback(under_way.discard)
    await asyncio.gather(*under_way)
    elapsed = time.perf_counter() - began
    await asyncio.sleep(0.5)
    busy = 100 * (site.processor_seconds() - processor) / elapsed
    print(f"  reached {len(acknowledged) / elapsed:.0f} moves a second; a core busy {busy:.0f} %")
    is_good = _tell("acknowledged", acknowledged, ACKNOWLEDGED) & _tell("seen", seen, SEEN)
    most = site.measure("VmHWM")
    print(f"  memory at most {most:.0f} MB (limit {MEGABYTES:g})")
    stopped = await site.stop(signal.SIGTERM)
    print(f"  stopped in {stopped:.1f} s with all listeners connected (limit 3)")
    await asyncio.gather(*listeners, return_exceptions=True)
    return is_good and most < MEGABYTES and stopped < 3 and len(seen) >= 0.99 * len(acknowledged)


def _tell(what: str, times: list[float], limit: float) -> bool:
    times.sort()
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(
        f"  {what}: {len(times)}, median {p50:.1f} ms, p99 {p99:.1f} ms (limit {limit:g}),", end=""
    )
    print(f" longest {times[-1]:.1f} ms")
    return p99 < limit


async def kill_round(site: Site, matches: int, kills: int) -> bool:
    """Kill and restart the server under load; then compare every match with what it had told."""
    await site.start()
    visitors = [Visitor(site.port) for _ in range(matches)]
    played = [await create(visitor) for visitor in visitors]
    is_over = asyncio.Event()

    async def keep_playing(visitor: Visitor, match: Played) -> None:
        while not is_over.is_set() and match.legal:
            await play(visitor, match, has_patience=True)
            await asyncio.sleep(random.uniform(0, 0.2 * kills))

    players = [
        asyncio.create_task(keep_playing(*pair)) for pair in zip(visitors, played, strict=True)
    ]
    for _ in range(kills):
        await asyncio.sleep(random.uniform(0.05, 0.4))
        await site.stop(signal.SIGKILL)
        await site.start()
    is_over.set()
    await asyncio.gather(*players)
    await site.stop(signal.SIGKILL)
    await site.start()
    visitor, wrong = Visitor(site.port), 0
    for match in played:
        _, told = await visitor.ask("GET", f"/api/matches/{match.id}")
        wrong += json.loads(told)["moves"] != match.moves
    count = sum(len(match.moves) for match in played)
    print(f"{kills} kills under load: {count} moves acknowledged in {matches} matches,")
    print(f"  {wrong} matches with a move lost or doubled (limit 0)")
    await site.stop(signal.SIGTERM)
    return wrong == 0 and count > matches


async def soak(is_short: bool, database: str | None, seconds: float) -> bool:
    """Run both rounds, and return whether all limits were kept."""
    with tempfile.TemporaryDirectory() as folder:
        site = Site(database or f"sqlite:///{folder}/soak.sqlite")
        try:
            await site.start()
            size = (50, 50.0, 4.0) if is_short else (1_000, 250.0, seconds)
            is_good = await load_round(site, *size)
            return await kill_round(site, *((20, 2) if is_short else (200, 20))) and is_good
        finally:
            site.kill()
