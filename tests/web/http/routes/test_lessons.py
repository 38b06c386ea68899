"""Lessons over HTTP."""

import pytest

from numduel.study import find_lesson, list_lessons


def answer(visitor, lesson, step, move):
    body = {"lesson": lesson, "step": step, "move": move}
    return visitor.post("/api/lessons/answer", json=body)


def test_all_lessons_are_listed_in_their_order(visitor):
    told = visitor.get("/api/lessons").json()
    assert [lesson["key"] for lesson in told] == [lesson.key for lesson in list_lessons()]
    assert told[0]["game_title"] == "Parity Duel"
    assert told[3]["options"] == {"numbers": 15, "length": 7}


def test_a_lesson_has_its_positions_and_not_its_answers(visitor):
    lesson = find_lesson("big-primes")
    response = visitor.get(f"/api/lessons/{lesson.key}")
    told = response.json()
    assert [step["ask"] for step in told["steps"]] == [step.ask for step in lesson.steps]
    assert told["steps"][2]["position"]["moves"] == ["18", "3"]
    assert told["steps"][1]["position"]["address"] == "divisor-duel/numbers=7/7,1"
    assert lesson.steps[0].why not in response.text


def test_hints_are_found_by_the_id_of_a_step(visitor):
    step = visitor.get("/api/lessons/grundys-game/heap-sums").json()["steps"][4]
    asked = {"address": step["position"]["address"], "step": 3}
    told = visitor.get("/api/puzzles/hint", params=asked).json()
    assert told["moves"] == ["5:4"]


def test_whoever_gives_up_is_told_the_answer(visitor):
    said = answer(visitor, "divisor-duel/pairing", 1, None).json()
    assert (said["is_right"], said["text"], said["answers"]) == (False, "6 wins.", ["6"])


@pytest.mark.parametrize(
    ("lesson", "step", "move", "status"),
    [
        ("divisor-duel/luck", 1, "6", 404),
        ("divisor-duel/pairing", 5, "6", 404),
        ("divisor-duel/pairing", 1, "5", 422),
    ],
)
def test_what_is_not_there_is_told(visitor, lesson, step, move, status):
    response = answer(visitor, lesson, step, move)
    assert response.status_code == status
    assert response.json()["detail"]
