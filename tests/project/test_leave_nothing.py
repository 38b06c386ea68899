"""A test run that is cut off leaves no server, browser or database running."""

import os
import signal
import subprocess
import sys
from pathlib import Path

# A test run in small: it starts a program that ignores being asked to end, says its number, waits.
RUN = """
import subprocess, sys
def test_run():
    stubborn = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()"
    left = subprocess.Popen([sys.executable, "-c", stubborn], start_new_session=True)
    print(left.pid, flush=True)
    left.wait()
"""


def test_what_a_killed_run_has_started_is_ended(tmp_path):
    tests = tmp_path / "tests"
    tests.mkdir()
    for name in ("conftest.py", "leave_nothing.py", "sharing_out.py"):
        (tests / name).write_text((Path(__file__).parents[1] / name).read_text())
    (tests / "test_run.py").write_text(RUN)
    surroundings = {name: os.environ[name] for name in os.environ if name != "NUMDUEL_TEST_RUN"}
    options = ["-q", "-s", "-p", "no:cacheprovider", "--import-mode=importlib", "--rootdir=."]
    run = subprocess.Popen(
        [sys.executable, "-m", "pytest", *options, "tests"],
        cwd=tmp_path,
        env=surroundings,
        stdout=subprocess.PIPE,
        text=True,
    )
    left = int(run.stdout.readline())
    assert has_memory(left)
    run.send_signal(signal.SIGKILL)
    run.wait()
    run.stdout.read()  # the program holds the other end of this pipe: it is closed when that ends
    run.stdout.close()
    assert not has_memory(left)


def has_memory(number):
    """Whether a process runs; one that is dead and not yet buried has no environment."""
    try:
        return Path(f"/proc/{number}/environ").read_bytes() != b""
    except OSError:
        return False
