"""Playing: taking back, hints, giving up, playing again, by hand and by keyboard."""

from playwright.sync_api import expect


def join(host, guest):
    """The guest takes the seat that the host's link gives."""
    guest.page.goto(host.page.locator("#seat-link").input_value())
    guest.button("Take the seat").click()
    guest.board.wait_for()
    expect(host.page.locator(".invitation")).to_have_count(0)


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
    visitor.page.goto("/p?game=divisor-duel")
    lines = visitor.page.locator(".relations .follows")
    for opening in range(2, 11):
        visitor.tile(opening).click()
        expect(lines).not_to_have_count(0)
        for width in (390, 1280):
            visitor.page.set_viewport_size({"width": width, "height": 800})
            assert visitor.page.evaluate(STRUCK) == []
        visitor.button("Back").click()
        expect(lines).to_have_count(0)


def test_a_hundred_numbers_stand_without_lines(visitor):
    visitor.begin("divisor-duel", "screen", numbers=100)
    visitor.tile(48).click()
    expect(visitor.page.locator(".tile.allowed")).to_have_count(10)
    expect(visitor.page.locator(".relations .follows")).to_have_count(0)


def test_a_move_that_is_not_allowed_is_refused_with_the_rule(visitor):
    visitor.begin("divisor-duel", "screen")
    visitor.tile(6).click()
    visitor.expect_moves(1)
    visitor.tile(7).click(force=True)
    expect(visitor.below).to_have_text("7 is neither a divisor nor a multiple of 6.")
    visitor.expect_moves(1)
    visitor.faults.clear()  # the browser notes every refusal


def test_taking_back_against_the_computer_leads_to_your_last_turn(visitor):
    visitor.begin("divisor-duel", "computer")
    visitor.tile(6).click()
    visitor.expect_moves(2)
    visitor.button("Take back").click()
    visitor.expect_moves(0)
    expect(visitor.headline).to_have_text("Your turn: take any number.")


def test_taking_back_at_one_screen_is_one_move(visitor):
    visitor.begin("parity-duel", "screen")
    visitor.tile(3).click()
    visitor.tile(4).click()
    visitor.expect_moves(2)
    visitor.page.keyboard.press("u")
    visitor.expect_moves(1)


def test_a_hint_marks_a_winning_move(visitor):
    visitor.begin("number-split-duel", "computer")
    visitor.page.keyboard.press("h")
    expect(visitor.below).to_contain_text("you win in 1 move")
    expect(visitor.page.get_by_role("slider")).to_have_attribute("aria-valuetext", "1 and 15")


def test_resigning_asks_once(visitor):
    visitor.begin("sequence-builder", "computer")
    visitor.button("Resign").click()
    visitor.button("No, play on").click()
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    expect(visitor.headline).to_have_text("The computer wins by resignation.")


def test_a_rematch_swaps_the_seats(visitor):
    visitor.begin("number-split-duel", "computer", level="easy")
    visitor.page.keyboard.type("1")
    visitor.page.keyboard.press("Enter")
    expect(visitor.headline).to_contain_text("You win")
    first = visitor.page.url
    visitor.button("Rematch").click()
    visitor.page.wait_for_url(lambda address: address != first)
    expect(visitor.page.locator(".plate.player-2")).to_have_text("You")


def test_between_two_people_taking_back_and_truth_need_both(invite):
    host, guest = invite(), invite()
    host.begin_at_home("divisor-duel", "link")
    join(host, guest)
    host.tile(6).click()
    guest.expect_moves(1)
    host.button("Take back").click()
    expect(host.page.locator(".notice")).to_contain_text("You asked")
    guest.button("Decline").click()
    expect(host.page.locator(".notice")).to_have_count(0)
    host.expect_moves(1)
    host.button("Take back").click()
    guest.button("Agree").click()
    host.expect_moves(0)
    guest.expect_moves(0)
    host.page.locator("#truth").click()
    expect(guest.page.locator(".mark")).to_have_count(0)
    guest.button("Agree").click()
    expect(host.page.locator(".mark").first).to_be_visible()
    expect(guest.page.locator(".mark").first).to_be_visible()
    host.page.locator("#truth").click()
    expect(guest.page.locator(".mark")).to_have_count(0)


def test_a_rematch_by_link_begins_when_both_want_it(invite):
    host, guest = invite(), invite()
    host.begin_at_home("number-split-duel", "link", start=3)
    join(host, guest)
    host.page.keyboard.type("1")
    host.page.keyboard.press("Enter")
    expect(guest.headline).to_contain_text("Player 1 wins")
    first = host.page.url
    host.button("Rematch").click()
    expect(guest.page.locator(".notice")).to_contain_text("would like a rematch")
    guest.button("Accept the rematch").click()
    guest.page.wait_for_url(lambda address: address != first)
    host.page.wait_for_url(lambda address: address != first)
    expect(host.page.locator(".plate.player-2")).to_have_text("You")
    expect(guest.headline).to_contain_text("Your turn")


def test_digits_and_enter_play_a_number(visitor):
    visitor.begin("parity-duel", "screen")
    visitor.page.keyboard.type("12")
    expect(visitor.below).to_have_text("12 typed. Enter plays it, Esc forgets it.")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.type("15")
    visitor.page.keyboard.press("Enter")
    expect(visitor.tile(15)).to_have_class("tile taken player-1 last")


def test_a_whole_duel_by_arrows_and_enter(visitor):
    visitor.begin("divisor-duel", "screen", numbers=4)
    keys = visitor.page.keyboard
    keys.press("ArrowDown")  # the first arrow goes to the board
    keys.press("ArrowRight")
    keys.press("Enter")
    visitor.expect_moves(1)
    expect(visitor.tile(2)).to_have_class("tile taken player-1 last")
    keys.press("End")
    keys.press("Enter")
    visitor.expect_moves(2)
    keys.press("Home")
    keys.press("Enter")
    visitor.expect_moves(3)
    keys.press("ArrowRight")
    keys.press("ArrowRight")
    keys.press("Enter")
    expect(visitor.headline).to_contain_text("Player 2 wins")


def test_a_number_is_split_by_arrows_and_the_equal_cut_is_skipped(visitor):
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


def test_a_cut_can_be_made_elsewhere_before_a_part_is_handed_over(visitor):
    visitor.begin("number-split-duel", "screen")
    keys = visitor.page.keyboard
    for key in ("ArrowLeft", "ArrowLeft", "Enter"):
        keys.press(key)
    visitor.button("Cut elsewhere").click()
    keys.press("ArrowRight")
    keys.press("Enter")
    visitor.button("Hand over 7").click()
    expect(visitor.below).to_contain_text("Player 1 split 16 into 9 and 7")


def test_ruling_n2_a_split_is_announced_larger_part_first(visitor):
    visitor.page.goto("/p?game=number-split-duel&moves=6")
    expect(visitor.below).to_have_text("Player 1 split 16 into 10 and 6 and handed over 6.")
    visitor.page.goto("/p?game=number-split-duel&moves=10")
    expect(visitor.below).to_have_text("Player 1 split 16 into 10 and 6 and handed over 10.")


def test_the_equal_cut_does_not_snap_to_the_pointer(visitor):
    visitor.begin("number-split-duel", "screen")
    bar = visitor.page.locator(".bar")
    box = bar.bounding_box()
    middle, y = box["x"] + box["width"] / 2, box["y"] + 20
    visitor.page.mouse.move(middle - 2, y)
    expect(bar).to_have_attribute("aria-valuetext", "7 and 9")
    visitor.page.mouse.move(middle + 2, y)
    expect(bar).to_have_attribute("aria-valuetext", "9 and 7")


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


def test_each_move_is_announced(visitor):
    visitor.begin("parity-duel", "screen")
    visitor.tile(3).click()
    expect(visitor.page.locator("#spoken")).to_have_text(
        "Player 1 removed 3. Player 2 removes an even number."
    )


def test_an_unfinished_duel_is_found_again_on_the_home_page(visitor):
    visitor.begin("parity-duel", "screen", numbers=3)
    visitor.tile(1).click()
    visitor.expect_moves(1)
    visitor.go_home()
    visitor.page.get_by_role("link", name="Parity Duel", exact=True).click()
    visitor.expect_moves(1)
    visitor.play_on()
    visitor.go_home()
    expect(visitor.page.locator(".go-on")).to_have_count(0)


def test_help_opens_with_a_question_mark(visitor):
    visitor.go_home()
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog")).to_be_visible()
    visitor.button("Close").click()
    expect(visitor.page.get_by_role("dialog")).to_be_hidden()


def values_on(visitor):
    """What the plain board shows of the position: a text for each named value."""
    return visitor.page.locator(".stage .values > div").all_inner_texts()


def test_the_plain_board_shows_a_number_that_the_rule_book_names(visitor):
    visitor.begin("last-stone", "screen", heap=7)
    expect(visitor.headline).to_have_text("Player 1's move.")
    assert values_on(visitor) == ["Stones\n7"]
    visitor.page.locator(".choice[data-move='3']").click()
    visitor.expect_moves(1)
    expect(visitor.below).to_have_text("Player 1 played 3.")
    expect(visitor.headline).to_have_text("Player 2's move.")
    assert values_on(visitor) == ["Stones\n4"]


def test_the_plain_board_shows_a_list_as_a_row_and_each_choice_once(visitor):
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


def test_a_duel_of_another_package_is_played_with_the_truth_shown(visitor):
    visitor.begin("last-stone", "computer", heap=7)
    visitor.page.locator("#truth").click()
    expect(visitor.page.locator(".choice .mark")).to_have_text(["▼4", "▼4", "▲3"])
    visitor.play_on()
    expect(visitor.headline).to_contain_text("by taking the last stone")


def test_a_duel_too_large_to_draw_is_played_on_the_plain_board(visitor):
    visitor.begin("divisor-duel", "screen", numbers=1000)
    expect(visitor.page.locator(".board.plain")).to_be_visible()
    expect(visitor.page.locator(".values dt")).to_have_text(["Last"])  # all others are buttons
    visitor.page.get_by_label("Your move").fill("997")
    visitor.button("Play it").click()
    visitor.expect_moves(1)
    visitor.page.locator(".choice").first.click()
    visitor.expect_moves(2)
