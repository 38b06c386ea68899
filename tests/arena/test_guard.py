"""Programs that attack their guard: the run continues, and no process survives."""

import os
import sys
import time

import pytest

from numduel.arena.guard import adopting_orphans, find_strays
from numduel.arena.results import load_results

from .conftest import is_running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux helps with orphans")

TURNS_AGAINST = """
import os, signal, subprocess, sys, time
children = [subprocess.Popen(["sleep", "1000"]), subprocess.Popen(["setsid", "sleep", "1000"])]
with open({note!r}, "a") as note:
    processes = [os.getpid(), *(child.pid for child in children)]
    note.write(" ".join(map(str, processes)) + "\\n")
print("able to speak", flush=True)
sys.stdin.readline()
{attack}
signal.pause()
"""
ATTACKS = {
    "kills it": "os.kill(os.getppid(), signal.SIGKILL)",
    "stops it and ends": "os.kill(os.getppid(), signal.SIGSTOP); sys.exit()",
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_attack_on_guard_leaves_no_processes(arena, tmp_path, attack):
    note, script = tmp_path / "processes", tmp_path / "player.py"
    script.write_text(TURNS_AGAINST.format(note=str(note), attack=ATTACKS[attack]))
    players = f"program:{sys.executable} {script}+name=it+timeout=5,random"
    run = arena(
        "--games", "divisor-duel/numbers=8", "--rounds", "1", "--players", players,
        "--out", str(tmp_path / "run"), "--workers", "1",
    )  # fmt: skip
    told = run.communicate()
    assert run.returncode == 0, told
    processes = note.read_text().split()
    assert len(processes) == 3 * 3
    assert not any(map(is_running, processes))
    _, records = load_results(tmp_path / "run")
    assert len(records) == 2


def test_guard_ends_only_orphans_it_adopted(tmp_path):
    own = os.spawnvp(os.P_NOWAIT, "setsid", ["setsid", "sleep", "1000"])
    try:
        while own not in find_strays():
            time.sleep(0.01)
        with adopting_orphans():
            note = tmp_path / "orphan"
            os.system(f"(setsid sleep 1000 & echo $! > {note})")
            orphan = int(note.read_text())
            while orphan not in find_strays():
                time.sleep(0.01)
        assert not is_running(orphan)
        assert is_running(own)
    finally:
        os.kill(own, 9)
        os.waitpid(own, 0)
