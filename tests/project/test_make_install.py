"""`make install` and `make uninstall`, and every command of README after them."""

import os
import re
import subprocess
import sys

import pytest

from ..conftest import PROJECT

SYSTEM = "/usr/local/bin:/usr/bin:/bin"
WRONGLY_ENTERED = {2, 126, 127}  # what shells and commands answer to what they do not know


@pytest.fixture
def run(clone, tmp_path):
    """run(COMMAND...): run it in the clone if it is make, else at home."""
    home = tmp_path / "a home"
    home.mkdir()
    path = f"{home}/.local/bin:{SYSTEM}"
    # Where pip gets packages from, on a machine that has them from elsewhere than usual.
    sources = {name: os.environ[name] for name in os.environ if name.startswith(("PIP_", "SSL_"))}

    def run(*command, path=path):
        return subprocess.run(
            command,
            cwd=clone if command[0] == "make" else home,
            env={"HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8"} | sources,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    run.home = home
    return run


@pytest.mark.long
def test_make_install_and_uninstall(clone, run):
    """The command goes on working when the clone is gone."""
    folder = run.home / ".local" / "bin"
    told = run("make", "install", f"PYTHON={sys.executable}", path=SYSTEM)
    assert told.returncode == 0, told.stdout + told.stderr
    assert f"The command is {folder}/numduel." in told.stdout
    assert f"{folder} is not on your PATH." in told.stdout
    assert 'export PATH="$HOME/.local/bin:$PATH"' in told.stdout
    assert run("numduel", "rules", "divisor-duel").returncode == 0
    refused = run("numduel", "serve")
    assert refused.returncode == 1
    assert "-m pip install '.[web]'" in refused.stderr

    extras = "EXTRAS=arena,cluster,postgres"
    told = run("make", "install", extras, f"PYTHON={sys.executable}")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "not on your PATH" not in told.stdout
    python = run.home / ".local/lib/numduel/bin/python"
    checked = run(str(python), "-m", "pip", "check")
    assert checked.returncode == 0, checked.stdout

    moved = clone.rename(clone.with_name("moved"))
    for command in commands_in_readme():
        told = run("sh", "-c", command)
        is_understood = told.returncode not in WRONGLY_ENTERED or "No such file" in told.stderr
        assert is_understood, f"{command}: {told.stderr}"
        assert "Traceback" not in told.stderr
        assert "EXTRAS" not in told.stderr, command
        assert "pip install" not in told.stderr, command
    moved.rename(clone)

    assert run("make", "uninstall").returncode == 0
    assert not (folder / "numduel").is_symlink()
    assert not (run.home / ".local" / "lib" / "numduel").exists()


def test_make_install_keeps_a_foreign_command(run):
    command = run.home / ".local" / "bin" / "numduel"
    command.parent.mkdir(parents=True)
    command.write_text("another program")
    told = run("make", "install")
    assert told.returncode == 2
    assert f"{command} is there already and is not from this project" in told.stderr
    assert command.read_text() == "another program"


def test_make_install_names_the_extras_there_are(run):
    told = run("make", "install", "EXTRAS=web,wbe")
    assert told.returncode == 2
    assert "There is no extra wbe. There are: arena, cluster, " in told.stderr
    assert not (run.home / ".local").exists()


def commands_in_readme():
    """Each `numduel …` as README prints it, with a game where it says GAME. A site would run for
    ever."""
    printed = (PROJECT / "README.md").read_text().replace("GAME", "divisor-duel")
    return re.findall(r"`(numduel (?!serve)[^`]+)`", printed)
