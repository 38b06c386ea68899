"""Answers to puzzles, scored."""

import json

import pytest

from numduel import load_game
from numduel.study.puzzles import make_puzzles
from numduel.tasks import Asking, Grade, gold
from numduel.tasks.answers import Tally, score_answers
from numduel.tasks.share import Share, wilson


def made(slug, count):
    return list(make_puzzles(load_game(slug), count, 1))


def test_every_puzzle_counts_answered_or_not():
    puzzles = made("divisor-duel", 5)
    wrong = next(move for move in puzzles[1].legal if move not in puzzles[1].answers)
    answers = [puzzles[0].answers[0], wrong, "999", "six"]
    given = [
        json.dumps({"id": puzzle.id, "answer": answer})
        for puzzle, answer in zip(puzzles, answers, strict=False)
    ]
    tally = score_answers(puzzles, given)["all"]
    assert tally.counts == {"right": 1, "wrong": 1, "illegal": 1, "unreadable": 1, "missing": 1}
    assert tally.accuracy == 0.2
    assert tally.chance == pytest.approx(sum(puzzle.chance for puzzle in puzzles))


@pytest.mark.parametrize("form", ["{}.", "**{}**", '"{}"', r"$\boxed{{{}}}$"])
def test_the_form_of_an_answer_is_no_matter(form):
    (puzzle,) = made("divisor-duel", 1)
    given = json.dumps({"id": puzzle.id, "answer": form.format(puzzle.answers[0])})
    assert score_answers([puzzle], [given])["all"].counts["right"] == 1


def test_answers_to_unknown_puzzles_and_second_answers_are_refused():
    (puzzle,) = made("divisor-duel", 1)
    given = json.dumps({"id": puzzle.id, "answer": "1"})
    with pytest.raises(ValueError, match="line 2: there is an answer"):
        score_answers([puzzle], [given, given])
    with pytest.raises(ValueError, match="line 1: there is no puzzle"):
        score_answers([puzzle], ['{"id": "?", "answer": "1"}'])


def test_wilsons_interval():
    assert wilson(8, 10) == pytest.approx((0.490, 0.943), abs=0.001)
    assert Share(8, 10).interval == wilson(8, 10)
    assert wilson(0, 0) == (0.0, 1.0)
    assert Tally().accuracy == 0.0


def test_whole_replies_are_read_and_reasons_graded():
    puzzles = made("divisor-duel", 6)
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
