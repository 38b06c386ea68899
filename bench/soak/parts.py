"""The parts of a site that can be measured and killed: servers, PostgreSQL, a proxy."""

import asyncio
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from asyncio.subprocess import DEVNULL
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from bench.soak.visitor import Visitor


def family_of(pid: int) -> list[int]:
    """Return a process and its descendants."""
    family = [pid]
    for member in family:
        with suppress(OSError):
            family += map(int, _children_file(member).read_text().split())
    return family


def processor_seconds(pid: int) -> float:
    """Return the processor time of a process and its descendants, finished ones included."""
    ticks = 0
    for member in family_of(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))  # its own, and that of reaped children
    return ticks / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """Return the memory of a process and its descendants; shared pages count once."""
    kilobytes = 0
    for member in family_of(pid):
        with suppress(OSError, ValueError, IndexError):
            told = Path(f"/proc/{member}/smaps_rollup").read_text()
            kilobytes += int(told.partition("\nPss:")[2].split()[0])
    return kilobytes / 1024


class Usage:
    """The resources that some parts use between two moments."""

    def __init__(self, parts: dict[str, int]) -> None:
        """`parts` are names and processes."""
        self._parts = parts
        self._began = {name: processor_seconds(pid) for name, pid in parts.items()}
        self.most = dict.fromkeys(parts, 0.0)  # megabytes
        self._watcher = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        """Sample one part at a time: sampling all at once would block the clients' event loop."""
        while True:
            for name, pid in self._parts.items():
                self.most[name] = max(self.most[name], megabytes(pid))
                await asyncio.sleep(1)

    def stop(self) -> dict[str, float]:
        """Return the processor seconds of each part since the start."""
        self._watcher.cancel()
        return {
            name: processor_seconds(pid) - self._began[name] for name, pid in self._parts.items()
        }


_SERVE = "from numduel.web.serving.command import serve; serve()"


def hold_port() -> tuple[socket.socket, int]:
    """Return a free port, and a socket that reserves it while its server is down."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder, holder.getsockname()[1]


async def wait_until_healthy(process: asyncio.subprocess.Process, port: int, what: str) -> None:
    """Wait until the port answers; SystemExit if the process ends before."""
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
    """The server in its own process, which can be killed and restarted."""

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
        """Stop the server; return how many seconds that took."""
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
        """Make sure that the process is gone."""
        if self._process is not None and self.is_running:
            self._process.kill()


_DOCUMENTED = Path(__file__).parents[2] / "docs/haproxy.cfg"
_LEFT_OUT = r"^ *(user|group|bind|http-request redirect|server) .*\n"
_BY_ADDRESS = r"^ *(stick-table|tcp-request) .*\n"


def _haproxy_file(port: int, servers: dict[str, int], is_whole: bool) -> str:
    """Return the documented haproxy file without HTTPS. Requests go to the servers in turn, and the
    answer names the server. Unless `is_whole`, limits by address are left out, because all clients
    share one."""
    text = re.sub(_LEFT_OUT, "", _DOCUMENTED.read_text(), flags=re.MULTILINE)
    if not is_whole:
        text = re.sub(_BY_ADDRESS, "", text, flags=re.MULTILINE)
    text = text.replace("frontend site\n", f"frontend site\n    bind 127.0.0.1:{port}\n")
    text = text.replace("X-Forwarded-Proto https", "X-Forwarded-Proto http")
    text = text.replace("balance leastconn", "balance roundrobin")
    text = text.replace("inter 2s", "inter 500ms")
    text += "    http-response set-header X-Served-By %s\n"
    return text + "".join(f"    server {name} 127.0.0.1:{servers[name]}\n" for name in servers)


class Postgres:
    """A PostgreSQL cluster in a folder, on loopback."""

    def __init__(self, folder: Path, port: int, options: str = "") -> None:
        """Without `options` it is as durable as a default installation."""
        installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not installed:
            raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
        self._programs = installed[-1].parent
        self.folder = folder / "postgres"
        self.folder.mkdir()
        self.port = port
        self._options = options
        self._databases = 0
        self._prefix: list[str] = []
        if os.geteuid() == 0:  # initdb refuses root
            self._prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(self.folder, "postgres", "postgres")
            folder.chmod(0o755)
        self._run("initdb", "--auth=trust", "--username=numduel", "--no-sync", "-D", self._data)

    @property
    def _data(self) -> str:
        return f"{self.folder}/data"

    @property
    def pid(self) -> int:
        return int((self.folder / "data/postmaster.pid").read_text().split()[0])

    def _run(self, program: str, *arguments: str) -> None:
        """Run one of PostgreSQL's programs."""
        command = [*self._prefix, str(self._programs / program), *arguments]
        done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False)
        if done.returncode:
            raise SystemExit(f"{program}: {done.stderr}{done.stdout}")

    def start(self) -> None:
        """Start it, and wait until it accepts connections."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c max_connections=200"
        options += f" -c unix_socket_directories={self.folder} {self._options}"
        # No pipe for its output: the server would inherit it from pg_ctl.
        command = [*self._prefix, str(self._programs / "pg_ctl"), "start", "-w", "-D", self._data]
        command += ["-l", f"{self.folder}/log", "-o", options]
        if subprocess.run(command, cwd="/", stdout=DEVNULL, stderr=DEVNULL, check=False).returncode:
            said = (self.folder / "log").read_text()
            raise SystemExit(f"PostgreSQL did not start: {said[-2000:]}")

    def stop(self, how: str) -> None:
        """Stop it: "fast" as for an update, "immediate" as in a crash."""
        self._run("pg_ctl", "stop", "-w", "-m", how, "-D", self._data)

    def new_database(self, *options: str) -> str:
        """Create an empty database; return its address."""
        self._databases += 1
        name = f"duels{self._databases}"
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "numduel"]
        self._run("createdb", *where, *options, name)
        return f"postgresql://numduel@127.0.0.1:{self.port}/{name}"

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """Freeze all processes of the cluster inside this block (SIGSTOP)."""
        first = self.pid
        # If this program is killed, the pipe closes and the shell wakes them, so that they can end.
        waken = f"trap '' TERM INT; read _; kill -CONT {first} $(cat {_children_file(first)})"
        waker = subprocess.Popen(["sh", "-c", waken], stdin=subprocess.PIPE)
        os.kill(first, signal.SIGSTOP)  # first, so that it starts no more children
        for process in _children_file(first).read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(process), signal.SIGSTOP)
        try:
            yield
        finally:
            waker.communicate()

    def kill(self) -> None:
        """Make sure that it is gone."""
        with suppress(OSError):
            os.kill(self.pid, signal.SIGQUIT)


class Proxy:
    """haproxy, which balances requests over the servers (round robin)."""

    def __init__(self, folder: Path, servers: dict[str, int], is_whole: bool = False) -> None:
        """`servers` are names and ports; `is_whole` keeps the limits by address."""
        if shutil.which("haproxy") is None:
            raise SystemExit("haproxy is not installed: apt-get install haproxy")
        self._holder, self.port = hold_port()
        self._file = folder / "haproxy.cfg"
        self._file.write_text(_haproxy_file(self.port, servers, is_whole))
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it forwards a request."""
        command = ["haproxy", "-db", "-q", "-f", str(self._file)]
        self._process = await asyncio.create_subprocess_exec(
            *command, stdout=DEVNULL, stderr=DEVNULL
        )
        await wait_until_healthy(self._process, self.port, "haproxy")

    async def stop(self) -> None:
        self.kill()
        if self._process is not None:
            await self._process.wait()

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            self._process.kill()


def _children_file(pid: int) -> Path:
    return Path(f"/proc/{pid}/task/{pid}/children")
