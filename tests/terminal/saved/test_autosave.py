"""A game is on disk, move by move, in the user's data folder."""

import itertools
import os
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


def test_every_entry_is_forced_onto_the_disk(here, data, monkeypatch, only):
    sizes = []
    fsync = os.fsync

    def watched(file):
        sizes.append(os.fstat(file).st_size)
        fsync(file)

    monkeypatch.setattr(os, "fsync", watched)
    here(*PARITY, typed=["1", "2", "undo", "4"])
    lengths = map(len, only(data / "unfinished").read_bytes().splitlines(keepends=True))
    assert set(itertools.accumulate(lengths)) <= set(sizes)


def test_data_folder_becomes_private(here, data):
    (data / "unfinished").mkdir(parents=True)
    data.chmod(0o755)
    (data / "unfinished").chmod(0o777)
    here("play", "parity-duel", typed=["1"])
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "unfinished").stat().st_mode & 0o777 == 0o700


def test_without_xdg_data_home_games_are_in_the_home_folder(run, environment, tmp_path, only):
    del environment["XDG_DATA_HOME"]
    run(*PARITY, typed=["1"])
    only(tmp_path / "home" / ".local" / "share" / "numduel" / "unfinished")


@pytest.mark.parametrize(
    ("platform", "place"),
    [
        ("linux", ".local/share/numduel"),
        ("darwin", "Library/Application Support/numduel"),
        ("win32", "numduel"),
    ],
)
def test_the_place_follows_the_platforms_convention(monkeypatch, tmp_path, platform, place):
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", platform)
    assert data_folder() == tmp_path / place
