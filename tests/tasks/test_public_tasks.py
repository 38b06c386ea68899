"""What numduel.tasks offers to the outside, pinned, and that its page is true."""

import pickle
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stacks import Stacks

from numduel import BadOption, Match, NumduelError, TooLarge, load_game, tasks

from ..conftest import run_python

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
PUBLIC = """
    Asking Episode Failure GameScore Grade Graded Puzzle PuzzleList Reading Score beyond_chance
    card feedback from_record gold grade prompt puzzle puzzle_games puzzles read read_answer
    read_puzzles score shuffled_moves to_record write_puzzle
""".split()
PARTS = ["right", "legal", "form", "matters", "chance"]
SETTINGS = [("divisor-duel", {}), ("grundys-game", {"start": 20})]


def test_these_names_are_public_and_no_others():
    assert list(tasks.__all__) == sorted(tasks.__all__)
    assert sorted(tasks.__all__) == PUBLIC


@pytest.mark.parametrize("code", EXAMPLES)
def test_the_examples_of_the_page_run(code, capsys):
    exec(compile(code, str(PAGE), "exec"), {})
    told = capsys.readouterr().out
    assert told.endswith("\n1.0 1.0\n" if code == EXAMPLES[0] else "\n")


@pytest.mark.parametrize(("slug", "options"), SETTINGS)
def test_puzzle_list_prefix_is_stable_in_any_order(slug, options):
    few = tasks.puzzles(slug, 3, count=5, **options)
    many = tasks.puzzles(slug, 3, count=12, **options)
    assert many[4] == few[4]
    assert many[:5] == list(few) == few[:]
    assert many[1:5:2] == few[1:5:2]
    assert many[-1] == many[len(many) - 1]
    assert tasks.puzzles(slug, 4, count=5, **options)[:] != few[:]


def test_puzzles_are_same_across_processes():
    ask = (
        "from numduel import tasks, load_game, analyse;"
        "analyse(g := load_game('divisor-duel', numbers=24), g.start());"
        "tasks.puzzles('divisor-duel', 8, numbers=24)[1];"
        "print([tasks.to_record(p) for p in tasks.puzzles('divisor-duel', 5, numbers=24)[:3]])"
    )
    told = run_python(ask, PYTHONHASHSEED="1").stdout
    here = [tasks.to_record(puzzle) for puzzle in tasks.puzzles("divisor-duel", 5, numbers=24)[:3]]
    assert told == f"{here}\n"


def test_a_sequence_can_be_pickled_and_shared_by_threads():
    puzzles = tasks.puzzles("divisor-duel", 3, count=12, difficulty="easy", numbers=14)
    again = pickle.loads(pickle.dumps(puzzles))
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(again.__getitem__, reversed(range(12))))
    assert found[::-1] == puzzles[:]


def test_where_there_are_fewer_than_asked_for_it_is_said():
    puzzles = tasks.puzzles("grundys-game", count=100)
    assert len(puzzles) == 25
    assert puzzles.shortage == "There are 25 puzzles."
    with pytest.raises(IndexError, match="There are 25 puzzles"):
        puzzles[25]
    with pytest.raises(IndexError, match="There are 3 puzzles"):
        tasks.puzzles("grundys-game", count=3)[3]
    assert len(tasks.puzzles("divisor-duel", count=0)) == 0


@pytest.mark.parametrize(
    "wrong", [{"count": -1}, {"count": 2.5}, {"count": True}, {"difficulty": "mad"}]
)
def test_wrong_settings_are_refused(wrong):
    with pytest.raises(BadOption):
        tasks.puzzles("divisor-duel", **wrong)


def test_a_game_is_given_with_its_options_or_by_name():
    game = load_game("divisor-duel", numbers=14)
    assert tasks.puzzles(game, 3)[0] == tasks.puzzles("divisor-duel", 3, numbers=14)[0]
    with pytest.raises(BadOption, match="leave out numbers"):
        tasks.puzzles(game, numbers=14)


def test_puzzle_is_rebuilt_from_moves_or_record():
    puzzle = tasks.puzzles("divisor-duel", 3)[0]
    assert tasks.puzzle("divisor-duel", puzzle.moves) == puzzle
    assert tasks.from_record(tasks.to_record(puzzle)) == puzzle
    with pytest.raises(NumduelError, match="answers is"):
        tasks.from_record(tasks.to_record(puzzle) | {"answers": ["1", "2"]})
    with pytest.raises(NumduelError, match="not a puzzle"):
        tasks.puzzle("parity-duel", [])


@pytest.mark.parametrize(("slug", "options"), SETTINGS)
def test_only_gold_answer_scores(slug, options):
    for puzzle in tasks.puzzles(slug, 1, count=2, **options):
        wrong = next(move for move in puzzle.legal if move not in puzzle.answers)
        told = dict.fromkeys(PARTS, 1.0) | {"chance": puzzle.chance}
        assert tasks.score(puzzle, tasks.gold(puzzle)) == tasks.Score(1.0, told)
        told["right"] = 0.0
        assert tasks.score(puzzle, f"Answer: {wrong}") == tasks.Score(0.0, told)
        told["legal"] = 0.0
        gone = "999:998" if slug == "grundys-game" else "999"
        assert tasks.score(puzzle, f"Answer: {gone}") == tasks.Score(0.0, told)
        told["form"] = 0.0
        assert tasks.score(puzzle, "") == tasks.score(puzzle, "?") == tasks.Score(0.0, told)


def test_puzzle_and_match_at_its_position_score_alike(play):
    for puzzle in tasks.puzzles("divisor-duel", 2, count=2):
        match = play(puzzle.game, " ".join(puzzle.moves), **puzzle.options)
        assert tasks.prompt(puzzle) == tasks.prompt(match) == tasks.to_record(puzzle)["prompt"]
        for move in puzzle.legal:
            reply = f"Answer: {move}"
            assert tasks.read(puzzle, reply) == tasks.read(match, reply)
            assert tasks.score(puzzle, reply) == tasks.score(match, reply)
        assert tasks.score(match, tasks.gold(match)).value == 1


def test_where_nothing_matters_any_legal_move_is_right(play):
    match = play("parity-duel")
    assert tasks.score(match, "Answer: 6").parts == dict.fromkeys(PARTS, 1.0) | {"matters": 0.0}


def test_what_nobody_knows_is_not_scored():
    with pytest.raises(TooLarge, match="Who wins is not known"):
        tasks.score(Match(Stacks(height=9)), "Answer: 1:1")


@given(st.text())
def test_no_reply_breaks_the_reading_or_the_score(reply):
    puzzle = tasks.puzzle("divisor-duel", "5 10 20 1 16 2 12 6 18".split())
    assert 0 <= tasks.score(puzzle, reply).value <= 1


def test_a_card_says_what_is_in_a_file():
    made = [*tasks.puzzles("divisor-duel", count=3), *tasks.puzzles("grundys-game", count=2)]
    told = tasks.card(made, "mixed.jsonl")
    assert told.startswith("---\npretty_name: numduel puzzles\n")
    assert "data_files: mixed.jsonl" in told
    assert "5 positions" in told
    assert "| Divisor Duel | numbers 20, opening any | " in told
    assert "## Grundy's Game" in told
