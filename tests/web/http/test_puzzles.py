"""Puzzles: a series for each seed, and answers that are checked."""

import pytest

from numduel.web.settings import Settings
from numduel.web.work import puzzles


def next_puzzle(visitor, **more):
    params = {"game": "divisor-duel", "difficulty": "medium", "seed": 5, **more}
    return visitor.get("/api/puzzles/next", params=params)


def test_the_puzzles_of_a_visit_are_all_different_and_have_one_answer(visitor):
    all_puzzles = [next_puzzle(visitor, number=number).json() for number in range(8)]
    assert len({puzzle["id"] for puzzle in all_puzzles}) == 8
    for puzzle in all_puzzles:
        answers = [
            visitor.post("/api/puzzles/answer", json={"id": puzzle["id"], "move": move}).json()
            for move in puzzle["legal"]
        ]
        right = [answer for answer in answers if answer["is_right"]]
        assert len(right) == 1
        assert right[0]["answers"] == [right[0]["truth"]["why"]["reply"]]
        assert puzzle["question"] == "One move wins: find it."


def test_the_same_seed_gives_the_same_puzzles_after_a_restart(visitor, run_site, tmp_path):
    before = next_puzzle(visitor, number=3).json()
    with run_site(Settings(f"sqlite:///{tmp_path / 'web.sqlite'}")) as site:
        assert next_puzzle(site.visitor(), number=3).json() == before
    assert next_puzzle(visitor, number=3, seed=6).json() != before


def test_a_duel_without_puzzles_says_so(visitor):
    response = next_puzzle(visitor, game="parity-duel")
    assert response.status_code == 404
    assert "puzzle" in response.json()["detail"]


def test_looking_for_rare_puzzles_ends_in_time(visitor, monkeypatch):
    monkeypatch.setattr(puzzles, "_SECONDS", 0)
    response = next_puzzle(visitor, seed=77)
    assert response.status_code == 404
    assert "No other puzzle was found" in response.json()["detail"]
    assert next_puzzle(visitor, seed=77, number=1).status_code == 404


def test_puzzles_of_a_huge_game_are_refused(visitor):
    response = next_puzzle(visitor, options='{"numbers": 401}')
    assert response.status_code == 422


@pytest.mark.parametrize("name", ["", "x", "eyJ9", "WzEsMiwzXQ==", "W10=", "\u00e9", "bnVsbA=="])
def test_an_answer_to_no_puzzle_is_not_found(visitor, name):
    response = visitor.post("/api/puzzles/answer", json={"id": name, "move": "1"})
    assert response.status_code == 404


@pytest.mark.parametrize("move", ["x", "99"])
def test_an_answer_that_is_no_move_is_refused(visitor, move):
    name = next_puzzle(visitor).json()["id"]
    response = visitor.post("/api/puzzles/answer", json={"id": name, "move": move})
    assert response.status_code == 422
