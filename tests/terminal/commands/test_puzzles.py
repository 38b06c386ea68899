"""numduel tasks and numduel puzzle: puzzles as a file, and asked one after another."""

import json

import pytest
from click.testing import CliRunner

from numduel import NumduelError
from numduel.terminal.commands.learning import puzzle as puzzle_command
from numduel.terminal.commands.tasks import tasks as tasks_command


@pytest.fixture(autouse=True)
def _own_folder(tmp_path, monkeypatch):
    """What is solved here is not kept among what the tester solved."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def run(command, *arguments, typed=""):
    return CliRunner().invoke(command, [*map(str, arguments)], input=typed, catch_exceptions=False)


def test_the_command_makes_checks_and_scores_a_file(tmp_path):
    file, answers = tmp_path / "puzzles.jsonl", tmp_path / "answers.jsonl"
    game = ["divisor-duel", "--numbers", 12]
    assert (
        run(tasks_command, "make", *game, "--count", 30, "--seed", 7, "--out", file).exit_code == 0
    )
    puzzles = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(puzzles) == 30
    assert run(tasks_command, "check", file).stdout == "OK: 30 puzzles verified.\n"
    answers.write_text(
        "".join(
            json.dumps({"id": puzzle["id"], "answer": puzzle["answers"][0]}) + "\n"
            for puzzle in puzzles[:15]
        )
    )
    told = run(tasks_command, "score", file, answers).stdout.splitlines()
    assert told[-1].startswith("         50.0% right (33.2% to 66.8%), a guesser ")
    chance = sum(len(puzzle["answers"]) / len(puzzle["legal"]) for puzzle in puzzles) / 30
    assert told[-2].startswith(f"all    {(0.5 - chance) / (1 - chance):7.1%} beyond chance (")
    assert told[-1].endswith("15 right, 0 wrong, 0 illegal, 0 unreadable, 15 missing")


@pytest.mark.parametrize(
    ("content", "fault"), [(b"\n", "There are no puzzles in "), (b"\xff\xfe{", "is not UTF-8")]
)
def test_a_file_without_puzzles_is_refused_in_a_sentence(tmp_path, content, fault):
    (tmp_path / "file").write_bytes(content)
    for command in (["check"], ["card"], ["score", tmp_path / "file"]):
        with pytest.raises(NumduelError, match=fault):
            run(tasks_command, *command, tmp_path / "file")


def test_make_tells_shortage_of_puzzles():
    told = run(tasks_command, "make", "sequence-builder", "--count", 100)
    assert len(told.stdout.splitlines()) == 25
    assert told.stderr == "There are 25 puzzles.\n"


def test_tasks_commands_handle_reasons(tmp_path):
    file, answers = tmp_path / "puzzles.jsonl", tmp_path / "answers.jsonl"
    run(tasks_command, "make", "grundys-game", "--count", 4, "--reasons", "--out", file)
    puzzles = [json.loads(line) for line in file.read_text().splitlines()]
    assert all("\nReason: HEAP=WORTH" in puzzle["prompt"] for puzzle in puzzles)
    assert run(tasks_command, "check", file).stdout == "OK: 4 puzzles verified.\n"
    given = [
        {"id": puzzle["id"], "answer": puzzle["answers"][0], "reason": puzzle["reason"]}
        for puzzle in puzzles
    ]
    del given[3]["reason"]
    answers.write_text("\n".join(map(json.dumps, given)))
    told = run(tasks_command, "score", file, answers, "--reasons").stdout.splitlines()
    assert told[-2].startswith("        100.0% right")
    assert told[-1] == (
        "         75.0% proved (30.1% to 95.4%): 3 valid; 1 right move, wrong reason;"
        " 0 right reason, wrong move; 0 invalid"
    )


def test_without_a_game_puzzles_of_several_are_asked():
    told = run(puzzle_command, typed="")
    assert "Puzzle 1: " in told.stdout
    assert told.exit_code == 0
