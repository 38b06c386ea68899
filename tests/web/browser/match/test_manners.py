"""Manners: moves are seen, nobody is left wondering, and the focus is never lost."""

import re

import pytest
from playwright.sync_api import expect

from .test_playing import join

SWITCH = """knob => [knob, "::after"].map((part) =>
    getComputedStyle(knob, part === knob ? null : part).backgroundColor)"""


def test_own_move_is_shown_before_the_computers_reply(invite):
    visitor = invite(own_page=True, reduced_motion="no-preference")
    visitor.page.clock.install()
    visitor.begin("divisor-duel", "computer")
    visitor.page.clock.pause_at(visitor.page.evaluate("Date.now()") + 1)
    visitor.tile(6).click()
    expect(visitor.tile(6)).to_have_class(re.compile("taken player-1 last"))
    match = visitor.page.url.replace("/m/", "/api/matches/")
    while visitor.page.request.get(match).json()["ply"] == 1:
        visitor.page.wait_for_timeout(50)
    visitor.page.wait_for_timeout(300)  # the page has heard of the reply, and its time stands still
    visitor.page.clock.run_for(390)
    expect(visitor.page.locator(".tile.taken.player-2")).to_have_count(0)
    while visitor.count_moves() == 1:
        visitor.page.clock.run_for(50)
    visitor.expect_moves(2)
    expect(visitor.below).to_have_text(re.compile(r"^You took 6\.\s+The computer took \d+\.$"))
    expect(visitor.below.locator(".move-told")).to_have_count(2)


def test_a_double_click_is_one_move(visitor):
    visitor.begin("last-stone", "screen", heap=7)
    choices = visitor.page.locator(".choice")
    choices.nth(0).click()
    visitor.expect_moves(1)
    visitor.page.mouse.down(click_count=2)  # the second half, after the first was answered
    visitor.page.mouse.up(click_count=2)
    choices.nth(1).click()
    visitor.expect_moves(2)
    expect(visitor.below).to_have_text("Player 2 played 2.")


def test_the_focus_never_falls_to_nowhere(visitor):
    visitor.begin("number-split-duel", "screen")
    keys = visitor.page.keyboard
    keys.press("ArrowLeft")
    keys.press("Enter")
    keys.press("Enter")  # the part that had the focus is gone
    visitor.expect_moves(1)
    visitor.page.wait_for_function("document.activeElement !== document.body")
    visitor.page.locator("#resign").click()
    expect(visitor.page.locator("#play-on")).to_be_focused()
    keys.press("Enter")
    expect(visitor.page.locator("#resign")).to_be_focused()
    keys.press("Enter")
    visitor.button("Yes, resign").focus()
    keys.press("Enter")
    visitor.page.locator("#rematch").wait_for()
    visitor.page.wait_for_function("document.activeElement !== document.body")
    first = visitor.page.url
    visitor.page.locator("#rematch").click()
    visitor.page.wait_for_url(lambda address: address != first)
    visitor.page.wait_for_function("document.activeElement !== document.body")
    visitor.page.go_back()
    visitor.button("Go to the rematch").wait_for()
    visitor.page.wait_for_function("document.activeElement !== document.body")


def test_the_rules_are_one_button_away_in_a_match(invite):
    visitor = invite(width=360, height=480)
    visitor.begin("sequence-builder", "screen")
    visitor.button("Rules").click()
    dialog = visitor.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Rules of Sequence Builder")).to_be_in_viewport()
    expect(dialog.locator(".rules p").first).to_be_in_viewport()  # it opens at its beginning
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    visitor.tile(3).click()
    visitor.expect_moves(1)


@pytest.mark.long
def test_presence_follows_leaving_and_coming_back(invite):
    host, guest = invite(), invite()
    host.begin_at_home("divisor-duel", "link")
    join(host, guest)
    away = host.page.locator(".plate.player-2 .away")
    guest.page.goto("/puzzles")
    expect(away).to_have_text("is away")
    guest.page.go_back()
    expect(away).to_have_count(0)


@pytest.mark.long
def test_a_request_that_is_declined_is_said_to_be(invite):
    host, guest = invite(), invite()
    host.begin_at_home("divisor-duel", "link")
    join(host, guest)
    host.tile(6).click()
    guest.expect_moves(1)
    host.button("Undo").click()
    guest.button("Decline").click()
    expect(host.below).to_have_text("Player 2 would rather not take the move back.")
    host.page.locator("#truth").click()
    guest.button("Decline").click()
    expect(host.below).to_have_text("Player 2 would rather play without the best moves.")
    host.page.locator("#truth").click()
    guest.button("Decline").wait_for()
    host.page.locator("#truth").click()  # what one takes back oneself is not declined
    expect(guest.page.locator(".question")).to_have_count(0)
    expect(host.below).not_to_contain_text("rather")


def test_show_best_moves_refutes_losing_move(visitor):
    visitor.page.goto("/p/divisor-duel")
    expect(visitor.tile(1).locator(".mark")).to_contain_text("▼")
    visitor.tile(1).click()
    expect(visitor.below).to_have_text(re.compile(r"1 loses.*", re.IGNORECASE))
    visitor.begin("divisor-duel", "screen")
    visitor.page.locator("#truth").click()
    expect(visitor.tile(1).locator(".mark")).to_contain_text("▼")
    visitor.tile(1).click()
    visitor.expect_moves(1)
    expect(visitor.below).to_have_text(re.compile(r"1 loses.*", re.IGNORECASE))


@pytest.mark.long
def test_forced_colors_keep_states_distinguishable(invite):
    visitor = invite(forced_colors="active")
    visitor.begin("divisor-duel", "screen")
    visitor.tile(6).click()
    visitor.expect_moves(1)
    border = "face => getComputedStyle(face).borderTopWidth + getComputedStyle(face).borderTopColor"
    allowed = visitor.tile(3).locator(".face").evaluate(border)
    barred = visitor.tile(7).locator(".face").evaluate(border)
    assert allowed != barred
    knob = visitor.page.locator("#truth .knob")
    off = knob.evaluate(SWITCH)
    assert len(set(off)) == 2
    visitor.page.locator("#truth").click()
    expect(visitor.page.locator("#truth")).to_have_attribute("aria-checked", "true")
    on = knob.evaluate(SWITCH)
    assert len(set(on)) == 2
    assert on != off
