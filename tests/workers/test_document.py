"""The commands of docs/arena.md on several machines run as they stand, with two real workers."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from .conftest import NUMDUEL

PAGE = Path(__file__).parents[2] / "docs/arena.md"
SECTION = PAGE.read_text().partition("\n## On several machines\n")[2]


@pytest.mark.long
def test_the_commands_of_the_page_run(tmp_path, untraced):
    with socket.create_server(("127.0.0.1", 0)) as held:
        port = str(held.getsockname()[1])
    start, use, end = re.findall(r"```sh\n(.*?)```", SECTION.replace("8786", port), re.DOTALL)
    programs = {"numduel": f"{sys.executable} -c '{NUMDUEL}'", "dask": f"{sys.executable} -m dask"}
    for name, code in programs.items():
        (tmp_path / name).write_text(f'#!/bin/sh\nexec {code} "$@"\n')
        (tmp_path / name).chmod(0o755)
    # A scheduler and its workers are not there at once: a person would wait until they say so.
    ready = f"numduel audit number-split-duel --cluster tcp://127.0.0.1:{port}"
    wait = f"until {ready}; do sleep 1; done\n"
    path = {"PATH": f"{tmp_path}:{os.environ['PATH']}", "DASK_CONFIG": str(tmp_path / "config")}
    done = subprocess.run(
        ["bash", "-e"],
        input=f"trap 'kill $(jobs -p)' EXIT\n{start}{wait}{use}trap - EXIT\n{end}",
        cwd=tmp_path,
        env=os.environ | untraced | path,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert done.returncode == 0, done.stdout
    assert "Sequence Builder" in done.stdout
    assert len((tmp_path / "puzzles.jsonl").read_text().splitlines()) == 20
    assert (tmp_path / "run/scores.json").exists()
