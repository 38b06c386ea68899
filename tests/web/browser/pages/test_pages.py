"""Every page: fits phone and desk, is accessible in light and dark, and stands still if asked."""

import re

import pytest
from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from numduel.study import FULL_LEGEND

from ....conftest import mostly_long

AXE = Axe()
VIOLATIONS = {"resultTypes": ["violations"]}  # of what is right, one example


def show_every_page(visitor):
    """Leads through every page and every state worth looking at, yielding a name for each."""
    page = visitor.page
    visitor.go_home()
    yield "home"
    visitor.open_sheet("divisor-duel").locator("summary").click()
    page.get_by_role("radio", name="A friend, by link").check()
    page.get_by_label("Your name, if you like").fill("Player 1")
    visitor.button("Start: Divisor Duel").click()
    page.get_by_role("alert").wait_for()
    yield "a sheet, with a refused name"
    page.keyboard.press("Escape")
    page.locator(".as-written").nth(2).click()
    page.locator(".foregone").wait_for()
    yield "a sheet, before a duel that is decided"
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_contain_text(FULL_LEGEND)
    yield "help"
    page.keyboard.press("Escape")
    for slug in ("parity-duel", "number-split-duel", "grundys-game", "sequence-builder"):
        visitor.begin(slug, "screen")
        visitor.move()
        visitor.expect_moves(1)
        page.locator("#truth").click()
        page.locator(".verdict").wait_for()
        page.keyboard.press("h")
        expect(visitor.below).to_contain_text(re.compile("^(Play|You)"))
        yield slug
    page.keyboard.press("u")
    visitor.button("Redo").wait_for()
    yield "a move to redo"
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    page.locator("#rematch").wait_for()
    yield "resigned"
    visitor.button("Rules").click()
    page.locator("#rules h3").first.wait_for()
    yield "rules in a match"
    page.keyboard.press("Escape")
    visitor.page.keyboard.press("f")
    yield "presentation"
    visitor.page.keyboard.press("f")
    visitor.begin("number-split-duel", "screen", start=1000)
    page.locator(".bar").click(position={"x": 90, "y": 20})
    page.locator(".part").first.wait_for()
    yield "parts"
    visitor.begin_at_home("divisor-duel", "link")
    link = page.locator("#seat-link").input_value()
    yield "waiting"
    guest = page.context.browser.new_context()
    invited = guest.new_page()
    invited.goto(link)
    invited.get_by_role("button", name="Take the seat").wait_for()
    yield "invited"
    guest.close()
    visitor.begin("divisor-duel", "screen", numbers=100)
    visitor.tile(60).click()
    visitor.expect_moves(1)
    page.locator("#truth").click()
    page.locator("#why").click()
    page.locator(".why").wait_for()
    yield "a hundred, with why"
    visitor.begin("divisor-duel", "screen", numbers=401)
    yield "plain"
    visitor.begin("divisor-duel", "screen", numbers=9)
    visitor.play_on()
    visitor.page.locator("#review").click()
    page.locator(".graph").wait_for()
    page.get_by_text("Keep this duel").click()
    page.get_by_role("button", name="Move 2:").click()
    page.locator(".moves .here").wait_for()
    yield "review"
    page.goto("/p/divisor-duel/6,3")
    page.locator(".verdict").wait_for()
    yield "analysis"
    page.goto("/puzzles/divisor-duel/18,3")
    visitor.tile(6).click()
    page.locator(".said").wait_for()
    yield "a wrong answer"
    visitor.tile(9).click()
    page.locator(".why").wait_for()
    yield "puzzle"
    page.goto("/learn")
    page.locator(".lesson-card").first.wait_for()
    yield "lessons"
    page.goto("/learn/divisor-duel/pairing/2")
    visitor.button("Hint").click()
    visitor.button("Where to look").click()
    page.locator(".hints").wait_for()
    yield "a lesson with hints"
    visitor.tile(8).click()
    page.locator(".lesson-why").wait_for()
    yield "lesson"
    page.goto("/games/divisor-duel")
    page.locator(".rules h2").first.wait_for()
    visitor.board.wait_for()
    yield "rules"
    page.goto("/sheets?game=divisor-duel&numbers=100")
    page.locator(".sheet .tile").first.wait_for()
    yield "a sheet"
    page.goto("/games/chess")
    page.locator(".lost").wait_for()
    refused = re.compile("404|422")  # the browser notes every refusal
    visitor.faults[:] = [fault for fault in visitor.faults if not refused.search(fault)]
    yield "lost"


def check_with_axe(visitor, name, **options):
    if not visitor.page.evaluate("'axe' in window"):  # half a megabyte to send and to read
        visitor.page.evaluate(AXE.axe_script)
    found = AxeResults(visitor.page.evaluate("options => axe.run(options)", VIOLATIONS | options))
    assert found.violations_count == 0, f"{name}: {found.generate_report()}"


def check_fit(visitor, name):
    wide, small, cut = visitor.page.evaluate(FIT)
    assert wide <= 0, f"{name} is {wide} pixels too wide"
    assert small == [], f"{name} has small text: {small}"
    assert cut == [], f"{name} has a headline that is cut off: {cut}"


# Every visitor begins at a desk of 1280 by 800; these come after it.
NARROW = [(320, 640)]
OTHERS = [(360, 740), (740, 360), (1920, 1080)]


@pytest.mark.parametrize("screens", mostly_long(NARROW, OTHERS, now=[0]))
def test_every_page_fits_a_desk_and_a_phone(invite, screens):
    visitor = invite(own_page=True)
    page = visitor.page
    # A window that fills the screen cannot be resized: presenting does without.
    page.add_init_script("delete Element.prototype.requestFullscreen")
    for name in show_every_page(visitor):
        check_fit(visitor, name)
        for width, height in screens:
            page.set_viewport_size({"width": width, "height": height})
            check_fit(visitor, f"{name}, {width} wide")
        page.set_viewport_size({"width": 1280, "height": 800})


@pytest.mark.long
def test_axe_finds_nothing_on_any_page_in_light_and_dark(invite):
    # Motion is off: colours halfway to others would count as colours.
    visitor = invite(color_scheme="light", reduced_motion="reduce")
    for name in show_every_page(visitor):
        check_with_axe(visitor, name)
        visitor.page.emulate_media(color_scheme="dark")
        check_with_axe(visitor, f"{name}, dark", runOnly=["color-contrast"])
        visitor.page.emulate_media(color_scheme="light")


FIT = """() => [
    document.documentElement.scrollWidth - innerWidth,
    [...document.querySelectorAll("#app *")]
        .filter((one) => !one.closest("svg") && one.checkVisibility()
            && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
            && parseFloat(getComputedStyle(one).fontSize) < 14)
        .map((one) => one.outerHTML.slice(0, 80)),
    [...document.querySelectorAll(".headline")]
        .filter((one) => one.scrollHeight > one.clientHeight + 2)
        .map((one) => one.textContent),
]"""


def test_the_controls_stand_in_one_row_on_the_smallest_phone(invite):
    visitor = invite(width=320, height=640, has_touch=True)
    visitor.begin("divisor-duel", "computer")
    boxes = [button.bounding_box() for button in visitor.page.locator(".controls button").all()]
    assert len(boxes) == 4
    assert len({box["y"] for box in boxes}) == 1


def test_what_to_do_after_a_game_is_visible_at_a_desk(visitor):
    visitor.begin("divisor-duel", "screen")
    visitor.move()
    visitor.expect_moves(1)
    visitor.button("Resign").click()
    visitor.button("Yes, resign").click()
    buttons = visitor.page.locator(".ending .button")
    expect(buttons).to_have_count(3)
    for button in buttons.all():
        expect(button).to_be_in_viewport(ratio=1)


def test_tiles_can_be_hit_on_a_phone(invite):
    visitor = invite(width=360, height=740, has_touch=True)
    for numbers, columns, smallest in ((20, 5, 44), (100, 10, 34)):
        visitor.begin("divisor-duel", "screen", numbers=numbers)
        shown = (1, columns, columns + 1, numbers)
        boxes = [visitor.tile(number).bounding_box() for number in shown]
        assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"]
        assert all(min(box["width"], box["height"]) >= smallest for box in boxes)
        visitor.tile(2).tap()
        visitor.expect_moves(1)


def test_the_theme_can_be_switched_and_is_remembered(invite):
    visitor = invite(color_scheme="light")
    visitor.go_home()
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    light = visitor.page.evaluate(paper)
    visitor.button("Dark colours").click()
    dark = visitor.page.evaluate(paper)
    assert light != dark
    visitor.page.reload()
    visitor.button("Light colours").wait_for()
    assert visitor.page.evaluate(paper) == dark


def test_game_page_has_rules_board_and_folded_details(visitor):
    page = visitor.page
    visitor.go_home()
    page.get_by_role("link", name="Parity Duel", exact=True).click()
    visitor.board.wait_for()
    expect(page.locator("h2").first).to_have_text("Rules")
    expect(page.locator(".rules p").first).to_be_visible()
    facts = page.get_by_text("Player 2 wins in 20 moves, whatever anybody does.")
    expect(facts).to_be_hidden()
    page.get_by_text("Who wins, and how good a game it is").click()
    expect(facts).to_be_visible()
    expect(page.locator(".rulings dt").first).to_be_hidden()
    page.get_by_text("Rulings", exact=True).click()
    expect(page.locator(".rulings dt").first).to_be_visible()
    visitor.move()
    visitor.expect_moves(1)
    page.goto("/games/stacks")  # it has no rules in words
    visitor.board.wait_for()
    visitor.move()
    visitor.expect_moves(1)


def test_a_refused_option_says_so_at_its_field(invite):
    visitor = invite(width=390, height=844)
    page = visitor.page
    sheet = visitor.open_sheet("sequence-builder")
    sheet.locator("summary").click()
    numbers = page.locator("#sequence-builder-numbers")
    told = page.locator("#sequence-builder-numbers-help")
    expect(told).to_contain_text("From 9 to 1,000.")
    numbers.fill("5")
    visitor.button("Start: Sequence Builder").click()
    refusal = sheet.get_by_role("alert")
    expect(refusal).to_have_text(re.compile("^Length 5 needs at least 9 numbers: .*[.]$"))
    expect(refusal).to_be_in_viewport()
    expect(numbers).to_be_focused()
    expect(numbers).to_have_attribute("aria-invalid", "true")
    expect(numbers).to_have_accessible_description(re.compile("^Length 5 needs"))
    expect(page.locator(".notice")).to_have_count(0)
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    numbers.fill("9")
    numbers.blur()
    expect(refusal).to_have_count(0)
    visitor.faults.clear()  # the browser notes every refusal


def test_an_address_that_leads_nowhere_says_why(visitor):
    for path, sentence in (
        ("/m/nothing", "There is no such match."),
        ("/p/divisor-duel/6,20", 'Move 2, "20": 20 is neither a divisor nor a multiple of 6.'),
        ("/learn/divisor-duel/luck", "There is no such lesson."),
    ):
        visitor.page.goto(path)
        expect(visitor.page.locator(".lost h1")).to_contain_text(sentence)
    expect(visitor.page.locator("#position-link")).to_have_count(0)
    visitor.page.goto("/nowhere")
    expect(visitor.page.get_by_role("heading")).to_have_text("There is nothing at this address.")
    visitor.page.get_by_role("link", name="To the duels").click()
    visitor.page.locator(".card").first.wait_for()
    visitor.faults.clear()  # the browser notes every refusal


def test_a_second_visit_asks_for_no_file_again(invite):
    visitor = invite(own_page=True)
    asked = []
    visitor.page.on("response", lambda answer: asked.append(answer))
    visitor.go_home()
    files = {answer.url.split("/")[-1] for answer in asked if "/static/" in answer.url}
    assert files >= {"theme.js", "script.js", "styles.css"}
    asked.clear()
    visitor.page.goto("/games/divisor-duel")
    visitor.page.locator(".stage .board").wait_for()
    transferred = visitor.page.evaluate(
        "performance.getEntriesByType('resource').filter(({ name, transferSize }) =>"
        " name.includes('/static/') && transferSize > 0).map(({ name }) => name)"
    )
    assert transferred == []


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
