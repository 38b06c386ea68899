"""Boards: what they show, and how they are played by pointer and keyboard."""

import pytest
from playwright.sync_api import expect


def test_a_tile_shows_who_took_it_and_as_which_move(visitor):
    visitor.begin("divisor-duel", "screen")
    visitor.tile(6).click()
    visitor.tile(18).click()
    expect(visitor.tile(6)).to_have_class("tile taken player-1")
    expect(visitor.tile(18)).to_have_class("tile taken player-2 last")
    expect(visitor.tile(18)).to_have_attribute(
        "aria-label", "18, taken by Player 2, move 2, the last move"
    )
    expect(visitor.page.locator(".relations .follows")).to_have_count(4)  # 1, 2, 3 and 9


STRUCK = """() => {
    const points = [...document.querySelectorAll(".relations path")].flatMap((line) => {
        const at = line.getScreenCTM();
        return Array.from({length: 101}, (_, step) =>
            line.getPointAtLength(line.getTotalLength() * step / 100).matrixTransform(at));
    });
    return [...document.querySelectorAll(".tile.barred .number")].filter((number) => {
        const box = number.getBoundingClientRect();
        return points.some(({x, y}) =>
            x > box.left && x < box.right && y > box.top && y < box.bottom);
    }).map((number) => number.textContent);
}"""


def test_no_number_is_struck_through_by_a_line_to_another(visitor):
    visitor.page.goto("/p/divisor-duel")
    lines = visitor.page.locator(".relations .follows")
    for opening in (6, 10):
        visitor.tile(opening).click()
        expect(lines).not_to_have_count(0)
        for width in (390, 1280):
            visitor.page.set_viewport_size({"width": width, "height": 800})
            assert visitor.page.evaluate(STRUCK) == []
        visitor.button("Back").click()
        expect(lines).to_have_count(0)


def test_board_refuses_illegal_move_with_rule(visitor):
    visitor.begin("divisor-duel", "screen")
    visitor.tile(6).click()
    visitor.expect_moves(1)
    visitor.tile(7).click(force=True)
    expect(visitor.below).to_have_text("7 is neither a divisor nor a multiple of 6.")
    visitor.expect_moves(1)
    visitor.faults.clear()  # the browser notes every refusal


def test_arrow_keys_split_and_skip_equal_cut(visitor):
    visitor.begin("number-split-duel", "screen", start=8)
    bar = visitor.page.get_by_role("slider")
    keys = visitor.page.keyboard
    keys.press("ArrowRight")
    expect(bar).to_have_attribute("aria-valuetext", "5 and 3")
    keys.press("ArrowLeft")
    expect(bar).to_have_attribute("aria-valuetext", "3 and 5")
    keys.press("Enter")
    keys.press("ArrowRight")
    expect(visitor.page.locator(".part").last).to_be_focused()
    keys.press("Enter")
    expect(visitor.headline).to_contain_text("Player 2 splits 5 into two unequal parts")


def test_cut_can_be_moved_before_handing_over(visitor):
    visitor.begin("number-split-duel", "screen")
    bar = visitor.page.get_by_role("slider")
    box = bar.bounding_box()
    # A second tap moves the cut, and the equal cut does not snap.
    for part, cut in ((3, "3 and 13"), (7.9, "7 and 9"), (8.1, "9 and 7"), (6, "6 and 10")):
        visitor.page.mouse.click(box["x"] + box["width"] * part / 16, box["y"] + 20)
        expect(bar).to_have_attribute("aria-valuetext", cut)
    visitor.expect_moves(0)
    assert bar.bounding_box() == box
    field = visitor.page.get_by_label("The first part")
    wrong = {"8": "16 cannot be cut into 8 and 8.", "1.5": "1.5 is not a whole number."}
    for typed, told in (wrong | {"99": "Type a number from 1 to 15."}).items():
        field.fill(typed)
        field.blur()
        expect(visitor.below).to_have_text(told)
        expect(field).to_have_value("6")
    visitor.button("One more").click()
    visitor.button("Hand over 7").click()
    expect(visitor.below).to_contain_text("Player 1 split 16 into 9 and 7")


def test_heaps_are_split_by_keyboard(visitor):
    visitor.begin("grundys-game", "screen", start=6)
    keys = visitor.page.keyboard
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(visitor.page.locator(".confirm")).to_be_focused()
    keys.press("Enter")
    visitor.expect_moves(1)
    expect(visitor.page.locator(".heap .size")).to_have_text(["4"])
    expect(visitor.page.locator(".stub")).to_have_text(["2"])


def values_on(visitor):
    """What the plain board shows of the position: a text for each named value."""
    return visitor.page.locator(".stage .values > div").all_inner_texts()


@pytest.mark.long
def test_plain_board_shows_row_and_each_choice_once(visitor):
    visitor.begin("stacks", "screen")
    row = visitor.page.locator(".stage .value-row li")
    expect(row).to_have_text(["1", "2", "3"])
    visitor.page.locator(".choice[data-move='3:2']").click()
    visitor.expect_moves(1)
    expect(row).to_have_text(["1", "2", "1"])
    choices = ["1:1", "2:1", "2:2", "3:1"]
    expect(visitor.page.locator(".choice")).to_have_text(choices)
    shown = visitor.page.locator(".stage").inner_text()
    assert all(shown.count(choice) == 1 for choice in choices)


def test_plugin_game_shows_best_moves(visitor):
    visitor.begin("last-stone", "screen", heap=7)
    assert values_on(visitor) == ["Stones\n7"]
    visitor.page.locator("#truth").click()
    expect(visitor.page.locator(".choice .mark")).to_have_text(["▼4", "▼4", "▲3"])
    visitor.page.locator(".choice[data-move='3']").click()
    visitor.expect_moves(1)
    assert values_on(visitor) == ["Stones\n4"]
    visitor.play_on()
    expect(visitor.headline).to_contain_text("by taking the last stone")


def test_large_game_uses_plain_board(visitor):
    visitor.begin("divisor-duel", "screen", numbers=1000)
    expect(visitor.page.locator(".board.plain")).to_be_visible()
    expect(visitor.page.locator(".values dt")).to_have_text(["Last"])  # all others are buttons
    visitor.page.get_by_label("Your move").fill("997")
    visitor.button("Play it").click()
    visitor.expect_moves(1)
    visitor.page.locator(".choice").first.click()
    visitor.expect_moves(2)
