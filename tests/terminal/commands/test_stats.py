"""`numduel stats` tells how people have played so far."""

import json


def play(here, *arguments, typed):
    assert here("play", *arguments, typed=typed).code == 0


def test_without_a_finished_game_it_says_so(here):
    assert here("stats") == ("There is no finished game yet.\n", "", 0)
    assert json.loads(here("stats", "--json").out)["games"] == 0


def test_games_are_told_by_opponent_and_by_game(here):
    split = ["number-split-duel", "--vs", "easy"]
    play(here, *split, typed=["15 1", "1"])
    play(here, *split, typed=["resign", "yes"])
    play(here, "number-split-duel", "--vs", "hard", "--names", "Ann", typed=["resign", "yes"])
    play(here, "parity-duel", "--numbers", "2", "--names", "Ann,Bob", typed=["1", "2"])
    rows = here("stats").out.split("\n")
    assert rows[0] == "4 finished games, 1 between two people"
    assert [row.split() for row in rows if " against " in row] == [
        "you against the computer (easy) 2 1 1 of 1 (100%)".split(),
        "Ann against the computer (hard) 1 0 0 of 0".split(),
        "Ann against Bob 1 0 0 of 0".split(),
        "Bob against Ann 1 1 0 of 0".split(),
    ]
    cells = [row.split() for row in rows]
    assert "games two people computer beaten right moves".split() in cells
    assert "Number Split Duel 3 0 1 1 of 1 (100%)".split() in cells
    assert "Parity Duel 1 1 0 0 of 0".split() in cells
    assert rows[-2] == "Right moves are counted where one move wins and another loses."


def test_a_move_that_gives_the_win_away_is_not_right(here):
    play(here, "number-split-duel", typed=["10 6", "6", "5 1", "1"])
    told = json.loads(here("stats", "--json").out)
    assert told["form"] == 1
    assert told["games"] == 1
    one, two = told["opponents"]
    assert one["text"] == "Player 1 against Player 2"
    assert (one["games"], one["won"], one["mattered"], one["right"]) == (1, 0, 1, 0)
    assert (two["games"], two["won"], two["mattered"], two["right"]) == (1, 1, 1, 1)
    assert two["right_text"] == "1 of 1 (100%)"
    [game] = told["by_game"]
    assert game["game"] == "number-split-duel"
    assert (game["mattered"], game["right"]) == (2, 1)


def test_a_broken_record_does_not_hide_the_others(here, data):
    play(here, "number-split-duel", typed=["15 1", "1"])
    (data / "finished" / "broken.jsonl").write_text("{}\n")
    told = here("stats")
    assert told.out.startswith("1 finished game, 1 between two people\n")
    assert "broken.jsonl cannot be read: line 1: it has no check value" in told.err
    assert told.code == 0
