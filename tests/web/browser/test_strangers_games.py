"""Rule books of another package, without a board and words of their own: the plain board shows what
the game is about at every turn."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from .conftest import Server, Visitor

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def begin(
    tmp_path: Path, further_servers: list[Server], invite: Callable[..., Visitor]
) -> Callable[[str], Visitor]:
    """A visitor who plays both seats of a game on a server that has the strangers' package."""
    info = tmp_path / "strangers-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: strangers\nVersion: 1.0\n")
    entries = "race = race:Race\nstacks = stacks:Stacks\n"
    (info / "entry_points.txt").write_text(f"[numduel.games]\n{entries}")

    def play(title: str) -> Visitor:
        server = Server(tmp_path, tmp_path, EXAMPLES)
        further_servers.append(server)
        server.start()
        visitor = invite(to=server)
        visitor.go_home()
        visitor.page.get_by_role("button", name=f"Two at this screen: {title}").click()
        visitor.board.wait_for()
        return visitor

    return play


def expect_row(visitor: Any, name: str, *values: int) -> None:
    row = r"\D+".join(map(str, values))
    expect(visitor.board).to_contain_text(re.compile(rf"{name}\D+{row}\b"))


def test_a_number_is_shown_at_every_turn(begin: Callable[[str], Visitor]) -> None:
    visitor = begin("Race")
    expect_row(visitor, "Total", 0)
    visitor.page.locator(".choice[data-move='3']").click()
    expect_row(visitor, "Total", 3)
    visitor.page.locator(".choice[data-move='2']").click()
    expect_row(visitor, "Total", 5)


def test_stacks_are_shown_at_every_turn(begin: Callable[[str], Visitor]) -> None:
    visitor = begin("Stacks")
    expect_row(visitor, "Stacks", 1, 2, 3)
    visitor.page.locator(".choice[data-move='3:2']").click()
    expect_row(visitor, "Stacks", 1, 2, 1)
    visitor.page.locator(".choice[data-move='2:2']").click()
    expect_row(visitor, "Stacks", 1, 0, 1)
