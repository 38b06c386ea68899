"""The processor time and the memory of one server, and of PostgreSQL below it, for each thing that
people do. Other work on the machine disturbs processor time little."""

import asyncio
import json
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

from playwright.async_api import async_playwright

from bench.soak.clients.visitor import Visitor
from bench.soak.servers.parts import Postgres
from bench.soak.servers.site import Site
from bench.soak.servers.usage import family_of, megabytes, processor_seconds

CHROMIUM = "/usr/bin/chromium-headless-shell"
GAME = {"game": "parity-duel", "options": {"numbers": 40}, "mode": "screen"}


class Costs:
    """A server, and what it used for each of several things."""

    def __init__(self, postgres: Postgres, site: Site) -> None:
        self._postgres = postgres
        self._site = site

    async def run(self) -> None:
        """Measure everything and print a table."""
        print("| what | server and workers, ms | PostgreSQL, ms |")
        print("|---|---:|---:|")
        await self._matches()
        await self._idle(2_000)
        await self._looks()
        await self._moves(0)
        await self._moves(2)
        await self._moves(50)
        await self._truths("divisor-duel", 20)
        await self._truths("divisor-duel", 100)
        await self._pages()
        await self._space()

    async def _measure(self, what: str, count: int, work: Callable[[], Awaitable[None]]) -> None:
        """Print what each of this many repetitions cost."""
        pids = self._site.pid, self._postgres.pid
        before = [processor_seconds(pid) for pid in pids]
        await work()
        await asyncio.sleep(0.3)
        used = [processor_seconds(pid) - was for pid, was in zip(pids, before, strict=True)]
        server, database = (1000 * seconds / count for seconds in used)
        print(f"| {what} | {server:.2f} | {database:.2f} |", flush=True)

    async def _moves(self, listeners: int) -> None:
        """Sixteen matches at one screen, played as fast as possible, with this many listeners
        each."""
        players = [Visitor(self._site.port) for _ in range(16)]
        made = [await _create(player) for player in players]
        ends = [
            asyncio.create_task(_hear(self._site.port, match))
            for match, _ in made
            for _ in range(listeners)
        ]
        await self._until_heard_by(len(ends))

        async def play(player: Visitor, match: str, cookie: str) -> None:
            path = f"/api/matches/{match}/moves"
            for ply in range(40):
                move = {"ply": ply, "move": str(ply + 1)}  # odd and even by turns
                status, _ = await player.ask("POST", path, move, cookie)
                assert status == 200

        async def all_at_once() -> None:
            pairs = zip(players, made, strict=True)
            await asyncio.gather(*(play(player, *one) for player, one in pairs))

        await self._measure(f"a move, {listeners} listeners", 16 * 40, all_at_once)
        await _end(ends)
        await self._until_heard_by(0)

    async def _until_heard_by(self, count: int) -> None:
        """Wait until this many listeners are connected."""
        visitor = Visitor(self._site.port)
        while json.loads((await visitor.ask("GET", "/healthz"))[1]).get("listeners") != count:
            await asyncio.sleep(0.1)
        visitor.close()

    async def _matches(self) -> None:
        visitor, count, before = Visitor(self._site.port), 1_000, megabytes(self._site.pid)

        async def create() -> None:
            for _ in range(count):
                await _create(visitor)

        await self._measure("a match created", count, create)
        kilobytes = 1024 * (megabytes(self._site.pid) - before) / count
        print(f"| a match in memory | {kilobytes:.0f} KB | |")

    async def _looks(self) -> None:
        visitor, count = Visitor(self._site.port), 1_000
        match, cookie = await _create(visitor)

        async def look() -> None:
            for _ in range(count):
                await visitor.ask("GET", f"/api/matches/{match}", None, cookie)

        await self._measure("a match looked at", count, look)

    async def _idle(self, count: int) -> None:
        """Listeners to whom nothing happens."""
        made = [await _create(Visitor(self._site.port)) for _ in range(20)]
        before = megabytes(self._site.pid)
        listeners: list[asyncio.Task[None]] = []

        async def connect() -> None:
            for number in range(count):
                match = made[number % len(made)][0]
                listeners.append(asyncio.create_task(_hear(self._site.port, match)))
                if number % 20 == 0:
                    await asyncio.sleep(0.02)
            await self._until_heard_by(count)

        await self._measure("a listener comes", count, connect)
        kilobytes = 1024 * (megabytes(self._site.pid) - before) / count
        print(f"| a listener's memory | {kilobytes:.0f} KB | |")

        async def wait() -> None:
            await asyncio.sleep(30)

        await self._measure("an idle listener, for a minute", count // 2, wait)
        await _end(listeners)
        await self._until_heard_by(0)

    async def _truths(self, game: str, numbers: int) -> None:
        """The truth of positions that nobody has asked for yet."""
        visitor, random, count = Visitor(self._site.port), Random(numbers), 100
        positions: list[list[str]] = []
        while len(positions) < count:
            moves: list[str] = []
            for _ in range(random.randint(2, 4)):
                legal = (await _position(visitor, game, numbers, moves))["legal"]
                moves += random.sample(legal, min(1, len(legal)))
            if moves not in positions:
                positions.append(moves)

        async def ask() -> None:
            for moves in positions:
                await visitor.ask("GET", _address("/truth", game, numbers, moves))

        await self._measure(f"an analysis, {numbers} numbers", count, ask)
        await self._measure(f"the same again, {numbers} numbers", count, ask)
        workers = [f"{megabytes(pid):.0f}" for pid in family_of(self._site.pid)[1:]]
        print(f"| memory then: each worker in use | {', '.join(workers)} MB | |")

    async def _pages(self) -> None:
        """A match's page in a browser, for the first time and again."""
        count, address = 20, f"http://127.0.0.1:{self._site.port}"
        match, _ = await _create(Visitor(self._site.port))
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=CHROMIUM, args=["--no-sandbox"]
            )

            async def visit_first() -> None:
                for _ in range(count):
                    page = await browser.new_page()
                    await page.goto(f"{address}/m/{match}")
                    await page.wait_for_selector("h1")
                    await page.context.close()

            async def visit_again() -> None:
                for _ in range(count):
                    await page.goto(f"{address}/m/{match}")
                    await page.wait_for_selector("h1")

            await self._measure("a page, first visit", count, visit_first)
            page = await browser.new_page()
            await page.goto(f"{address}/m/{match}")
            await self._measure("a page, again", count, visit_again)
            await browser.close()

    async def _space(self) -> None:
        """What a match with 40 moves takes on disk, and how much log a move writes."""
        ask = self._postgres.ask
        began = await ask("SELECT pg_current_wal_lsn()")
        before = int(await ask("SELECT pg_total_relation_size('entries')"))
        rows = int(await ask("SELECT count(*) FROM entries"))
        for _ in range(3):
            await self._moves(0)
        grown = int(await ask("SELECT count(*) FROM entries")) - rows
        size = int(await ask("SELECT pg_total_relation_size('entries')")) - before
        log = float(await ask(f"SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '{began.strip()}')"))
        count = int(await ask("SELECT count(*) FROM matches"))
        headers = int(await ask("SELECT pg_total_relation_size('matches')"))
        print(f"| bytes on disk: an entry {size / grown:.0f}, a match without entries", end="")
        print(f" {headers / count:.0f}; log written for a move {log / grown:.0f} | | |")
        sessions = await ask("SELECT count(*) FROM pg_stat_activity WHERE usename = 'numduel'")
        print(f"| sessions at PostgreSQL | {int(sessions) - 1} | |")


async def _create(visitor: Visitor) -> tuple[str, str]:
    """The id of a new match, and the cookie that plays it."""
    _, body = await visitor.ask("POST", "/api/matches", GAME)
    return json.loads(body)["match"]["id"], visitor.cookies


async def _end(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _hear(port: int, match: str) -> None:
    async for _ in Visitor(port).listen(f"/api/matches/{match}/events", ""):
        pass


def _address(what: str, game: str, numbers: int, moves: list[str]) -> str:
    options = f"%7B%22numbers%22:{numbers}%7D"
    return f"/api/positions{what}?game={game}&options={options}&moves={'+'.join(moves)}"


async def _position(visitor: Visitor, game: str, numbers: int, moves: list[str]) -> Any:
    _, body = await visitor.ask("GET", _address("", game, numbers, moves))
    return json.loads(body)


async def measure_costs(folder: Path) -> None:
    """Print what everything costs on PostgreSQL."""
    postgres = Postgres(folder)
    try:
        await postgres.make()
        site = Site(postgres.url, log=folder / "server.log")
        try:
            await site.start()
            await Costs(postgres, site).run()
            await site.stop(signal.SIGTERM)
        finally:
            site.kill()
    finally:
        postgres.kill()
