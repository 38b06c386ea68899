"""The house keeps its own rules: nothing outside `games/` and `theory/` knows a game, and a class
name stands for one thing."""

import re
from collections import Counter
from pathlib import Path

import pytest

import numduel
from numduel.catalogue import list_games

HOUSE = Path(numduel.__file__).parent
ROOMS_THAT_KNOW_GAMES = {"games", "theory"}
KINDS = {".py", ".js", ".ts", ".css", ".html", ".svg", ".mako"}


@pytest.fixture(scope="module")
def texts():
    """Every file that may not know a game, by its path."""
    paths = (path.relative_to(HOUSE) for path in HOUSE.rglob("*") if path.suffix in KINDS)
    outside = [path for path in paths if path.parts[0] not in ROOMS_THAT_KNOW_GAMES]
    return {str(path): (HOUSE / path).read_text() for path in sorted(outside)}


def test_every_kind_of_file_is_looked_at(texts):
    for name in ("words.py", "web/static/app.js", "web/static/index.html", "web/static/types.d.ts"):
        assert name in texts


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.slug)
def test_nothing_outside_games_and_theory_names_a_game(game, texts):
    names = {game.slug, game.slug.replace("-", "_"), game.title, game.__name__}
    assert [path for path, text in texts.items() if any(name in text for name in names)] == []


def test_every_board_that_a_rule_book_names_is_on_the_page(texts):
    boards = set(re.findall(r"^  (\w+): \{", texts["web/static/boards/index.js"], re.MULTILINE))
    assert boards >= {game.board for game in list_games() if game.board}


def test_no_class_name_stands_for_two_things():
    code = "\n".join(path.read_text() for path in HOUSE.rglob("*.py"))
    counts = Counter(re.findall(r"^class ([A-Z]\w+)", code, re.MULTILINE))
    assert counts["Game"] == counts["Match"] == 1
    assert [name for name, count in counts.items() if count > 1] == []
