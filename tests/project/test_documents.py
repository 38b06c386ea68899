"""What the documents say is true: their examples run, their pages are up to date."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from numduel.catalogue import list_games

ROOT = Path(__file__).parents[2]
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
OURS = [game for game in list_games() if game.__module__.startswith("numduel.games.")]


@pytest.mark.parametrize("page", ["README.md"])
def test_the_python_examples_run(page: str) -> None:
    blocks = PYTHON_BLOCK.findall((ROOT / page).read_text())
    assert blocks
    names = {"__name__": "__main__"}
    for block in blocks:  # each goes on from those before it
        exec(compile(block, page, "exec"), names)


def test_the_game_in_readme_is_the_example_that_the_contract_tests_play() -> None:
    example = (ROOT / "tests/examples/last_stone.py").read_text()
    block = next(
        block
        for block in PYTHON_BLOCK.findall((ROOT / "README.md").read_text())
        if "class LastStone" in block
    )
    without_docstrings = re.sub(r'^ *"""[^"]*"""\n+', "", example, flags=re.MULTILINE)
    assert re.sub(r"\n+", "\n", block) == re.sub(r"\n+", "\n", without_docstrings)


def test_every_game_has_an_up_to_date_page() -> None:
    found = importlib.util.spec_from_file_location("make_pages", ROOT / "tools/make_pages.py")
    assert found is not None
    assert found.loader is not None
    maker = importlib.util.module_from_spec(found)
    found.loader.exec_module(maker)
    pages = maker.pages()
    assert len(pages) == len(OURS)
    for path, text in pages.items():
        assert path.read_text() == text, f"make docs writes {path.name} anew"


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.slug)
def test_readme_says_how_to_play_every_game(game: type) -> None:
    assert f"`numduel play {game.slug}`" in (ROOT / "README.md").read_text()


def test_links_between_documents_lead_somewhere() -> None:
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_places_that_contributing_names_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    places = re.findall(r"^\| .+ \| `(.+)` \|$", text, re.MULTILINE)
    assert places
    assert [place for place in places if not (ROOT / place).exists()] == []


def test_the_tree_in_contributing_names_the_rooms_there_are() -> None:
    tree = re.search(
        r"^```\n(game\.py.*?)^```", (ROOT / "CONTRIBUTING.md").read_text(), re.DOTALL | re.M
    )
    assert tree is not None
    named = set(re.findall(r"^(\w+)/", tree[1], re.MULTILINE))
    package = ROOT / "src/numduel"
    assert named == {path.parent.name for path in package.glob("*/__init__.py")}
    inner = set(re.findall(r"[ (](\w+)/", tree[1]))
    rooms = {path.parent.name for path in package.glob("*/*/__init__.py")} | {"static"}
    assert inner <= rooms


@pytest.mark.long
def test_the_short_benchmarks_still_run(untraced: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "--short"],
        cwd=ROOT,
        env=os.environ | untraced,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for row in (
        "| matching 1..1,000, compiled | networkx |",
        "| all openings of 1..10,000, compiled |",
        "by search | OpenSpiel |",
        "against nim |",
    ):
        assert row in done.stdout
    assert "## Many games at once" in done.stdout
