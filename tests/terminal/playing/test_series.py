"""A series of games: both begin equally often, the score is kept, and it goes on after a kill."""

import re
import signal

QUICK = ["play", "number-split-duel", "--start", "3"]
WIN = ["2 and 1", "1"]


def test_series_alternates_seats_and_keeps_score(here, records):
    told = here(*QUICK, "--series", "4", "--names", "Ann,Bob", typed=WIN * 4)
    assert told.notices.split("\n") == [
        "Game 1 of 4: Ann is Player 1, Bob is Player 2.",
        "Score: Ann 1, Bob 0.",
        "Game 2 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 1, Bob 1.",
        "Game 3 of 4: Ann is Player 1, Bob is Player 2.",
        "Score: Ann 2, Bob 1.",
        "Game 4 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 2, Bob 2.",
        "",
    ]
    assert re.findall("^(.+)'s Turn:", told.out, re.M) == ["Ann", "Bob", "Bob", "Ann"] * 2
    assert told.code == 0
    assert len(records("finished")) == 4
    assert records("unfinished") == []


def test_series_names_you_and_computer(here):
    told = here(*QUICK, "--series", "2", "--vs", "random", "--seed", "1", typed=WIN * 2)
    assert told.notices.startswith(
        "Game 1 of 2: you are Player 1, the computer (random) is Player 2."
    )
    assert "Game 2 of 2: the computer (random) is Player 1, you are Player 2.\n" in told.err
    assert "Score: you 1, the computer (random) 0.\n" in told.err


def test_a_series_can_be_left_between_its_games(here, records):
    told = here(*QUICK, "--series", "2", typed=[*WIN, "quit"])
    assert told.code == 0
    assert told.err.endswith("Goodbye. Game saved. Continue with: numduel resume\n")
    assert len(records("finished")) == len(records("unfinished")) == 1


SERIES = ["play", "number-split-duel", "--start", "3", "--series", "4", "--names", "Ann,Bob"]


def test_series_killed_between_games_resumes(here, data, records, only):
    """After the end of the first game and before the second one was on disk."""
    here(*SERIES, typed=WIN)
    only(data / "unfinished").unlink()
    first = only(data / "finished")
    first.rename(data / "unfinished" / first.name)
    told = here("resume", typed=WIN * 3)
    assert told.notices.split("\n")[1:] == [
        "Score: Ann 1, Bob 0.",
        "Game 2 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 1, Bob 1.",
        "Game 3 of 4: Ann is Player 1, Bob is Player 2.",
        "Score: Ann 2, Bob 1.",
        "Game 4 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 2, Bob 2.",
        "",
    ]
    assert told.out.count("Game Start: N = 3\n") == 3
    assert len(records("finished")) == 4
    assert records("unfinished") == []


def test_after_kill_9_in_a_series_the_score_is_kept(sit, here):
    sitter = sit(*SERIES, "--plain")
    for entry in [*WIN, *WIN, "2 and 1"]:
        sitter.answer("a split: " if "and" in entry else "Select new N for ", entry)
    sitter.see("Select new N for ")
    sitter.kill(signal.SIGKILL)
    sitter.close(force=True)
    told = here("resume", typed=WIN * 2)
    assert "game 3 of 4.\nScore: Ann 1, Bob 1.\nScore: Ann 2, Bob 1.\n" in told.err
    assert told.err.endswith("Score: Ann 2, Bob 2.\n")
