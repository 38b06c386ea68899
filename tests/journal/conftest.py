"""A record's header, and where records are written."""

import pytest

from numduel.journal import write_lines

HEADER = {
    "numduel": 1,
    "game": "divisor-duel",
    "rules": 1,
    "options": {"numbers": 20, "opening": "any"},
    "seats": [{"kind": "person", "name": "Ada"}, {"kind": "random", "name": None}],
    "seed": 7,
}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "match.jsonl"


@pytest.fixture(scope="module")
def scratch(tmp_path_factory):
    return tmp_path_factory.mktemp("records") / "scratch.jsonl"


def save(path, *entries):
    path.write_bytes(write_lines(entries)[0])
    return path
