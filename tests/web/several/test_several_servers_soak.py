"""The soak of several servers in short: parts of the site are killed in turn, and what clients saw
and did is checked. How long anything takes is not asked here."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest
from bench.soak.checking import History
from bench.soak.players import Seat
from bench.soak.rounds import SEVERAL, look_at

ROOT = Path(__file__).parents[3]


def test_whoever_is_not_shown_their_match_is_counted(tmp_path):
    snapshot = {"version": 0, "moves": [], "takeback": None, "seats": {}, "outcome": None}
    answers = {"A": (200, snapshot), "B": (404, {}), "C": (503, {})}

    async def answer(reader, writer):
        with suppress(EOFError), closing(writer):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                status, told = answers[head.split()[1].decode()[-1]]
                body = json.dumps(told)
                head = f"HTTP/1.1 {status}\r\ncontent-length: {len(body)}\r\n\r\n"
                writer.write(f"{head}{body}".encode())

    async def look():
        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        history = History(tmp_path / "history")
        port = server.sockets[0].getsockname()[1]
        seats = [Seat(match, 1, "", snapshot) for match in answers]
        async with server:
            with closing(history):
                return await look_at(seats, port, history)

    assert asyncio.run(look()) == 2


@pytest.mark.long
def test_two_servers_lose_double_and_invent_nothing_whatever_part_is_killed(untraced):
    done = subprocess.run(
        [sys.executable, "-m", "bench.soak", "--short", "--processes", "2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | untraced,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "lines of history: 0 faults" in said, said
    for fault in SEVERAL:
        assert f"  {fault.__name__.replace('_', ' ')}: " in said, said
