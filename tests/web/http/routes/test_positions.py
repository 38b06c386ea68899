"""Positions by their address, and the truth about them."""

import json

import pytest
from click.testing import CliRunner

from numduel import Match, list_games, load_game
from numduel.terminal.command import numduel

SLUGS = [game.slug for game in list_games()]


def ask_position(visitor, id, **more):
    return visitor.get("/api/positions", params={"id": id, **more})


def ask_truth(visitor, id, **more):
    return visitor.get("/api/positions/truth", params={"id": id, **more})


def test_a_position_is_found_by_its_id(visitor):
    position = ask_position(visitor, "divisor-duel/numbers=12/6,3,9").json()
    assert position["moves"] == ["6", "3", "9"]
    assert position["legal"] == ["1"]
    assert position["to_move"] == 2
    assert position["last"] == "9"
    assert position["done"] == ["took 6", "took 3", "took 9"]
    assert position["told"] == "Player 1 took 9."
    assert position["headline"].startswith("Player 2 takes")


@pytest.mark.parametrize(
    ("id", "settled"),
    [
        ("parity-duel", True),
        ("parity-duel/numbers=9", False),  # only the opening matters
        ("parity-duel/jokers=1", False),
        ("divisor-duel/14", False),  # it loses, but may be let win
    ],
)
def test_the_truth_says_whether_anything_matters(visitor, id, settled):
    truth = ask_truth(visitor, id).json()
    assert truth["is_settled"] is settled


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("", "There is no game"),
        ("divisor-duel/", 'The ID "divisor-duel/" has an empty part'),
        ("divisor-duel/6,20", 'Move 2, "20": 20 is neither a divisor nor a multiple of 6.'),
        ("divisor-duel/number=5", "Unknown option"),
        ("divisor-duel/6/3", 'An ID is GAME/options/moves: "3" is out of place.'),
        ("divisor-duel/numbers=99999999", "Numbers must be a whole number from 1 to 1000,"),
    ],
)
def test_a_wrong_id_gets_a_sentence(visitor, wrong, sentence):
    response = ask_position(visitor, wrong)
    assert response.status_code == 422
    assert response.json()["detail"].startswith(sentence)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_truth_is_the_object_that_analyse_prints(visitor, slug):
    match = Match(load_game(slug))
    match.play(match.game.legal_moves(match.state)[-1])
    printed = CliRunner().invoke(numduel, ["analyse", match.id, "--json"])
    assert ask_truth(visitor, match.id).json() == json.loads(printed.stdout)


def test_sentences_speak_to_the_reader_of_a_match(visitor, stranger):
    match_id = visitor.create(mode="link", name="Ann", options={"numbers": 12})["match"]["id"]
    wanted = {"id": "divisor-duel/numbers=12/6", "match": match_id}
    told = {
        who: (
            ask_position(who, **wanted).json()["told"],
            ask_truth(who, **wanted).json()["verdict"],
        )
        for who in (visitor, stranger)
    }
    assert told[visitor][0] == "You took 6."
    assert told[stranger][0] == "Ann took 6."
    winner = ask_truth(stranger, **wanted).json()["winner"]
    expected = {1: ("You win", "Ann wins"), 2: ("Player 2 wins", "Player 2 wins")}[winner]
    assert told[visitor][1].startswith(expected[0])
    assert told[stranger][1].startswith(expected[1])


def ask_consequence(visitor, id, move):
    return visitor.get("/api/positions/consequence", params={"id": id, "move": move})


def test_a_losing_move_is_refuted_on_demand(visitor):
    told = ask_consequence(visitor, "divisor-duel/6,3", "1").json()
    assert told["is_refuted"]
    assert told["winner"] == 2
    assert told["line"] == ["1", "11"]
    assert told["text"].startswith("1 loses in 2 moves: your opponent takes 11, and wins because")


@pytest.mark.parametrize("move", ["5", "99", "banana"])
def test_a_move_that_is_not_allowed_leads_to_nothing(visitor, move):
    answer = ask_consequence(visitor, "divisor-duel/6,3", move)
    assert answer.status_code == 422
    assert answer.json()["detail"]
