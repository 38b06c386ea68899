"""Every duel can be played to its end in each of the three ways."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

SIZES: dict[str, dict[str, Any]] = {
    "parity-duel": {"numbers": 8},
    "even-odd-match": {"numbers": 8},
    "divisor-duel": {},
    "number-split-duel": {},
    "grundys-game": {"start": 9},
    "sequence-builder": {},
}
every_duel = pytest.mark.parametrize("slug", SIZES)


@every_duel
def test_is_played_against_the_computer(slug: str, visitor: Any) -> None:
    visitor.begin_at_home(slug, "computer", **SIZES[slug], level="easy", first="other")
    visitor.play_on()
    expect(visitor.headline).to_contain_text("win")


@every_duel
def test_is_played_by_two_at_this_screen(slug: str, visitor: Any) -> None:
    visitor.begin_at_home(slug, "screen", **SIZES[slug])
    expect(visitor.headline).to_contain_text("Player 1")
    visitor.play_on()
    expect(visitor.headline).to_contain_text("wins")


@every_duel
def test_is_played_by_link(slug: str, invite: Callable[..., Any]) -> None:
    host, guest, watcher = invite(), invite(width=360, height=740), invite()
    host.begin_at_home(slug, "link", **SIZES[slug])
    guest.page.goto(host.page.locator("#seat-link").input_value())
    guest.page.get_by_label("Your name").fill("Ada")
    guest.button("Take the seat").click()
    guest.board.wait_for()
    expect(host.page.locator(".invitation")).to_have_count(0)
    expect(host.page.locator(".players")).to_contain_text("Ada")
    watcher.page.goto(guest.page.url)
    expect(watcher.page.locator(".controls")).to_have_text("You are watching.")
    mover, other = host, guest
    while True:
        if not mover.wait_for_turn():
            break
        count = mover.count_moves() + 1
        mover.move()
        other.expect_moves(count)
        watcher.expect_moves(count)
        mover, other = other, mover
    texts = [host.headline.inner_text(), guest.headline.inner_text()]
    assert sum(text.startswith("You win") for text in texts) == 1
    expect(watcher.headline).to_contain_text("wins")
