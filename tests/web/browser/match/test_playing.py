"""Playing: taking back, hints, giving up, playing again, by hand and by keyboard."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect


def join(host, guest):
    """The guest takes the seat that the host's link gives."""
    guest.page.goto(host.page.locator("#seat-link").input_value())
    guest.button("Take the seat").click()
    guest.board.wait_for()
    expect(host.page.locator(".invitation")).to_have_count(0)


def test_redo_restores_moves_until_new_move(visitor):
    visitor.begin("divisor-duel", "computer")
    visitor.tile(6).click()
    visitor.expect_moves(2)
    told = visitor.below.inner_text()
    expect(visitor.button("Redo")).to_have_count(0)
    visitor.button("Undo").click()
    visitor.expect_moves(0)
    visitor.button("Redo").click()
    visitor.expect_moves(2)
    expect(visitor.below).to_have_text(told)
    visitor.page.keyboard.press("u")
    visitor.expect_moves(0)
    visitor.page.keyboard.press("r")
    visitor.expect_moves(2)
    visitor.page.keyboard.press("u")
    visitor.expect_moves(0)
    visitor.tile(12).click()
    visitor.expect_moves(2)
    expect(visitor.button("Redo")).to_have_count(0)


def test_a_hint_marks_a_winning_move(visitor):
    visitor.begin("number-split-duel", "computer")
    visitor.page.keyboard.press("h")
    expect(visitor.below).to_contain_text("you win")
    expect(visitor.page.get_by_role("slider")).to_have_attribute("aria-valuetext", "1 and 15")


def test_what_cannot_be_undone_is_asked_for_once(visitor):
    visitor.begin("parity-duel", "screen", numbers=9, jokers=1)
    visitor.tile(3).click()
    expect(visitor.page.locator(".tile.costly")).to_have_count(4)  # 1, 5, 7 and 9
    for answer in ("Choose another", "Play 5"):
        visitor.tile(5).click()
        expect(visitor.page.locator(".doubt")).to_contain_text("This spends your joker.")
        visitor.expect_moves(1)
        visitor.button(answer).click()
    visitor.expect_moves(2)
    expect(visitor.page.locator(".moves li").last).to_have_text(re.compile("5 ★"))
    visitor.begin("sequence-builder", "computer")
    visitor.button("Resign").click()
    visitor.button("No, play on").click()
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.headline).to_have_text("The computer wins by resignation.")


def test_after_a_resignation_the_truth_is_gone(visitor):
    visitor.begin("divisor-duel", "computer")
    visitor.page.locator("#truth").click()
    panel = visitor.page.locator(".truth")
    expect(panel).to_contain_text("You win in 3 moves with best play.")
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.headline).to_have_text("The computer wins by resignation.")
    expect(panel).to_have_count(0)
    expect(visitor.page.locator(".board .mark")).to_have_count(0)


def test_rematch_swaps_seats_but_keeps_colours_and_score(visitor):
    visitor.begin("divisor-duel", "computer", level="easy", numbers=3)
    colour = "plate => getComputedStyle(plate).color"
    blue = visitor.page.locator(".plate.player-1").evaluate(colour)
    visitor.tile(2).click()
    visitor.play_on()
    won = visitor.headline.inner_text().startswith("You won!")
    first = visitor.page.url
    visitor.page.locator("#rematch").click()
    visitor.page.wait_for_url(lambda address: address != first)
    mine = visitor.page.locator(".plate.player-2")
    expect(mine).to_have_text(f"You {int(won)}")
    assert mine.evaluate(colour) == blue


def test_between_two_people_taking_back_and_truth_need_both(invite):
    """Requests come and go below the board, and a tap where a tile was still means that tile."""
    host, guest = invite(), invite(width=360, height=900, has_touch=True)
    host.begin_at_home("divisor-duel", "link")
    join(host, guest)
    shadow = "face => getComputedStyle(face).boxShadow"
    assert guest.tile(6).locator(".face").evaluate(shadow) == "none"  # flat until it is their turn
    assert host.tile(6).locator(".face").evaluate(shadow) != "none"
    host.tile(6).click()
    guest.expect_moves(1)
    aimed = guest.place_of(12)
    host.button("Undo").click()
    expect(host.page.locator(".notice")).to_contain_text("You asked")
    expect(guest.page.locator(".notice")).to_be_visible()
    assert guest.place_of(12) == aimed
    guest.button("Decline").click()
    expect(host.page.locator(".notice")).to_have_count(0)
    host.expect_moves(1)
    host.button("Undo").click()
    guest.button("Agree").click()
    host.expect_moves(0)
    guest.expect_moves(0)
    host.tile(6).click()
    guest.expect_moves(1)
    aimed = guest.place_of(12)  # the page may have been scrolled to what was pressed
    host.page.locator("#truth").click()
    expect(guest.page.locator(".notice")).to_be_visible()
    guest.page.touchscreen.tap(*aimed)
    host.expect_moves(2)
    expect(host.tile(12)).to_have_class("tile taken player-2 last")
    expect(guest.page.locator(".notice")).to_be_visible()
    host.page.locator("#truth").click()
    expect(guest.page.locator(".notice")).to_have_count(0)
    host.page.locator("#truth").click()
    expect(guest.page.locator(".mark")).to_have_count(0)
    guest.button("Agree").click()
    expect(host.page.locator(".mark").first).to_be_visible()
    expect(guest.page.locator(".mark").first).to_be_visible()
    host.page.locator("#truth").click()
    expect(guest.page.locator(".mark")).to_have_count(0)


def test_abandoned_invitation_offers_another_duel_and_no_rematch(visitor):
    visitor.begin("divisor-duel", "link")
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    visitor.page.get_by_role("link", name="Play another").click()
    visitor.page.wait_for_url("**/games/divisor-duel")


def test_digits_and_enter_play_a_number_which_is_announced(visitor):
    visitor.begin("parity-duel", "screen")
    visitor.page.keyboard.type("12")
    expect(visitor.below).to_have_text("12 typed. Enter plays it, Esc forgets it.")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.type("15")
    visitor.page.keyboard.press("Enter")
    expect(visitor.tile(15)).to_have_class("tile taken player-1 last")
    expect(visitor.page.locator("#spoken")).to_have_text(
        "Player 1 removed 15. Player 2 removes an even number."
    )


def test_a_whole_duel_by_arrows_and_enter(visitor):
    visitor.begin("divisor-duel", "screen", numbers=4)
    keys = visitor.page.keyboard
    keys.press("ArrowDown")  # the first arrow goes to the board
    keys.press("ArrowRight")
    keys.press("Enter")
    visitor.expect_moves(1)
    expect(visitor.tile(2)).to_have_class("tile taken player-1 last")
    keys.press("End")
    keys.press("Enter")
    visitor.expect_moves(2)
    keys.press("Home")
    keys.press("Enter")
    visitor.expect_moves(3)
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(visitor.headline).to_contain_text("Player 2 wins")


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
