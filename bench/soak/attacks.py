"""Attacks of hostile clients. Each is one request, which every attacker repeats."""

import asyncio
import json
import os
import random
import socket
import sys
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any
from urllib.parse import quote

from bench.soak.visitor import Visitor

_LONG = ",".join(str(number) for number in range(1, 800))  # about 3,000 characters
ATTACKERS, LINES = 5, 4
_MOST_SECONDS_MORE = 300

Attack = Callable[["Siege", Visitor], Awaitable[int]]


class Siege:
    """A server at a port, long matches in it, and the answers that attackers got."""

    def __init__(self, port: int, long_matches: list[str]) -> None:
        self.port = port
        self.long_matches = long_matches
        self.answers: Counter[int] = Counter()
        self.held: list[Any] = []  # connections held open

    def close(self) -> None:
        for connection in self.held:
            connection.close()
        self.held.clear()


async def long_positions(_: Siege, visitor: Visitor) -> int:
    """Ask for a position with 800 moves."""
    last = random.randint(800, 1_000)
    path = f"/api/positions?id=parity-duel/numbers=1000/{_LONG},{last // 2 * 2}"
    return (await visitor.ask("GET", path))[0]


async def long_pages(_: Siege, visitor: Visitor) -> int:
    """Ask for the page of a position with up to 1,000 moves."""
    moves = ",".join(str(number) for number in range(random.randint(1, 200), 1_000))
    return (await visitor.ask("GET", f"/p/parity-duel/numbers=1000/{moves}"))[0]


async def long_paths(_: Siege, visitor: Visitor) -> int:
    """Ask for pages with long addresses that are slow to compress."""
    letters = "".join(random.choices("ab", k=random.choice([5_900, 30_000])))
    return (await visitor.ask("GET", f"/p/parity-duel/{letters}"))[0]


async def large_truths(_: Siege, visitor: Visitor) -> int:
    """Analyse positions of 1,000 numbers, a new one each time."""
    game = random.choice(["divisor-duel", "parity-duel", "sequence-builder"])
    path = f"/api/positions/truth?id={game}/numbers=1000/{random.randint(1, 1_000)}"
    return (await visitor.ask("GET", path))[0]


async def puzzles_that_hang_up(_: Siege, visitor: Visitor) -> int:
    """Ask for a puzzle at 400 numbers on a theme that has none, and hang up before the answer."""
    options = quote(json.dumps({"numbers": 400}))
    path = f"/api/puzzles/next?game=divisor-duel&options={options}&theme=none"
    path += f"&seed={random.getrandbits(40)}"
    with suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            return (await visitor.ask("GET", path))[0]
    visitor.close()
    return 0


async def long_records(siege: Siege, visitor: Visitor) -> int:
    """Ask for the record of a long match."""
    return (await visitor.ask("GET", f"/api/matches/{random.choice(siege.long_matches)}/record"))[0]


async def long_reviews(siege: Siege, visitor: Visitor) -> int:
    """Ask for the review of a long match."""
    return (await visitor.ask("GET", f"/api/matches/{random.choice(siege.long_matches)}/review"))[0]


async def long_matches(siege: Siege, visitor: Visitor) -> int:
    """Ask for more long matches than fit in memory, one after another."""
    return (await visitor.ask("GET", f"/api/matches/{random.choice(siege.long_matches)}"))[0]


async def large_matches(siege: Siege, visitor: Visitor) -> int:
    """Begin matches of 1,000 numbers against the perfect computer, and play in them."""
    wanted = {"game": "parity-duel", "mode": "computer", "level": "perfect"}
    status, body = await visitor.ask(
        "POST", "/api/matches", wanted | {"options": {"numbers": 1_000}}
    )
    if status != 201:
        return status
    cookie, match_id = visitor.cookies, json.loads(body)["match"]["id"]
    for ply in range(0, 40, 2):
        siege.answers[status] += 1
        move = {"ply": ply, "move": str(ply + 1)}
        status, body = await visitor.ask("POST", f"/api/matches/{match_id}/moves", move, cookie)
        if status != 200:
            return status
    return status


async def many_listeners(siege: Siege, visitor: Visitor) -> int:
    """Open 100 streams of a long match and do not read them."""
    path = f"/api/matches/{siege.long_matches[0]}"
    await Visitor(siege.port, "127.200.9.9").ask("GET", path)  # so that the match is in use
    head = f"GET {path}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    begun = [await _send(siege, visitor, head.encode()) for _ in range(100)]
    siege.held += begun
    for connection in begun:
        siege.answers[await _status_of(connection)] += 1
    await asyncio.sleep(60)
    return 0


async def half_open(siege: Siege, visitor: Visitor) -> int:
    """Begin a request and never finish it (slowloris)."""
    siege.held.append(await _send(siege, visitor, b"GET / HTTP/1.1\r\nX-Slow: "))
    if len(siege.held) > 2_000:
        siege.held.pop(0).close()
    return 0


async def empty_lines(siege: Siege, visitor: Visitor) -> int:
    """Send an empty line after a request to keep the connection open."""
    request = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    connection = await _send(siege, visitor, request)
    status = await _status_of(connection)
    siege.held.append(connection)
    if len(siege.held) > 2_000:
        siege.held.pop(0).close()
    await asyncio.get_running_loop().sock_sendall(connection, b"\r\n")
    return status


async def endless_headers(siege: Siege, visitor: Visitor) -> int:
    """Send endless headers."""
    connection = await _send(siege, visitor, b"GET / HTTP/1.1\r\n")
    loop = asyncio.get_running_loop()
    with suppress(OSError):
        while True:
            await loop.sock_sendall(connection, b"X-Many: 1\r\n" * 10_000)
    connection.close()
    return 431


async def pipelining(siege: Siege, visitor: Visitor) -> int:
    """Pipeline thousands of requests on one connection, and do not read the answers."""
    request = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    siege.held.append(await _send(siege, visitor, 5_000 * request))
    if len(siege.held) > 200:
        siege.held.pop(0).close()
    return 0


async def oversized_bodies(_: Siege, visitor: Visitor) -> int:
    """Send bodies of 64 KB, of which the server reads 8."""
    return (await visitor.ask("POST", "/api/matches", {"name": "x" * 65_000}))[0]


async def unknown_fields(_: Siege, visitor: Visitor) -> int:
    """Fill a body with unknown fields."""
    fields = {f"{number:x}": 0 for number in range(800)}
    return (await visitor.ask("POST", "/api/matches", fields))[0]


async def combining_marks(_: Siege, visitor: Visitor) -> int:
    """Send names that are slow to normalise (combining marks)."""
    name = "".join(random.choices("\u0315\u0300\u05ae\u0062", k=1_200))
    wanted = {"game": "parity-duel", "mode": "screen", "name": name}
    return (await visitor.ask("POST", "/api/matches", wanted))[0]


# Each attack with the statuses that show that it hits; 0 is no answer. Others may occur.
EXPECTED: dict[Attack, set[int]] = {
    long_positions: {200},
    long_pages: {200},
    long_paths: {200},  # and 414, or a proxy's 400
    large_truths: {200},
    puzzles_that_hang_up: {0},
    long_records: {200},
    long_reviews: {200},
    long_matches: {200},
    large_matches: {200, 201},
    many_listeners: {200, 429},
    half_open: {0},
    empty_lines: {200},
    endless_headers: {431},
    pipelining: {0},
    oversized_bodies: {413},
    unknown_fields: {422},
    combining_marks: {422},
}
ATTACKS = [*EXPECTED]


async def _status_of(connection: socket.socket) -> int:
    """Return the status of an answer without reading the rest."""
    loop, head = asyncio.get_running_loop(), b""
    while len(head) < 12:
        read = await loop.sock_recv(connection, 12 - len(head))
        if not read:
            return 0
        head += read
    return int(head[9:])


async def _send(siege: Siege, visitor: Visitor, data: bytes) -> socket.socket:
    """Send raw bytes on a new connection from the visitor's address."""
    connection = socket.socket()
    connection.setblocking(False)
    connection.bind((visitor.client, 0))
    loop = asyncio.get_running_loop()
    await loop.sock_connect(connection, ("127.0.0.1", siege.port))
    await loop.sock_sendall(connection, data)
    return connection


async def besiege(siege: Siege, attack: Attack, client: str) -> None:
    """Attack over one connection until cancelled."""
    visitor = Visitor(siege.port, client)
    try:
        while True:
            status = 0
            with suppress(OSError):
                status = await attack(siege, visitor)
            siege.answers[status] += 1
            if status in (0, 429, 503):
                await asyncio.sleep(0.5 if status else 0.05)
    finally:
        visitor.close()


async def attack_until_told(port: int, name: str, long_matches: list[str]) -> None:
    """Attack with five clients until standard input closes and the expected statuses occurred."""
    siege = Siege(port, long_matches)
    attack = next(attack for attack in ATTACKS if attack.__name__ == name)
    place = ATTACKS.index(attack)  # these clients have used none of their rate limit
    clients = [f"127.0.{place + 1}.{number + 1}" for number in range(ATTACKERS)] * LINES
    tasks = [asyncio.create_task(besiege(siege, attack, client)) for client in clients]
    await asyncio.to_thread(sys.stdin.read)
    with suppress(TimeoutError):  # a busy server may not have answered much yet
        async with asyncio.timeout(_MOST_SECONDS_MORE):
            while not EXPECTED[attack] <= siege.answers.keys():
                await asyncio.sleep(0.1)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    siege.close()
    print(", ".join(f"{status}: {count}" for status, count in sorted(siege.answers.items())))


if __name__ == "__main__":
    os.nice(5)  # yield the processor to the server: real attackers use other machines
    asyncio.run(attack_until_told(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
