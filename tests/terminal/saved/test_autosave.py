"""A game is on disk, move by move; a disk that fails causes one warning."""

import re
import resource
import signal
import sys

import pytest

from numduel.data_folder import data_folder

PARITY = ["play", "parity-duel", "--numbers", "9"]
ASKED = "Enter the number to remove: "


def test_every_move_is_on_disk_before_the_next_question(sit, data, entries, only):
    sitter = sit(*PARITY)
    sitter.see(ASKED)
    assert len(entries(only(data / "unfinished"))) == 1
    written = [{"move": "1"}, {"move": "2"}, {"undo": 1}, {"move": "4"}]
    for count, move in enumerate(["1", "2", "undo", "4"], start=1):
        sitter.sendline(move)
        sitter.see(ASKED)
        assert entries(only(data / "unfinished"))[1:] == written[:count]


def test_data_folder_becomes_private(here, data):
    (data / "unfinished").mkdir(parents=True)
    data.chmod(0o755)
    (data / "unfinished").chmod(0o777)
    here("play", "parity-duel", typed=["1"])
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "unfinished").stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("platform", "variables", "place"),
    [
        ("linux", {}, "/home/ann/.local/share/numduel"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/numduel"),
        ("linux", {"XDG_DATA_HOME": "relative"}, "/home/ann/.local/share/numduel"),
        ("darwin", {}, "/home/ann/Library/Application Support/numduel"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/numduel"),
        ("win32", {}, "/home/ann/numduel"),
    ],
)
def test_the_place_follows_the_platforms_convention(monkeypatch, platform, variables, place):
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/ann", **variables}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", platform)
    assert str(data_folder()) == place


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


@pytest.mark.parametrize(("slug", "size"), [("divisor-duel", 230), ("parity-duel", 0)])
def test_full_disk_warns_once_and_game_continues(transcript, run, size, untraced):
    told = run(
        *transcript.arguments, typed=transcript.typed, preexec_fn=full_after(size), **untraced
    )
    assert told.out == transcript.told
    assert told.notices == "This game is not being saved: File too large. You can play on.\n"
    assert told.code == 0


def test_save_on_full_disk_leaves_no_file(run, untraced, tmp_path):
    (tmp_path / "mine.jsonl").write_text("mine\n")
    copies = [f"save {tmp_path / name}.jsonl" for name in ("copy", "mine")]
    told = run(*PARITY, typed=["1", *copies, "quit"], preexec_fn=full_after(0), **untraced)
    assert re.search(r"It could not be saved to .+: File too large\.", told.out)
    assert "exists already" in told.out
    assert not (tmp_path / "copy.jsonl").exists()
    assert (tmp_path / "mine.jsonl").read_text() == "mine\n"


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
        "Saving works again. The whole game is saved.\n" + GOODBYE
    )
    moves = entries(only(obstacle / "data" / "numduel" / "unfinished"))[1:]
    assert moves == [{"move": "1"}, {"move": "2"}, {"move": "3"}]


def speak(process, text, until):
    process.stdin.write(text.encode())
    process.stdin.flush()
    told = b""
    while until not in told:
        row = process.stdout.readline()
        assert row, "it ended too early"
        told += row
