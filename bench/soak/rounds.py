"""A site under load, and then while its parts are killed.

    python -m bench.soak [--processes 2] [--seconds 60] [--seed 1] [--short]

One server on SQLite or, with --processes, several on one PostgreSQL behind a round-robin proxy. The
first round plays 1,000 matches with 2,000 listeners at 250 moves a second, and measures the latency
until a move is acknowledged and until the opponent sees it. In the second, a part is killed,
stopped, cut off or paused every few seconds. The clients' history is then checked against the
database. Exit code 1 if a limit is missed; the folder with history, records and logs is kept then.
The seed determines the faults, their order and the pauses between them.
"""

import asyncio
import json
import math
import os
import shutil
import signal
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import psycopg

from bench.soak.checking import History, check, read_lines
from bench.soak.parts import Postgres, Proxy, Site, Usage, hold_port
from bench.soak.players import CatchingUp, Clients, Load, Seat

UP_TO_DATE, MEGABYTES, STOPPED = 5.0, 300.0, 3.0  # seconds, megabytes, seconds
_QUERY = "SELECT id, number, entry FROM matches LEFT JOIN entries ON match = id ORDER BY id, number"


@dataclass(frozen=True)
class Size:
    """The amount of work, and whether time limits apply."""

    matches: int = 1_000
    rate: float = 250  # moves a second
    seconds: float = 60
    rate_of_faults: float = 100  # moves a second while parts are killed
    faults: int = 14
    seconds_of_pause: float = 10
    has_limits: bool = True


SHORT = Size(30, 20, 3, 20, 7, 2, False)


class Whole:
    """A site with all its parts, and the faults to inject."""

    def __init__(self, folder: Path, processes: int | None, seed: int, size: Size) -> None:
        self.folder = folder
        self.random = Random(seed)
        self.pause = size.seconds_of_pause
        self.file = folder / "soak.sqlite"
        self.postgres: Postgres | None = None
        self.database = f"sqlite:///{self.file}"
        if processes:
            self._holder, port = hold_port()
            self.postgres = Postgres(folder, port)
            self.postgres.start()
            self.database = self.postgres.new_database("--encoding=UTF8", "--template=template0")
        logs = [folder / f"server{number + 1}.log" for number in range(processes or 1)]
        self.servers = [Site(self.database, log=log) for log in logs]
        ports = {log.stem: server.port for log, server in zip(logs, self.servers, strict=True)}
        self.proxy = Proxy(folder, ports) if processes else None

    async def start(self) -> None:
        await asyncio.gather(*(server.start() for server in self.servers))
        if self.proxy:
            await self.proxy.start()

    def kill(self) -> None:
        for part in (self.proxy, *self.servers, self.postgres):
            if part:
                part.kill()

    @property
    def port(self) -> int:
        return self.proxy.port if self.proxy else self.servers[0].port

    @property
    def pids(self) -> dict[str, int]:
        parts = {f"server {n + 1}": server.pid for n, server in enumerate(self.servers)}
        if self.postgres and self.proxy:
            parts |= {"PostgreSQL": self.postgres.pid, "haproxy": self.proxy.pid}
        return parts

    async def entries(self) -> dict[str, list[tuple[int, str]]]:
        """Return the entries of each match, as stored in the database."""
        rows = await asyncio.to_thread(self.ask, _QUERY)
        found: dict[str, list[tuple[int, str]]] = {}
        for match, number, entry in rows:
            entries = found.setdefault(match, [])
            if number is not None:
                entries.append((number, entry))
        return found

    def ask(self, sql: str) -> list[Any]:
        """Return the rows of a query."""
        if self.postgres:
            with psycopg.connect(self.database) as database:
                return database.execute(sql.encode()).fetchall()
        with closing(sqlite3.connect(self.file)) as connection:
            return connection.execute(sql).fetchall()

    def faults(self, count: int) -> list["Fault"]:
        """Return this many faults, evenly over the kinds, in an order drawn from the seed."""
        kinds: list[Fault] = [*SEVERAL] if self.postgres else [server_killed]
        order = (kinds * count)[: max(count, len(kinds))]
        self.random.shuffle(order)
        return order


Fault = Callable[[Whole], Awaitable[None]]


async def server_killed(site: Whole) -> None:
    server = site.random.choice(site.servers)
    await server.stop(signal.SIGKILL)
    await server.start()


async def server_stopped(site: Whole) -> None:
    server = site.random.choice(site.servers)
    await server.stop(signal.SIGTERM)
    await server.start()


async def proxy_killed(site: Whole) -> None:
    assert site.proxy
    await site.proxy.stop()
    await site.proxy.start()


async def postgres_stopped(site: Whole, how: str = "fast") -> None:
    assert site.postgres
    await asyncio.to_thread(site.postgres.stop, how)
    await asyncio.to_thread(site.postgres.start)


async def postgres_crashed(site: Whole) -> None:
    await postgres_stopped(site, "immediate")


async def connections_cut(site: Whole) -> None:
    await asyncio.to_thread(
        site.ask,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    )


async def postgres_paused(site: Whole) -> None:
    assert site.postgres
    with site.postgres.frozen():
        await asyncio.sleep(site.pause)


SEVERAL: list[Fault] = [
    server_killed,
    server_stopped,
    proxy_killed,
    postgres_stopped,
    postgres_crashed,
    connections_cut,
    postgres_paused,
]


async def soak(processes: int | None, size: Size, seed: int) -> bool:
    """Run both rounds and the check; return whether all limits were kept."""
    folder = Path(tempfile.mkdtemp(prefix="numduel-soak-"))
    beside = "SQLite" if processes is None else "PostgreSQL and haproxy"
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    print(f"{processes or 1} servers, {beside}; seed {seed}; load before {load}", flush=True)
    site = Whole(folder, processes, seed, size)
    is_good = False
    try:
        await site.start()
        is_good = await _run(site, size)
    finally:
        site.kill()
        if is_good:
            await asyncio.sleep(0.5)  # PostgreSQL still writes there
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"History, records and logs are in {folder}.")
    return is_good


async def _run(site: Whole, size: Size) -> bool:
    history = History(site.folder / "history.jsonl")
    load = Load(Clients(site.port, history), Random())
    await load.begin(size.matches)
    is_quick = await _load_round(load, site, size)
    is_caught_up = await _fault_round(load, site, size)
    await CatchingUp("the end", load.seats, await _committed(site)).wait()
    every = [duel.one for duel in [*load.duels, *load.past]]
    not_shown = sum([await look_at(every, server.port, history) for server in site.servers])
    load.note_ends()
    stopped = max(await asyncio.gather(*(one.stop(signal.SIGTERM) for one in site.servers)))
    print(f"Stopped in {stopped:.1f} s with all listeners connected (limit {STOPPED:g})")
    await load.hang_up()
    history.close()
    faults, lines = await _check(site)
    print(f"Checked {lines} lines of history: {len(faults)} faults (limit 0)")
    for fault in faults[:20]:
        print(f"  {fault.kind}: match {fault.match}: {fault.what}")
    answers = load.clients.answers
    told = [f"{count} times {status or 'none'}" for status, count in sorted(answers.items())]
    print(f"Answers: {', '.join(told)}")
    print(f"  of these 500: {answers[500]} (limit 0), 429: {answers[429]} (limit 0)")
    print(f"Not shown in the end: {not_shown} (limit 0)")
    is_timely = is_quick and is_caught_up and stopped < STOPPED
    is_right = not (faults or answers[500] or answers[429] or not_shown)
    return is_right and (is_timely or not size.has_limits)


async def _check(site: Whole) -> tuple[list[Any], int]:
    """Return the violations in the history, and its number of lines."""
    records = site.folder / "records.jsonl"
    with records.open("w") as file:
        for match, entries in (await site.entries()).items():
            read = [(number, json.loads(entry)) for number, entry in entries]
            file.write(json.dumps({"match": match, "entries": read}) + "\n")
    history = site.folder / "history.jsonl"
    lines = sum(1 for _ in read_lines(history))
    return check(read_lines(history), read_lines(records)), lines


async def _load_round(load: Load, site: Whole, size: Size) -> bool:
    """Play at a steady rate, and measure."""
    spread = ", ".join(f"{count} at {name}" for name, count in sorted(load.listeners().items()))
    print(f"{size.matches} matches, listeners: {spread}; {size.rate:g} moves a second")
    usage, own = Usage(site.pids), time.process_time()
    is_over = asyncio.Event()
    playing = asyncio.create_task(load.play(size.rate, is_over))
    await asyncio.sleep(size.seconds)
    is_over.set()
    await playing
    await load.settle()
    used, own = usage.stop(), time.process_time() - own
    moves = len(load.moves)
    print(f"  {moves / size.seconds:.0f} moves a second")
    done = [move for move in load.moves if move.acknowledged is not None]
    limits = (50.0, 100.0) if site.proxy is None else (math.inf, 150.0)
    took = [one.acknowledged - one.began for one in done if one.acknowledged]
    is_quick = _tell("acknowledged", took, limits[0])
    await CatchingUp("the load", load.seats, await _committed(site)).wait()
    seen = [move for move in done if move.seen is not None]
    elsewhere = [one for one in seen if site.proxy is None or one.by != one.seen_by]
    where = "seen" if site.proxy is None else "seen at another server"
    took = [one.seen - one.began for one in elsewhere if one.seen]
    is_quick &= _tell(where, took, limits[1])
    for name, seconds in used.items():
        busy, each, most = seconds / size.seconds, 1000 * seconds / moves, usage.most[name]
        print(f"  {name}: {busy:.0%} of a core, {each:.2f} ms a move, {most:.0f} MB")
    print(f"  clients: {own / size.seconds:.0%} of a core")
    is_whole = moves >= 0.95 * size.rate * size.seconds and len(seen) >= 0.99 * len(done)
    is_small = all(most < MEGABYTES for name, most in usage.most.items() if "server" in name)
    return is_quick and is_whole and is_small


def _tell(what: str, seconds: list[float], limit: float) -> bool:
    """Print some latencies; return whether their p99 is within the limit in milliseconds. No
    measurement is a miss."""
    if not seconds:
        print(f"  {what}: never")
        return False
    times = sorted(1000 * one for one in seconds)
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(
        f"  {what}: {len(times)}, median {p50:.1f}, p99 {p99:.1f} (limit {limit:g}),"
        f" longest {times[-1]:.1f} ms"
    )
    return p99 < limit


async def _committed(site: Whole) -> dict[str, int]:
    """Return the number of entries of each match in the database."""
    return {match: len(entries) for match, entries in (await site.entries()).items()}


async def _fault_round(load: Load, site: Whole, size: Size) -> bool:
    """Break one part after another while people play; return whether all caught up in time."""
    before = len(load.moves)
    is_over = asyncio.Event()
    playing = asyncio.create_task(load.play(size.rate_of_faults, is_over))
    watches: list[CatchingUp] = []
    for fault in site.faults(size.faults):
        await asyncio.sleep(site.random.uniform(0.5, 2))
        await fault(site)
        name, fault_ended = fault.__name__.replace("_", " "), time.perf_counter()
        watches.append(CatchingUp(name, load.seats, await _committed(site), fault_ended))
        await watches[-1].wait_at_most(UP_TO_DATE)
        ended = [n + 1 for n, server in enumerate(site.servers) if not server.is_running]
        if ended:
            raise SystemExit(f"After {name}, servers {ended} have ended.")
    await watches[-1].wait()
    is_over.set()
    await playing
    await load.settle()
    print(f"{len(watches)} faults, {len(load.moves) - before} moves acknowledged meanwhile;")
    print(f"  seconds until all were up to date again (limit {UP_TO_DATE:g}):")
    for name in sorted({watch.what for watch in watches}):
        times = [watch.seconds for watch in watches if watch.what == name]
        print(f"  {name}: {', '.join('never' if one is None else f'{one:.1f}' for one in times)}")
    for watch in watches:
        watch.stop()
    return all(each.seconds is not None and each.seconds < UP_TO_DATE for each in watches)


async def look_at(seats: list[Seat], port: int, history: History) -> int:
    """Let these players fetch their matches from one server; return how many cannot see theirs."""
    looking = Clients(port, history)
    results = [await looking.ask(seat, "get") for seat in seats]
    looking.close()
    return len(results) - results.count("ok")
