"""Files of puzzles and of answers: what is wrong in one is found out, the rest is scored."""

import json

import pytest

from numduel import load_game
from numduel.study import Puzzles, puzzle_at
from numduel.tasks import Asking, Grade, gold
from numduel.tasks.puzzle_sets import read_puzzles, score_answers, write_puzzle
from numduel.tasks.scoring import GuessedShare, Share, wilson


def made(count):
    return list(Puzzles(load_game("grundys-game"), count, 1))


def test_every_puzzle_counts_answered_or_not():
    puzzles = made(5)
    wrong = next(move for move in puzzles[1].legal if move not in puzzles[1].answers)
    answers = [puzzles[0].answers[0], wrong, "999:998", "six"]
    given = [
        json.dumps({"id": puzzle.id, "answer": answer})
        for puzzle, answer in zip(puzzles, answers, strict=False)
    ]
    tally = score_answers(puzzles, given)["all"]
    assert tally.counts == {"right": 1, "wrong": 1, "illegal": 1, "unreadable": 1, "missing": 1}
    assert tally.right.value == 0.2
    assert tally.right.guessed == pytest.approx(sum(puzzle.chance for puzzle in puzzles))


def test_unknown_and_duplicate_answers_are_refused():
    (puzzle,) = made(1)
    given = json.dumps({"id": puzzle.id, "answer": "1"})
    with pytest.raises(ValueError, match="line 2: there is an answer"):
        score_answers([puzzle], [given, given])
    with pytest.raises(ValueError, match="line 1: there is no puzzle"):
        score_answers([puzzle], ['{"id": "?", "answer": "1"}'])


def test_wilsons_interval():
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert Share(8, 10).interval == wilson(8, 10)
    assert wilson(0, 0) == (0.0, 1.0)


def test_whole_replies_are_read_and_reasons_graded():
    puzzles = made(6)
    asking = Asking(reasons=True)
    wrong = next(move for move in puzzles[3].legal if move not in puzzles[3].answers)
    reason = gold(puzzles[3], asking).splitlines()[0].removeprefix("Reason: ")
    given = [
        {"reply": gold(puzzles[0], asking)},
        {"answer": puzzles[1].answers[0], "reason": "1-999"},
        {"reply": gold(puzzles[2])},
        {"answer": wrong, "reason": reason},
        {"reply": ""},
    ]
    lines = [
        json.dumps({"id": puzzle.id, **entry})
        for puzzle, entry in zip(puzzles, given, strict=False)
    ]
    tally = score_answers(puzzles, lines, reasons=True)["all"]
    assert tally.counts == {"right": 3, "wrong": 1, "illegal": 0, "unreadable": 0, "missing": 2}
    assert tally.grades == {
        Grade.VALID: 1,
        Grade.WRONG_REASON: 2,
        Grade.WRONG_MOVE: 1,
        Grade.INVALID: 2,
    }
    assert tally.proved == Share(1, 6)
    assert sum(score_answers(puzzles, lines)["all"].grades.values()) == 0


def test_beyond_chance_a_guesser_is_0_and_perfect_play_1():
    share = GuessedShare()
    assert share.beyond_chance is share.chance is share.beyond_interval is None
    for is_right, chance in [(True, 0.25), (False, 0.5), (True, 0.75), (False, 0.5)]:
        share.add(is_right, chance)
    assert (share.value, share.chance, share.beyond_chance) == (0.5, 0.5, 0.0)
    assert share.beyond_interval == pytest.approx((-0.700, 0.700), abs=0.001)
    assert GuessedShare(4, 4, 1.0).beyond_chance == 1.0
    assert GuessedShare(4, 4, 1.0).beyond_interval[1] == 1.0
    assert GuessedShare(0, 4, 1.0).beyond_chance == pytest.approx(-1 / 3)
    assert GuessedShare(4, 4, 4.0).beyond_chance is None, "where nobody can be wrong"


def test_repeated_answers_do_not_narrow_interval():
    repeated, different = GuessedShare(), GuessedShare()
    for number in range(40):
        for _ in range(5):
            repeated.add(number % 4 > 0, 0.5, number)
        different.add(number % 4 > 0, 0.5, number)
    assert (repeated.whole, repeated.different, different.different) == (200, 40, 40)
    assert repeated.value == different.value == 0.75
    assert repeated.interval == different.interval == wilson(30, 40)
    assert repeated.beyond_interval == different.beyond_interval


SAME_MOVES = ("3 9 1 12 6 2 8 4 20", "17 1 3 12 6 2 16 4 20")
SAME_FUTURE = {"game": "divisor-duel", "answers": ["10"]}
MIXED = [
    ("divisor-duel", {"numbers": 100, "opening": "even"}),
    ("grundys-game", {}),
    ("parity-duel", {"jokers": 1}),
]


def lines_of(puzzles):
    return list(map(write_puzzle, puzzles))


@pytest.fixture(scope="module")
def some():
    return list(Puzzles(load_game("grundys-game", start=12), 20, 1))


def test_a_file_of_ours_is_right(some):
    assert [puzzle for _, puzzle in read_puzzles(lines_of(some))] == some


def test_puzzle_file_needs_only_game_moves_and_answers():
    line = json.dumps(
        {"game": "divisor-duel", "moves": "5 10 20 1 16 2 12 6 18".split(), "answers": ["9"]}
    )
    ((number, puzzle),) = read_puzzles(["\n", line])
    assert (number, puzzle.id) == (2, "c6fd5105754b")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"answers": ["3"]}, 'answers is \\["3"\\] and should be \\["9"\\]'),
        ({"distance": 1}, "distance is 1 and should be 3"),
        ({"difficulty": "hard"}, "difficulty is"),
        ({"form": 2}, "its form is 2; form 1 is known here"),
        ({"prompt": "Mate in two."}, "prompt does not ask for this position"),
        ({"reason": "lost"}, "reason does not prove"),
        ({"refutations": [{"move": "3", "line": ["3", "4"], "text": ""}]}, "must each have"),
        ({"refutations": [{"move": "3", "line": ["3"]}]}, "refutations must each have"),
        ({"refutations": [3]}, "refutations must each have"),
        ({"refutations": [{"move": "9", "line": ["9"], "text": ""}]}, "refutations must each have"),
        ({"legal": ["9"]}, "legal is"),
        ({"moves": ["5", "7"]}, "7 is neither a divisor"),
        ({"moves": ["6"]}, "it is not a puzzle"),
        ({"options": '{"numbers": 0}'}, "numbers must be"),
        ({"options": "numbers"}, "options must be a JSON object"),
    ],
)
def test_a_wrong_puzzle_is_found_out_with_its_line(change, reason):
    puzzle = puzzle_at(load_game("divisor-duel"), "5 10 20 1 16 2 12 6 18".split())
    entry = json.loads(write_puzzle(puzzle)) | change
    with pytest.raises(ValueError, match=f"line 1: .*({reason})"):
        list(read_puzzles([json.dumps(entry)]))


def test_two_puzzles_with_the_same_future_are_the_same():
    lines = [json.dumps({**SAME_FUTURE, "moves": moves.split()}) for moves in SAME_MOVES]
    with pytest.raises(ValueError, match="line 2: it is the same puzzle as line 1"):
        list(read_puzzles(lines))


def shape(value):
    """The type of a JSON value, with those of its parts."""
    if isinstance(value, list):
        return {"list": {json.dumps(shape(item), sort_keys=True) for item in value}}
    if isinstance(value, dict):
        return {name: shape(item) for name, item in value.items()}
    return type(value).__name__


def test_the_puzzles_of_all_games_have_one_schema():
    kinds = {}
    for slug, options in MIXED:
        for puzzle in Puzzles(load_game(slug, **options), 1, 1):
            for name, value in json.loads(write_puzzle(puzzle)).items():
                kinds.setdefault(name, []).append(value)
    assert len({len(values) for values in kinds.values()}) == 1, "every field is always there"
    for name, values in kinds.items():
        types = {type(value) for value in values if value is not None}
        assert len(types) == 1, name
        assert dict not in types, "a table has no place for an object with fields of its own"
        if types == {list}:
            assert len({str(shape(item)) for value in values for item in value} - {"{}"}) <= 1, name


def test_written_puzzle_has_prompt_and_refutations():
    puzzle = puzzle_at(load_game("divisor-duel"), "5 10 20 1 16 2 12 6 18".split())
    entry = json.loads(write_puzzle(puzzle))
    assert "a player who has no such number left loses" in entry["prompt"]
    assert "Previous number was 18" in entry["prompt"]
    assert entry["prompt"].endswith("Answer: MOVE")
    (beaten,) = entry["refutations"]
    assert beaten["move"] == beaten["line"][0] == "3"
    assert beaten["text"].startswith("3 loses")


@pytest.mark.parametrize("line", ["{", "[]"])
def test_a_line_that_is_no_json_object_is_named(line):
    with pytest.raises(ValueError, match="line 1: it is not"):
        list(read_puzzles([line]))
