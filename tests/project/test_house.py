"""Nothing outside `games/` and `theory/` knows a game, so that a new one works everywhere."""

import os
import re
import shutil
import subprocess
import sys
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


CHOMP = Path(__file__).parents[1] / "examples" / "chomp.py"


# What asks every game of the catalogue, or counts them.
CONCERNED = """
    tests/test_catalogue.py tests/test_words.py tests/every_game
    tests/study/test_offers.py tests/lab/test_vector.py
    tests/terminal/test_sixth_game.py tests/terminal/app/test_home.py
    tests/terminal/commands/test_analyse.py tests/terminal/commands/test_play.py
    tests/project/test_house.py tests/project/test_documents.py
""".split()


@pytest.mark.long
def test_game_added_as_one_file_passes_all_tests(clone, untraced):
    shutil.copy(CHOMP, clone / "src/numduel/games")
    before = contents(clone)

    def run(*arguments):
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=clone,
            env=os.environ | untraced | {"PYTHONPATH": str(clone / "src")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
        return done.stdout

    run("tests/every_game/test_golden.py")  # make golden
    run("tools/make_games_page.py")  # make docs
    after = contents(clone)
    changed = {path for path in after if after[path] != before.get(path)}
    assert changed == {"docs/games.md", "tests/golden/chomp/rows-3_columns-4.txt"}
    assert "Row 1: 4, row 2: 4, row 3: 4" in after["tests/golden/chomp/rows-3_columns-4.txt"]
    games = "from numduel.terminal.command import numduel; numduel()"
    assert run("-c", games, "games").rstrip().endswith("how many squares a row has")
    run("-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *CONCERNED)


def contents(folder):
    """Return the texts that a game could change, by their paths."""
    places = [folder / "docs", folder / "tests", folder / "src"]
    return {
        str(path.relative_to(folder)): path.read_text()
        for place in places
        for path in place.rglob("*")
        if path.suffix in {".md", ".py", ".txt", ".js", ".toml"}
    }
