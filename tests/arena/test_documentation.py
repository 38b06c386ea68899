"""Every command of the pages on the arena and on puzzles is run as it stands there."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from numduel.arena.results.games_file import load_results
from numduel.arena.scoring.scores import score_run

ROOT = Path(__file__).parents[2]
NUMDUEL = "from numduel.terminal.command import numduel; numduel()"


def commands_in(page):
    """The lines of a page's shell blocks, without those that install numduel."""
    blocks = re.findall(r"```sh\n(.*?)```", (ROOT / "docs" / page).read_text(), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines()]
    return [line for line in lines if not re.search(r"venv|pip install|PATH=", line)]


def programs_on(page):
    """The programs that stand on a page, by the name under which it says to save each."""
    text = (ROOT / "docs" / page).read_text()
    return dict(re.findall(r"`([\w.]+)`:\n\n```(?:python|perl)\n(.*?)```", text, re.DOTALL))


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


def test_the_arenas_page_leads_to_an_honest_report(server, shell, tmp_path):
    lines = [
        # For the test: a server of its own, and fewer rounds.
        re.sub(r"--rounds \d+", "--rounds 1", line).replace("openai:MODEL", "openai:good")
        for line in commands_in("arena.md")
        if not line.startswith("export")
    ]
    assert len(lines) == 5
    for name, code in programs_on("arena.md").items():
        (tmp_path / name).write_text(code)
    told = shell(lines, OPENAI_BASE_URL=server.url, OPENAI_API_KEY="sk-test-3f9a")
    assert told.count("right where it matters") == 5
    for name in ("ours", "first", "asked", "programs"):
        report = (tmp_path / "runs" / name / "report.html").read_text()
        assert "Right where it matters" in report
        assert "sk-test-3f9a" not in report
    assert "no choice matters" not in told, "all is the settings in which choices matter"
    models = {request["model"] for request in server.requests}
    assert models == {"good"}
    plan, records = load_results(tmp_path / "runs" / "programs")
    played = score_run(plan, records).players
    assert played["narrow"].failures == played["largest"].failures == {}


def test_the_programs_on_the_arenas_page_are_the_examples():
    examples = {path.name: path.read_text() for path in (ROOT / "examples").iterdir()}
    programs = programs_on("arena.md")
    assert {name: examples[name] for name in programs} == programs
    assert {*examples} - {*programs} == {"check_certificate.pl"}  # docs/certificates.md has it


def test_the_page_on_puzzles(shell, tmp_path):
    lines = commands_in("puzzles.md")
    # For the test: fewer puzzles.
    *making, scoring = [line.replace("--count 1000", "--count 100") for line in lines]
    assert "Right, all of it: 100 puzzles." in shell(making)
    puzzles = (tmp_path / "puzzles.jsonl").read_text().splitlines()
    answers = [{"id": p["id"], "answer": p["answers"][0]} for p in map(json.loads, puzzles)]
    (tmp_path / "answers.jsonl").write_text("".join(f"{json.dumps(a)}\n" for a in answers))
    assert "all     100.0% right" in shell([scoring])
    large = map(json.loads, (tmp_path / "large.jsonl").read_text().splitlines())
    assert {puzzle["difficulty"] for puzzle in large} == {"hard"}


def test_the_page_on_reasons(shell, tmp_path):
    making, scoring = commands_in("reasons.md")
    shell([making])
    puzzles = map(json.loads, (tmp_path / "asked.jsonl").read_text().splitlines())
    answers = [{"id": p["id"], "answer": p["answers"][0], "reason": p["reason"]} for p in puzzles]
    (tmp_path / "answers.jsonl").write_text("".join(f"{json.dumps(a)}\n" for a in answers))
    assert "100.0% proved" in shell([scoring])


def test_the_puzzle_on_the_page_is_one(shell, tmp_path):
    (line,) = re.findall(r"```json\n(.*?)\n```", (ROOT / "docs/puzzles.md").read_text())
    (tmp_path / "one.jsonl").write_text(f"{line}\n")
    assert shell(["numduel puzzles --check one.jsonl"]) == "Right, all of it: 1 puzzle.\n"


def test_every_setting_on_the_page_exists():
    from numduel.arena.players.entrants import MODEL_SETTINGS

    page = (ROOT / "docs/arena.md").read_text()
    rows = re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE)
    told = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert told == {*MODEL_SETTINGS, "name"}
