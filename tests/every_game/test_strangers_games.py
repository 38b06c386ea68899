"""Two small rule books of another package, without words of their own: whoever plays them, at the
terminal or as a model that is asked, sees what the game is about at every turn. What the
page shows is tested in web/browser."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = ("race", "stacks")


@pytest.fixture
def strangers(tmp_path):
    """The environment of a machine on which the package with both games is installed."""
    info = tmp_path / "strangers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    entries = "".join(f"{name} = {name}:{name.title()}\n" for name in GAMES)
    (info / "entry_points.txt").write_text(f"[numduel.games]\n{entries}")
    paths = [tmp_path, EXAMPLES, os.environ.get("PYTHONPATH", "")]
    return os.environ | {
        "PYTHONPATH": os.pathsep.join(str(path) for path in paths if str(path)),
        "XDG_DATA_HOME": str(tmp_path / "data"),
    }


def run(environment, *arguments, typed=()):
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        input="".join(f"{line}\n" for line in typed),
        capture_output=True,
        text=True,
        check=True,
    ).stdout


@pytest.fixture
def numduel(strangers):
    start = "from numduel.terminal.command import numduel; numduel(prog_name='numduel')"
    return lambda *arguments, typed=(): run(strangers, "-c", start, *arguments, typed=typed)


@pytest.fixture
def ask(strangers):
    """The question for the next move, as a model is asked it."""
    script = (
        "import sys\nfrom numduel import Match, load_game\n"
        "from numduel.tasks.asking import prompt\n"
        "match = Match(load_game(sys.argv[1]))\n"
        "for move in sys.argv[2:]: match.play(move)\n"
        "print(prompt(match))"
    )
    return lambda slug, *moves: run(strangers, "-c", script, slug, *moves)


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_book_has_no_words_and_keeps_the_contract(numduel, name):
    code = (EXAMPLES / f"{name}.py").read_text()
    assert "words" not in code
    assert numduel("check", f"{name}:{name.title()}") == f"{name.title()} keeps the contract.\n"


def test_at_the_terminal_the_number_is_shown_at_every_turn(numduel):
    assert numduel("play", "race", "--goal", "5", typed=["3", "1", "1"]) == (
        "Race\n\n"
        "Player 1's turn.\nTotal: 0\nYou may play: 1, 2, 3\nYour move: 3\nPlayer 1 plays 3.\n\n"
        "Player 2's turn.\nTotal: 3\nYou may play: 1, 2\nYour move: 1\nPlayer 2 plays 1.\n\n"
        "Player 1's turn.\nTotal: 4\nYou may play: 1\nYour move: 1\nPlayer 1 plays 1.\n\n"
        "Player 1 wins by reaching the goal.\n"
    )


def test_terminal_numbers_stacks_every_turn(numduel):
    told = numduel("play", "stacks", typed=["3:2", "2:2", "1:1", "3:1"])
    rows = [line for line in told.splitlines() if line.startswith("Stack 1: ")]
    assert rows[:2] == ["Stack 1: 1, stack 2: 2, stack 3: 3", "Stack 1: 1, stack 2: 2, stack 3: 1"]
    assert len(rows) == 4
    assert told.endswith("Player 2 wins with the last coin.\n")


def test_board_command_shows_position_again(numduel):
    told = numduel("play", "race", typed=["2", "board", "quit"])
    assert "Your move: board\nPlayer 2's turn.\nTotal: 2\n" in told


def test_a_model_is_shown_the_number(ask):
    question = ask("race", "3", "2")
    assert "The position now:\n\nPlayer 1's turn.\nTotal: 5\n" in question
    (listed,) = re.findall("Legal moves: (.*)", question)
    assert sorted(listed.split(", ")) == ["1", "2", "3"]


def test_a_model_is_shown_the_stacks(ask):
    question = ask("stacks", "3:2")
    assert "The position now:\n\nPlayer 2's turn.\nStack 1: 1, stack 2: 2, stack 3: 1\n" in question
    (listed,) = re.findall("Legal moves: (.*)", question)
    assert sorted(listed.split(", ")) == ["1:1", "2:1", "2:2", "3:1"]


def test_a_puzzle_shows_the_position(numduel):
    assert "\nTotal: " in numduel("puzzle", "race", typed=["quit"])
    assert "\nStack 1: " in numduel("puzzle", "stacks", typed=["quit"])
