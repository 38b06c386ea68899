"""Records on disk as these tests find or write them."""

import os
import time

import pytest

from numduel.journal import write_lines

HEADER = {
    "numduel": 1,
    "game": "parity-duel",
    "rules": 1,
    "options": {"numbers": 9, "jokers": 0},
    "seats": [{"kind": "person", "name": None}, {"kind": "person", "name": None}],
    "seed": 1,
}


@pytest.fixture
def write_record(data):
    """write_record("a.jsonl", {"move": "1"}, seed=2): an unfinished game of Parity Duel."""

    def write(name, *entries, **changes):
        path = data / "unfinished" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = [HEADER | changes, *entries]
        path.write_bytes(write_lines(filter(None, lines))[0] + b"\n" * lines.count(None))
        return path

    return write


@pytest.fixture
def save_games(write_record):
    """save_games(3): three unfinished games of one move, the first of them the latest."""

    def save(count, **changes):
        for number in range(1, count + 1):
            path = write_record(f"{number}.jsonl", {"move": "1"}, **changes)
            os.utime(path, (time.time() - number * 86_400 * 400,) * 2)

    return save


@pytest.fixture
def make_older(data):
    """make_older(): let a while pass since the unfinished games were played."""

    def make():
        for path in (data / "unfinished").glob("*.jsonl"):
            then = path.stat().st_mtime - 100
            os.utime(path, (then, then))

    return make
