"""Answers to puzzles, scored."""

import json

import pytest

from numduel import load_game
from numduel.study import Puzzles
from numduel.tasks import Asking, Grade, gold
from numduel.tasks.puzzle_sets import score_answers
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
