"""What the documents say is true: examples run, commands exist, pages are up to date."""

import importlib.util
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import numduel
import numduel.lab
import numduel.tasks
import numduel.testing
from numduel.terminal.command import numduel as program

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
PYTHON_BLOCK = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
# Their commands and examples are run by tests of their own.
ELSEWHERE = {"arena.md", "environments.md", "research.md"}
ELSEWHERE_COMMANDS = {"serve", "arena", "bench", "ggbench", "env-server"}
RUN_HERE = [page for page in PAGES if page.name not in ELSEWHERE]


def name_page(page: Path) -> str:
    return page.name


@pytest.mark.untraced
@pytest.mark.parametrize("page", ["README.md", "docs/index.md", "docs/api.md"])
def test_the_python_examples_run(page: str) -> None:
    blocks = PYTHON_BLOCK.findall((ROOT / page).read_text())
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {"__name__": "__main__"})


def commands_on(page: Path) -> list[str]:
    """Every command of ours that a page shows, in blocks, in code and in tables."""
    text = page.read_text().replace("\\\n", "")
    blocks = re.findall(r"^```(?:sh|text)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    lines = [line.strip() for block in blocks for line in block.splitlines()]
    text = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    spoken = [" ".join(code.split()) for code in re.findall(r"`((?:numduel|make) [^`]+)`", text)]
    indented = re.findall(r"^    ((?:make|numduel) [^#\n]+)", text, re.MULTILINE)
    return [
        line
        for line in [*lines, *spoken, *indented]
        if line.startswith(("numduel ", "make ", "cd "))
    ]


@pytest.mark.parametrize("page", PAGES, ids=name_page)
def test_documented_commands_and_options_exist(page: Path) -> None:
    targets = {*re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE)}
    for line in commands_on(page):
        words = shlex.split(line.replace("…", "").replace("[", "").replace("]", ""), comments=True)
        if words[0] == "make":
            assert {word for word in words[1:] if "=" not in word} <= targets, line
        elif words[0] == "numduel":
            asked = [word for word in words[1:] if not word.startswith("-")][:3]
            asked = ["divisor-duel" if word.isupper() else word.split("/")[0] for word in asked]
            told = help_of(asked)
            for option in re.findall(r"(--[a-z][\w-]*)", line):
                assert option in told, f"{line}: there is no {option}"


def help_of(words: list[str]) -> str:
    """What a command, and a subcommand of it, say of themselves."""
    told = CliRunner().invoke(program, ["--help"]).output
    for count in range(1, len(words) + 1):
        asked = CliRunner().invoke(program, [*words[:count], "--help"])
        if asked.exit_code:
            assert count > 1, f"there is no command {words[0]}"
            break
        told += asked.output
    return told


@pytest.mark.untraced
@pytest.mark.parametrize("page", RUN_HERE, ids=name_page)
def test_the_commands_of_a_page_run_in_order(page: Path, tmp_path: Path) -> None:
    """Nothing is typed, so that a game that asks for a move is saved, with the exit code 3."""
    run, folder = "from numduel.terminal.command import numduel; numduel()", tmp_path
    for line in commands_on(page):
        for placeholder, value in {"GAME": "divisor-duel", "ID": "divisor-duel/6,3"}.items():
            line = re.sub(rf"\b{placeholder}\b", value, line)
        program, *words = shlex.split(line, comments=True)
        if program == "cd":
            folder /= words[0]
        # Servers run for ever; they, make's targets and what needs a model have tests of their own.
        is_whole = not re.search(r"[A-Z]{3}|[…\[]", line)
        if program != "numduel" or words[0] in ELSEWHERE_COMMANDS or not is_whole:
            continue
        done = subprocess.run(
            [sys.executable, "-c", run, *words],
            cwd=folder,
            env=os.environ | {"HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path / "data")},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert done.returncode in (0, 3), f"{line}: {done.stderr}"


def test_the_page_of_the_games_tells_their_rules() -> None:
    found = importlib.util.spec_from_file_location("page", ROOT / "tools/make_games_page.py")
    assert found is not None
    assert found.loader is not None
    maker = importlib.util.module_from_spec(found)
    found.loader.exec_module(maker)
    text = maker.PAGE.read_text()
    assert maker.page(text) == text, "run: make docs"


def test_links_between_documents_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text()):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_places_that_contributing_names_exist() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text()
    places = re.findall(r"^\| .+ \| `(.+)` \|$", text, re.MULTILINE)
    assert places
    assert [place for place in places if not (ROOT / place).exists()] == []


@pytest.mark.untraced
def test_the_site_of_the_documents_builds_without_warnings(tmp_path: Path) -> None:
    """Nothing in it is from elsewhere, and its reference has everything that is exported."""
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", ROOT / "docs", tmp_path],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    pages = [page.read_text() for page in tmp_path.glob("*.html")]
    assert len(pages) > 10
    for page in pages:
        assert not re.findall(r'<(?:script|link|img)[^>]+(?:src|href)="https?:', page)
    reference = (tmp_path / "api.html").read_text()
    for package in (numduel, numduel.tasks, numduel.lab, numduel.testing):
        for name in package.__all__:
            assert f'id="{package.__name__}.{name}"' in reference


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
