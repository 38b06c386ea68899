"""A game is on disk, move by move, in the user's data folder."""

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
