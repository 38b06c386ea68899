"""Sheets to print: blank boards with the rules, puzzles with their answers on another page."""

import re

import pytest
from playwright.sync_api import expect

from ....conftest import mostly_long


def pages_of(visitor):
    """How many pages of paper the browser's own print makes."""
    return len(re.findall(rb"/Type\s*/Page\b", visitor.page.pdf(format="A4")))


@pytest.mark.parametrize(
    ("size", "boards"), mostly_long((100, 2), (20, 4), (100, 4), (100, 1), now=[0])
)
def test_sheet_prints_boards_and_rules_on_one_page(size, boards, invite):
    visitor = invite(own_page=True)
    visitor.page.goto(f"/sheets?game=divisor-duel&numbers={size}&boards={boards}")
    expect(visitor.page.locator(".sheet .tile")).to_have_count(size * boards)
    expect(visitor.page.locator(".chain").first.locator("i")).to_have_count(min(size, 24))
    expect(visitor.page.locator(".sheet .rules p").first).to_be_visible()
    rules = visitor.page.locator(".sheet .rules")
    expect(rules).not_to_contain_text("opening=")
    expect(rules).to_contain_text(f"Both players share the numbers 1 to {size}.")
    visitor.page.emulate_media(media="print")
    for unwanted in (".site", ".choosers", "h1"):
        expect(visitor.page.locator(unwanted).first).to_be_hidden()
    assert pages_of(visitor) == 1


def test_puzzles_have_their_answers_on_a_second_page(visitor):
    visitor.page.goto("/sheets?game=divisor-duel")
    visitor.page.locator("#sheet-kind").select_option("puzzles")
    expect(visitor.page.locator(".sheet .puzzle")).to_have_count(6)
    expect(visitor.button("Print")).to_be_enabled()
    answers = visitor.page.locator(".answers li b").all_inner_texts()
    assert len(answers) == 6
    for answer, puzzle in zip(answers, visitor.page.locator(".sheet .puzzle").all(), strict=True):
        number = answer.removesuffix(" wins.")
        expect(puzzle.locator(f".tile.allowed[data-move='{number}']")).to_have_count(1)
        expect(puzzle.locator("p")).to_contain_text("One move wins: find it.")
    assert pages_of(visitor) == 2
    visitor.page.reload()  # the address has the same puzzles
    expect(visitor.page.locator(".answers li b")).to_have_text(answers)


def test_class_comes_first_and_options_are_words(visitor):
    page = visitor.page
    page.goto("/")
    page.get_by_role("link", name="For teachers").click()
    expect(page).to_have_title(re.compile("^For teachers"))
    expect(page.get_by_role("heading")).to_contain_text(["For teachers", "With a class", "Sheets"])
    expect(page.get_by_text("numduel serve --lan")).to_be_in_viewport()
    page.locator("#sheet-game").select_option("Divisor Duel")
    opening = page.get_by_role("combobox", name="Opening")
    expect(opening.get_by_role("option")).to_have_text(
        ["Any number", "An even number", "An even number below half"]
    )
    opening.select_option("An even number")
    expect(page).to_have_url(re.compile("opening=even$"))


def test_sheet_offers_settings_of_its_game(visitor):
    page = visitor.page
    page.goto("/sheets?game=sequence-builder")
    expect(page.locator(".sheet .tile")).to_have_count(18)
    page.get_by_role("spinbutton", name="Numbers").fill("12")
    page.get_by_role("spinbutton", name="Numbers").press("Enter")
    page.locator("#sheet-boards").select_option("1")
    expect(page.locator(".sheet .tile")).to_have_count(12)
    expect(page.locator(".sheet .rules")).to_contain_text("the pool that both share, 1 to 12")
    expect(page).to_have_url(re.compile("numbers=12$"))
    page.locator("#sheet-game").select_option("Grundy's Game")
    expect(page.get_by_role("spinbutton", name="Start")).to_have_value("16")
    expect(page.locator(".sheet .bar")).to_have_count(1)
    page.locator("#sheet-kind").select_option("puzzles")
    expect(page.locator(".sheet .puzzle").first).to_be_visible()
    page.locator("#sheet-game").select_option("Number Split Duel")
    expect(page.locator(".notice")).to_have_text("There are no puzzles of this duel.")
