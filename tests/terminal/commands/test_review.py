"""`numduel review`, `replay` and `stats` tell of finished games."""

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


PARITY = ["play", "parity-duel", "--numbers", "9"]


def test_replay_shows_the_game_without_wrong_entries(transcript, here, data, only):
    here(*transcript.arguments, "--plain", typed=transcript.typed)
    path = only(data / "finished")
    right = [
        answer for game, state, move in plies(path) for answer in game.words.answers(state, move)
    ]
    told = here(*transcript.arguments, typed=right)
    replayed = here("replay", str(path))
    assert replayed == (told.out, "", 0)
    wrong = len(transcript.typed.split("\n")) - 1 - len(right)
    assert wrong > 0
    assert len(transcript.told.split("\n")) - len(told.out.split("\n")) == 2 * wrong


def plies(path):
    match = load(path).match
    state = match.game.start()
    for move in match.moves:
        yield match.game, state, move
        state = match.game.after(state, move)


def test_replay_without_a_file_lists_the_finished_games(here, data):
    here(*PARITY, typed=["resign", "yes"])
    here("play", "number-split-duel", "--start", "3", "--names", "Ann,Bob", typed=["2 1", "1"])
    newest, oldest = sorted(
        (data / "finished").glob("*.jsonl"), key=lambda path: path.stat().st_mtime, reverse=True
    )
    split = "Number Split Duel, Ann against Bob, 1 move, Ann won because 1 has no split into"
    assert here("replay") == (
        f"{newest}\n  {split} unequal parts\n"
        f"{oldest}\n  Parity Duel, Player 1 against Player 2, 0 moves,"
        " Player 2 won by resignation\n",
        "",
        0,
    )


def test_a_game_cut_off_at_its_end_counts_as_finished(here, data, records, only):
    """Killed after the last move and before its record was put away."""
    here("play", "number-split-duel", "--start", "3", typed=["2 1", "1"])
    path = only(data / "finished")
    ended = "".join(line for line in path.read_text().splitlines(True) if "end" not in line)
    path.unlink()
    (data / "unfinished" / path.name).write_text(ended)
    assert here("resume").err == "Error: There is no unfinished game.\n"
    assert records("unfinished") == []
    assert here("review").out.count("Number Split Duel") == 1
    assert here("stats").out.startswith("1 finished game, 1 between two people\n")
    assert records("finished")[0].match.outcome.winner == 1


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
