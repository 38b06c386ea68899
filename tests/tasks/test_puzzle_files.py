"""Files of puzzles: whatever is wrong in one is found out."""

import json

import pytest

from numduel import load_game
from numduel.study.puzzles import make_puzzles, puzzle_at
from numduel.tasks.puzzle_files import read_puzzles, write_puzzle


def lines_of(puzzles):
    return list(map(write_puzzle, puzzles))


@pytest.fixture(scope="module")
def some():
    return list(make_puzzles(load_game("divisor-duel", numbers=12), 200, 1))


def test_a_file_of_ours_is_right(some):
    assert [puzzle for _, puzzle in read_puzzles(lines_of(some))] == some


def test_a_file_of_anyones_needs_only_game_moves_and_answers():
    line = json.dumps(
        {"game": "divisor-duel", "moves": "5 10 20 1 16 2 12 6 18".split(), "answers": ["9"]}
    )
    ((number, puzzle),) = read_puzzles(["\n", line])
    assert (number, puzzle.id) == (2, "c6fd5105754b")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"answers": ["3"]}, 'answers is \\["3"\\] and should be \\["9"\\]'),
        ({"answers": None}, "must list its answers"),
        ({"distance": 1}, "distance is 1 and should be 3"),
        ({"difficulty": "easy"}, "difficulty is"),
        ({"id": "0"}, "id is"),
        ({"words": []}, "words is"),
        ({"legal": ["9"]}, "legal is"),
        ({"moves": ["5", "7"]}, "7 is neither a divisor"),
        ({"moves": "5"}, "must name its game and the moves"),
        ({"moves": []}, "id is"),
        ({"moves": ["6"]}, "it is no puzzle"),
        ({"game": "chess"}, 'no game "chess"'),
        ({"options": {"numbers": 0}}, "numbers must be"),
    ],
)
def test_a_wrong_puzzle_is_found_out_with_its_line(change, reason):
    puzzle = puzzle_at(load_game("divisor-duel"), "5 10 20 1 16 2 12 6 18".split())
    entry = json.loads(write_puzzle(puzzle)) | change
    with pytest.raises(ValueError, match=f"line 1: .*({reason})"):
        list(read_puzzles([json.dumps(entry)]))


@pytest.mark.parametrize("line", ["{", "[]", "3"])
def test_a_line_that_is_no_json_object_is_named(line):
    with pytest.raises(ValueError, match="line 1: it is not"):
        list(read_puzzles([line]))


def test_a_puzzle_that_stands_there_twice_is_named(some):
    with pytest.raises(ValueError, match="line 2: it is the same puzzle as line 1"):
        list(read_puzzles(lines_of([some[0], some[0]])))
