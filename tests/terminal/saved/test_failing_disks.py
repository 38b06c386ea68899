"""Where the disk fails there is one warning, and the game goes on."""

import re
import resource
import signal
from itertools import cycle

import pytest

from numduel.journal import load

from ..conftest import FIVE

PARITY = ["play", "parity-duel", "--numbers", "9"]
GOODBYE = "Goodbye. Game saved. Continue with: numduel resume\n"


@pytest.mark.parametrize("slug", ["divisor-duel"])
def test_where_no_folder_can_be_made_one_warning_is_given(transcript, run, tmp_path):
    (tmp_path / "file").touch()
    told = run(
        *transcript.arguments, typed=transcript.typed, XDG_DATA_HOME=str(tmp_path / "file" / "data")
    )
    assert told.out == transcript.told
    assert told.notices == "This game is not being saved: Not a directory. You can play on.\n"
    assert told.code == 0


def full_after(size):
    """A disk on which no file can be longer than `size`."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return limit


@pytest.mark.parametrize(("slug", "size"), [*zip(FIVE, cycle([230, 100, 0]), strict=False)])
def test_on_a_full_disk_one_warning_is_given_and_the_game_goes_on(transcript, run, size, untraced):
    told = run(
        *transcript.arguments, typed=transcript.typed, preexec_fn=full_after(size), **untraced
    )
    assert told.out == transcript.told
    assert told.notices == "This game is not being saved: File too large. You can play on.\n"
    assert told.code == 0


def test_what_a_full_disk_left_of_a_game_is_not_among_the_finished(run, here, untraced):
    moves = [str(number) for number in range(1, 10)]
    assert run(*PARITY, typed=moves, preexec_fn=full_after(260), **untraced).code == 0
    assert here("replay").err == "There is no finished game yet.\n"
    assert here("resume").err.startswith("Resumed: ")


def test_a_copy_for_which_the_disk_is_full_leaves_no_file_behind(run, untraced, tmp_path):
    (tmp_path / "mine.jsonl").write_text("mine\n")
    copies = [f"save {tmp_path / name}.jsonl" for name in ("copy", "mine")]
    told = run(*PARITY, typed=["1", *copies, "quit"], preexec_fn=full_after(0), **untraced)
    assert re.search(r"It could not be saved to .+: File too large\.", told.out)
    assert "exists already" in told.out
    assert not (tmp_path / "copy.jsonl").exists()
    assert (tmp_path / "mine.jsonl").read_text() == "mine\n"


def test_where_nothing_can_be_saved_goodbye_does_not_speak_of_resuming(here, tmp_path):
    (tmp_path / "file").touch()
    told = here(*PARITY, typed=["1", "quit"], XDG_DATA_HOME=str(tmp_path / "file" / "data"))
    assert told.err.endswith("Goodbye. This game could not be saved.\n")
    assert "resume" not in told.err


def test_a_whole_series_gets_one_warning(run, untraced):
    series = ["play", "number-split-duel", "--start", "3", "--series", "4", "--names", "Ann,Bob"]
    told = run(*series, typed=["2 1", "1"] * 4, preexec_fn=full_after(0), **untraced)
    assert told.err.count("not being saved") == 1
    assert told.err.endswith("Score: Ann 2, Bob 2.\n")
    assert told.code == 0


def test_when_the_disk_works_again_the_whole_game_is_saved(begin, tmp_path, entries, only):
    obstacle = tmp_path / "file"
    obstacle.touch()
    process = begin(*PARITY, XDG_DATA_HOME=str(obstacle / "data"))
    speak(process, "1\n2\n", until=b"Player 2 removes 2 (even).")
    obstacle.unlink()
    process.stdin.write(b"3\n")
    _, said = process.communicate()
    assert said.decode() == (
        "This game is not being saved: Not a directory. You can play on.\n"
        "Saving works again; the whole game is saved.\n" + GOODBYE
    )
    moves = entries(only(obstacle / "data" / "numduel" / "unfinished"))[1:]
    assert moves == [{"move": "1"}, {"move": "2"}, {"move": "3"}]


def test_when_the_disk_works_again_in_a_later_game_that_game_is_saved(begin, tmp_path):
    obstacle = tmp_path / "file"
    obstacle.touch()
    process = begin(*SERIES, XDG_DATA_HOME=str(obstacle / "data"))
    speak(process, "2 and 1\n1\n", until=b"Ann wins the game!")
    speak(process, "2 and 1\n", until=b"- Choose a split: 2 and 1")
    obstacle.unlink()
    process.stdin.write(b"1\n")
    _, said = process.communicate()
    assert said.decode().count("Saving works again; the whole game is saved.\n") == 1
    shelf = obstacle / "data" / "numduel"
    [second] = (load(path) for path in shelf.glob("*/*.jsonl") if load(path).series.number == 2)
    assert second.match.moves == (1,)
    assert second.match.outcome.winner == 1


def speak(process, text, until):
    process.stdin.write(text.encode())
    process.stdin.flush()
    told = b""
    while until not in told:
        row = process.stdout.readline()
        assert row, "it ended too early"
        told += row


def test_a_copy_on_a_full_disk_is_told_of(run, untraced):
    told = run(*PARITY, typed=["save copy.jsonl"], preexec_fn=full_after(0), **untraced)
    assert 'It could not be saved to "copy.jsonl": File too large.\n' in told.out


def test_a_finished_game_that_cannot_be_put_away_stops_nothing(here, data, only):
    here("play", "number-split-duel", "--start", "3", typed=["2 1", "1"])
    path = only(data / "finished")
    path.rename(data / "unfinished" / path.name)
    (data / "finished").rmdir()
    (data / "finished").touch()
    assert here("resume").err == "Error: There is no unfinished game.\n"
    assert here().code == 0


SERIES = ["play", "number-split-duel", "--start", "3", "--series", "4", "--names", "Ann,Bob"]
