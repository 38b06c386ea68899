"""A Dask cluster on this machine: a scheduler and workers, each a process of its own."""

import asyncio
import json
import os
import subprocess
import sys

import pytest

from ..arena.conftest import server  # noqa: F401 # a fixture
from ..conftest import wait_until

NUMDUEL = "from numduel.terminal.command import numduel; numduel()"


class Machines:
    """A scheduler and its workers, which can be killed."""

    def __init__(self, folder, environment):
        self.folder = folder
        self.environment = os.environ | environment | {"DASK_CONFIG": str(folder / "config")}
        self.workers = []
        self.started = []
        self.address = None

    def start(self, *arguments, **variables):
        log = (self.folder / f"{len(self.started)}.log").open("w")
        environment = self.environment | variables
        command = [sys.executable, "-m", "dask", *arguments]
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
        log.close()
        self.started.append(process)
        return process

    def start_scheduler(self):
        told = self.folder / f"scheduler-{len(self.started)}.json"
        self.scheduler = self.start(
            "scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
            "--scheduler-file", str(told),
        )  # fmt: skip
        wait_until(lambda: told.exists() and told.read_text().strip())
        self.address = json.loads(told.read_text())["address"]

    def start_worker(self, **variables):
        return self.start_workers(1, **variables)[0]

    def start_workers(self, count, **variables):
        place = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
        place += ["--local-directory", str(self.folder)]
        before = len(self.ask("ncores"))
        new = [self.start("worker", self.address, *place, **variables) for _ in range(count)]
        wait_until(lambda: len(self.ask("ncores")) == before + count)
        self.workers += new
        return new

    def ask(self, what):
        """The scheduler's workers (ncores), or all tasks that it holds (who_has)."""
        from distributed.core import rpc  # slow to load, and most processes of a run do not need it

        async def ask():
            async with rpc(self.address) as scheduler:
                return list(await getattr(scheduler, what)())

        return asyncio.run(ask())

    def end(self):
        for process in self.started:
            process.kill()
        for process in self.started:
            process.wait()


@pytest.fixture
def machines(tmp_path, untraced):
    """A scheduler without workers."""
    folder = tmp_path / "machines"
    folder.mkdir()
    made = Machines(folder, untraced)
    try:
        made.start_scheduler()
        yield made
    finally:
        made.end()


@pytest.fixture
def numduel(tmp_path, untraced, started):
    """numduel(*arguments): the command in a process of its own, started."""

    def start(*arguments, without=(), **variables):
        environment = os.environ | untraced | {"DASK_CONFIG": str(tmp_path / "config")} | variables
        kept = {name: value for name, value in environment.items() if name not in without}
        command = [sys.executable, "-c", NUMDUEL, *map(str, arguments)]
        return started(command, env=kept, text=True)

    return start
