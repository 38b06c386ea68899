"""How large a game may be: every request that brings options is held to the same limit."""

import json

import pytest

HUGE = {"numbers": 1_000_000}


def puzzle_address(options, moves="6"):
    written = ",".join(f"{name}={value}" for name, value in options.items())
    return f"divisor-duel/{written}/{moves}"


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
    "a consequence": lambda visitor, options: visitor.get(
        "/api/positions/consequence", params=query(options) | {"move": "6"}
    ),
    "an outlook": lambda visitor, options: visitor.get(
        "/api/games/divisor-duel/outlook", params={"options": json.dumps(options)}
    ),
    "a puzzle": lambda visitor, options: visitor.get("/api/puzzles/next", params=query(options)),
    "an answer": lambda visitor, options: visitor.post(
        "/api/puzzles/answer", json={"address": puzzle_address(options), "move": "3"}
    ),
    "a hint": lambda visitor, options: visitor.get(
        "/api/puzzles/hint", params={"address": puzzle_address(options)}
    ),
    "a puzzle by its address": lambda visitor, options: visitor.get(
        "/api/puzzles/at", params={"address": puzzle_address(options, "6,3")}
    ),
}
NO_SUCH_PUZZLE = ("an answer", "a hint", "a puzzle by its address")


@pytest.mark.parametrize("door", DOORS)
def test_a_game_of_a_million_numbers_is_let_in_by_no_door(visitor, door):
    response = DOORS[door](visitor, HUGE)
    if door in NO_SUCH_PUZZLE:
        assert response.status_code == 404
        assert response.json()["detail"] == "There is no such puzzle."
    else:
        assert response.status_code == 422
        assert (
            response.json()["detail"]
            == "Numbers must be a whole number from 1 to 1000, not 1000000."
        )


PAGES = {
    "a position": ("/p", "Divisor Duel after 6 3"),
    "a puzzle": ("/puzzles", "A puzzle of Divisor Duel"),
}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("numbers", [20, HUGE["numbers"]])
def test_the_page_of_a_game_of_a_million_numbers_does_not_look_at_it(visitor, page, numbers):
    path, title = PAGES[page]
    shown = visitor.get(f"{path}/divisor-duel/numbers={numbers}/6,3")
    assert shown.status_code == 200  # the script asks, and shows why not
    assert (f"<title>{title} · numduel</title>" in shown.text) == (numbers == 20)


@pytest.mark.parametrize("door", DOORS)
def test_a_game_of_ordinary_size_is_let_in_by_every_door(visitor, door):
    made = 201 if door == "a new match" else 200
    assert DOORS[door](visitor, {"numbers": 20}).status_code == made
