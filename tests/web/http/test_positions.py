"""Positions by their address, and the truth about them."""

import json

import pytest

from numduel import Match, Player, list_games, load_game
from numduel.players import choose_move
from numduel.theory import analyse
from numduel.web.settings import Settings

from ..conftest import wait_until

SLUGS = [game.slug for game in list_games()]


def ask_position(visitor, game="divisor-duel", **more):
    return visitor.get("/api/positions", params={"game": game, **more})


def test_a_position_is_its_game_options_and_moves(visitor):
    options = json.dumps({"numbers": 12})
    position = ask_position(visitor, options=options, moves="6 3 9").json()
    assert position["moves"] == ["6", "3", "9"]
    assert position["legal"] == ["1"]
    assert position["to_move"] == 2
    assert position["last"] == "9"
    assert "analysis" not in position
    assert "why" not in position


@pytest.mark.parametrize(
    ("slug", "options", "moves", "settled"),
    [
        ("parity-duel", "{}", "", True),
        ("parity-duel", '{"numbers": 9}', "", False),  # only the opening matters
        ("parity-duel", '{"numbers": 9}', "1", True),
        ("parity-duel", '{"jokers": 1}', "", False),
        ("even-odd-match", "{}", "4", True),
        ("number-split-duel", "{}", "", False),
        ("divisor-duel", "{}", "14", False),  # it loses, but may be let win
        ("sequence-builder", "{}", "", False),
    ],
)
def test_the_truth_says_whether_anything_matters(visitor, slug, options, moves, settled):
    position = ask_position(visitor, slug, options=options, moves=moves, truth="1").json()
    assert position["analysis"]["is_settled"] is settled


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"game": "chess"}, "There is no game"),
        ({"moves": "6 20"}, "Move 2: 20 is neither a divisor nor a multiple of 6."),
        ({"moves": "six"}, 'Move 1: "six" is not a whole number.'),
        ({"options": "{"}, "The options must be a JSON object"),
        ({"options": "[1]"}, "The options must be a JSON object"),
        ({"options": "[" * 900}, "The options must be a JSON object"),
        ({"options": '{"numbers": true}'}, "Numbers must be a whole number"),
        ({"options": '{"numbers": 20000}'}, "This is too large for a browser"),
        ({"truth": "yes"}, "query.truth"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(visitor, more, sentence):
    response = ask_position(visitor, **more)
    assert response.status_code == 422
    assert response.json()["detail"].startswith(sentence)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_truth_is_what_the_theory_says(visitor, slug):
    position = ask_position(visitor, slug, truth="1").json()
    game = load_game(slug)
    analysis = analyse(game, game.start())
    assert position["analysis"]["winner"] == analysis.winner
    assert position["analysis"]["distance"] == analysis.distance
    assert [choice["move"] for choice in position["analysis"]["choices"]] == position["legal"]
    assert position["why"]["sentences"]


def test_whoever_follows_only_why_beats_the_hard_computer(visitor):
    for seed in range(3):
        match = Match(load_game("divisor-duel"), seed=seed)
        while match.outcome is None:
            if match.state.to_move is Player.ONE:
                moves = " ".join(match.written_moves)
                why = ask_position(visitor, moves=moves, truth="1").json()["why"]
                match.play(why["reply"])
            else:
                match.play(choose_move(match, "hard"))
        assert match.outcome.winner is Player.ONE


def test_the_truth_about_an_ended_duel_is_its_winner(visitor):
    moves = "14 7 1 13"
    position = ask_position(visitor, moves=moves, truth="1").json()
    assert position["outcome"]["winner"] == position["analysis"]["winner"] == 2
    assert position["analysis"]["choices"] == []


def test_what_takes_too_long_is_unknown_now_and_known_later(run_site, tmp_path):
    database = f"sqlite:///{tmp_path / 'web.sqlite'}"
    settings = Settings(database, seconds_to_think=0.001, requests_per_minute=0)
    with run_site(settings) as site:
        visitor = site.visitor()
        wanted = {"options": '{"numbers": 24}', "truth": "1"}
        analysis = ask_position(visitor, **wanted).json()["analysis"]
        assert analysis["winner"] is None
        assert "longer than 0.001 seconds" in analysis["unknown"]
        wait_until(lambda: ask_position(visitor, **wanted).json()["analysis"]["winner"])
