"""The server under attack: five clients do their worst within their limits, others play.

    python -m bench.soak --hostile [--seconds 10] [--behind-proxy]

The server is reached directly, as with `numduel serve --lan`, or through haproxy with the
documented file. Each attack lasts some seconds. Meanwhile forty pupils behind one address make 40
moves a second, a quarter of them against the computer; none of them may be refused. Measured are
the latencies of a move, of the computer's reply and of /healthz, and the memory of the server with
its workers. A 503 is retried, and that time counts. The attackers send as fast as the rate limit
allows, and wait half a second when refused. An attack ends once it has had the answers that show
that it hits. Exit code 1 if a limit is missed, if an attack never had an effect, or if the server
failed.
"""

import asyncio
import json
import random
import sqlite3
import sys
import tempfile
import time
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bench.soak.attacks import EXPECTED, Attack
from bench.soak.parts import Proxy, Site
from bench.soak.parts import megabytes as megabytes_of
from bench.soak.players import GAME
from bench.soak.visitor import Visitor
from numduel.web.matches.creation import new_match
from numduel.web.store import make_store, sqlite_path
from numduel.web.store.rows import write_row

ACKNOWLEDGED, HEALTHY, MEGABYTES = 100.0, 1_000.0, 500.0  # milliseconds at p99, at most; memory


@dataclass
class Played:
    """A match, and what its players know of it."""

    id: str
    cookies: tuple[str, str]
    legal: list[str]
    moves: list[str] = field(default_factory=list)


async def ask_until_answered(
    visitor: Visitor, path: str, body: dict[str, Any], cookie: str
) -> dict[str, Any]:
    """Post a request, and retry while the server or its proxy is too busy."""
    while True:
        with suppress(OSError):
            status, answer = await visitor.ask("POST", path, body, cookie)
            if status < 300:
                return dict(json.loads(answer))
            if status != 503:
                raise SystemExit(f"{path} was refused: {status} {answer.decode()}")
        await asyncio.sleep(0.2)


async def open_page(visitor: Visitor) -> str:
    """Open the home page as a new browser, and return its cookie."""
    while (await visitor.ask("GET", "/"))[0] != 200:
        await asyncio.sleep(0.2)
    return visitor.cookies


async def create(visitor: Visitor) -> Played:
    """Begin a match between two browsers."""
    one, two = await open_page(visitor), await open_page(visitor)
    made = await ask_until_answered(visitor, "/api/matches", GAME, one)
    match_id, token = made["match"]["id"], made["seat_link"].rpartition("/")[2]
    await ask_until_answered(visitor, f"/api/matches/{match_id}/join", {"token": token}, two)
    return Played(match_id, (one, two), made["match"]["legal"])


async def play(visitor: Visitor, match: Played) -> float:
    """Post a move until it is acknowledged; return the milliseconds it took."""
    ply, move = len(match.moves), random.choice(match.legal)
    began = time.perf_counter()
    path, body = f"/api/matches/{match.id}/moves", {"ply": ply, "move": move}
    while True:
        try:
            status, answer = await visitor.ask("POST", path, body, match.cookies[ply % 2])
            if status == 200:
                break
            if status != 503:
                raise SystemExit(f"A move was refused: {status} {answer.decode()}")
        except OSError:
            pass
        await asyncio.sleep(0.02)
    elapsed = 1000 * (time.perf_counter() - began)
    snapshot = json.loads(answer)["match"]
    match.moves.append(move)
    match.legal = snapshot["legal"]
    return elapsed


@asynccontextmanager
async def besieged(port: int, attack: Attack, long_matches: list[str]) -> AsyncIterator[list[str]]:
    """Attack with five clients in another process inside this block; yield the answers they get."""
    command = [sys.executable, "-m", "bench.soak.attacks", str(port), attack.__name__]
    attackers = await asyncio.create_subprocess_exec(
        *command, *long_matches, stdin=PIPE, stdout=PIPE
    )
    told: list[str] = []
    try:
        yield told
    finally:
        answers, _ = await attackers.communicate(b"")  # closing their input ends them
        told.append(answers.decode().strip())


async def repeat(seconds: float, pause: float, do: Callable[[], Awaitable[None]]) -> None:
    """Repeat something for this many seconds."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        await do()
        await asyncio.sleep(pause)


async def measure(
    site: Site,
    port: int,
    attack: Attack | None,
    long_matches: list[str],
    seconds: float,
    number: int,
) -> bool:
    """Print the latencies of the players during an attack; return whether the limits were kept."""
    visitors = [Visitor(port, f"127.{number + 1}.0.1") for _ in range(40)]  # a school's address
    played = [
        await (create if one % 4 else create_with_computer)(visitor)
        for one, visitor in enumerate(visitors)
    ]
    acknowledged: list[float] = []
    replied: list[float] = []
    healthy: list[float] = []
    megabytes: list[float] = []

    async def keep_playing(visitor: Visitor, match: Played) -> None:
        async def move() -> None:
            if not match.legal:
                return
            if match.cookies[1]:
                acknowledged.append(await play(visitor, match))
            else:
                replied.append(await play_and_wait(visitor, match))

        await asyncio.sleep(random.random())
        await repeat(seconds, 1.0, move)

    health = Visitor(port)

    async def look() -> None:
        began = time.perf_counter()
        while (await health.ask("GET", "/healthz"))[0] != 200:
            await asyncio.sleep(0.02)
        healthy.append(1000 * (time.perf_counter() - began))
        megabytes.append(megabytes_of(site.pid))

    async def all_at_once() -> None:
        everybody = [keep_playing(*pair) for pair in zip(visitors, played, strict=True)]
        await asyncio.gather(repeat(seconds, 0.2, look), *everybody)

    told: list[str] = []
    if attack is None:
        await all_at_once()
    else:
        async with besieged(port, attack, long_matches) as told:
            await asyncio.sleep(1)
            await all_at_once()
    for visitor in (*visitors, health):
        visitor.close()
    (p50, p99, longest), (reply, _, longest_reply) = map(summary, (acknowledged, replied))
    name = attack.__name__.replace("_", " ") if attack else "nobody"
    print(
        f"| {name} | {p50:.0f}, {p99:.0f}, {longest:.0f} ms | {reply:.0f}, {longest_reply:.0f} ms"
        f" | {max(healthy):.0f} ms | {max(megabytes):.0f} MB | {' '.join(told)} |",
        flush=True,
    )
    expected = set() if attack is None else EXPECTED[attack]
    answers = read_answers(" ".join(told)).keys()
    if not expected <= answers:
        print(f"This was no attack: answers of {sorted(expected)} were expected.")
    if 500 in answers:
        print("The server failed: it answered with 500.")
    is_quick = p99 < ACKNOWLEDGED and max(healthy) < HEALTHY
    return expected <= answers and 500 not in answers and is_quick and max(megabytes) < MEGABYTES


def summary(times: list[float]) -> tuple[float, float, float]:
    """Return the median, 99th percentile and maximum of some times."""
    times = sorted(times)
    return times[len(times) // 2], times[int(len(times) * 0.99)], times[-1]


def read_answers(told: str) -> dict[int, int]:
    """Return how often the attackers got each status, from their output."""
    pairs = (one.split(": ") for one in told.split(", ") if one)
    return {int(status): int(count) for status, count in pairs}


async def create_with_computer(visitor: Visitor) -> Played:
    """Begin a match against the computer, without a cookie for anybody else."""
    wanted = GAME | {"mode": "computer", "level": "easy"}
    cookie = await open_page(visitor)
    made = (await ask_until_answered(visitor, "/api/matches", wanted, cookie))["match"]
    return Played(made["id"], (cookie, ""), made["legal"])


async def play_and_wait(visitor: Visitor, match: Played) -> float:
    """Play a move and return the milliseconds until the computer has replied."""
    began = time.perf_counter()
    await play(visitor, match)
    while True:
        path = f"/api/matches/{match.id}"
        status, body = await visitor.ask("GET", path, cookie=match.cookies[0])
        if status == 200 and (snapshot := json.loads(body))["to_move"] != 2:
            break
        await asyncio.sleep(0.02 if status == 200 else 0.5)
    match.moves, match.legal = snapshot["moves"], snapshot["legal"]
    return 1000 * (time.perf_counter() - began)


async def prepare(database: str, count: int, moves: int) -> list[str]:
    """Put long matches into a database: playing them would take an attacker an hour."""
    store = make_store(database)
    await store.open()
    new = [
        new_match("parity-duel", {"numbers": 1_000}, "screen", "easy", "me", None).header
        for _ in range(count)
    ]
    for header in new:
        await store.create(header)
    await store.close()
    with closing(sqlite3.connect(sqlite_path(database))) as connection:
        for header in new:
            rows = [write_row(header.id, *numbered) for numbered in enumerate(_happened(moves))]
            connection.executemany(
                "INSERT INTO entries (at, match, number, entry, checksum) VALUES (?, ?, ?, ?, ?)",
                [(time.time(), header.id, *row) for row in rows],
            )
        connection.commit()
    return [header.id for header in new]


def _happened(moves: int) -> list[dict[str, Any]]:
    written = [{"move": str(number)} for number in range(1, moves + 1)]
    back_and_forth: list[dict[str, Any]] = [{"undo": 1}, written[-1]]
    return [*written, *back_and_forth * 120, {"end": {"winner": 1, "reason": "by resignation"}}]


async def withstand(
    attacks: list[Attack], behind_proxy: bool, seconds: float, count: int, moves: int
) -> bool:
    """Make all attacks in turn, with this many long matches in the database; return whether all
    limits were kept."""
    with tempfile.TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/hostile.sqlite"
        made = await prepare(database, count, moves)
        site = Site(database, requests_per_minute=1_200, is_lan=not behind_proxy)
        proxy = Proxy(Path(folder), {"one": site.port}, is_whole=True) if behind_proxy else None
        is_good = True
        try:
            await site.start()
            if proxy is not None:
                await proxy.start()
            port = site.port if proxy is None else proxy.port
            print(
                "| attack | moves of others: median, p99, longest"
                " | computer's replies: median, longest | healthz | memory | answers |"
            )
            for number, attack in enumerate([None, *attacks]):
                is_good &= await measure(site, port, attack, made, seconds, number)
        finally:
            site.kill()
            if proxy is not None:
                await proxy.stop()
        return is_good
