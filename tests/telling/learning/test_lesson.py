"""What is said in a lesson."""

import pytest

from numduel.study import find_lesson, judge_step, lesson_of, list_lessons


def test_the_right_answer_is_explained_and_others_are_named():
    lesson = find_lesson("big-primes")
    told = judge_step(lesson, 0, 5)
    assert told["is_right"]
    assert told["text"] == "Right: 5 wins, and so does 7."
    assert told["why"] == lesson.steps[0].why
    assert (
        judge_step(find_lesson("who-runs-out"), 1, 3)["text"]
        == "Right: 3 wins, and so do 1, 5, 7 and 9."
    )


def test_a_wrong_answer_is_refuted_and_the_right_one_is_not_told():
    told = judge_step(find_lesson("who-runs-out"), 0, 2)
    assert [choice["mark"] for choice in told.pop("choices")] == ["▼2"]
    assert told == {
        "form": 1,
        "is_right": False,
        "text": "No: 2 loses in 2 moves: your opponent removes 1, and wins because no even number"
        " is left to remove. The kind that you begin with is yours for the whole game: begin with"
        " the kind of which there are more.",
        "why": "",
        "answers": [],
        "pairs": [],
    }


def test_whoever_gives_up_is_told_what_wins_and_why():
    lesson = find_lesson("heap-sums")
    told = judge_step(lesson, 3, None)
    assert not told["is_right"]
    assert told["text"] == "5 into 3 and 2 and 6 into 5 and 1 win."
    assert told["why"] == lesson.steps[3].why


@pytest.mark.parametrize("lesson", list_lessons(), ids=lambda lesson: lesson.name)
def test_every_answer_in_every_step_is_explained(lesson):
    for number in range(len(lesson.steps)):
        match = lesson.match_at(number)
        for move in match.game.legal_moves(match.state):
            told = judge_step(lesson, number, move)
            beaten = " loses in " in told["text"] or " loses: " in told["text"]
            assert told["why"] if told["is_right"] else beaten


def test_as_json_it_says_where_its_puzzles_are_found():
    told = lesson_of(find_lesson("counting-pairs"))
    assert told["key"] == "sequence-builder/counting-pairs"
    assert (told["theme"], told["options"]) == ("both want it", {"numbers": 15, "length": 7})
    assert told["steps"] == 4


def test_pairs_to_draw_come_with_the_right_answer():
    pairs = [[1, 5], [2, 4], [3, 6]]
    assert judge_step(find_lesson("pairing"), 0, 6)["pairs"] == pairs
    assert judge_step(find_lesson("pairing"), 0, None)["pairs"] == pairs
