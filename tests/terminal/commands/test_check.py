"""numduel check: a rule book is held to the contract from the command line."""

import shutil
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(autouse=True)
def examples(tmp_path):
    """The rule books lie in the folder in which numduel is called."""
    for name in ("last_stone.py", "broken_books.py"):
        shutil.copy(EXAMPLES / name, tmp_path)


def test_ours_keep_it(run):
    told = run("check", "numduel.games.number_split_duel:NumberSplitDuel")
    assert told == ("Number Split Duel keeps the contract.\n", "", 0)


def test_lessons_beside_a_rule_book_are_held_to_the_solver(run, tmp_path):
    lessons = (EXAMPLES / "last_stone.lessons.toml").read_text()
    (tmp_path / "last_stone.lessons.toml").write_text(lessons)
    kept = "Last Stone keeps the contract.\n"
    told = run("check", "last_stone:LastStone")
    assert told == (f"{kept}Its lesson is correct.\n", "", 0)
    wrong = lessons.replace('answers = "3"', 'answers = "1"')
    (tmp_path / "last_stone.lessons.toml").write_text(wrong)
    fault = "- Step 2 of last-stone/leave-four expects 1, but 3 wins.\n"
    assert run("check", "last_stone:LastStone") == (f"{kept}{fault}", "", 1)


def test_check_prints_fault_with_moves(run):
    told = run("check", "broken_books:SameAgain")
    assert told.out == (
        "- After a move of Player 1 it is not the other player's turn.\n"
        "  Seen with heap=3, after the moves 3.\n"
        "Last Stone breaks the contract: 1 fault.\n"
    )
    assert (told.err, told.code) == ("", 1)


def test_rule_book_that_raises_is_reported_without_a_traceback(run):
    told = run("check", "broken_books:AfterRaises")
    assert told.out.startswith("- after raises ZeroDivisionError: integer division or modulo by")
    assert "Traceback" not in told.out
    assert (told.err, told.code) == ("", 1)


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ("last_stone", '"last_stone" is not MODULE:CLASS, such as my_package.my_game:MyGame.'),
        ("nowhere:Game", "nowhere cannot be imported: ModuleNotFoundError: No module named"),
        ("last_stone:FirstStone", "last_stone has no class FirstStone."),
        ("last_stone:Heap", "last_stone:Heap is not a class derived from numduel.Game."),
        ("exits:Game", "exits cannot be imported: SystemExit: 5."),
    ],
)
def test_wrong_usage_is_one_sentence_and_code_2(here, tmp_path, monkeypatch, named, sentence):
    (tmp_path / "exits.py").write_text("raise SystemExit(5)\n")
    monkeypatch.setattr(sys, "path", [*sys.path])  # the command puts a folder there
    told = here("check", named)
    assert f"Error: {sentence}" in told.err
    assert "Traceback" not in told.err
    assert (told.out, told.code) == ("", 2)
