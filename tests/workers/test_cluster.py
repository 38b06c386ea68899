"""Runs on a cluster of real processes: the same results, whoever dies on the way."""

import json
import os
import shutil
import signal
import sys
import time
from pathlib import Path

import pytest

import numduel as package
from numduel.journal import read_lines

from ..conftest import wait_until, write_package

pytestmark = pytest.mark.long
GAMES = "divisor-duel/numbers=12,sequence-builder"
MAKE = ["tasks", "make", "divisor-duel"]
RUN = ["arena", "--games", GAMES, "--players", "random,easy,medium", "--seed", "5", "--rounds"]
ROUNDS = 60
WHOLE = ROUNDS * 2 * 6 + 1  # lines of such a run
UNDER_WAY = 7 * 64  # games that may have been handed out to two workers and not been written


def lines_of(folder):
    """What the lines say in whatever order, which their check values depend on."""
    lines = read_lines((folder / "games.jsonl").read_bytes())
    return sorted(json.dumps(line.entry) for line in lines)


def count_lines(folder):
    path = folder / "games.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


@pytest.fixture
def local(numduel, tmp_path):
    """The folder of the run with all rounds, played on this machine."""
    folder = tmp_path / "local"
    assert numduel(*RUN, ROUNDS, "--workers", 2, "--out", folder).wait() == 0
    assert count_lines(folder) == WHOLE
    return folder


@pytest.fixture
def begun(local, machines, numduel, tmp_path):
    """The same run on a cluster of two workers, of which some games are written and others not
    even handed out: its process, which is stopped, and its folder."""
    machines.start_workers(2)
    folder = tmp_path / "cluster"
    while True:  # on a busy machine it may be further before anybody looks
        shutil.rmtree(folder, ignore_errors=True)
        run = numduel(*RUN, ROUNDS, "--cluster", machines.address, "--out", folder)
        while count_lines(folder) <= 20:
            assert run.poll() in (None, 0), run.communicate()
            time.sleep(0.01)
        run.send_signal(signal.SIGSTOP)
        if count_lines(folder) < WHOLE - UNDER_WAY:
            return run, folder
        run.kill()


def go_on(run):
    run.send_signal(signal.SIGCONT)


def test_cluster_output_equals_local_output(machines, numduel, tmp_path):
    machines.start_workers(2)
    cluster, here = ["--cluster", machines.address], ["--workers", "1"]
    for name, where in {"here": here, "there": cluster}.items():
        out = ["--out", tmp_path / name]
        assert numduel(*RUN, 5, *where, *out).wait() == 0
        commands = {
            "puzzles": [
                "tasks",
                "make",
                "divisor-duel",
                "--count",
                "40",
                "--seed",
                "3",
                "--reasons",
            ],
            "audit": ["audit", "sequence-builder", "--json", "--games", "8"],
        }
        for told, command in commands.items():
            printed, errors = numduel(*command, *where).communicate()
            assert errors == ""
            (tmp_path / name / told).write_text(printed)
    for told in ("games.jsonl", "scores.json", "report.html", "puzzles", "audit"):
        one, two = ((tmp_path / name / told).read_bytes() for name in ("here", "there"))
        assert one
        assert one == two, told
    assert machines.ask("who_has") == []


def test_a_worker_that_is_killed_costs_nothing_but_its_time(begun, local, machines):
    run, folder = begun
    machines.workers[0].kill()
    go_on(run)
    _, errors = run.communicate()
    assert run.returncode == 0, errors
    assert (folder / "games.jsonl").read_bytes() == (local / "games.jsonl").read_bytes()


def test_run_waits_for_new_worker_if_none_is_left(begun, local, machines):
    run, folder = begun
    for worker in machines.workers:
        worker.kill()
    wait_until(lambda: not machines.ask("ncores"))
    go_on(run)
    told = []
    while not told or "No worker is left" not in told[-1]:
        told.append(run.stderr.readline())
        assert told[-1], f"it ended: {told}"
    machines.start_worker()
    _, errors = run.communicate()
    assert run.returncode == 0, errors
    assert lines_of(folder) == lines_of(local)


def test_run_resumes_after_scheduler_dies(begun, local, machines, numduel):
    run, folder = begun
    machines.scheduler.kill()
    go_on(run)
    _, errors = run.communicate()
    assert run.returncode == 1
    assert "Traceback" not in errors
    gone = f"The scheduler at {machines.address} has gone away. Continue with the same command:"
    assert gone in errors
    before = count_lines(folder)
    assert 20 < before < WHOLE
    machines.start_scheduler()
    machines.start_workers(1)
    again = numduel(*RUN, ROUNDS, "--cluster", machines.address, "--out", folder)
    assert again.wait() == 0
    assert lines_of(folder) == lines_of(local)


def test_ctrl_c_leaves_nothing_at_the_scheduler(begun, local, machines, numduel):
    run, folder = begun
    run.send_signal(signal.SIGINT)
    go_on(run)
    _, errors = run.communicate()
    assert run.returncode == 130
    assert "Stopped. Continue with the same command:" in errors
    assert "Traceback" not in errors
    assert machines.ask("who_has") == []
    assert numduel(*RUN, ROUNDS, "--workers", 2, "--out", folder).wait() == 0
    assert lines_of(folder) == lines_of(local)


def test_a_worker_with_another_numduel_is_refused(machines, numduel, tmp_path):
    changed = tmp_path / "changed" / "numduel"
    shutil.copytree(Path(package.__file__).parent, changed)
    with (changed / "pool.py").open("a") as file:
        file.write("# another\n")
    machines.start_worker(PYTHONPATH=str(changed.parent))
    run = numduel(*RUN, 1, "--cluster", machines.address, "--out", tmp_path / "run")
    _, errors = run.communicate()
    assert run.returncode == 1
    assert "has numduel" in errors
    assert "the same must be installed on both" in errors
    assert "Traceback" not in errors


def test_rule_book_missing_on_a_worker_is_an_error(machines, numduel, tmp_path):
    machines.start_worker()
    write_package(tmp_path, "stacks = stacks:Stacks")
    examples = Path(__file__).parents[1] / "examples"
    paths = os.pathsep.join(map(str, [tmp_path, examples, os.environ.get("PYTHONPATH", "")]))
    command = ["arena", "--games", "stacks", "--players", "random,easy", "--rounds", "1"]
    command += ["--cluster", machines.address, "--out", tmp_path / "run"]
    _, errors = numduel(*command, PYTHONPATH=paths).communicate()
    assert "No module named 'stacks'" in errors
    assert "must be installed there too" in errors
    for worker in machines.workers:
        worker.kill()
    wait_until(lambda: not machines.ask("ncores"))
    machines.start_worker(PYTHONPATH=paths)
    assert numduel(*command, PYTHONPATH=paths).wait() == 0


def test_unusable_cluster_addresses_are_explained(machines, numduel):
    puzzles = [*MAKE, "--count", "1", "--cluster"]
    _, errors = numduel(*puzzles, machines.address).communicate()
    assert (
        errors == f"Error: The scheduler at {machines.address} has no workers: start some first.\n"
    )
    _, errors = numduel(*puzzles, "tcp://127.0.0.1:1").communicate()
    assert errors == "Error: No Dask scheduler answers at tcp://127.0.0.1:1.\n"
    machines.start_worker()
    (worker,) = machines.ask("ncores")
    _, errors = numduel(*puzzles, worker).communicate()
    assert errors == f"Error: {worker} is a worker, not a scheduler.\n"
    _, errors = numduel(*puzzles, "tls://127.0.0.1:1").communicate()
    assert errors == "Error: tls://127.0.0.1:1 needs certificates: docs/arena.md says how.\n"


PROGRAM = """
import json, os, pathlib, sys, time
here, moves = pathlib.Path(__file__).parent, 0
for line in sys.stdin:
    told = json.loads(line)
    if told['type'] == 'move':
        moves += 1
        if moves == 2:  # a game, and no trial: wait until the other worker has one too
            (here / os.environ['WHERE']).touch()
            while not ((here / 'one').exists() and (here / 'two').exists()):
                time.sleep(0.05)
        print(json.dumps({'question': told['question'], 'move': told['legal'][0]}), flush=True)
"""


def test_program_players_run_on_all_workers(machines, numduel, tmp_path):
    script = tmp_path / "first.py"
    script.write_text(PROGRAM)
    for name in ("one", "two"):
        machines.start_worker(WHERE=name)
    player = f"program:{sys.executable} {script}+name=it+env=WHERE+timeout=600"
    run = numduel(
        "arena", "--games", "sequence-builder", "--players", f"random,{player}", "--rounds", "4",
        "--cluster", machines.address, "--out", tmp_path / "run", without=["WHERE"],
    )  # fmt: skip
    _, errors = run.communicate()
    assert run.returncode == 0, errors
    scores = json.loads((tmp_path / "run" / "scores.json").read_text())
    assert scores["played"] == 8
    assert scores["players"]["it"]["forfeited"]["part"] == 0
