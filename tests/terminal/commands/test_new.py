"""numduel new: a rule book and its test to start from, which work as they stand."""

import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("numduel")
TOLD = f"""\
Written: magic-heap/magic_heap.py
Written: magic-heap/test_magic_heap.py
Written: magic-heap/pyproject.toml
Next, in magic-heap:
- Edit the rules in magic_heap.py: the docstring is for players, the class for numduel.
- Check it: numduel check magic_heap:MagicHeap
- Run its tests: {sys.executable} -m pytest test_magic_heap.py
- Play it: {sys.executable} -m pip install . && numduel play magic-heap
"""


def python(folder, *arguments):
    return subprocess.run(
        [sys.executable, "-m", *arguments], cwd=folder, capture_output=True, text=True
    )


def test_it_says_what_it_wrote_and_what_to_do_next(here, tmp_path):
    assert here("new", "magic-heap", PATH=str(COMMAND.parent)) == (TOLD, "", 0)
    written = {path.name for path in (tmp_path / "magic-heap").iterdir()}
    assert written == {"magic_heap.py", "test_magic_heap.py", "pyproject.toml"}


def test_the_rule_book_keeps_the_contract_as_it_stands(run):
    run("new", "Magic Heap", ".")
    told = run("check", "magic_heap:MagicHeap")
    assert told == ("Magic Heap keeps the contract.\n", "", 0)


def test_its_own_tests_pass_and_ruff_has_nothing_to_say(here, tmp_path):
    here("new", "magic-heap", ".")
    tested = python(tmp_path, "pytest", "-q", "-p", "no:cacheprovider", "test_magic_heap.py")
    assert "3 passed" in tested.stdout, tested.stdout
    rules = "E,F,W,I,B,C4,UP,SIM,RUF,PT,RET,ARG,N"
    checked = python(tmp_path, "ruff", "check", "--isolated", "--select", rules, ".")
    assert checked.returncode == 0, checked.stdout
    formatted = python(tmp_path, "ruff", "format", "--isolated", "--check", ".")
    assert formatted.returncode == 0, formatted.stdout


def test_new_game_is_installed_with_its_lessons_and_played(run, tmp_path, environment):
    run("new", "magic-heap", ".")
    (tmp_path / "magic_heap.lessons.toml").write_text("")
    options = ["-q", "--no-deps", "--no-build-isolation", "--target", "installed", "."]
    installed = python(tmp_path, "pip", "install", *options)
    assert installed.returncode == 0, installed.stderr
    folder = tmp_path / "installed"
    assert (folder / "magic_heap.lessons.toml").is_file()
    assert not (folder / "test_magic_heap.py").exists()
    path = environment.get("PYTHONPATH")
    environment["PYTHONPATH"] = f"{folder}:{path}" if path else str(folder)
    told = run("play", "magic-heap", "--stones", "3", typed=["1", "2"])
    assert told.out.endswith("Player 2 wins by taking the last stone.\n")
    assert told.code == 0


def test_new_ignores_file_of_same_name_in_cwd(here, tmp_path):
    (tmp_path / "magic_heap.py").write_text("mine")
    assert here("new", "magic-heap").code == 0
    assert (tmp_path / "magic_heap.py").read_text() == "mine"


@pytest.mark.parametrize("name", ["magic_heap.py", "test_magic_heap.py"])
def test_nothing_is_written_over(here, tmp_path, name):
    (tmp_path / name).write_text("mine")
    told = here("new", "magic-heap", ".")
    assert told == ("", f"Error: {name} exists already and was not overwritten.\n", 1)
    assert (tmp_path / name).read_text() == "mine"
    assert len([path for path in tmp_path.iterdir() if path.is_file()]) == 1


def test_a_second_game_in_the_same_package(here, tmp_path):
    here("new", "magic-heap", ".")
    package = (tmp_path / "pyproject.toml").read_text()
    told = here("new", "other-heap", ".").out
    assert 'in pyproject.toml: other-heap = "other_heap:OtherHeap"\n' in told
    assert (tmp_path / "pyproject.toml").read_text() == package


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("divisor-duel", "There is a game divisor-duel already: choose another name."),
        ("class", "Class means something else in Python: choose another name."),
        ("7-up", '"7-up" cannot be the name of a game: use words of English letters and digits'),
        ("", '"" cannot be the name of a game'),
    ],
)
def test_a_name_that_would_not_work_is_wrong_usage(here, tmp_path, name, sentence):
    told = here("new", name)
    assert f"Error: {sentence}" in told.err
    assert (told.out, told.code) == ("", 2)
    assert not [path for path in tmp_path.iterdir() if path.is_file()]
