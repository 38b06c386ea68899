"""`numduel serve --processes`: one port, one parent, several servers."""

import os
import signal
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from numduel.errors import BadOption
from numduel.web.serving import command

from ..api_visitor import Visitor
from ..conftest import PATIENCE, wait_until

SCRIPT = str(Path(sys.executable).with_name("numduel"))
COUNT = 2


class Family:
    """The command in a process of its own, with its children."""

    def __init__(self, database, log, *options):
        self.log = log
        with log.open("w") as stderr:
            command = [SCRIPT, "serve", "--port", "0", "--database", database]
            self.parent = subprocess.Popen(
                [*command, "--processes", str(COUNT), *options], stderr=stderr
            )

    @property
    def said(self):
        return self.log.read_text()

    @property
    def children(self):
        """Those that have not ended."""
        pid = self.parent.pid
        with suppress(FileNotFoundError):
            return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return []

    @property
    def address(self):
        assert self.parent.poll() is None, self.said
        return self.said.partition("numduel is at ")[2].partition(" (stop")[0]

    def is_healthy(self):
        try:
            asked = httpx.get(f"{self.address}healthz", timeout=PATIENCE, verify=False)
            return asked.status_code == 200
        except httpx.TransportError:  # whoever would have answered was killed
            return False

    def answering(self):
        """The processes that answered so far, by the log."""
        lines = [line for line in self.said.splitlines() if '"request"' in line]
        return Counter(line.partition('"process": ')[2].partition(",")[0] for line in lines)


def is_there(pid):
    """Whether a process has not ended: one that nobody has buried yet has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def family(postgres, tmp_path):
    family = Family(postgres.new_database(), tmp_path / "log")
    try:
        wait_until(lambda: family.address)
        yield family
    finally:
        family.parent.kill()
        family.parent.wait()


def stop(family, how):
    """Stop it while somebody listens, see that all ends in order, and return the exit code."""
    children = family.children
    with Visitor(family.address) as visitor:
        match_id = visitor.create()["match"]["id"]
        with visitor.stream("GET", f"/api/matches/{match_id}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1000"
            family.parent.send_signal(how)
            assert list(lines)[-1] == ""
    code = family.parent.wait()
    assert not any(map(is_there, children))
    assert "Traceback" not in family.said
    return code


def test_its_processes_share_the_work_one_that_dies_is_replaced_and_all_stop(family):
    first = family.children
    assert len(first) == COUNT

    def have_all_answered(pids):
        family.is_healthy()
        return set(pids) <= family.answering().keys()

    wait_until(lambda: have_all_answered(first))
    os.kill(int(first[0]), signal.SIGKILL)
    wait_until(lambda: len(family.children) == COUNT and first[0] not in family.children)
    wait_until(lambda: have_all_answered(family.children))
    assert family.said.count("numduel is at") == 1
    assert family.said.count("another takes its place") == 1
    assert stop(family, signal.SIGTERM) == -signal.SIGTERM  # as of a server that is alone


@pytest.mark.long
def test_ctrl_c_stops_it_too(family):
    assert stop(family, signal.SIGINT) == 130
    assert family.said.endswith("Goodbye.\n")


def test_a_parent_that_is_killed_leaves_no_process_behind(family):
    children = family.children
    family.parent.kill()
    family.parent.wait()
    wait_until(lambda: not any(map(is_there, children)))


@pytest.mark.long
def test_why_they_cannot_start_is_said_once(postgres, tmp_path):
    nowhere = postgres.new_database() + "-gone"
    family = Family(nowhere, tmp_path / "log")
    assert family.parent.wait() == 1
    name = nowhere.rpartition("/")[2]
    assert family.said == (
        f'Error: The database cannot be opened: database "{name}" does not exist.\n'
    )


def test_sqlite_is_for_one_process():
    arguments = ["--port", "0", "--processes", "2"]
    with pytest.raises(
        BadOption, match=r"^Several processes need PostgreSQL, .*--processes out\.$"
    ):
        CliRunner().invoke(command.serve, arguments, catch_exceptions=False)
