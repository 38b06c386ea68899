"""The soak of several servers in short: parts of the site are killed in turn, and what clients saw
and did is checked. How long anything takes is not asked here."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench.soak.rounds import SEVERAL

ROOT = Path(__file__).parents[3]


@pytest.mark.long
def test_two_servers_lose_double_and_invent_nothing_whatever_part_is_killed(untraced):
    done = subprocess.run(
        [sys.executable, "-m", "bench.soak", "--short", "--processes", "2"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | untraced,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "lines of history: 0 faults" in said, said
    for fault in SEVERAL:
        assert f"  {fault.__name__.replace('_', ' ')}: " in said, said
