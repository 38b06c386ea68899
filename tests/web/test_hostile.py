"""The attacks of the hostile soak in short: the server goes on, and its memory stays small."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bench.soak.attacks import EXPECTED
from bench.soak.hostile import read_answers

ROOT = Path(__file__).parents[2]


@pytest.mark.long
@pytest.mark.parametrize("more", [[], ["--behind-proxy"]])
def test_server_withstands_attacks_in_bounded_memory(untraced, more):
    done = subprocess.run(
        [sys.executable, "-m", "bench.soak", "--hostile", "--short", *more],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | untraced,
    )
    columns = r"\| (.+?) \| \d+, \d+, \d+ ms \| \d+, \d+ ms \| \d+ ms \| (\d+) MB \| (.*) \|"
    rows = re.findall(columns, done.stdout)
    assert len(rows) == 1 + len(EXPECTED), done.stdout + done.stderr
    expected = {attack.__name__.replace("_", " "): kinds for attack, kinds in EXPECTED.items()}
    for name, megabytes, answers in rows:
        # An attack that is answered otherwise attacks no more.
        assert read_answers(answers).keys() >= expected.get(name, set()), (name, answers)
        assert 500 not in read_answers(answers), (name, answers)
        assert int(megabytes) < 500, name
