"""A series that was stopped or killed goes on with its score."""

import os
import signal

SERIES = ["play", "number-split-duel", "--start", "3", "--series", "4", "--names", "Ann,Bob"]
WIN = ["2 and 1", "1"]


def test_a_series_that_is_resumed_in_its_second_game_keeps_the_score(here, records):
    here(*SERIES, typed=[*WIN, "2 and 1"])
    told = here("resume", typed=[*WIN, "resign", "yes", *WIN])
    resumed = "Number Split Duel, Bob against Ann, 0 moves, game 2 of 4"
    assert told.notices.split("\n") == [
        f"Resumed: {resumed}.",
        "Score: Ann 1, Bob 0.",
        "Score: Ann 1, Bob 1.",
        "Game 3 of 4: Ann is Player 1, Bob is Player 2.",
        "Score: Ann 1, Bob 2.",
        "Game 4 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 1, Bob 3.",
        "",
    ]
    assert told.code == 0
    assert len(records("finished")) == 4
    assert records("unfinished") == []


def test_a_series_that_was_killed_between_games_goes_on_with_the_next(here, data, records, only):
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


def test_a_series_that_was_killed_before_its_first_game_was_put_away_goes_on(here, data, only):
    first = "Number Split Duel, Ann against Bob, 1 move, game 1 of 4"
    here(*SERIES, typed=WIN)
    path = only(data / "finished")
    path.rename(data / "unfinished" / path.name)
    os.utime(data / "unfinished" / path.name, (1, 1))
    told = here("resume", typed=WIN * 3)
    assert told.notices.startswith(
        "Resumed: Number Split Duel, Bob against Ann, 0 moves, game 2 of 4"
    )
    assert told.err.endswith("Score: Ann 2, Bob 2.\n")
    assert first not in told.err


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


def test_a_resumed_series_against_the_computer_repeats_its_choices(here, records, data):
    """Each game of a series draws from a seed of its own, which its record keeps."""
    series = ["play", "divisor-duel", "--series", "2", "--vs", "random", "--seed", "11"]
    anything = [str(number) for number in range(1, 21)] * 20
    here(*series, typed=anything)
    straight = [record.match.moves for record in records("finished")]
    for path in (data / "finished").glob("*.jsonl"):
        path.unlink()
    here(*series, typed=anything[:1])
    while here("resume", typed=anything[:20]).code:
        pass
    assert [record.match.moves for record in records("finished")] == straight
    assert straight[0] != straight[1]
