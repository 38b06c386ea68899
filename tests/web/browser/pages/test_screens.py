"""The board fills the screen: phone, phone on its side, tablet, desk, projector."""

import pytest
from playwright.sync_api import expect

SIZES = [(360, 740), (740, 360), (768, 1024), (1280, 800), (1920, 1080)]


def bottom_of(visitor, what):
    box = visitor.page.locator(what).last.bounding_box()
    return box["y"] + box["height"]


@pytest.mark.long
def test_all_rows_fit_the_height_of_every_screen(invite):
    visitor = invite()
    for width, height in SIZES:
        visitor.page.set_viewport_size({"width": width, "height": height})
        for slug, choices in [
            ("divisor-duel", {}),
            ("divisor-duel", {"numbers": 100}),
            ("sequence-builder", {"numbers": 15, "length": 7}),
        ]:
            visitor.begin(slug, "screen", **choices)
            assert bottom_of(visitor, ".tile") <= height, (width, slug, choices)
            assert visitor.page.evaluate("scrollY") == 0


def test_a_board_takes_most_of_a_wide_screen(invite):
    for width, height in ((1280, 800), (1920, 1080)):
        visitor = invite(width=width, height=height)
        visitor.begin("divisor-duel", "screen")
        box = visitor.board.bounding_box()
        assert box["width"] >= 0.6 * width
        assert box["height"] >= 0.6 * height


OVERFLOW = """() => [...document.querySelectorAll(".slot")]
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))"""
BESIDE = """() => [...document.querySelectorAll(".tile")].filter((tile) => {
    const mark = tile.querySelector(".mark")?.getBoundingClientRect();
    const box = tile.getBoundingClientRect();
    return mark && (mark.left < box.left - 1 || mark.right > box.right + 1);
}).map((tile) => tile.textContent)"""


@pytest.mark.long
def test_distances_of_three_digits_stay_on_their_tiles(invite):
    visitor = invite(width=320, height=740)
    visitor.begin("parity-duel", "screen", numbers=200)
    visitor.page.locator("#truth").click()
    expect(visitor.page.locator(".tile .mark").first).to_have_text("▼200")
    assert visitor.page.evaluate(BESIDE) == []
    assert min(visitor.tile(200).bounding_box()["width"], 28) == 28


@pytest.mark.long
def test_rows_of_seven_stand_in_one_line_on_a_phone(invite):
    visitor = invite(width=320, height=740)
    visitor.begin("sequence-builder", "screen", numbers=15, length=7)
    for number in (11, 12, 13, 14):
        visitor.tile(number).click()
        expect(visitor.tile(number)).to_have_class(
            "tile taken player-1 last" if number % 2 else "tile taken player-2 last"
        )
    tops = visitor.page.locator(".row.player-1 .slot").evaluate_all(
        "all => all.map(slot => slot.offsetTop)"
    )
    assert len(tops) == 7
    assert len(set(tops)) == 1
    assert visitor.page.evaluate(OVERFLOW) == []


def test_f_shows_the_board_to_a_room_and_takes_it_back(visitor):
    visitor.begin("divisor-duel", "screen")
    before = visitor.headline.bounding_box()
    visitor.page.keyboard.press("f")
    expect(visitor.page.locator("header.site nav")).to_be_hidden()
    assert visitor.headline.bounding_box()["height"] > before["height"]
    read = ".headline, .plate, .last-move, .moves, .moves button, .button"
    sizes = f"[...document.querySelectorAll('{read}')].map(one => getComputedStyle(one).fontSize)"
    assert min(float(size[:-2]) for size in visitor.page.evaluate(sizes)) > 16
    visitor.tile(6).click()
    expect(visitor.tile(6)).to_have_class("tile taken player-1 last")
    visitor.button("Normal size").click()
    expect(visitor.page.locator("header.site nav")).to_be_visible()


def test_a_thousand_is_cut_exactly_by_touch(invite):
    visitor = invite(width=360, height=740, has_touch=True)
    visitor.begin("number-split-duel", "screen", start=1000)
    field = visitor.page.get_by_label("The first part")
    bar = visitor.page.get_by_role("slider")
    field.fill("357")
    expect(bar).to_have_attribute("aria-valuetext", "357 and 643")
    for _ in range(2):
        visitor.button("One more").tap()
    visitor.button("One less").tap()
    expect(bar).to_have_attribute("aria-valuetext", "358 and 642")
    visitor.button("One more").tap()
    visitor.button("Hand over 359").tap()
    expect(visitor.below).to_contain_text("handed over 359")
