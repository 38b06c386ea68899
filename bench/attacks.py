"""What hostile clients do. Each attack is one request, made again and again by every attacker."""

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

from bench.site import Line

_LARGE = quote(json.dumps({"numbers": 10_000}))
_LONG = "%20".join(str(number) for number in range(1, 1_100))  # nearly 5,000 characters
ATTACKERS, LINES = 5, 4

Attack = Callable[["Siege", Line], Awaitable[int]]


class Siege:
    """A server at a port, long matches in it, and what the attackers have been answered."""

    def __init__(self, port: int, long_matches: list[str]) -> None:
        self.port = port
        self.long_matches = long_matches
        self.answers: Counter[int] = Counter()
        self.held: list[Any] = []  # connections that attackers keep open

    def close(self) -> None:
        for connection in self.held:
            connection.close()
        self.held.clear()


async def long_positions(_: Siege, line: Line) -> int:
    """A position with 5,000 characters of moves."""
    last = random.randint(5_000, 10_000)
    path = f"/api/positions?game=parity-duel&options={_LARGE}&moves={_LONG}%20{last // 2 * 2}"
    return (await line.ask("GET", path))[0]


async def large_truths(_: Siege, line: Line) -> int:
    """The truth about a position of 10,000 numbers, another one each time."""
    game = random.choice(["divisor-duel", "parity-duel", "sequence-builder"])
    path = f"/api/positions/truth?game={game}&options={_LARGE}&moves={random.randint(1, 9_999)}"
    return (await line.ask("GET", path))[0]


async def huge_puzzle_ids(_: Siege, line: Line) -> int:
    """The id of a puzzle of a million numbers."""
    name = f"divisor-duel/{random.randint(1, 1_000_000)}?numbers=1000000"
    return (await line.ask("POST", "/api/puzzles/answer", {"id": name, "move": "2"}))[0]


async def puzzles_that_hang_up(_: Siege, line: Line) -> int:
    """A puzzle at 400 numbers, not waited for."""
    options = quote(json.dumps({"numbers": 400}))
    path = f"/api/puzzles/next?game=divisor-duel&options={options}&seed={random.getrandbits(40)}"
    with suppress(TimeoutError):
        async with asyncio.timeout(0.05):
            return (await line.ask("GET", path))[0]
    line.close()
    return 0


async def long_records(siege: Siege, line: Line) -> int:
    """The record of a match with nearly 10,000 moves."""
    return (await line.ask("GET", f"/api/matches/{random.choice(siege.long_matches)}/record"))[0]


async def long_reviews(siege: Siege, line: Line) -> int:
    """The review of such a match."""
    return (await line.ask("GET", f"/api/matches/{random.choice(siege.long_matches)}/review"))[0]


async def long_matches(siege: Siege, line: Line) -> int:
    """Long matches by turns: there are more of them than fit in memory."""
    return (await line.ask("GET", f"/api/matches/{random.choice(siege.long_matches)}"))[0]


async def large_matches(_: Siege, line: Line) -> int:
    """New matches of 10,000 numbers against the perfect computer, and moves in them."""
    wanted = {"game": "parity-duel", "mode": "computer", "level": "perfect"}
    status, body = await line.ask("POST", "/api/matches", wanted | {"options": {"numbers": 10_000}})
    if status != 201:
        return status
    cookie, match_id = line.cookies, json.loads(body)["match"]["id"]
    for ply in range(0, 40, 2):
        move = {"ply": ply, "move": str(ply + 1)}
        status, body = await line.ask("POST", f"/api/matches/{match_id}/moves", move, cookie)
        if status != 200:
            return status
    return status


async def many_listeners(siege: Siege, line: Line) -> int:
    """Four hundred listeners of each client at once, to a long match; they do not read."""
    path = f"/api/matches/{siege.long_matches[0]}/events"
    head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: {line.client}\r\n\r\n"
    for _ in range(100):
        siege.held.append(await _send(siege.port, head.encode()))
    await asyncio.sleep(60)
    return 0


async def half_open(siege: Siege, _: Line) -> int:
    """Connections that begin a request and never finish it."""
    siege.held.append(await _send(siege.port, b"GET / HTTP/1.1\r\nX-Slow: "))
    if len(siege.held) > 2_000:
        siege.held.pop(0).close()
    return 0


async def endless_headers(siege: Siege, _: Line) -> int:
    """Headers without end."""
    connection = await _send(siege.port, b"GET / HTTP/1.1\r\n")
    loop = asyncio.get_running_loop()
    with suppress(OSError):
        while True:
            await loop.sock_sendall(connection, b"X-Many: 1\r\n" * 10_000)
    connection.close()
    return 431


ATTACKS: list[Attack] = [
    long_positions,
    large_truths,
    huge_puzzle_ids,
    puzzles_that_hang_up,
    long_records,
    long_reviews,
    long_matches,
    large_matches,
    many_listeners,
    half_open,
    endless_headers,
]


async def _send(port: int, data: bytes) -> socket.socket:
    connection = socket.socket()
    connection.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(connection, ("127.0.0.1", port))
    await loop.sock_sendall(connection, data)
    return connection


async def besiege(siege: Siege, attack: Attack, client: str) -> None:
    """Attack as one of the lines of one client, until this is cancelled."""
    line = Line(siege.port, client)
    try:
        while True:
            status = 0
            with suppress(OSError):
                status = await attack(siege, line)
            siege.answers[status] += 1
            if status in (0, 429, 503):
                await asyncio.sleep(0.5 if status else 0.05)
    finally:
        line.close()


async def attack_until_told(port: int, name: str, long_matches: list[str]) -> None:
    """Attack as five clients until the standard input is closed."""
    siege = Siege(port, long_matches)
    attack = next(attack for attack in ATTACKS if attack.__name__ == name)
    place = ATTACKS.index(attack)  # nobody has used up what these clients may ask for
    clients = [f"10.0.{place}.{number}" for number in range(ATTACKERS)] * LINES
    tasks = [asyncio.create_task(besiege(siege, attack, client)) for client in clients]
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    siege.close()
    print(", ".join(f"{status}: {count}" for status, count in sorted(siege.answers.items())))


if __name__ == "__main__":
    os.nice(5)  # attackers are on other machines: they do not take the server's processor
    asyncio.run(attack_until_told(int(sys.argv[1]), sys.argv[2], sys.argv[3:]))
