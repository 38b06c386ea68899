"""`numduel review` shows where a game was won and lost."""

import json
from dataclasses import asdict

from numduel import Player
from numduel.journal import load
from numduel.study import review_of

DIVISOR = ["play", "divisor-duel"]


def play_book_example(here):
    moves = ["6", "3", "9", "18", "2", "12", "4", "8", "16", "1", "7", "14"]
    assert here(*DIVISOR, "--names", "Ann,Bob", typed=moves).code == 0


def test_review_defaults_to_latest_finished_game(here):
    play_book_example(here)
    told = here("review").out
    assert "  11  Ann        7?  Bob wins in 1 move; 11, 13, 17 or 19 would have won\n" in told
    assert "Move 11: 7 loses in 2 moves: your opponent takes 14, and wins because " in told
    assert "Ann       ━━━━━━━━━━━··\n" in told
    assert "Bob       ···········━━\n" in told
    assert "mistakes             ?\n" in told
    assert "Move 11 decided the game.\n" in told
    assert "Move 11: Ann played 7 and gave the win away." in told


def test_review_as_json_is_the_review_that_every_door_tells(here, data, only):
    play_book_example(here)
    told = json.loads(here("review", "--json").out)
    reviewed = review_of(load(only(data / "finished")).match)
    assert told == json.loads(json.dumps(asdict(reviewed)))
    assert [move["ply"] for move in told["moves"] if move["is_mistake"]] == [11]
    assert told["winners"] == [1] * 11 + [2] * 2
    assert told["outcome"]["winner"] == Player.TWO
    assert told["mattered"] is True


def test_review_of_a_game_in_which_nothing_mattered_says_so(here):
    here("play", "parity-duel", "--numbers", "4", typed=["2", "3", "4", "1"])
    assert "No move could change who wins.\n" in here("review").out


def test_review_without_any_finished_game_is_one_sentence(here):
    told = here("review")
    assert told.code == 1
    assert told.err == "Error: There is no finished game yet: name the file of a saved one.\n"
