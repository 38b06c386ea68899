"""Puzzles: a series for each seed, and answers that are checked."""

from datetime import date

import pytest

from numduel.study import daily_puzzle
from numduel.web.work import puzzles


def next_puzzle(visitor, **more):
    params = {"game": "divisor-duel", "difficulty": "medium", "seed": 5, **more}
    return visitor.get("/api/puzzles/next", params=params)


def answer(visitor, name, move):
    return visitor.post("/api/puzzles/answer", json={"address": name, "move": move})


def test_the_puzzles_of_a_visit_are_all_different_and_have_one_answer(visitor):
    all_puzzles = [next_puzzle(visitor, number=number).json() for number in range(8)]
    assert len({puzzle["address"] for puzzle in all_puzzles}) == 8
    assert len({puzzle["future"] for puzzle in all_puzzles}) == 8
    for puzzle in all_puzzles:
        answers = [answer(visitor, puzzle["address"], move).json() for move in puzzle["legal"]]
        right = [told for told in answers if told["is_right"]]
        assert len(right) == 1
        assert right[0]["answers"] == [right[0]["truth"]["why"]["reply"]]
        assert puzzle["question"] == "One move wins: find it."
        assert puzzle["difficulty"] == "medium"


def test_a_wrong_answer_is_told_what_beats_it_and_not_what_wins(visitor):
    told = answer(visitor, "divisor-duel/18,3", "6").json()
    assert told["text"].startswith("No: 6 loses in 10 moves: your opponent takes 2")
    assert not told["is_right"]
    assert (told["answers"], told["theme"], told["truth"]) == ([], None, None)


def test_whoever_gives_up_is_told_what_wins(visitor):
    told = answer(visitor, "divisor-duel/18,3", None).json()
    assert (told["is_right"], told["text"], told["answers"]) == (False, "9 wins.", ["9"])
    assert told["truth"]["why"]["sentences"]


def test_an_id_is_the_position_and_can_be_read(visitor):
    puzzle = next_puzzle(visitor, options='{"numbers": 40, "opening": "even"}').json()
    moves = ",".join(puzzle["moves"])
    assert puzzle["address"] == f"divisor-duel/numbers=40,opening=even/{moves}"
    again = visitor.get("/api/puzzles/at", params={"address": puzzle["address"]}).json()
    assert again == puzzle
    first = visitor.get("/api/puzzles/at", params={"address": "grundys-game"}).json()
    assert (first["address"], first["moves"]) == ("grundys-game", [])


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("divisor-duel/6,7", "There is no such puzzle."),
        ("parity-duel/1", "This position is not a puzzle: no choice matters there."),
    ],
)
def test_a_position_that_is_no_puzzle_is_not_found(visitor, name, told):
    response = visitor.get("/api/puzzles/at", params={"address": name})
    assert response.status_code == 404
    assert response.json()["detail"] == told


def test_hints_come_in_three_steps(visitor):
    steps = [
        visitor.get(
            "/api/puzzles/hint", params={"address": "divisor-duel/18,3", "step": step}
        ).json()
        for step in (1, 2, 3)
    ]
    assert [told["step"] for told in steps] == [1, 2, 3]
    assert steps[0]["text"].startswith("Theme: 1 is poison. ")
    assert "9" in steps[1]["moves"]
    assert (steps[2]["text"], steps[2]["moves"]) == ("Take 9: it wins.", ["9"])


def test_the_daily_puzzle_is_that_of_the_date(visitor):
    def of(day):
        return visitor.get("/api/puzzles/daily", params={"date": day})

    told = of("2026-11-16").json()
    assert told["moves"] == list(daily_puzzle(date(2026, 11, 16)).moves)
    assert of("2026-11-17").json()["address"] != told["address"]
    for wrong in ("", "tomorrow", "2026-02-30", "1999-12-31", "2100-01-01"):
        assert of(wrong).status_code == 422
        told = f'"{wrong}" is no date of 2000 to 2099, such as 2026-11-16.'
        assert of(wrong).json()["detail"] == told


def test_looking_for_rare_puzzles_ends_in_time(visitor, monkeypatch):
    monkeypatch.setattr(puzzles, "_SECONDS", 0)
    response = next_puzzle(visitor, seed=77)
    assert response.status_code == 404
    assert "No other puzzle was found" in response.json()["detail"]
    assert next_puzzle(visitor, seed=77, number=1).status_code == 404


@pytest.mark.parametrize(
    "name",
    [
        "",
        "divisor-duel/x",
        "divisor-duel/6,7",
        "divisor-duel/numbers=1001/1",
        "\u00e9",
    ],
)
def test_an_answer_to_no_puzzle_is_not_found(visitor, name):
    response = visitor.post("/api/puzzles/answer", json={"address": name, "move": "1"})
    assert response.status_code == 404


def test_puzzles_rise_with_the_answers_so_far(visitor):
    def after(answers):
        wanted = {"game": "divisor-duel", "answers": answers}
        return visitor.get("/api/puzzles/next", params=wanted).json()["difficulty"]

    assert [after(answers) for answers in ("", "11", "1111")] == ["easy", "medium", "hard"]
    assert next_puzzle(visitor, answers="2").status_code == 422


def test_a_daily_result_is_shared_without_the_answer(visitor):
    result = {"date": "2026-11-18", "right": True, "days": 12}
    told = visitor.get("/api/puzzles/share", params=result).json()
    assert told == {"text": "numduel daily 2026-11-18 ★ first try, 12-day streak"}
