"""The attacks of the hostile soak in short: the server goes on, and its memory stays small."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_under_every_attack_moves_are_acknowledged_and_memory_stays_small(untraced):
    done = subprocess.run(
        [sys.executable, "-m", "bench.soak", "--hostile", "--short"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | untraced,
    )
    rows = re.findall(r"\| (.+?) \| \d+, \d+, \d+ ms \| (\d+) ms \| (\d+) MB \|", done.stdout)
    assert len(rows) == 12, done.stdout + done.stderr
    for name, healthy, megabytes in rows:
        assert int(megabytes) < 500, name
        assert int(healthy) < 60_000, name  # how fast it is depends on what else is running
