"""The truth, if asked for: marks on every allowed move, why, and the review."""

import json
import re

import pytest
from playwright.sync_api import expect


def test_the_switch_marks_every_allowed_move(visitor):
    visitor.begin("divisor-duel", "computer")
    visitor.page.locator("#truth").click()
    expect(visitor.page.locator(".tile.allowed .mark")).to_have_count(20)
    expect(visitor.tile(1).locator(".mark")).to_have_text(re.compile("▼"))
    expect(visitor.tile(6).locator(".mark")).to_have_text(re.compile("▲"))
    expect(visitor.page.locator(".verdict")).to_contain_text("You win in 3 moves with best play.")


def test_pairing_is_drawn_for_why_and_review(visitor):
    visitor.begin("divisor-duel", "computer", numbers=10, level="perfect")  # Player 2 wins
    pairs = visitor.page.locator(".relations path.pair")
    visitor.page.locator("#truth").click()
    visitor.button("Why?").click()
    expect(visitor.page.locator(".why p").first).to_be_visible()
    expect(pairs).to_have_count(5)
    visitor.page.locator("#truth").click()
    visitor.tile(2).click()
    visitor.play_on()
    expect(visitor.page.locator(".turning-point")).to_contain_text("You were losing from the start")
    visitor.page.locator("#review").click()
    expect(visitor.page.locator(".place")).to_have_text("The start")
    expect(pairs).to_have_count(5)
    visitor.button("Forward").click()
    expect(visitor.below).to_have_text("You took 2. Its partner is 6.")
    expect(visitor.page.locator(".pair.lit")).to_have_count(1)


def play_a_game_with_a_mistake(visitor):
    """Player 1 opens with 1, which loses; Player 2 answers badly, and so on to the end."""
    visitor.begin("divisor-duel", "screen", numbers=9)
    visitor.play_on()


def test_the_review_shows_mistakes_and_jumps(visitor):
    play_a_game_with_a_mistake(visitor)
    visitor.page.locator("#review").click()
    expect(visitor.page.locator(".place")).to_have_text(re.compile("Move [1-9]"))
    expect(visitor.page.locator(".tile.last")).to_contain_class("wrong")  # it decided the game
    expect(visitor.page.locator(".tile.wins .mark").first).to_have_text("▲")
    graph = visitor.page.get_by_role("slider", name="Who was winning, move by move")
    expect(visitor.page.locator(".mistake-dot").first).to_be_visible()
    expect(visitor.page.locator(".mistake-dot").first).to_have_attribute(
        "title", re.compile("would have won")
    )
    graph.focus()
    visitor.page.keyboard.press("Home")
    expect(visitor.page.locator(".place")).to_have_text("The start")
    expect(graph).to_have_attribute("aria-valuetext", "The start: Player 1 wins.")
    visitor.page.keyboard.press("ArrowRight")
    expect(graph).to_have_attribute(
        "aria-valuetext", re.compile(r"^Move 1, \d+: Player \d wins in")
    )
    expect(visitor.page.locator(".place")).to_contain_text("Move 1 of")
    expect(visitor.page.locator(".tile.taken")).to_have_count(1)


def test_what_if_board_has_url_per_position(visitor):
    play_a_game_with_a_mistake(visitor)
    visitor.page.locator("#review").click()
    visitor.page.get_by_role("button", name=re.compile("^Move 2:")).click()
    expect(visitor.page.locator(".place")).to_contain_text("Move 2 of")
    visitor.page.get_by_role("link", name="What if …").click()
    visitor.page.wait_for_url("**/p/**")
    expect(visitor.page.locator(".tile.taken")).to_have_count(2)
    visitor.page.go_back()
    expect(visitor.page.locator(".place")).to_contain_text("Move 2 of")
    visitor.page.get_by_role("link", name="What if …").click()
    visitor.page.get_by_role("link", name="Back to the review").wait_for()
    visitor.page.locator(".tile.allowed").first.click()
    expect(visitor.page.locator(".tile.taken")).to_have_count(3)
    address = visitor.page.evaluate("location.href")
    visitor.button("Back").click()
    expect(visitor.page.locator(".tile.taken")).to_have_count(2)
    visitor.button("Forward").click()
    expect(visitor.page.locator(".tile.taken")).to_have_count(3)
    visitor.page.goto("/")
    visitor.page.goto(address)
    expect(visitor.page.locator(".tile.taken")).to_have_count(3)


def test_the_record_is_a_file_and_a_link(visitor):
    play_a_game_with_a_mistake(visitor)
    count = visitor.count_moves()
    visitor.page.locator("#review").click()
    visitor.page.get_by_text("Keep this duel").click()
    with visitor.page.expect_download() as download:
        visitor.page.get_by_role("link", name="Save the record as a file").click()
    lines = download.value.path().read_text().splitlines()
    assert json.loads(lines[0])["game"] == "divisor-duel"
    assert len(lines) > count
    visitor.page.goto(visitor.page.locator("#record-link").input_value())
    expect(visitor.page.locator(".tile.taken")).to_have_count(count)


@pytest.mark.long
def test_fast_navigation_sends_few_analysis_requests(invite):
    visitor = invite(own_page=True)
    asked, refused = [], []
    visitor.page.on(
        "request", lambda request: asked.append(request) if "/truth?" in request.url else None
    )
    visitor.page.on(
        "response", lambda answer: refused.append(answer.url) if answer.status == 429 else None
    )
    moves = "6,3,9,18,2,14,7,1,5,10,20,4"
    visitor.page.goto(f"/p/divisor-duel/{moves}")
    visitor.page.locator(".verdict").wait_for()
    for key in ("Back",) * 12 + ("Forward",) * 12:
        visitor.button(key).evaluate("button => button.click()")  # be it disabled or not
    visitor.page.locator(".verdict").wait_for()
    assert refused == []
    assert len(asked) < 24
