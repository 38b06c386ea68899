"""A server in its own process, and connections that cost little."""

import asyncio
import json
import os
import signal
import socket
import sys
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Any

_SERVE = "from numduel.web.command import serve; serve()"


class Site:
    """The server in its own process, which can be killed and started again."""

    def __init__(self, database: str, requests_per_minute: int = 0) -> None:
        # Held to the end: nobody else is given this port while the server is away.
        self._holder = socket.socket()
        self._holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._holder.bind(("127.0.0.1", 0))
        self.port: int = self._holder.getsockname()[1]
        self._command = [sys.executable, "-c", _SERVE, "--port", str(self.port)]
        self._command += ["--database", database]
        self._command += ["--requests-per-minute", str(requests_per_minute)]
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        nowhere = asyncio.subprocess.DEVNULL
        self._process = await asyncio.create_subprocess_exec(*self._command, stderr=nowhere)
        while self._process.returncode is None:
            with suppress(OSError):
                line = Line(self.port)
                status, _ = await line.ask("GET", "/healthz")
                line.close()
                if status == 200:
                    return
            await asyncio.sleep(0.05)
        raise SystemExit("The server did not start.")

    async def stop(self, how: signal.Signals) -> float:
        """Stop it and tell how many seconds that took."""
        assert self._process is not None
        began = time.perf_counter()
        self._process.send_signal(how)
        await self._process.wait()
        return time.perf_counter() - began

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Make sure that the process is gone, whatever went wrong."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()

    def measure(self, what: str) -> float:
        """Its memory in megabytes: VmRSS now or VmHWM at most."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition(f"{what}:")[2].split()[0]) / 1024

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Line:
    """A connection that sends one request after another. It does little work itself, because the
    server is to be measured."""

    def __init__(self, port: int, client: str = "") -> None:
        """`client` is the address that requests seem to come from."""
        self._port = port
        self.client = client
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.cookies = ""

    async def ask(
        self, method: str, path: str, body: Any = None, cookie: str = ""
    ) -> tuple[int, bytes]:
        """The status and the body of the answer; OSError if the connection breaks."""
        reader, writer = self._streams or await self._open()
        content = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nCookie: {cookie}\r\n"
        head += f"X-Forwarded-For: {self.client}\r\n" if self.client else ""
        head += f"Content-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        try:
            writer.write(head.encode() + content)
            answer = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(answer.partition("\r\ncontent-length: ")[2].partition("\r\n")[0])
            self.cookies = answer.partition("\r\nset-cookie: ")[2].partition(";")[0]
            return int(answer.split()[1]), await reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError) as broken:
            self.close()
            raise OSError("the connection broke") from broken

    async def listen(self, path: str, cookie: str) -> AsyncIterator[int]:
        """The versions in the events of a stream."""
        reader, writer = await self._open()
        host = f"127.0.0.1:{self._port}"
        head = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n\r\n"
        writer.write(head.encode())
        async for line in reader:
            if line.startswith(b"id: "):
                yield int(line[4:])

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return self._streams

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None
