"""`make install` and `make uninstall`, and every command of README after them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

SET_UP = 3600  # seconds: packages may come from far away


PROJECT = Path(__file__).parents[2]


WRONGLY_ENTERED = {2, 126, 127}  # what shells and commands answer to what they do not know


@pytest.mark.long
def test_make_install_puts_numduel_on_the_path_and_make_uninstall_takes_it_away(clone, tmp_path):
    """The command goes on working when the clone is gone."""
    home = tmp_path / "home"
    home.mkdir()
    folder = home / ".local" / "bin"
    system = "/usr/local/bin:/usr/bin:/bin"

    def run(*command, path=system):
        return subprocess.run(
            command,
            cwd=clone if command[0] == "make" else home,
            env={"HOME": str(home), "PATH": path, "LC_ALL": "C.UTF-8"} | package_sources(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    told = run("make", "install", f"PYTHON={sys.executable}")
    assert told.returncode == 0, told.stdout + told.stderr
    assert f"The command is {folder}/numduel." in told.stdout
    assert f"{folder} is not on your PATH." in told.stdout
    assert 'export PATH="$HOME/.local/bin:$PATH"' in told.stdout

    told = run("make", "install", f"PYTHON={sys.executable}", path=f"{folder}:{system}")
    assert told.returncode == 0, told.stdout + told.stderr
    assert "not on your PATH" not in told.stdout

    clone.rename(tmp_path / "moved")
    for command in commands_in_readme():
        told = run("sh", "-c", command, path=f"{folder}:{system}")
        is_understood = told.returncode not in WRONGLY_ENTERED or "No such file" in told.stderr
        assert is_understood, f"{command}: {told.stderr}"
        assert "Traceback" not in told.stderr
        assert "pip install" not in told.stderr, command
    (tmp_path / "moved").rename(clone)

    assert run("make", "uninstall").returncode == 0
    assert not (folder / "numduel").is_symlink()
    assert not (home / ".local" / "lib" / "numduel").exists()


@pytest.mark.long
def test_make_install_leaves_a_command_of_somebody_elses_alone(clone, tmp_path):
    command = tmp_path / ".local" / "bin" / "numduel"
    command.parent.mkdir(parents=True)
    command.write_text("another program")
    told = subprocess.run(
        ["make", "install"],
        cwd=clone,
        env={"HOME": str(tmp_path), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
    )
    assert told.returncode == 2
    assert f"{command} is there already and is not from this project" in told.stderr
    assert command.read_text() == "another program"


def package_sources():
    """Where pip gets packages from, on a machine that has them from elsewhere than usual."""
    return {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}


def commands_in_readme():
    """Each `numduel …` as README prints it, with a game where it says GAME, and one of ours where
    it names a package that the reader is about to write."""
    printed = (PROJECT / "README.md").read_text()
    for theirs, ours in {
        "GAME": "divisor-duel",
        "my_package.last_stone:LastStone": "numduel.games.number_split_duel:NumberSplitDuel",
    }.items():
        printed = printed.replace(theirs, ours)
    return re.findall(r"`(numduel [^`]+)`", printed)
