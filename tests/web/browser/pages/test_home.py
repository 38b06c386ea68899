"""Home: one tap to the first move, honest about what is decided, and as one left it."""

import pytest
from playwright.sync_api import expect


def card_of(visitor, slug):
    return visitor.page.locator(f".card:has([href='/games/{slug}'])")


def test_one_tap_begins_a_duel_against_the_computer(invite):
    for width, height in ((360, 740), (1280, 800)):
        visitor = invite(width=width, height=height)
        visitor.go_home()
        tiles = visitor.page.locator(".hero .tile")
        expect(tiles).to_have_count(20)
        expect(tiles.last).to_be_in_viewport(ratio=1)
        visitor.tile(6).first.click()
        visitor.board.wait_for()
        visitor.expect_moves(2)
        expect(visitor.tile(6)).to_have_class("tile taken player-1")
        expect(visitor.page.locator(".players")).to_contain_text("The computer (easy)")


def test_decided_game_warns_and_offers_alternative(visitor):
    visitor.go_home()
    card = card_of(visitor, "parity-duel")
    expect(card.locator("> .button")).to_have_text("Play with a joker")
    expect(card.locator(".as-written")).to_have_text(
        "With the original rules Player 2 always wins. Play as Player 2?"
    )
    card.locator(".as-written").click()
    sheet = visitor.page.locator("#setup")
    warning = sheet.locator(".foregone")
    expect(sheet.get_by_role("radio", name="As written")).to_be_checked()
    expect(warning).to_contain_text("As Player 2 you cannot lose this one, whatever you do.")
    sheet.get_by_role("radio", name="You", exact=True).check()
    expect(warning).to_contain_text("As Player 1 you cannot win this one, whatever you do.")
    sheet.get_by_role("radio", name="With a joker").check()
    expect(warning).to_have_count(0)
    sheet.locator("summary").click()
    jokers = visitor.page.locator("#parity-duel-jokers")
    jokers.fill("0")
    jokers.blur()
    expect(warning).to_be_visible()
    numbers = visitor.page.locator("#parity-duel-numbers")
    numbers.fill("21")  # then the first number decides
    numbers.blur()
    expect(warning).to_have_count(0)


@pytest.mark.long
def test_setup_remembers_settings(visitor):
    sheet = visitor.open_sheet("divisor-duel")
    sheet.get_by_role("radio", name="1 to 40, begin with an even number").check()
    sheet.get_by_role("radio", name="Hard").check()
    visitor.button("Start: Divisor Duel").click()
    visitor.board.wait_for()
    expect(visitor.page.locator(".tile")).to_have_count(40)
    visitor.open_sheet("divisor-duel")
    expect(sheet.get_by_role("radio", name="1 to 40, begin with an even number")).to_be_checked()
    expect(sheet.get_by_role("radio", name="Hard")).to_be_checked()


def test_home_lists_invitation_and_turn(invite):
    host, guest = invite(), invite()
    host.begin_at_home("divisor-duel", "link")
    link = host.page.locator("#seat-link").input_value()
    expect(host.page.locator(".invitation")).to_contain_text(
        "This link works on this computer only"
    )
    host.go_home()
    listed = host.page.locator(".go-on li")
    expect(listed).to_contain_text("waiting for your friend")
    guest.page.goto(link)
    name = guest.page.get_by_label("Your name, if you like")
    name.fill("Player 2")
    guest.button("Take the seat").click()
    expect(name).to_have_accessible_description(
        '"Player 2" is reserved for a seat. Choose another name.'
    )
    name.fill("Ben")
    guest.button("Take the seat").click()
    guest.board.wait_for()
    host.go_home()
    expect(listed).to_contain_text("against Ben")
    expect(listed).to_contain_text("your turn")
    listed.get_by_role("link").click()
    host.tile(6).click()
    host.expect_moves(1)
    host.go_home()
    expect(listed).to_contain_text("Ben to move")
    guest.faults.clear()  # the browser notes every refusal


def test_lan_page_on_loopback_offers_network_links(invite):
    host = invite(own_page=True)
    host.go_home()
    tag = "<meta name=lan-origin content=http://192.168.1.20:8000>"  # as `serve --lan` writes it
    host.page.evaluate("tag => document.head.insertAdjacentHTML('beforeend', tag)", tag)
    host.begin_at_home("divisor-duel", "link")
    assert host.page.locator("#seat-link").input_value().startswith("http://192.168.1.20:8000/m/")
    expect(host.page.locator(".invitation")).not_to_contain_text("on this computer only")


def test_name_is_asked_for_in_link_matches_and_refusals_are_shown(visitor):
    sheet = visitor.open_sheet("divisor-duel")
    field = visitor.page.get_by_label("Your name, if you like")
    expect(field).to_have_count(0)
    sheet.get_by_role("radio", name="A friend, by link").check()
    field.fill("Player 1")
    visitor.button("Start: Divisor Duel").click()
    expect(field).to_have_accessible_description(
        '"Player 1" is reserved for a seat. Choose another name.'
    )
    expect(field).to_be_focused()
    field.fill("Ann")
    visitor.button("Start: Divisor Duel").click()
    visitor.board.wait_for()
    visitor.open_sheet("divisor-duel")
    expect(field).to_have_value("Ann")  # and the friend, by link, are remembered
    field.fill("")
    visitor.button("Start: Divisor Duel").click()
    visitor.board.wait_for()
    assert visitor.page.evaluate("localStorage.getItem('numduel.name')") is None
    visitor.faults.clear()  # the browser notes every refusal


def test_link_is_copied_without_clipboard_api_and_shared(invite):
    host = invite(own_page=True)
    host.page.add_init_script(
        """Object.defineProperty(navigator, "clipboard", {value: undefined});
        document.execCommand = (what) => (window.copied = String(getSelection()), what === "copy");
        navigator.share = async (what) => { window.shared = what; };"""
    )
    host.begin_at_home("divisor-duel", "link")
    link = host.page.locator("#seat-link").input_value()
    host.page.locator(".invitation").get_by_role("button", name="Copy").first.click()
    expect(host.below).to_have_text("The link is copied.")
    assert host.page.evaluate("copied") == link
    host.page.locator(".invitation").get_by_role("button", name="Share").first.click()
    assert host.page.evaluate("shared.url") == link
