"""The commands of docs/arena.md on several machines run as they stand, with two real workers."""

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from .conftest import NUMDUEL, wait_until

pytestmark = pytest.mark.long

PAGE = Path(__file__).parents[2] / "docs/arena.md"
SECTION = PAGE.read_text().partition("\n## On several machines\n")[2]


def blocks(kind):
    """The blocks of the section of one kind."""
    return re.findall(rf"```{kind}\n(.*?)```", SECTION, re.DOTALL)


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as held:
        return held.getsockname()[1]


def count_workers(address, **certificates):
    from distributed.core import rpc  # slow to load, and most processes of a run do not need it
    from distributed.security import Security

    async def ask():
        arguments = Security(**certificates).get_connection_args("client")
        async with rpc(address, connection_args=arguments) as scheduler:
            return len(await asyncio.wait_for(scheduler.ncores(), 60))

    try:
        return asyncio.run(ask())
    except OSError:  # nobody is there yet, or no certificate
        return 0


class Shell:
    """A shell that is given lines one by one."""

    def __init__(self, folder, environment):
        self._printed = folder / "printed"
        bin = folder / "bin"
        bin.mkdir()
        programs = {
            "numduel": f"{sys.executable} -c '{NUMDUEL}'",
            "dask": f"{sys.executable} -m dask",
            "ssh": "shift 5; exec",  # both machines are this one: -R … -L … other
        }
        for name, code in programs.items():
            begin = code if name == "ssh" else f"exec {code}"
            (bin / name).write_text(f'#!/bin/sh\n{begin} "$@"\n')
            (bin / name).chmod(0o755)
        path = {"PATH": f"{bin}:{os.environ['PATH']}", "DASK_CONFIG": str(folder / "config")}
        with self._printed.open("w") as printing:
            self._process = subprocess.Popen(
                ["bash", "-e"],
                stdin=subprocess.PIPE,
                stdout=printing,
                stderr=subprocess.STDOUT,
                cwd=folder,
                env=os.environ | environment | path,
                text=True,
                start_new_session=True,
            )

    @property
    def is_running(self):
        return self._process.poll() is None

    def write(self, lines):
        self._process.stdin.write(lines)
        self._process.stdin.flush()

    def finish(self, lines):
        """What was printed in the end."""
        self.write(lines)
        self._process.stdin.close()
        self._process.wait()
        printed = self._printed.read_text()
        assert self._process.returncode == 0, printed
        return printed

    def kill(self):
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)


@pytest.fixture
def shell(tmp_path, untraced):
    made = Shell(tmp_path, untraced)
    yield made
    made.kill()


def test_the_commands_of_the_page_are_run(shell, tmp_path):
    port = free_port()
    start, use, end = (block.replace("8786", str(port)) for block in blocks("sh"))
    shell.write(start)
    wait_until(lambda: shell.is_running and count_workers(f"tcp://127.0.0.1:{port}") == 2)
    printed = shell.finish(use + end)
    assert "The report, with every game to replay: run/report.html" in printed
    assert "Sequence Builder" in printed
    assert len((tmp_path / "puzzles.jsonl").read_text().splitlines()) == 20
    assert (tmp_path / "run/scores.json").exists()


CERTIFICATES = """
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -subj /CN=ours
openssl req -newkey rsa:2048 -nodes -keyout machine.key -out asked.pem -subj /CN=machine
openssl x509 -req -in asked.pem -CA ca.pem -CAkey ca.key -CAcreateserial -out machine.pem
"""
NAMES = {"tls_ca_file": "ca.pem", "tls_client_cert": "machine.pem", "tls_client_key": "machine.key"}


@pytest.mark.parametrize("how", ["tcp", "tls"])
def test_two_machines_are_one_here(shell, tmp_path, how):
    (block,) = (each for each in blocks("text") if f"dask worker {how}:" in each)
    ports = {wanted: str(free_port()) for wanted in ("8786", "9001")}
    play = "--games divisor-duel/numbers=9 --players random,easy --rounds 1 --out run"
    replaced = {"192.0.2.1": "127.0.0.1", "192.0.2.2": "127.0.0.1", "…": play, **ports}
    for written, here in replaced.items():
        block = block.replace(written, here)
    start, _, use = block.partition("numduel arena")
    shell.write(CERTIFICATES + start if how == "tls" else start)
    address = f"{how}://127.0.0.1:{ports['8786']}"
    names = {name: str(tmp_path / file) for name, file in NAMES.items() if how == "tls"}
    wait_until(lambda: shell.is_running and count_workers(address, **names) == 1)
    shell.finish(f"numduel arena{use}\nkill %2 %1\n")
    assert (tmp_path / "run/scores.json").exists()
