"""`numduel serve --processes`: one port and one place for metrics, several workers."""

import os
import signal
from pathlib import Path

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from ..api_visitor import Visitor
from ..conftest import PATIENCE, reserved_port, wait_until

COUNT = 2


@pytest.fixture
def family(serve, postgres):
    with serve("--database", postgres.new_database(), "--processes", str(COUNT)) as family:
        yield family


def is_there(pid):
    """Whether a process has not ended: one that nobody has buried yet has."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2][0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def all_answer(family):
    """Whether all workers have answered by now, by the log."""
    try:
        family.get("healthz")
    except httpx.TransportError:  # whoever would have answered was killed
        return False
    lines = [line for line in family.said.splitlines() if '"request"' in line]
    answered = {line.partition('"process": ')[2].partition(",")[0] for line in lines}
    return len(family.workers) == COUNT and set(family.workers) <= answered


def stop(family, how):
    """Stop it while somebody listens, see that all ends in order, and return the exit code."""
    children = family.children
    with Visitor(family.address) as visitor:
        match_id = visitor.create()["match"]["id"]
        with visitor.stream("GET", f"/api/matches/{match_id}/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1000"
            family.process.send_signal(how)
            assert list(lines)[-1] == ""
    code = family.process.wait()
    wait_until(lambda: not any(map(is_there, children)))
    assert "Traceback" not in family.said
    return code


def metrics(port):
    answer = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=PATIENCE)
    return {
        sample.name: sample.value
        for told in text_string_to_metric_families(answer.text)
        for sample in told.samples
    }


def test_dead_workers_are_replaced_and_all_stop(serve, postgres):
    options = ["--database", postgres.new_database(), "--processes", str(COUNT)]
    with reserved_port() as port, serve(*options, "--metrics-port", str(port)) as family:
        wait_until(lambda: all_answer(family))
        with Visitor(family.address) as visitor:
            match_id = visitor.create("parity-duel", mode="screen")["match"]["id"]
            assert visitor.move(match_id, 0, "1").status_code == 200
        assert metrics(port)["numduel_moves_total"] == 1
        first = family.workers
        for worker in first:
            os.kill(int(worker), signal.SIGKILL)
            wait_until(lambda: all_answer(family))
        assert not set(first) & set(family.workers)
        assert metrics(port)["numduel_moves_total"] == 1  # whoever counted it is dead
        wait_until(lambda: metrics(port)["numduel_is_listening"] == 1)
        assert family.said.count("numduel is at") == 1
        assert family.said.count("is replaced") == COUNT
        assert stop(family, signal.SIGTERM) == 0


@pytest.mark.long
def test_ctrl_c_stops_it_too(family):
    assert stop(family, signal.SIGINT) == 130
    assert family.said.endswith("Goodbye.\n")


@pytest.mark.long
def test_a_parent_that_is_killed_leaves_no_process_behind(family):
    children = family.children
    family.process.kill()
    family.process.wait()
    wait_until(lambda: not any(map(is_there, children)))


@pytest.mark.long
def test_worker_restarts_after_database_outage(family, postgres):
    first = family.workers
    postgres.stop("immediate")
    try:
        os.kill(int(first[0]), signal.SIGKILL)
        wait_until(lambda: family.said.count("is replaced") > 1)  # they fail to start
    finally:
        postgres.start()
    wait_until(lambda: all_answer(family))
    assert family.get("healthz").status_code == 200
