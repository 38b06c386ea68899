"""Nothing outside `games/` and `theory/` knows a game, so that a new one works everywhere."""

import re
from pathlib import Path

import pytest

import numduel
from numduel.catalogue import list_games

HOUSE = Path(numduel.__file__).parent
KNOWING_ROOMS = {"games", "theory"}
PICTURES = {".ico", ".png", ".woff2"}
DATA = re.compile(r"numduel-bench-\d+\.txt")


@pytest.fixture(scope="module")
def texts():
    """What is written in every file that may not know a game, by its path; of pictures and of
    questions that were asked of games nothing."""
    files = (
        path for path in HOUSE.rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    outside = [path for path in files if path.relative_to(HOUSE).parts[0] not in KNOWING_ROOMS]
    return {
        str(path.relative_to(HOUSE)): ""
        if path.suffix in PICTURES or DATA.fullmatch(path.name)
        else path.read_text()
        for path in sorted(outside)
    }


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.slug)
def test_nothing_outside_games_and_theory_names_a_game(game, texts):
    names = {game.slug, game.slug.replace("-", "_"), game.title, game.__name__}
    known = [path for path, text in texts.items() if any(name in path + text for name in names)]
    assert known == []


def test_every_board_that_a_rule_book_names_is_on_the_page(texts):
    boards = set(re.findall(r"^  (\w+): \{", texts["web/static/boards/index.js"], re.MULTILINE))
    assert boards >= {game.board for game in list_games() if game.board}
