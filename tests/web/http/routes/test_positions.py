"""Positions by their address, and the truth about them."""

import json

import pytest
from click.testing import CliRunner

from numduel import Match, Player, list_games, load_game
from numduel.catalogue import build_game
from numduel.game import presets_of
from numduel.players import choose_move
from numduel.terminal.command import numduel
from numduel.web.settings import Settings

from ...conftest import wait_until

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
        ("parity-duel/numbers=9/1", True),
        ("parity-duel/jokers=1", False),
        ("even-odd-match/4", True),
        ("number-split-duel", False),
        ("divisor-duel/14", False),  # it loses, but may be let win
        ("sequence-builder", False),
    ],
)
def test_the_truth_says_whether_anything_matters(visitor, id, settled):
    truth = ask_truth(visitor, id).json()
    assert truth["is_settled"] is settled


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.slug)
def test_every_preset_and_move_has_an_id_that_leads_to_it(visitor, game):
    for preset in presets_of(game):
        match = Match(build_game(game, preset.options))
        while match.outcome is None and match.ply < 3:
            match.play(match.game.legal_moves(match.state)[-1])
        position = ask_position(visitor, match.id).json()
        assert position["address"] == match.id
        assert (position["options"], position["moves"]) == (match.game.options, match.written_moves)
        assert visitor.get(f"/p/{match.id}").status_code == 200


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("", "There is no game"),
        ("chess/6,3", "There is no game"),
        ("divisor-duel/", 'The ID "divisor-duel/" has an empty part'),
        ("divisor-duel/6,20", 'Move 2, "20": 20 is neither a divisor nor a multiple of 6.'),
        ("divisor-duel/six", 'Move 1: "six" is not a whole number.'),
        ("divisor-duel/6,,3", "Move 2 of the ID is empty."),
        ("divisor-duel/number=5", "Unknown option"),
        ("divisor-duel/numbers=many", "Numbers must be a whole number"),
        ("divisor-duel/6/3", 'An ID is GAME/options/moves: "3" is out of place.'),
        ("divisor-duel/numbers=99999999", "Numbers must be a whole number from 1 to 1000,"),
        ("divisor-duel/6 3", 'An ID cannot contain " ".'),
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


def test_sentences_cannot_speak_of_a_match_that_is_not_there(visitor):
    assert ask_position(visitor, "divisor-duel", match="A" * 16).status_code == 404


def test_whoever_follows_only_why_beats_the_hard_computer(visitor):
    for seed in range(3):
        match = Match(load_game("divisor-duel"), seed=seed)
        while match.outcome is None:
            if match.state.to_move is Player.ONE:
                match.play(ask_truth(visitor, match.id).json()["why"]["reply"])
            else:
                match.play(choose_move(match, "hard"))
        assert match.outcome.winner is Player.ONE


def test_the_truth_about_an_ended_duel_is_its_winner(visitor):
    truth = ask_truth(visitor, "divisor-duel/14,7,1,13").json()
    assert truth["outcome"]["winner"] == truth["winner"] == 2
    assert truth["choices"] == []


def test_what_takes_too_long_is_unknown_now_and_known_later(run_site, tmp_path):
    database = f"sqlite:///{tmp_path / 'web.sqlite'}"
    settings = Settings(database, seconds_to_think=0.001, requests_per_minute=0)
    with run_site(settings) as site:
        visitor = site.visitor()
        wanted = "divisor-duel/numbers=24"
        truth = ask_truth(visitor, wanted).json()
        assert truth["winner"] is None
        assert "longer than 0.001 seconds" in truth["verdict"]
        assert truth["why"]["sentences"]
        wait_until(lambda: ask_truth(visitor, wanted).json()["winner"])


def ask_consequence(visitor, id, move):
    return visitor.get("/api/positions/consequence", params={"id": id, "move": move})


def test_a_losing_move_is_refuted_on_demand(visitor):
    told = ask_consequence(visitor, "divisor-duel/6,3", "1").json()
    assert told["is_refuted"]
    assert told["winner"] == 2
    assert told["line"] == ["1", "11"]
    assert told["text"].startswith("1 loses in 2 moves: your opponent takes 11, and wins because")


def test_a_winning_move_is_shown_to_win(visitor):
    told = ask_consequence(visitor, "grundys-game", "16:11").json()
    assert not told["is_refuted"]
    assert told["winner"] == 1
    assert told["text"].startswith("16 into 11 and 5 wins in 11 moves: your opponent splits ")


@pytest.mark.parametrize("move", ["5", "99", "banana"])
def test_a_move_that_is_not_allowed_leads_to_nothing(visitor, move):
    answer = ask_consequence(visitor, "divisor-duel/6,3", move)
    assert answer.status_code == 422
    assert answer.json()["detail"]


def test_a_position_says_which_moves_spend_something(visitor):
    joker = ask_position(visitor, "parity-duel/jokers=1/8").json()
    assert {*joker["costs"]} == {move for move in joker["legal"] if int(move) % 2 == 0}
    assert joker["costs"]["6"] == "This spends your joker."
    assert ask_position(visitor, "divisor-duel/6").json()["costs"] == {}
