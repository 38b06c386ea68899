"""Every duel can be played to its end, and a duel by link is watched."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

# Small ones, so that each is soon over.
SIZES: dict[str, dict[str, Any]] = {
    "parity-duel": {"numbers": 4},
    "even-odd-match": {"numbers": 4},
    "divisor-duel": {"numbers": 6},
    "number-split-duel": {"start": 7},
    "grundys-game": {"start": 5},
    "sequence-builder": {"length": 3, "numbers": 5},
}


# The duels share their visitors, whose browsers have the page's files after the first.
def test_every_duel_is_played_against_the_computer(visitor: Any) -> None:
    for slug, sizes in SIZES.items():
        visitor.begin_at_home(slug, "computer", **sizes, level="easy", first="other")
        visitor.play_on()
        expect(visitor.headline).to_have_text(re.compile("^You won! |The computer wins "))
    visitor.go_home()
    expect(visitor.page.locator(".go-on")).to_have_count(0)


def test_a_duel_by_link_is_watched(invite: Callable[..., Any]) -> None:
    host, guest, watcher = invite(), invite(width=360, height=740), invite()
    watcher.go_on_to(take_seats(host, guest, "divisor-duel", {"numbers": 6}))
    expect(watcher.page.locator("h1")).to_contain_text("this seat is taken")
    watcher.page.get_by_role("link", name="Watch", exact=True).click()
    expect(watcher.page.locator(".controls")).to_have_text("You are watching.")
    play_by_link(host, guest, watcher)
    expect(watcher.headline).to_contain_text("wins")


def take_seats(host: Any, guest: Any, slug: str, sizes: dict[str, Any]) -> str:
    """Begin a duel by link, and let a guest join it. Returns the link."""
    host.begin_at_home(slug, "link", **sizes)
    link: str = host.page.locator("#seat-link").input_value()
    expect(host.headline).to_have_text("Waiting for your friend …")
    guest.go_on_to(link)
    guest.page.get_by_label("Your name").fill("Ada")
    guest.button("Take the seat").click()
    guest.board.wait_for()
    expect(host.page.locator(".invitation")).to_have_count(0)
    expect(host.page.locator(".players")).to_contain_text("Ada")
    return link


def play_by_link(host: Any, guest: Any, *watchers: Any) -> None:
    expect(host.headline).not_to_have_text("Waiting for your friend …")
    begins = host.headline.inner_text().startswith("Your")  # the seat that is offered may be either
    mover, other = (host, guest) if begins else (guest, host)
    while True:
        if not mover.wait_for_turn():
            break
        count = mover.count_moves() + 1
        mover.move()
        for who in (other, *watchers):
            who.expect_moves(count)
        mover, other = other, mover
    texts = [host.headline.inner_text(), guest.headline.inner_text()]
    assert sum(text.startswith("You won!") for text in texts) == 1
