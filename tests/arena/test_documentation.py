"""Every command of the pages on the arena and on positions as questions is run as it stands
there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from numduel.arena.results import load_results
from numduel.arena.scores import score_run
from numduel.tasks.bench_set import frozen_set

ROOT = Path(__file__).parents[2]
CLUSTER = "\n## On several machines\n"  # it needs a cluster
ARENA = (ROOT / "docs/arena.md").read_text().partition(CLUSTER)[0]
DRY = " --dry-run"
NUMDUEL = "from numduel.terminal.command import numduel; numduel()"


def commands_in(page, section=""):
    """The lines of the shell blocks of a page or a section, without those that install numduel."""
    text = ARENA if page == "arena.md" else (ROOT / "docs" / page).read_text()
    if section:
        text = text.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    blocks = re.findall(r"```sh\n(.*?)```", text.replace("\\\n", ""), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line for line in lines if not re.search(r"venv|pip install|PATH=", line)]


def programs_on(page):
    """The names of the examples that a page includes."""
    text = (ROOT / "docs" / page).read_text()
    return set(re.findall(r"```\{literalinclude\} \.\./examples/([\w.]+)\n", text))


@pytest.fixture
def shell(tmp_path, untraced):
    """shell(lines, **variables): run lines in one shell that finds `numduel`; what it prints."""
    script = tmp_path / "bin" / "numduel"
    script.parent.mkdir()
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{NUMDUEL}' \"$@\"\n")
    script.chmod(0o755)

    def run(lines, **variables):
        path = f"{script.parent}:{os.environ['PATH']}"
        done = subprocess.run(
            ["sh", "-e"],
            input="\n".join(lines),
            cwd=tmp_path,
            env={**os.environ, **untraced, "PATH": path, **variables},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


@pytest.mark.long
def test_the_arenas_page_leads_to_an_honest_report(server, shell, tmp_path):
    lines = [
        # For the test: a server of its own, fewer rounds, and less of the benchmark.
        re.sub(r"--rounds \d+", "--rounds 1", line)
        .replace(
            "openai:MODEL", "openai:knowing-model" if "runs/first" in line else "openai:any-model"
        )
        .replace("numduel bench", "numduel bench --set few.txt --form book+legal")
        for line in commands_in("arena.md")
        if not line.startswith("export")
    ]
    assert len(lines) == 8
    (dry,) = (place for place, line in enumerate(lines) if DRY in line)
    lines.insert(dry + 1, lines[dry].replace(DRY, ""))
    few = [line for line in frozen_set().splitlines() if "/numbers=2" in line or "start=20" in line]
    (tmp_path / "few.txt").write_text("".join(f"{line}\n" for line in few[:30]))
    (tmp_path / "examples").mkdir()
    for name in programs_on("arena.md"):
        shutil.copy(ROOT / "examples" / name, tmp_path / "examples")
    (code,) = re.findall(r"```python\n(import numduel.arena\n.*?)```", ARENA, re.DOTALL)
    lines.append(f"{sys.executable} -c '{code}'")
    told = shell(lines, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="sk-test-3f9a")
    assert told.count("Beyond chance: ") == 7
    assert "4 games, of which 4 are still to be played." in told
    assert "Dry run: nothing was sent or saved." in told
    assert '"paired": true' in told
    counted, right = map(int, told.splitlines()[-1].split())
    assert counted >= right > 0
    for name in ("ours", "first", "paired", "asked", "programs"):
        folder = tmp_path / "runs" / name
        report = (folder / "report.html").read_text()
        assert "Right where it matters" in report
        assert "sk-test-3f9a" not in report
        assert json.loads((folder / "scores.json").read_text())["form"] == 1
    assert (tmp_path / "runs/bench/bench.json").exists()
    assert "no choice matters" not in told, "all is the settings in which choices matter"
    models = {request["model"] for request in server.requests}
    assert models == {"any-model", "knowing-model"}
    plan, records = load_results(tmp_path / "runs" / "programs")
    played = score_run(plan, records).players
    assert played["narrow"].failures == played["largest"].failures == {}


@pytest.mark.long
def test_the_page_on_puzzles(shell, tmp_path):
    lines = commands_in("research.md", "Puzzles as data")
    # For the test: fewer puzzles.
    *making, scoring = [re.sub("--count (1000|20) ", "--count 4 ", line) for line in lines]
    assert "OK: 4 puzzles verified." in shell(making)
    puzzles = (tmp_path / "puzzles.jsonl").read_text().splitlines()
    answers = [{"id": p["id"], "answer": p["answers"][0]} for p in map(json.loads, puzzles)]
    (tmp_path / "answers.jsonl").write_text("".join(f"{json.dumps(a)}\n" for a in answers))
    assert "all     100.0% beyond chance" in shell([scoring])
    large = map(json.loads, (tmp_path / "large.jsonl").read_text().splitlines())
    assert {puzzle["difficulty"] for puzzle in large} == {"hard"}


def test_the_page_on_proofs(shell):
    lines = commands_in("research.md", "Proofs")
    lines = [line.replace(" examples/", f" {ROOT}/examples/") for line in lines]
    assert len(lines) == 3
    told = shell(lines)
    assert "Proved: Player 1 wins Divisor Duel after 6 3." in told
    assert told.endswith("line 1: accepted\n")


def test_the_puzzle_on_the_page_is_one(shell, tmp_path):
    text = (ROOT / "docs/research.md").read_text()
    (shown,) = re.findall(r"```json\n(.*?)\n```", text, re.DOTALL)
    (tmp_path / "one.jsonl").write_text(f"{json.dumps(json.loads(shown))}\n")
    assert shell(["numduel tasks check one.jsonl"]) == "OK: 1 puzzle verified.\n"
