"""Many tabs of one browser: they share one event stream, and none waits for another."""

import time

import pytest
from playwright.sync_api import expect

from ....conftest import PATIENCE
from ..visitor import Visitor

STREAMS = """
window.streams = new Set();
window.EventSource = class extends EventSource {
  constructor(...about) { super(...about); window.streams.add(this); }
};
window.openStreams = () => [...window.streams].filter((stream) => stream.readyState !== 2).length;
"""


@pytest.fixture
def open_tabs(invite, server):
    """open_tabs(count): tabs of one browser, each with a duel of its own."""

    def open_them(count, script=STREAMS, **choices):
        first = invite(own_page=True)
        context = first.page.context
        context.add_init_script(script)
        tabs = [first]
        tabs += [Visitor(context.new_page(), server.address) for _ in range(count - 1)]
        for tab in tabs:
            tab.begin("parity-duel", "screen", **choices)
        return tabs

    return open_them


def count_streams(tabs):
    return sum(tab.page.evaluate("openStreams()") for tab in tabs)


def wait_for_streams(tabs, count):
    deadline = time.monotonic() + PATIENCE
    while count_streams(tabs) != count:
        assert time.monotonic() < deadline, f"there are not {count} streams"
        tabs[0].page.wait_for_timeout(50)


def move_elsewhere(tab, ply, move):
    """The same player moves, but not in this tab: the page has to hear of it."""
    path = f"{tab.page.url.replace('/m/', '/api/matches/')}/moves"
    assert tab.page.request.post(path, data={"ply": ply, "move": move}).ok


@pytest.mark.long
def test_eight_tabs_play_and_hear_over_one_stream(open_tabs):
    tabs = open_tabs(8)  # a browser has six connections to a site
    for tab in tabs:
        tab.tile(3).click()
        tab.expect_moves(1)
    wait_for_streams(tabs, 1)
    for tab in tabs:
        move_elsewhere(tab, 1, "4")
        tab.expect_moves(2)
    assert count_streams(tabs) == 1
    assert [fault for tab in tabs for fault in tab.faults] == []


def test_when_the_tab_with_the_stream_is_closed_another_one_takes_over(open_tabs):
    tabs = open_tabs(4)
    wait_for_streams(tabs, 1)
    leader = next(tab for tab in tabs if tab.page.evaluate("openStreams()"))
    leader.page.close()
    left = [tab for tab in tabs if tab is not leader]
    wait_for_streams(left, 1)
    for tab in left:
        move_elsewhere(tab, 0, "3")
        tab.expect_moves(1)


@pytest.mark.long
def test_a_tab_that_leaves_its_duel_gives_the_stream_up(open_tabs):
    (tab,) = open_tabs(1)
    wait_for_streams([tab], 1)
    tab.page.locator("header a.name").click()
    tab.page.locator(".card").first.wait_for()
    assert count_streams([tab]) == 0


@pytest.mark.long
def test_a_duel_that_is_over_needs_no_stream(open_tabs):
    (tab,) = open_tabs(1, numbers=4)  # soon over
    wait_for_streams([tab], 1)
    tab.play_on()
    wait_for_streams([tab], 0)
    tab.page.reload()
    tab.page.locator("#rematch").wait_for()
    tab.page.wait_for_timeout(600)
    assert count_streams([tab]) == 0


@pytest.mark.long
def test_two_who_have_played_still_hear_that_the_other_wants_a_rematch(invite):
    host, guest = invite(), invite()
    host.begin_at_home("number-split-duel", "link", start=3)
    guest.page.goto(host.page.locator("#seat-link").input_value())
    guest.button("Take the seat").click()
    guest.board.wait_for()
    host.move()
    for player in (host, guest):
        player.page.locator("#rematch").wait_for()
    host.page.locator("#rematch").click()
    expect(guest.page.locator(".notice")).to_contain_text("would like a rematch")


@pytest.mark.long
def test_without_a_channel_between_tabs_each_looks_now_and_then(open_tabs):
    tabs = open_tabs(3, "delete window.BroadcastChannel;" + STREAMS)
    for tab in tabs:
        move_elsewhere(tab, 0, "3")
        tab.expect_moves(1)
    assert count_streams(tabs) == 0


@pytest.mark.long
def test_where_no_stream_comes_through_each_looks_now_and_then(open_tabs, ignore_lost_lines):
    def block(route):
        route.fulfill(status=503, body="{}")

    (tab,) = open_tabs(1)
    tab.page.context.route("**/api/events*", block)
    tab.page.reload()
    tab.board.wait_for()
    move_elsewhere(tab, 0, "3")
    tab.expect_moves(1)
    expect(tab.page.locator("#connection")).to_have_count(0)
    tab.page.close()  # it would go on trying, and the browser would tell of it
    ignore_lost_lines(tab)


@pytest.mark.long
def test_who_takes_a_seat_in_a_duel_that_another_tab_watches_plays_in_both(invite, server):
    host, guest = invite(), invite()
    host.begin_at_home("parity-duel", "link")
    link = host.page.locator("#seat-link").input_value()
    guest.page.goto(host.page.url)
    guest.board.wait_for()
    expect(guest.page.locator(".invitation")).to_have_text(
        "One seat is still free. Ask Player 1 for the link that gives it."
    )
    second = Visitor(guest.page.context.new_page(), server.address)
    second.page.goto(link)
    second.button("Take the seat").click()
    second.board.wait_for()
    host.tile(3).click()
    second.tile(4).click()
    host.expect_moves(2)
    host.tile(5).click()
    guest.tile(6).click()
    host.expect_moves(4)


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
