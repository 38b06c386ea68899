"""PostgreSQL's NOTIFY: how many commits a second, and what they cost, with more and more sessions
that listen.

Writers are pgbench's. Each of their transactions inserts a row as long as an entry and notifies one
channel. Listening sessions are connections of this process, which throws away what comes.
"""

import asyncio
import os
import re
import selectors
import threading
from pathlib import Path

import psycopg

from bench.soak.servers.parts import Postgres
from bench.soak.servers.usage import processor_seconds

_TABLE = "CREATE TABLE IF NOT EXISTS load (id bigserial PRIMARY KEY, entry json, seal text)"
_INSERT = """\
BEGIN;
INSERT INTO load (entry, seal) VALUES ('{"move": "12", "key": "0123456789012345678901"}', '0011');
"""
_TOLD = 'aaaaaaaaaaaaaaaa:12:0123456789abcdef:{"move":"12","key":"0123456789012345678901"}'
_NOTIFY = f"SELECT pg_notify('capacity', '{_TOLD}');\n"


class Listening:
    """Sessions that listen, read by one thread that counts wake-ups."""

    def __init__(self, url: str, count: int) -> None:
        self._connections = [psycopg.connect(url, autocommit=True) for _ in range(count)]
        self._selector = selectors.DefaultSelector()
        for connection in self._connections:
            connection.execute("LISTEN capacity")
            self._selector.register(connection.fileno(), selectors.EVENT_READ)
        self._is_over = False
        self._thread = threading.Thread(target=self._read)
        self._thread.start()

    def _read(self) -> None:
        while not self._is_over:
            for key, _ in self._selector.select(0.1):
                os.read(key.fd, 1 << 16)

    def stop(self) -> None:
        self._is_over = True
        self._thread.join()
        for connection in self._connections:
            connection.close()


async def measure_notify(folder: Path, seconds: int) -> None:
    """Print a table."""
    postgres = Postgres(folder)
    try:
        await postgres.make()
        await postgres.ask(_TABLE)
        print(
            "| writers | sessions that listen | commits a second | latency, ms | PostgreSQL, ms |"
        )
        print("|---:|---:|---:|---:|---:|")
        for writers in (1, 4, 16):
            await _measure(postgres, folder, writers, None, seconds)
            for listening in (0, 1, 4, 16, 64):
                await _measure(postgres, folder, writers, listening, seconds)
    finally:
        postgres.kill()


async def _measure(
    postgres: Postgres, folder: Path, writers: int, listening: int | None, seconds: int
) -> None:
    """Print the commits a second, and the milliseconds of processor time that PostgreSQL used for
    each; without NOTIFY if `listening` is None."""
    script = folder / "transaction.sql"
    script.write_text(_INSERT + ("" if listening is None else _NOTIFY) + "COMMIT;\n")
    script.chmod(0o644)
    sessions = Listening(postgres.url, listening or 0)
    began = processor_seconds(postgres.pid)
    where = ["-h", "127.0.0.1", "-p", str(postgres.port), "-U", "numduel"]
    load = ["-n", "-c", str(writers), "-T", str(seconds), "-M", "prepared", "-f", str(script)]
    try:
        said = await postgres.run("pgbench", *where, *load, "numduel")
        await asyncio.sleep(0.2)
        used = processor_seconds(postgres.pid) - began
    finally:
        sessions.stop()
    commits = float(re.findall(r"tps = ([\d.]+)", said)[0])
    latency = float(re.findall(r"latency average = ([\d.]+)", said)[0])
    count = int(re.findall(r"actually processed: (\d+)", said)[0])
    heard = "no NOTIFY" if listening is None else listening
    each = 1000 * used / count
    print(f"| {writers} | {heard} | {commits:,.0f} | {latency:.2f} | {each:.3f} |", flush=True)
