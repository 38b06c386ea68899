"""Results on disk are verified: changes by hand are detected."""

import sys

import pytest
from click.testing import CliRunner

from numduel import BadRecord, NumduelError
from numduel.arena.command import arena as command
from numduel.arena.results import Results, load_results
from numduel.arena.run import play_computers
from numduel.journal import read_lines, write_lines


@pytest.fixture
def run(plan, tmp_path):
    """A finished run, and a function that changes one of its lines and loads it."""
    results = Results(plan("random,easy", [("divisor-duel", {"numbers": 9})]), tmp_path)
    results.add(map(play_computers, results.missing()))
    results.close()
    path = tmp_path / "games.jsonl"

    def load_with(line, change):
        entries = [read.entry for read in read_lines(path.read_bytes())]
        change(entries[line - 1])
        path.write_bytes(write_lines(entries)[0])
        return load_results(tmp_path)

    return load_with


def test_a_run_is_read_back_as_it_was_played(run, plan):
    read_plan, records = run(2, lambda entry: None)
    assert read_plan == plan("random,easy", [("divisor-duel", {"numbers": 9})])
    assert [record.fixture.players for record in records] == [
        ("random", "easy"),
        ("easy", "random"),
    ]
    assert all(record.steps[-1].after.distance == 0 for record in records)


MODEL = {"kind": "model", "model": "m"}


def set_at(*path, value):
    def change(entry):
        for key in path[:-1]:
            entry = entry[key]
        entry[path[-1]] = value

    return change


@pytest.mark.parametrize(
    ("line", "change", "reason"),
    [
        (2, set_at("reason", value="by luck"), "its ending"),
        (2, set_at("steps", 0, "before", "distance", value=77), "verdict is wrong"),
        (2, set_at("steps", 1, "winning", value=99), "verdict is wrong"),
        (2, set_at("steps", 1, "move", value="77"), "77 is not in the list"),
        (2, set_at("steps", 0, "move", value=None), "missing without a failure"),
        (2, set_at("steps", value=None), "its steps are missing"),
        (2, lambda entry: entry["steps"].pop(), "the game is not over"),
        (2, lambda entry: entry["steps"].append(entry["steps"][-1]), "comes after the end"),
        (2, set_at("round", value=7), "not a game of this run"),
        (1, set_at("numduel-arena", value=9), "not the header of a run"),
        (1, set_at("games", 0, "game", value="chess"), "its header cannot be read"),
        (1, set_at("games", 0, "rules", value=9), "does not fit the rule books"),
        (1, set_at("players", value=5), "its header cannot be read"),
        (1, set_at("players", "easy", "kind", value=["model"]), "what kind of player easy is"),
        (1, set_at("players", "easy", value=MODEL | {"retries": "x"}), "retries of easy cannot"),
        (2, set_at("steps", 0, "move", value=" 1"), "' 1' is not the written form"),
    ],
)
def test_whatever_is_changed_is_found_out(run, line, change, reason):
    with pytest.raises(BadRecord, match=reason):
        run(line, change)


@pytest.mark.parametrize("unknown", [("before", "distance"), ("after", "winner"), ("losing",)])
def test_old_run_scores_survive_theory_updates(run, unknown):
    known = run(2, lambda entry: None)
    assert run(2, set_at("steps", 0, *unknown, value=None)) == known


def test_a_run_without_a_game_gives_way_to_another(plan, tmp_path):
    Results(plan("random,hard"), tmp_path).close()
    with (tmp_path / "games.jsonl").open("a") as file:
        file.write('{"game": "sequence-bui')
    Results(plan("random,easy"), tmp_path).close()
    assert load_results(tmp_path) == (plan("random,easy"), [])


def test_a_run_that_is_being_played_gives_way_to_no_other(plan, tmp_path):
    mine = Results(plan("random,hard"), tmp_path)
    with pytest.raises(NumduelError, match="being written by another run"):
        Results(plan("random,easy"), tmp_path)
    mine.close()
    assert load_results(tmp_path) == (plan("random,hard"), [])


def test_a_file_that_is_not_a_run_is_left_alone(plan, tmp_path):
    (tmp_path / "games.jsonl").write_text('{"mine": 1}\n')
    with pytest.raises(BadRecord, match="line 1: it has no check value"):
        Results(plan("random,easy"), tmp_path)
    assert (tmp_path / "games.jsonl").read_text() == '{"mine": 1}\n'


SETTINGS = "+timeout=600+backoff=0.01+tries=2"


@pytest.fixture(scope="module")
def finished():
    """The lines of the runs that have been played, by their model and program."""
    return {}


@pytest.fixture
def played(server, tmp_path, finished):
    """played("good"): a finished run of that model, of a program, or of random, against easy. Each
    is played once, and given as a function that changes the first step of its first game in a copy
    of its own and loads that."""

    def play(model, program, folder):
        player = f"openai:{model}{SETTINGS}+name=other" if model else "random"
        if program:
            script = tmp_path / "player.py"
            script.write_text(f"input(); input(); {program}; input()")
            player = f"program:{sys.executable} -u {script}+timeout=600+name=other"
        arguments = ["--games", "divisor-duel/numbers=8", "--rounds", "1", "--workers", "1"]
        arguments += ["--start", "usual"]
        arguments += ["--players", f"{player},easy", "--base-url", server.url]
        CliRunner().invoke(command, [*arguments, "--out", str(folder)], catch_exceptions=False)
        return (folder / "games.jsonl").read_bytes()

    def played(model="", program=""):
        if (model, program) not in finished:
            finished[model, program] = play(model, program, tmp_path / "run")
        lines = finished[model, program]

        def load_with(change):
            header, *games = (line.entry for line in read_lines(lines))
            games.sort(key=lambda game: game["players"][0] == "easy")
            change(games[0]["steps"][0])
            folder = tmp_path / "changed"
            folder.mkdir(exist_ok=True)
            (folder / "games.jsonl").write_bytes(write_lines([header, *games])[0])
            return load_results(folder)

        return load_with

    return played


def nothing(step):
    pass


def attempt(number=0, **changes):
    def change(step):
        step["attempts"][number].update(changes)

    return change


def without(*names):
    def change(step):
        for name in names:
            del step["attempts"][0][name]

    return change


@pytest.mark.parametrize(
    "model",
    ("good last forgetful hostile silent cut refuser undecided endless down shapeless").split(),
)
def test_whatever_a_model_does_its_run_is_read_back(played, model):
    assert len(played(model)(nothing)[1]) == 2


@pytest.mark.parametrize(
    "program",
    [
        'print(\'{"question": 1, "move": "6"}\')',
        'print(\'{"question": 1, "move": "99"}\')',
        'print(\'{"question": 2, "move": "6"}\')',
        "print()",
        'import os; os.write(1, b\'{"question": 1, "move": "6", "why": "\\xff"}\\n\')',
    ],
)
def test_whatever_a_program_does_its_run_is_read_back(played, program):
    assert len(played(program=program)(nothing)[1]) == 2


@pytest.mark.parametrize(
    ("model", "change", "reason"),
    [
        ("good", attempt(reply="LOL"), "recorded as a move, and it is unreadable"),
        ("good", attempt(reply="Answer: 7"), "the reply says 7, not 1"),
        ("good", attempt(prompt="LOL"), "first prompt does not ask for this move"),
        ("good", attempt(failure="illegal"), "recorded as illegal, and it is a move"),
        ("good", attempt(failure="", reply=""), "no failure ''"),
        ("good", attempt(reply={"x": [1]}), "reply must be a text"),
        ("good", attempt(fault="it was late", failure="timeout"), "both a reply and a fault"),
        ("good", without("reply"), "without a reply is recorded as a move"),
        ("good", lambda step: step.pop("attempts"), "an attempt is missing"),
        ("good", lambda step: step.update(attempts=5), "not a list"),
        ("good", lambda step: step["attempts"].append(step["attempts"][0]), "after the last one"),
        ("forgetful", lambda step: step["attempts"].pop(0), "first prompt does not ask"),
        ("forgetful", attempt(0, reply="Answer: 3"), "recorded as illegal, and it is a move"),
        (
            "forgetful",
            attempt(0, reply="No.", failure="unreadable"),
            "not say that the reply was unreadable",
        ),
        ("refuser", without("refusal"), "recorded as refused, and it is empty"),
        ("down", without("fault"), "without a reply is recorded as broken"),
        ("down", attempt(failure="illegal"), "without a reply is recorded as illegal"),
    ],
)
def test_what_a_model_said_cannot_be_changed(played, model, change, reason):
    load_with = played(model)
    with pytest.raises(BadRecord, match=f"line 2: move 1: .*{reason}"):
        load_with(change)


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (attempt(reply='{"move": "7"}'), "the reply says 7, not 6"),
        (attempt(failure="broken"), "recorded as broken, and it is a move"),
        (without("reply"), "without a reply is recorded as a move"),
        (lambda step: step.pop("attempts"), "one attempt at a move, not 0"),
        (lambda step: step["attempts"].append(step["attempts"][0]), "one attempt at a move, not 2"),
    ],
)
def test_what_a_program_said_cannot_be_changed(played, change, reason):
    load_with = played(program='print(\'{"question": 1, "move": "6"}\')')
    with pytest.raises(BadRecord, match=f"line 2: move 1: .*{reason}"):
        load_with(change)


def test_our_own_players_make_no_attempts(played):
    with pytest.raises(BadRecord, match="our own players"):
        played()(lambda step: step.update(attempts=[{"failure": None, "reply": "Answer: 1"}]))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("tokens_read", -100),
        ("tokens_written", True),
        ("calls", None),
        ("seconds", "long"),
        ("seconds", float("inf")),
    ],
)
def test_a_count_is_a_number_from_0_on(played, name, value):
    load_with = played("good")
    with pytest.raises(BadRecord, match=f"line 2: move 1: {name} must be a number from 0 on"):
        load_with(attempt(**{name: value}))


def test_rules_may_be_worded_better_since_and_tokens_untold(played):
    load_with = played("good")
    assert load_with(attempt(tokens_read=None, tokens_written=None))

    def reword(step):
        prompt = step["attempts"][0]["prompt"]
        step["attempts"][0]["prompt"] = prompt.replace("The rules:", "These are the rules:")

    assert load_with(reword)
