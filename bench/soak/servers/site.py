"""A server in its own process, which can be killed."""

import asyncio
import os
import signal
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path

from bench.soak.clients.visitor import Visitor

_SERVE = "from numduel.web.serving.command import serve; serve()"


def hold_port() -> tuple[socket.socket, int]:
    """A free port, and a socket that keeps it from others while its server is away."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder, holder.getsockname()[1]


async def wait_until_healthy(process: asyncio.subprocess.Process, port: int, what: str) -> None:
    """Wait until a request to this port is answered; SystemExit if the process ends before."""
    while process.returncode is None:
        with suppress(OSError):
            visitor = Visitor(port)
            status, _ = await visitor.ask("GET", "/healthz")
            visitor.close()
            if status == 200:
                return
        await asyncio.sleep(0.05)
    raise SystemExit(f"{what} did not start.")


class Site:
    """The server in its own process, which can be killed and started again."""

    def __init__(
        self,
        database: str,
        requests_per_minute: int = 0,
        log: Path = Path(os.devnull),
        is_lan: bool = False,
    ) -> None:
        self._holder, self.port = hold_port()
        self._log = log
        self._command = [sys.executable, "-c", _SERVE, "--port", str(self.port)]
        self._command += ["--database", database]
        self._command += ["--requests-per-minute", str(requests_per_minute)]
        self._command += ["--lan"] if is_lan else []
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(*self._command, stderr=log)
        await wait_until_healthy(self._process, self.port, "The server")

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

    @property
    def is_running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def kill(self) -> None:
        """Make sure that the process is gone, whatever went wrong."""
        if self._process is not None and self.is_running:
            self._process.kill()

    def measure(self, what: str) -> float:
        """Its memory in megabytes: VmRSS now or VmHWM at most."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(status.partition(f"{what}:")[2].split()[0]) / 1024

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
