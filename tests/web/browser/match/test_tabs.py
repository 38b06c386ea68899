"""Many tabs of one browser: each hears of its match, and none waits for another."""

import time

import pytest
from playwright.sync_api import expect

from ..visitor import PATIENCE, Visitor

# Every page of a headless browser is visible: `hide(true)` makes one look like a hidden tab.
STREAMS = """
window.streams = new Set();
window.EventSource = class extends EventSource {
  constructor(...about) { super(...about); window.streams.add(this); }
};
window.openStreams = () => [...window.streams].filter((stream) => stream.readyState !== 2).length;
window.hide = (isHidden) => {
  Object.defineProperty(document, "hidden", { value: isHidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
};
"""


@pytest.fixture
def open_tabs(invite, server):
    """open_tabs(count): tabs of one browser, each with a duel of its own."""

    def open_them(count, **choices):
        first = invite(own_page=True)
        context = first.page.context
        context.add_init_script(STREAMS)
        tabs = [first]
        tabs += [Visitor(context.new_page(), server.address) for _ in range(count - 1)]
        for tab in tabs:
            tab.begin("parity-duel", "screen", **choices)
        return tabs

    return open_them


def wait_for_streams(tab, count):
    deadline = time.monotonic() + PATIENCE
    while tab.page.evaluate("openStreams()") != count:
        assert time.monotonic() < deadline, f"there are not {count} streams"
        tab.page.wait_for_timeout(50)


def move_elsewhere(tab, ply, move):
    """The same player moves, but not in this tab: the page has to hear of it."""
    path = f"{tab.page.url.replace('/m/', '/api/matches/')}/moves"
    assert tab.page.request.post(path, data={"ply": ply, "move": move}).ok


@pytest.mark.long
def test_twelve_visible_tabs_play_and_hear(open_tabs):
    tabs = open_tabs(12)  # a browser has six connections to a site
    for tab in tabs:
        tab.tile(3).click()
        tab.expect_moves(1)
    for tab in tabs:
        move_elsewhere(tab, 1, "4")
    for tab in tabs:
        tab.expect_moves(2)
    assert [fault for tab in tabs for fault in tab.faults] == []


def test_hidden_tab_polls_and_visible_tab_streams(open_tabs):
    (tab,) = open_tabs(1)
    wait_for_streams(tab, 1)
    tab.page.clock.install()
    tab.page.evaluate("hide(true)")
    wait_for_streams(tab, 0)
    move_elsewhere(tab, 0, "3")
    tab.page.clock.fast_forward(16_000)
    tab.expect_moves(1)
    assert tab.page.evaluate("openStreams()") == 0
    move_elsewhere(tab, 1, "4")
    tab.page.evaluate("hide(false)")
    tab.expect_moves(2)
    wait_for_streams(tab, 1)


@pytest.mark.long
def test_a_duel_that_is_over_needs_no_stream(open_tabs):
    (tab,) = open_tabs(1, numbers=4)  # soon over
    wait_for_streams(tab, 1)
    tab.play_on()
    wait_for_streams(tab, 0)
    tab.page.reload()
    tab.page.locator("#rematch").wait_for()
    tab.page.wait_for_timeout(600)
    wait_for_streams(tab, 0)


def test_watcher_follows_the_rematch_at_once(invite):
    host, guest, watcher = invite(), invite(), invite()
    host.begin_at_home("number-split-duel", "link", start=3)
    guest.page.goto(host.page.locator("#seat-link").input_value())
    guest.button("Take the seat").click()
    guest.board.wait_for()
    first = host.page.url
    watcher.page.goto(first)
    watcher.board.wait_for()
    watcher.page.keyboard.press("f")  # at a projector
    host.move()
    host.page.locator("#rematch").click()
    expect(guest.page.locator(".notice")).to_contain_text("would like a rematch")
    expect(watcher.headline).to_contain_text("Player 1 wins")
    guest.button("Accept the rematch").click()
    watcher.page.wait_for_url(lambda address: address != first)
    expect(watcher.below).to_have_text("They play again.")
    expect(watcher.page.locator("html[data-presenting]")).to_have_count(1)
    guest.page.wait_for_url(watcher.page.url)
    expect(guest.page.locator(".plate.player-2")).to_have_text("Player 2 1")  # they changed seats
    guest.move()
    expect(watcher.headline).to_contain_text("Player 1 wins")
    watcher.page.keyboard.press("f")


@pytest.mark.long
def test_where_no_stream_comes_through_each_polls(open_tabs, ignore_lost_lines):
    def block(route):
        route.fulfill(status=503, body="{}")

    (tab,) = open_tabs(1)
    tab.page.context.route("**/events", block)
    tab.page.reload()
    tab.board.wait_for()
    move_elsewhere(tab, 0, "3")
    tab.expect_moves(1)
    expect(tab.page.locator("#connection")).to_have_count(0)
    tab.page.close()  # it would go on trying, and the browser would tell of it
    ignore_lost_lines(tab)


def test_a_request_without_an_answer_is_given_up_and_said(invite, ignore_lost_lines):
    visitor = invite(own_page=True)
    visitor.page.clock.install()
    visitor.begin("parity-duel", "screen")
    visitor.page.route("**/moves", lambda route: None)
    visitor.tile(3).click()
    visitor.page.clock.fast_forward(21_000)
    said = expect(visitor.page.locator("#connection"))
    said.to_contain_text("The server has not answered for 20 seconds.")
    visitor.page.unroute_all(behavior="ignoreErrors")
    visitor.page.clock.fast_forward(1_000)
    visitor.expect_moves(1)
    ignore_lost_lines(visitor)
