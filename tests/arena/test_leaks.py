"""Nothing that a model or a program says leaks a key or spoils a run."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from numduel import NumduelError
from numduel.arena.command import arena as command
from numduel.arena.players import read_players
from numduel.arena.results import load_results

from ..conftest import PATIENCE

KEY = "sk-test-3f9a"
PLAYS = """
import json, os, sys
WORDS = {words}
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "move":
        said = {{"question": asked["question"], "move": asked["legal"][0], "words": WORDS}}
        sys.stdout.write(json.dumps(said) + "\\n")
        sys.stdout.flush()
"""


@pytest.fixture
def play(small_run, tmp_path, monkeypatch):
    """play("openai:halved"): a small run of that player; its games."""
    monkeypatch.setenv("SEEN_BY_ALL", "a-variable-of-ours")

    def run(player, *more):
        told = small_run(f"{player}+name=it,random", *more)
        again = CliRunner().invoke(command, ["--read", str(tmp_path / "run")])
        assert again.output.splitlines()[0] == told.splitlines()[0]
        written = b"".join(path.read_bytes() for path in (tmp_path / "run").iterdir())
        assert KEY.encode() not in written
        _, records = load_results(tmp_path / "run")
        return records

    return run


@pytest.fixture
def program(tmp_path):
    """program("os.environ"): a program that says this with each move."""

    def write(words, code=PLAYS):
        path = tmp_path / "player.py"
        path.write_text(code.format(words=words))
        return f"program:{sys.executable} {path}"

    return write


def said_by(records):
    return [
        attempt.details.get("reply", "") + attempt.details.get("fault", "")
        for record in records
        for step in record.steps_of("it")
        for attempt in step.attempts
    ]


def test_a_program_gets_no_variable_that_it_does_not_need(play, program):
    first, *_ = said_by(play(program("dict(os.environ)")))
    variables = json.loads(first)["words"]
    assert "PATH" in variables
    assert not {"OPENAI_API_KEY", "SEEN_BY_ALL"} & variables.keys()


def test_a_program_gets_the_variables_that_env_names(play, program):
    named = "+env=SEEN_BY_ALL:OPENAI_API_KEY"
    words = "[os.environ['SEEN_BY_ALL'][:4], os.environ['OPENAI_API_KEY']]"
    records = play(program(words) + named)
    assert all(json.loads(said)["words"] == ["a-va", "[key]"] for said in said_by(records))


@pytest.mark.parametrize("key", [KEY, "of-another-name", "sk-proj-0123456789abcdef"])
def test_a_key_in_a_program_s_command_is_refused(monkeypatch, key):
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANOTHER_KEY", "of-another-name")
    refusal = "A program's command is recorded, so it must not hold the key"
    for more in ("", "+name=mine"):
        with pytest.raises(NumduelError, match=refusal) as refused:
            read_players([f"program:./p --key={key}+env=ANOTHER_KEY{more}"])
        assert key not in str(refused.value)
    assert read_players(["program:./sk-player --key-file mine.txt"])
    with pytest.raises(NumduelError, match="env names NO_SUCH_ONE, which is not set"):
        read_players(["program:cat+env=NO_SUCH_ONE"])
    with pytest.raises(NumduelError, match=r'"program:cat\+name=\\udcff" is not UTF-8'):
        read_players(["program:cat+name=\udcff"])


ENVIRONMENT = {"PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}


@pytest.fixture
def as_somebody():
    """The beginning of a command that is not run by root, and a folder for what it writes."""
    user = (
        [] if os.geteuid() else ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
    )
    code = "import numduel.arena.command, os, sys; os.execv(sys.executable, ['it', '-V'])"
    for python in (sys.executable, "/usr/bin/python3"):  # the first may be root's alone
        command = [*user, python]
        if not subprocess.run([*command, "-c", code], env=ENVIRONMENT, check=False).returncode:
            break
    else:
        pytest.skip("only root may run Python here, and root may read everything")
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        yield command, Path(folder)


SPIES = """
import glob, json, sys
def holds(path, what):
    try:
        return what in open(path, "rb").read()
    except OSError:
        return False
SECRETS = [b"sk-test-" + b"3f9a", b"shown-to-" + b"everybody"]
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "move":
        found = [any(holds(path, what) for path in glob.glob("/proc/[0-9]*/environ"))
                 for what in SECRETS]
        said = {"question": asked["question"], "move": asked["legal"][0], "words": found}
        print(json.dumps(said), flush=True)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no /proc")
def test_a_program_cannot_read_the_environment_of_the_arena(arena, as_somebody):
    python, folder = as_somebody
    script, run = folder / "spies.py", folder / "run"
    script.write_text(SPIES)
    # One that is not protected is read: the program does look.
    unprotected = subprocess.Popen(
        [*python, "-c", "import signal; signal.pause()"],
        env=ENVIRONMENT | {"SEEN": "shown-to-everybody"},
    )
    try:
        players = f"random,program:{python[-1]} {script}+name=it+timeout={PATIENCE}"
        arguments = ["--games", "divisor-duel/numbers=8", "--rounds", "1", "--workers", "1"]
        arguments += ["--players", players, "--out", str(run)]
        hidden = ENVIRONMENT | {"OPENAI_API_KEY": KEY, "HOME": str(folder)}
        started = arena(*arguments, python=python, env=hidden)
        _, told = started.communicate()
        assert started.returncode == 0, told
    finally:
        unprotected.kill()
        unprotected.wait()
    said = said_by(load_results(run)[1])
    assert said
    assert all(json.loads(one)["words"] == [False, True] for one in said)


@pytest.mark.parametrize("before", [0, 4_090])
def test_output_before_crash_redacts_key(play, program, tmp_path, before):
    """The key is hidden before anything is cut, wherever the cut is."""
    crashes = """
import os, sys
if not os.path.exists("{words}"):
    open("{words}", "w").close()
    print("able to speak")
    sys.exit()
sys.stdin.readline()
sys.stderr.write("x" * BEFORE + os.environ["OPENAI_API_KEY"] + "\\n" * 4_090 + "the end")
sys.exit(1)
"""
    player = program(tmp_path / "tried", crashes.replace("BEFORE", str(before)))
    told = "".join(said_by(play(f"{player}+env=OPENAI_API_KEY")))
    assert "the end" in told
    assert not any(KEY[place : place + 4] in told for place in range(len(KEY) - 3))


@pytest.mark.parametrize("model", ["halved", "halved-and-wrong", "counting", "echo"])
def test_no_reply_spoils_a_run(play, model):
    prices = "+price_read=1+price_written=1"
    records = play(f"openai:{model}+timeout=600+backoff=0.01+tries=2{prices}")
    assert len(records) == 2


def test_no_bytes_of_a_program_spoil_a_run(play, program):
    code = PLAYS.replace(
        'sys.stdout.write(json.dumps(said) + "\\n")',
        'sys.stdout.buffer.write(json.dumps(said, ensure_ascii=False).encode("latin-1"'
        ', "replace") + b"\\n")',
    )
    assert len(play(program("'\\u00fc\\ud800'", code))) == 2
