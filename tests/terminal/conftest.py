"""The ways in which these tests reach numduel: in this process (`here`), in a process of its own
(`run`, `begin`) and at a terminal (`sit`). Each test has a data folder of its own."""

import os
import re
import subprocess
import sys
import warnings
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner

from numduel.journal import load, read_lines
from numduel.terminal.command import numduel

from ..conftest import PATIENCE, write_package
from .sitter import Sitter

SCRIPT = str(Path(sys.executable).with_name("numduel"))
TRANSCRIPTS = Path(__file__).parents[1] / "transcripts"
FIVE = ["divisor-duel", "even-odd-match", "number-split-duel", "parity-duel", "sequence-builder"]
TERMINAL_VARIABLES = {"NO_COLOR", "COLORTERM", "COLORFGBG", "COLUMNS", "LINES", "PAGER", "LESS"}
OUTLOOK = re.compile(r"^(?:As )?Player [12] (?:you cannot|wins).* this one, whatever .+\n")
# What a person at a terminal is told besides the game, in rows of any width.
GUIDANCE = [
    re.compile(text.replace(" ", r"(?:\s|\x1b\[[02]m)+"))  # each row is dim by itself
    for text in (
        r"(?:\x1b\[2m)?Enter help at any question to see what else you can enter[.]"
        r"(?:\x1b\[0m)?\r\n",
        r"(?:\x1b\[2m)?Player [12] wins this one, whatever anybody plays[.] Choices count with"
        r" --jokers 1[.](?:\x1b\[0m)?\r\n",
        r" Enter help to see what you can enter[.]",
    )
]


class Told(NamedTuple):
    """What a run of numduel said, and its exit code."""

    out: str
    err: str
    code: int

    @property
    def notices(self):
        """What was said besides the game, without the first notice of a game that is decided."""
        return OUTLOOK.sub("", self.err)


class Transcript(NamedTuple):
    """A rule book's whole game: how to start it, what is typed and what is told."""

    slug: str
    arguments: list[str]
    typed: str
    told: str


@pytest.fixture
def data(tmp_path):
    """The folder that numduel keeps games in."""
    return tmp_path / "data" / "numduel"


@pytest.fixture(scope="session")
def script():
    """The installed command."""
    return SCRIPT


@pytest.fixture
def environment(tmp_path):
    """A plain environment: nothing of the tester's own terminal or saved games."""
    kept = {name: value for name, value in os.environ.items() if name not in TERMINAL_VARIABLES}
    home = tmp_path / "home"
    home.mkdir()
    return kept | {
        "XDG_DATA_HOME": str(tmp_path / "data"),
        "HOME": str(home),
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        "INPUTRC": "/dev/null",
        "NUMDUEL_PATIENCE": str(PATIENCE),  # a busy machine thinks slowly, and says nothing of it
    }


def as_input(typed):
    """Lines to type, as bytes; a text or bytes are taken as they are."""
    if isinstance(typed, bytes):
        return typed
    if not isinstance(typed, str):
        typed = "".join(f"{line}\n" for line in typed)
    return typed.encode()


@pytest.fixture
def here(environment, tmp_path, monkeypatch):
    """here("play", "parity-duel", typed=["6", "7"]): a run in this process, through pipes."""
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)
    monkeypatch.chdir(tmp_path)

    def run_here(*arguments, typed=(), **variables):
        done = CliRunner(env={"NO_COLOR": None} | environment | variables).invoke(
            numduel, arguments, as_input(typed), prog_name="numduel"
        )
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Told(done.stdout, done.stderr, done.exit_code)

    return run_here


@pytest.fixture
def run(environment, tmp_path):
    """run("play", "parity-duel", typed=["6", "7"]): a run in a process of its own."""

    def run_there(*arguments, typed=(), preexec_fn=None, **variables):
        done = subprocess.run(
            [SCRIPT, *arguments],
            input=as_input(typed),
            capture_output=True,
            env=environment | variables,
            cwd=tmp_path,
            preexec_fn=preexec_fn,
        )
        return Told(done.stdout.decode(), done.stderr.decode(), done.returncode)

    return run_there


@pytest.fixture
def begin(environment, tmp_path, started):
    """begin("play", "parity-duel"): a process with pipes that is spoken with line by line."""

    def begin_there(*arguments, **variables):
        settings = {"env": environment | variables, "cwd": tmp_path}
        return started([SCRIPT, *arguments], stdin=subprocess.PIPE, **settings)

    return begin_there


@pytest.fixture
def sit(environment, tmp_path):
    """sit("play", "parity-duel", width=40): numduel at a terminal."""
    sitters = []

    def sit_down(*arguments, width=80, height=24, command=SCRIPT, **variables):
        options = {"env": environment | variables, "cwd": str(tmp_path)}
        sitter = Sitter(command, list(arguments), width, height, **options)
        sitters.append(sitter)
        return sitter

    yield sit_down
    for sitter in sitters:
        sitter.close(force=True)


@pytest.fixture
def bring(tmp_path, environment):
    """bring("last-stone = last_stone:LastStone"): a package with these games is installed."""
    site = tmp_path / "site"

    def install(*entry_points, **modules):
        write_package(site, *entry_points, **modules)
        path = environment.get("PYTHONPATH")
        environment["PYTHONPATH"] = f"{site}:{path}" if path else str(site)
        return site

    return install


@pytest.fixture(params=FIVE)
def slug(request):
    """Each of the five games in turn."""
    return request.param


@pytest.fixture
def transcript(slug):
    """Each rule book's game in turn."""
    return Transcript(
        slug,
        ["play", slug, *(["--numbers", "10"] if slug == "parity-duel" else [])],
        (TRANSCRIPTS / f"{slug}.in").read_text(encoding="utf-8"),
        (TRANSCRIPTS / f"{slug}.txt").read_text(encoding="utf-8"),
    )


@pytest.fixture
def records(data):
    """records("unfinished"): the records that are on disk; those of a series in its order."""

    def read_records(folder):
        found = [load(path) for path in (data / folder).glob("*.jsonl")]
        return sorted(found, key=lambda record: record.series.number if record.series else 0)

    return read_records


@pytest.fixture
def only():
    """only(folder): the only record in a folder."""

    def find(folder):
        [path] = folder.glob("*.jsonl")
        return path

    return find


@pytest.fixture
def entries():
    """entries(path): the lines of a record, as JSON values without their check values."""
    return lambda path: [line.entry for line in read_lines(path.read_bytes())]


@pytest.fixture
def play_whole(transcript):
    """play_whole(sitter): answer every question of a transcript; returns the exit code. What is
    seen then is the game alone, without the guidance for whoever sits at a terminal."""
    questions = "remove: |inputs: |a number: |Choose a split: |for Player [12]: |chosen number: "

    def play(sitter):
        for typed in transcript.typed.removesuffix("\n").split("\n"):
            sitter.expect(f"(?:{questions})(?:\x1b\\[0m)?")
            sitter.seen += sitter.before + sitter.after
            sitter.sendline(typed)
        code = sitter.leave()
        for words in GUIDANCE:
            sitter.seen = words.sub("", sitter.seen)
        return code

    return play
