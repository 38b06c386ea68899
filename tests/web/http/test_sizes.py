"""How large a game may be: every request that brings options is held to the same limit."""

import json
from urllib.parse import urlencode

import pytest

HUGE = {"numbers": 1_000_000}


def puzzle_id(options, moves="6"):
    return f"divisor-duel/{moves}?{urlencode(options)}"


def query(options):
    return {"game": "divisor-duel", "options": json.dumps(options)}


DOORS = {
    "a new match": lambda visitor, options: visitor.post(
        "/api/matches", json={"game": "divisor-duel", "mode": "screen", "options": options}
    ),
    "a position": lambda visitor, options: visitor.get("/api/positions", params=query(options)),
    "the truth": lambda visitor, options: visitor.get(
        "/api/positions/truth", params=query(options)
    ),
    "a puzzle": lambda visitor, options: visitor.get("/api/puzzles/next", params=query(options)),
    "an answer": lambda visitor, options: visitor.post(
        "/api/puzzles/answer", json={"id": puzzle_id(options), "move": "3"}
    ),
    "a hint": lambda visitor, options: visitor.get(
        "/api/puzzles/hint", params={"id": puzzle_id(options)}
    ),
    "a puzzle by its address": lambda visitor, options: visitor.get(
        "/api/puzzles/at", params={"id": puzzle_id(options, "6,3")}
    ),
}


@pytest.mark.parametrize("door", DOORS)
def test_a_game_of_a_million_numbers_is_let_in_by_no_door(visitor, door):
    response = DOORS[door](visitor, HUGE)
    assert response.status_code in (404, 422)
    assert response.json()["detail"] == "There is no such puzzle." or (
        "too large" in response.json()["detail"]
    )


@pytest.mark.parametrize("door", DOORS)
def test_a_game_of_ordinary_size_is_let_in_by_every_door(visitor, door):
    assert DOORS[door](visitor, {"numbers": 20}).status_code in (200, 201)


def test_an_answer_to_a_puzzle_that_is_larger_than_any_of_ours_is_not_found(visitor):
    wanted = {"id": puzzle_id({"numbers": 401}), "move": "3"}
    response = visitor.post("/api/puzzles/answer", json=wanted)
    assert response.status_code == 404
