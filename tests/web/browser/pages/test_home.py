"""Home: what is worth playing first, honest about what is decided, and as one left it."""

import pytest
from playwright.sync_api import expect


def card_of(visitor, slug):
    return visitor.page.locator(f".card:has(#title-{slug})")


def test_what_is_worth_playing_comes_first_and_decided_duels_say_so(visitor):
    visitor.go_home()
    slugs = visitor.page.locator(".card h2").evaluate_all("all => all.map(h => h.id.slice(6))")
    places = {slug: slugs.index(slug) for slug in slugs}
    assert places["divisor-duel"] == 0
    assert places["grundys-game"] < places["sequence-builder"] < places["parity-duel"]
    assert slugs[-1] == "number-split-duel"
    decided = visitor.page.locator(".card:has(.decided) h2")
    assert set(decided.all_inner_texts()) == {"Parity Duel", "Even/Odd Match"}


def test_a_first_visit_is_shown_where_to_begin(visitor):
    visitor.go_home()
    expect(visitor.page.get_by_role("link", name="Try a puzzle")).to_be_visible()
    visitor.page.get_by_role("link", name="Learn in three minutes").click()
    visitor.page.wait_for_url("**/learn")
    visitor.page.go_back()
    card_of(visitor, "divisor-duel").get_by_role("button", name="Two at this screen").click()
    visitor.board.wait_for()
    visitor.go_home()
    expect(visitor.page.locator(".first-steps")).to_have_count(0)


def test_a_duel_that_is_decided_says_so_before_it_begins_and_offers_what_counts(visitor):
    visitor.go_home()
    card = card_of(visitor, "parity-duel")
    warning = card.locator(".foregone")
    expect(card.get_by_role("radio", name="With a joker")).to_be_checked()
    expect(warning).to_have_count(0)
    card.get_by_role("radio", name="As written").check()
    expect(warning).to_contain_text("As Player 1 you cannot win this one, whatever you do.")
    warning.get_by_role("button", name="Swap seats").click()
    expect(warning).to_contain_text("As Player 2 you cannot lose this one, whatever you do.")
    warning.get_by_role("button", name="With a joker").click()
    expect(warning).to_have_count(0)
    expect(card.get_by_role("radio", name="With a joker")).to_be_checked()
    card.locator("summary").click()
    jokers = visitor.page.locator("#parity-duel-jokers")
    jokers.fill("0")
    jokers.blur()
    expect(warning).to_be_visible()
    numbers = visitor.page.locator("#parity-duel-numbers")
    numbers.fill("21")  # then the first number decides
    numbers.blur()
    expect(warning).to_have_count(0)


@pytest.mark.long
def test_setting_size_and_level_are_as_one_left_them_on_the_way_back(visitor):
    visitor.go_home()
    card = card_of(visitor, "divisor-duel")
    card.get_by_role("radio", name="1 to 40, begin with an even number").check()
    card.locator("summary").click()
    card.get_by_label("Computer’s level").select_option("hard")
    card.get_by_role("button", name="Play the computer").click()
    visitor.board.wait_for()
    expect(visitor.page.locator(".tile")).to_have_count(40)
    visitor.page.go_back()
    card.wait_for()
    expect(card.get_by_role("radio", name="1 to 40, begin with an even number")).to_be_checked()
    card.locator("summary").click()
    expect(card.get_by_label("Computer’s level")).to_have_value("hard")


@pytest.mark.long
def test_a_double_click_begins_one_duel(invite):
    visitor = invite(own_page=True)
    begun = []
    visitor.page.on(
        "request", lambda sent: begun.append(sent) if sent.url.endswith("/api/matches") else None
    )
    visitor.go_home()
    card_of(visitor, "divisor-duel").get_by_role("button", name="Two at this screen").dblclick()
    visitor.board.wait_for()
    assert len(begun) == 1


def test_a_link_to_a_friend_is_listed_from_its_creation_with_whose_turn_it_is(invite):
    host, guest = invite(), invite()
    host.begin_at_home("divisor-duel", "link")
    link = host.page.locator("#seat-link").input_value()
    expect(host.page.locator(".invitation")).to_contain_text("Others cannot reach this address")
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


def test_with_lan_a_page_on_loopback_offers_links_for_the_network(invite):
    host = invite(own_page=True)
    host.go_home()
    tag = "<meta name=lan-origin content=http://192.168.1.20:8000>"  # as `serve --lan` writes it
    host.page.evaluate("tag => document.head.insertAdjacentHTML('beforeend', tag)", tag)
    host.begin_at_home("divisor-duel", "link")
    assert host.page.locator("#seat-link").input_value().startswith("http://192.168.1.20:8000/m/")
    expect(host.page.locator(".invitation")).not_to_contain_text("Others cannot reach")


def test_a_refused_name_is_told_at_its_field_and_playing_goes_on(visitor):
    visitor.go_home()
    field = visitor.page.get_by_label("Your name, if you like")
    kept = "localStorage.getItem('numduel.name')"
    field.fill("Ann")
    field.blur()
    visitor.page.wait_for_function(kept)
    field.fill("Player 1")
    card_of(visitor, "divisor-duel").get_by_role("button", name="Two at this screen").click()
    expect(visitor.page.locator(".plate.player-1")).to_contain_text("Ann")
    assert visitor.page.evaluate(kept) == '"Ann"'
    visitor.page.go_back()
    field.fill("Player 1")
    field.blur()
    expect(field).to_have_accessible_description(
        '"Player 1" is reserved for a seat. Choose another name. Until then you play as Ann.'
    )
    field.fill("")
    field.blur()
    expect(visitor.page.get_by_role("alert")).to_have_count(0)
    assert visitor.page.evaluate(kept) is None
    visitor.faults.clear()  # the browser notes every refusal


def test_a_link_is_copied_without_https_and_shared_where_that_can_be_done(invite):
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
