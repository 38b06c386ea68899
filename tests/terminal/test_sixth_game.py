"""A game that another package brings: played, saved, resumed, replayed with no other change."""

import re
import shutil
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
EXAMPLE = EXAMPLES / "last_stone.py"
PLAY = ["play", "last-stone", "--heap", "5"]
WHOLE_GAME = """\
Last Stone

Player 1's turn.
Stones: 5
You may play: 1, 2, 3
Your move: 4
4 is not allowed: take 1, 2 or 3 stones.
Your move: one
"one" is not a whole number: enter one of 1, 2, 3.
Your move: 1
Player 1 plays 1.

Player 2's turn.
Stones: 4
You may play: 1, 2, 3
Your move: 3
Player 2 plays 3.

Player 1's turn.
Stones: 1
You may play: 1
Your move: 1
Player 1 plays 1.

Player 1 wins by taking the last stone.
"""
TYPED = re.findall("^Your move: (.*)$", WHOLE_GAME, re.M)


@pytest.fixture
def sixth(bring):
    """Last Stone is installed."""
    shutil.copy(EXAMPLE, bring("last-stone = last_stone:LastStone"))


@pytest.mark.usefixtures("sixth")
def test_it_is_listed_with_its_options(run):
    told = run("games")
    about = "last-stone: Last Stone. Take one, two or three stones; the last one wins.\n"
    assert told.out.endswith(f"{about}  --heap 12: how many stones there are\n")
    assert "divisor-duel: " in told.out
    assert (told.err, told.code) == ("", 0)


@pytest.mark.usefixtures("sixth")
def test_it_is_played_to_its_end(run, records):
    assert run(*PLAY, typed=TYPED) == (WHOLE_GAME, "", 0)
    assert records("unfinished") == []


@pytest.mark.usefixtures("sixth")
def test_it_is_played_from_the_menu(run):
    menu = run(typed=["quit"]).out
    [number] = re.findall("(\\d+)  Last Stone: Take one, two or three stones", menu)
    told = run(typed=[number, "2", "3", "3", "3", "3"])
    assert "\nPlayer 2 wins by taking the last stone.\n" in told.out
    assert told.code == 0


@pytest.mark.usefixtures("sixth")
def test_it_is_saved_resumed_and_replayed(run, data):
    assert run(*PLAY, typed=TYPED[:3]).code == 3
    told = run("resume", typed=TYPED[3:])
    assert told.err == "Resumed: Last Stone, Player 1 against Player 2, 1 move.\n"
    assert told.out == WHOLE_GAME.partition("Player 1 plays 1.\n\n")[2]
    [path] = (data / "finished").glob("*.jsonl")
    wrong = "|".join(f"Your move: {typed}\n.+\n" for typed in ("4", "one"))
    assert run("replay", str(path)).out == re.sub(wrong, "", WHOLE_GAME)


@pytest.mark.usefixtures("sixth")
def test_its_requests_work(run):
    told = run(*PLAY, typed=["2", "help", "moves", "board", "undo", "rules", "quit"])
    assert "Your move: moves\nYou may play: 1, 2, 3\n" in told.out
    assert "Your move: board\nPlayer 2's turn.\nStones: 3\nYou may play: 1, 2, 3\n" in told.out
    assert "Your move: undo\nPlayer 1's turn.\n" in told.out
    assert "Taken back: 2.\n" in told.err
    assert told.code == 0


@pytest.mark.usefixtures("sixth")
def test_saved_game_of_a_missing_package_is_reported(run, environment):
    run(*PLAY, typed=["1"])
    environment["PYTHONPATH"] = environment["PYTHONPATH"].partition(":")[2]
    told = run("resume")
    assert 'cannot be resumed: line 1: There is no game "last-stone".' in told.err
    assert told.code == 1


def test_stacks_of_a_game_without_words_are_numbered(run, bring):
    shutil.copy(EXAMPLES / "stacks.py", bring("stacks = stacks:Stacks"))
    told = run("play", "stacks", typed=["3:2", "2:2", "1:1", "3:1"]).out
    rows = [line for line in told.splitlines() if line.startswith("Stack 1: ")]
    assert rows[:2] == ["Stack 1: 1, stack 2: 2, stack 3: 3", "Stack 1: 1, stack 2: 2, stack 3: 1"]
    assert len(rows) == 4
    assert told.endswith("Player 2 wins with the last coin.\n")
    assert "\nStack 1: " in run("puzzle", "stacks", typed=["quit"]).out


SWITCHES = """
from dataclasses import dataclass
from typing import Literal
from last_stone import LastStone
from numduel import option

@dataclass(frozen=True)
class Switches(LastStone):
    slug = "switches"
    title = "Switches"
    big_heap: bool = option(False, "whether there are many stones")
    stone_colour: Literal["red", "blue"] = option("red", "the colour of the stones")
"""


def test_boolean_and_literal_options_are_parsed(run, bring):
    site = bring("switches = switches:Switches", switches=SWITCHES)
    shutil.copy(EXAMPLE, site)
    listed = run("games").out
    assert "  --big-heap no: whether there are many stones\n" in listed
    assert "  --stone-colour red: the colour of the stones\n" in listed
    text = " ".join(run("play", "switches", "--help").out.split())
    assert "--big-heap [yes|no] Whether there are many stones. [default: no]" in text
    assert "--stone-colour [red|blue]" in text
    assert run("play", "switches", "--big-heap", "yes", "--stone-colour", "blue").code == 3
    wrong = run("play", "switches", "--big-heap", "perhaps")
    assert 'big_heap must be yes or no, not "perhaps".' in wrong.err
    assert wrong.code == 2


def test_a_broken_game_of_a_stranger_gives_a_warning_line(run, bring):
    entries = "broken = broken:Broken", "last-stone = last_stone:LastStone"
    site = bring(*entries, broken="raise RuntimeError('out of order')")
    shutil.copy(EXAMPLE, site)
    told = run(*PLAY, typed=TYPED)
    left_out = "broken:Broken is left out: RuntimeError: out of order"
    assert told.err.startswith(f"Warning: numduel.games: {left_out}")
    assert told.err.count("\n") == 1
    assert (told.out, told.code) == (WHOLE_GAME, 0)
