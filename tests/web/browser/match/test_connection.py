"""The server is killed and comes back: nothing clicked is lost, and the game goes on."""

from signal import SIGKILL

import pytest
from playwright.sync_api import expect

from .test_playing import join


def test_a_move_made_while_the_server_is_down_counts_once(invite, mortal_server, ignore_lost_lines):
    host, guest = invite(to=mortal_server), invite(to=mortal_server)
    host.begin_at_home("divisor-duel", "link")
    guest.page.goto(host.page.locator("#seat-link").input_value())
    guest.button("Take the seat").click()
    guest.board.wait_for()
    host.tile(6).click()
    guest.expect_moves(1)
    aimed = guest.place_of(18)
    mortal_server.stop(SIGKILL)
    expect(guest.page.locator("#connection")).to_contain_text("The connection is lost.")
    guest.page.mouse.click(*aimed)  # the notice has moved nothing
    expect(guest.page.locator("#connection")).to_contain_text("Your move is kept")
    mortal_server.start()
    expect(guest.page.locator("#connection")).to_have_count(0)
    expect(host.page.locator("#connection")).to_have_count(0)
    for visitor in (host, guest):
        visitor.expect_moves(2)
        expect(visitor.tile(18)).to_have_class("tile taken player-2 last")
    host.tile(9).click()
    guest.expect_moves(3)
    guest.tile(3).click()
    host.expect_moves(4)
    ignore_lost_lines(host)
    ignore_lost_lines(guest)


def test_a_kept_move_outlives_a_reload(invite, mortal_server, ignore_lost_lines):
    visitor = invite(to=mortal_server)
    visitor.begin("parity-duel", "screen")
    mortal_server.stop(SIGKILL)
    visitor.tile(7).click()
    expect(visitor.page.locator("#connection")).to_contain_text("Your move is kept")
    mortal_server.start()
    visitor.page.reload()
    visitor.expect_moves(1)
    ignore_lost_lines(visitor)


def test_a_page_without_a_server_can_be_tried_again(invite, ignore_lost_lines):
    visitor = invite(own_page=True)
    for path, shown in (("/", ".card"), ("/learn/divisor-duel/pairing", ".stage .board")):
        visitor.page.route("**/api/**", lambda route: route.abort())
        visitor.page.goto(path)
        expect(visitor.page.locator("#content")).to_contain_text("The server does not answer.")
        visitor.page.unroute_all()
        visitor.button("Try again").click()
        visitor.page.locator(shown).first.wait_for()
        expect(visitor.button("Try again")).to_have_count(0)
    ignore_lost_lines(visitor)


def lose_answers(visitor, pattern):
    """The server does what this page asks for, but the answers do not arrive, nor their cookies."""

    def lose(route):
        cookies = visitor.page.context.cookies()
        route.fetch()
        visitor.page.context.clear_cookies()
        visitor.page.context.add_cookies(cookies)
        route.abort()

    visitor.page.route(pattern, lose)


@pytest.mark.long
def test_a_guest_whose_answer_was_lost_still_gets_the_seat(invite, ignore_lost_lines):
    host, guest = invite(), invite(own_page=True)
    host.begin_at_home("divisor-duel", "link")
    link = host.page.locator("#seat-link").input_value()
    guest.page.goto(link)
    lose_answers(guest, "**/join")
    guest.button("Take the seat").click()
    expect(guest.page.get_by_role("alert")).to_contain_text("The server does not answer.")
    expect(host.page.locator(".invitation")).to_have_count(0)  # the seat is taken
    guest.page.unroute_all()
    guest.page.goto(link)  # as if the page had been closed meanwhile
    guest.board.wait_for()  # the seat is this browser's
    host.tile(6).click()
    guest.tile(18).click()
    host.expect_moves(2)
    ignore_lost_lines(guest)


def test_late_response_to_move_is_tolerated(invite):
    host, guest = invite(own_page=True), invite()
    host.begin_at_home("divisor-duel", "link")
    join(host, guest)
    held = []
    host.page.route("**/moves", lambda route: held.append((route, route.fetch())))
    host.tile(6).click()
    guest.tile(18).click()
    host.expect_moves(2)
    [(route, answer)] = held
    route.fulfill(response=answer)
    host.page.unroute_all()
    host.tile(9).click()
    guest.tile(3).click()
    host.expect_moves(4)
