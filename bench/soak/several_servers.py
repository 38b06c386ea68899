"""Several servers on one PostgreSQL behind a proxy: under load, then with its parts killed.

    python -m bench.soak --processes 2 [--seconds 60] [--seed 1] [--short]

The first round is the load of one server, at an address behind which each request and each stream
goes to the next server: 1,000 matches, 2,000 listeners, 250 moves a second. In the second one a
server, the proxy or PostgreSQL is killed, stopped, cut off or paused every few seconds. What
clients saw and did is then checked against what is in the database. Exit code 1 if a limit is
missed; the folder with history, records and logs is kept then. The seed decides on the faults,
their order and the pauses between them.
"""

import asyncio
import math
import shutil
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from bench.soak.checking.checker import check, read_lines
from bench.soak.checking.history import History
from bench.soak.clients.catching_up import CatchingUp
from bench.soak.clients.clients import Clients
from bench.soak.clients.duel import Seat
from bench.soak.clients.load import Load
from bench.soak.servers.faults import Whole, order_of
from bench.soak.servers.parts import Postgres, Proxy
from bench.soak.servers.site import Site
from bench.soak.servers.usage import Usage

SEEN, UP_TO_DATE = 150.0, 5.0  # milliseconds at p99; seconds after the last fault
_RECORDS = """
SELECT json_build_object('match', id, 'entries', coalesce(
    (SELECT json_agg(json_build_array(number, entry::json) ORDER BY number)
     FROM entries WHERE match = id), '[]'::json)) FROM matches
"""


@dataclass(frozen=True)
class Size:
    """How much is done, and whether limits in time hold."""

    matches: int = 1_000
    rate: float = 250  # moves a second
    seconds: float = 60
    rate_of_faults: float = 100  # moves a second while parts are killed
    times: int = 2  # each fault
    seconds_of_pause: float = 10
    has_limits: bool = True


SHORT = Size(30, 20, 3, 20, 1, 2, False)


async def soak_several(processes: int, size: Size, seed: int) -> bool:
    """Both rounds and the check, and whether all limits were kept."""
    folder = Path(tempfile.mkdtemp(prefix="numduel-soak-"))
    print(f"{processes} servers, PostgreSQL and haproxy; seed {seed}", flush=True)
    postgres = Postgres(folder)
    servers = [Site(postgres.url, log=folder / f"server{n + 1}.log") for n in range(processes)]
    names = {f"server{n + 1}": server.port for n, server in enumerate(servers)}
    proxy = Proxy(folder, names)
    is_good = False
    try:
        await postgres.make()
        await asyncio.gather(*(server.start() for server in servers))
        await proxy.start()
        site = Whole(postgres, servers, proxy, Random(seed), size.seconds_of_pause)
        is_good = await _run(site, size, folder)
    finally:
        proxy.kill()
        for server in servers:
            server.kill()
        postgres.kill()
        if is_good:
            await asyncio.sleep(0.5)  # PostgreSQL still writes there
            shutil.rmtree(folder, ignore_errors=True)
        else:
            print(f"History, records and logs are in {folder}.")
    return is_good


async def _run(site: Whole, size: Size, folder: Path) -> bool:
    history = History(folder / "history.jsonl")
    load = Load(Clients(site.proxy.port, history), Random())
    await load.begin(size.matches)
    is_quick = await _load_round(load, site, size)
    is_caught_up = await _fault_round(load, site, size)
    not_shown = await _final_look(load, site)
    await load.hang_up()
    history.close()
    records = folder / "records.jsonl"
    records.write_text(await site.postgres.ask(_RECORDS))
    faults = check(read_lines(folder / "history.jsonl"), read_lines(records))
    lines = sum(1 for _ in read_lines(folder / "history.jsonl"))
    print(f"Checked {lines} lines of history: {len(faults)} faults (limit 0)")
    for fault in faults[:20]:
        print(f"  {fault.kind}: match {fault.match}: {fault.what}")
    failed = load.clients.answers[500]
    print(f"Answers: {_tell_answers(load)}; of these 500: {failed} (limit 0)")
    print(f"Not shown in the end: {not_shown} (limit 0)")
    is_timely = is_quick and is_caught_up
    return not (faults or failed or not_shown) and (is_timely or not size.has_limits)


def _tell_answers(load: Load) -> str:
    answers = sorted(load.clients.answers.items())
    return ", ".join(f"{count} times {status or 'none'}" for status, count in answers)


async def _load_round(load: Load, site: Whole, size: Size) -> bool:
    """Play at a steady rate, and measure."""
    spread = ", ".join(f"{count} at {name}" for name, count in sorted(load.listeners().items()))
    print(f"{size.matches} matches, listeners: {spread}; {size.rate:g} moves a second")
    parts = {f"server {n + 1}": server.pid for n, server in enumerate(site.servers)}
    parts |= {"PostgreSQL": site.postgres.pid, "haproxy": site.proxy.pid}
    usage, own, commits = Usage(parts), time.process_time(), await _commits(site)
    is_over = asyncio.Event()
    playing = asyncio.create_task(load.play(size.rate, is_over))
    await asyncio.sleep(size.seconds)
    is_over.set()
    await playing
    await load.settle()
    used, own = usage.stop(), time.process_time() - own
    moves = len(load.moves)
    print(f"  {moves / size.seconds:.0f} moves a second, {await _commits(site) - commits} commits")
    done = [move for move in load.moves if move.acknowledged is not None]
    _tell("acknowledged", [1000 * ((one.acknowledged or 0) - one.began) for one in done])
    await CatchingUp("the load", load.seats, await _committed(site)).wait()
    seen = [move for move in done if move.seen is not None]
    _tell("seen", [1000 * ((one.seen or 0) - one.began) for one in seen])
    elsewhere = [one for one in seen if one.by != one.seen_by]
    p99 = _tell(
        f"seen at another server (limit {SEEN:g} at p99)",
        [1000 * ((one.seen or 0) - one.began) for one in elsewhere],
    )
    for name, seconds in used.items():
        busy, each, most = seconds / size.seconds, 1000 * seconds / moves, usage.most[name]
        print(f"  {name}: {busy:.0%} of a core, {each:.2f} ms a move, {most:.0f} MB")
    print(f"  clients: {own / size.seconds:.0%} of a core")
    is_whole = moves >= 0.95 * size.rate * size.seconds and len(seen) >= 0.99 * len(done)
    return p99 < SEEN and is_whole


async def _commits(site: Whole) -> int:
    return int(await site.postgres.ask("SELECT sum(xact_commit)::bigint FROM pg_stat_database"))


def _tell(what: str, times: list[float]) -> float:
    """Print how long something took, and return the p99. If nothing was measured, the limit is
    missed."""
    if not times:
        print(f"  {what}: never")
        return math.inf
    times.sort()
    p50, p99 = times[len(times) // 2], times[int(len(times) * 0.99)]
    print(f"  {what}: {len(times)}, median {p50:.1f}, p99 {p99:.1f}, longest {times[-1]:.1f} ms")
    return p99


async def _committed(site: Whole) -> dict[str, int]:
    """How many entries each match has in the database."""
    told = await site.postgres.ask(
        "SELECT id || ' ' || (SELECT count(*) FROM entries WHERE match = id) FROM matches"
    )
    return {match: int(length) for match, length in map(str.split, told.splitlines())}


async def _fault_round(load: Load, site: Whole, size: Size) -> bool:
    """Break one part after another while people play. Returns whether all were up to date in
    time."""
    before = len(load.moves)
    is_over = asyncio.Event()
    playing = asyncio.create_task(load.play(size.rate_of_faults, is_over))
    watches: list[CatchingUp] = []
    for fault in order_of(size.times, site.random):
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
    for name, times in _by_name(watches).items():
        print(f"  {name}: {times}")
    return all(each.seconds is not None and each.seconds < UP_TO_DATE for each in watches)


def _by_name(watches: list[CatchingUp]) -> dict[str, str]:
    """How long it took after each kind of fault."""
    named: dict[str, list[str]] = {}
    for watch in watches:
        told = "never" if watch.seconds is None else f"{watch.seconds:.1f}"
        named.setdefault(watch.what, []).append(told)
        watch.stop()
    return {name: ", ".join(times) for name, times in sorted(named.items())}


async def _final_look(load: Load, site: Whole) -> int:
    """Wait until all listeners have heard everything. Then every server must show every match.
    Returns how often one was not shown."""
    await CatchingUp("the end", load.seats, await _committed(site)).wait()
    every = [duel.one for duel in [*load.duels, *load.past]]
    ports = [server.port for server in site.servers]
    return sum([await look_at(every, port, load.clients.history) for port in ports])


async def look_at(seats: list[Seat], port: int, history: History) -> int:
    """Let these players look at their matches at one server. Returns how many do not see theirs."""
    looking = Clients(port, history)
    results = [await looking.ask(seat, "get") for seat in seats]
    looking.close()
    return len(results) - results.count("ok")
