"""How large a game may be: every request that brings options is held to the same limit."""

import json

import pytest

HUGE = json.dumps({"numbers": 1_000_000})
GAME = {"game": "divisor-duel", "options": HUGE}
ID = "divisor-duel/numbers=1000000/6"


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/api/positions", {"id": ID}),
        ("/api/positions/truth", {"id": ID}),
        ("/api/positions/consequence", {"id": ID, "move": "6"}),
        ("/api/games/divisor-duel/outlook", {"options": HUGE}),
        ("/api/puzzles/next", GAME),
    ],
)
def test_a_game_of_a_million_numbers_is_let_in_by_no_door(visitor, path, asked):
    response = visitor.get(path, params=asked)
    assert response.status_code == 422
    said = "Numbers must be a whole number from 1 to 1000, not 1000000."
    assert response.json()["detail"] == said


def test_no_puzzle_has_a_million_numbers(visitor):
    answers = [visitor.post("/api/puzzles/answer", json={"address": ID, "move": "3"})]
    answers += [
        visitor.get(f"/api/puzzles/{door}", params={"address": ID}) for door in ("at", "hint")
    ]
    assert [answer.status_code for answer in answers] == [404] * 3
    for page in ("p", "puzzles"):
        shown = visitor.get(f"/{page}/{ID}")
        assert shown.status_code == 200  # the script asks, and shows why not
        assert "Divisor Duel" not in shown.text.partition("</title>")[0]
