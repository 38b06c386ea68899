"""The parts of a site with several servers: a PostgreSQL and a proxy, which can be killed."""

import asyncio
import os
import re
import shutil
import signal
import subprocess
from asyncio.subprocess import DEVNULL, PIPE
from contextlib import suppress
from pathlib import Path

from bench.soak.servers.site import hold_port, wait_until_healthy

_DOCUMENTED = Path(__file__).parents[3] / "docs/haproxy.cfg"
_LEFT_OUT = r"^ *(user|group|bind|http-request redirect|server) .*\n"
_BY_ADDRESS = r"^ *(stick-table|tcp-request) .*\n"


def _haproxy_file(port: int, servers: dict[str, int], is_whole: bool) -> str:
    """Return the documented file without HTTPS. Each request goes to the next server, and its
    answer says to which. If it is not `is_whole`, it has no limit for an address, because all
    clients have the same one."""
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
    """A PostgreSQL cluster in a folder, on loopback, with the durability of a default
    installation."""

    def __init__(self, folder: Path) -> None:
        installed = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        if not installed:
            raise SystemExit("PostgreSQL is not installed: apt-get install postgresql")
        self._programs = installed[-1].parent
        self._folder = folder / "postgres"
        self._folder.mkdir()
        self._holder, self.port = hold_port()
        self._prefix: list[str] = []
        if os.geteuid() == 0:  # initdb refuses root
            self._prefix = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
            shutil.chown(self._folder, "postgres", "postgres")
            folder.chmod(0o755)
        self.url = f"postgresql://numduel@127.0.0.1:{self.port}/numduel"

    async def run(self, program: str, *arguments: str) -> str:
        """Run one of PostgreSQL's programs, and return what it printed."""
        command = [*self._prefix, str(self._programs / program), *arguments]
        done = await asyncio.create_subprocess_exec(*command, cwd="/", stdout=PIPE, stderr=PIPE)
        said, complaint = await done.communicate()
        if done.returncode:
            raise SystemExit(f"{program}: {complaint.decode()}{said.decode()}")
        return said.decode()

    async def make(self) -> None:
        """Make the cluster and an empty database, and start it."""
        await self.run("initdb", "--auth=trust", "--username=numduel", f"{self._folder}/data")
        await self.start()
        where = ["-h", "127.0.0.1", "-p", str(self.port), "-U", "numduel"]
        await self.run("createdb", *where, "--encoding=UTF8", "--template=template0", "numduel")

    async def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c max_connections=200"
        options += f" -c unix_socket_directories={self._folder}"
        data, log = f"{self._folder}/data", f"{self._folder}/log"
        # The output of the server must not be a pipe that pg_ctl leaves to it.
        command = [*self._prefix, str(self._programs / "pg_ctl"), "start", "-w", "-D", data]
        done = await asyncio.create_subprocess_exec(
            *command, "-l", log, "-o", options, cwd="/", stdout=DEVNULL, stderr=DEVNULL
        )
        if await done.wait():
            raise SystemExit(f"PostgreSQL did not start: {Path(log).read_text()[-2000:]}")

    async def stop(self, how: str) -> None:
        """Stop it: "fast" as when it is updated, "immediate" as when it crashes."""
        await self.run("pg_ctl", "stop", "-w", "-m", how, "-D", f"{self._folder}/data")

    async def ask(self, sql: str) -> str:
        """The answer to a query, unadorned."""
        return await self.run("psql", "-X", "-q", "-A", "-t", "-c", sql, self.url)

    async def cut_connections(self) -> None:
        await self.ask(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )

    async def pause(self, seconds: float) -> None:
        """Stop all its processes for this long."""
        first = self.pid
        # If this program is killed, the pipe closes, and PostgreSQL goes on.
        waken = f"trap '' TERM INT; read _; kill -CONT {first} $(cat {_children_file(first)})"
        waker = subprocess.Popen(["sh", "-c", waken], stdin=subprocess.PIPE)
        os.kill(first, signal.SIGSTOP)  # first of all: then it has no more children
        for process in children_of(first):
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            waker.communicate()

    @property
    def pid(self) -> int:
        return int((self._folder / "data/postmaster.pid").read_text().split()[0])

    def kill(self) -> None:
        """Make sure that it is gone, whatever went wrong."""
        with suppress(OSError):
            os.kill(self.pid, signal.SIGQUIT)
        self._holder.close()


class Proxy:
    """haproxy, which gives each request to the next server in turn."""

    def __init__(self, folder: Path, servers: dict[str, int], is_whole: bool = False) -> None:
        """`servers` are names and ports; `is_whole` keeps the limits by address."""
        if shutil.which("haproxy") is None:
            raise SystemExit("haproxy is not installed: apt-get install haproxy")
        self._holder, self.port = hold_port()
        self._file = folder / "haproxy.cfg"
        self._file.write_text(_haproxy_file(self.port, servers, is_whole))
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        """Start it, and wait until it passes a request on."""
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


def children_of(pid: int) -> list[int]:
    return [int(child) for child in _children_file(pid).read_text().split()]


def _children_file(pid: int) -> Path:
    return Path(f"/proc/{pid}/task/{pid}/children")
