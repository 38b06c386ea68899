"""The house keeps its own rules: nothing outside `games/` and `theory/` knows a game, a class name
stands for one thing, and files are short."""

import re
from collections import Counter
from pathlib import Path

import pytest

import numduel
from numduel.catalogue import list_games

HOUSE = Path(numduel.__file__).parent
PROJECT = Path(__file__).parents[2]
KNOWING_ROOMS = {"games", "theory"}
WRITTEN = {".py", ".js", ".css"}
PICTURES = {".png", ".ico"}


@pytest.fixture(scope="module")
def texts():
    """What is written in every file that may not know a game, by its path; of pictures nothing."""
    files = (
        path for path in HOUSE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    outside = [path for path in files if path.relative_to(HOUSE).parts[0] not in KNOWING_ROOMS]
    return {
        str(path.relative_to(HOUSE)): "" if path.suffix in PICTURES else path.read_text()
        for path in sorted(outside)
    }


def test_every_kind_of_file_is_looked_at(texts):
    kinds = {Path(name).suffix for name in texts}
    assert kinds >= {".py", ".js", ".ts", ".html", ".css", ".txt", ".yaml", ".webmanifest", ".png"}


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.slug)
def test_nothing_outside_games_and_theory_names_a_game(game, texts):
    names = {game.slug, game.slug.replace("-", "_"), game.title, game.__name__}
    known = [path for path, text in texts.items() if any(name in path + text for name in names)]
    assert known == []


def test_every_board_that_a_rule_book_names_is_on_the_page(texts):
    boards = set(re.findall(r"^  (\w+): \{", texts["web/static/boards/index.js"], re.MULTILINE))
    assert boards >= {game.board for game in list_games() if game.board}


def named_types(path):
    """The names of a file's classes and of the types it gives a name. Type variables and what
    is only imported are left out; an underscore makes no other name."""
    text = path.read_text()
    if path.suffix == ".py":
        names = re.findall(r"^class (\w+)", text, re.MULTILINE)
        names += re.findall(r"^(_?[A-Z][a-z]\w*) = (?!TypeVar|ParamSpec)", text, re.MULTILINE)
    else:
        names = re.findall(r"^(?:export )?class (\w+)", text, re.MULTILINE)
        names += re.findall(r"@typedef \{(?!import\()[^@]*\} (\w+)", text)
    return {name.lstrip("_") for name in names}


def test_no_class_or_type_name_stands_for_two_things():
    files = [path for path in HOUSE.rglob("*") if path.suffix in {".py", ".js"}]
    ours = [path for path in files if "vendor" not in path.parts]
    counts = Counter(name for path in ours for name in named_types(path))
    # A class, one with an underscore, an alias, and a class and a type of the page.
    for name in ("Match", "LookAhead", "BitWords", "SharedStream", "GameSoFar"):
        assert counts[name] == 1, name
    assert [name for name, count in counts.items() if count > 1] == []


def test_no_file_of_code_has_more_than_300_lines():
    rooms = [HOUSE, *(PROJECT / name for name in ("tests", "tools", "bench", "docs"))]
    files = [path for room in rooms for path in room.rglob("*") if path.suffix in WRITTEN]
    ours = [path for path in files if not {"vendor", "node_modules"} & {*path.parts}]
    assert len(ours) > 500
    assert [str(path) for path in ours if len(path.read_text().splitlines()) > 300] == []
