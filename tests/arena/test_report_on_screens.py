"""The report on a phone and on a desk, in a real browser: nothing is cut off or out of place."""

import shutil

import pytest
from playwright.sync_api import sync_playwright

from numduel import load_game
from numduel.arena.plan import Plan
from numduel.arena.players import Attempt, Turn
from numduel.arena.report import write_report
from numduel.arena.run import play_computers, play_fixture
from numduel.arena.scores import score_run
from numduel.tasks import Failure

CHROMIUM = shutil.which("chromium-headless-shell")
MODEL = "openai:mixed-model-70b-instruct"
LONG = f"{MODEL}+rules=no+history=no+retries=2+price_read=0.15+price_written=0.6"
UNBROKEN = "x" * 60
PHONE, DESK = 390, 1280


class Guest:
    """A player that takes the last number, and fails at every third attempt."""

    def __init__(self):
        self.turns = 0

    def take_turn(self, match):
        self.turns += 1
        failed = (Attempt(Failure.ILLEGAL, {"seconds": 1.5}),) if self.turns % 3 == 0 else ()
        move = match.game.write_move(match.game.legal_moves(match.state)[-1])
        return Turn(move, (*failed, Attempt(None, {"reply": "y" * 200, "seconds": 1.5})))

    def close(self):
        pass


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    games = load_game("divisor-duel", numbers=12, opening="even"), load_game("sequence-builder")
    model = {"kind": "model", "model": "z" * 80, "base_url": "http://localhost:11434/v1"}
    players = {
        MODEL: model,
        LONG: model,
        UNBROKEN: {"kind": "program", "command": "w" * 80},
        "perfect": {"kind": "computer"},
        "random": {"kind": "computer"},
    }
    plan = Plan(games, players, 1, 1)
    records = [
        play_computers(fixture)
        if set(fixture.players) <= {"perfect", "random"}
        else play_fixture(fixture, (Guest(), Guest()))
        for fixture in plan.fixtures()
    ]
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(path, plan, records, score_run(plan, records))
    return path


@pytest.fixture(scope="module")
def window():
    """One for all tests: a new one takes longer than to load the report again."""
    assert CHROMIUM, "It is not installed: apt install chromium-headless-shell"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield browser.new_page()
        browser.close()


@pytest.fixture(params=[PHONE, DESK])
def page(request, window, report):
    window.set_viewport_size({"width": request.param, "height": 900})
    window.goto(report.as_uri())
    window.wait_for_selector("#words:not(:empty)")
    return window


def test_nothing_is_wider_than_the_screen(page):
    page.select_option("#which-player", LONG)
    width = page.viewport_size["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    cut = page.eval_on_selector_all(
        "main svg, main svg text, main span, p, h2, select, input, pre",
        f"all => all.filter(one => !one.closest('.wide') && one.textContent !== '' && ("
        f"one.getBoundingClientRect().left < 0 || one.getBoundingClientRect().right > {width}))"
        ".map(one => one.textContent)",
    )
    assert cut == []


def test_text_is_never_smaller_than_14_pixels(page):
    sizes = page.eval_on_selector_all(
        "main :not(svg, svg *), main svg text",
        "all => all.filter(one => one.textContent).map(one =>"
        " parseFloat(getComputedStyle(one).fontSize)"
        " * (one.ownerSVGElement ? one.getScreenCTM().a : 1))",
    )
    assert min(sizes) >= 14


def test_the_slider_stands_below_the_move_it_shows(page):
    thumb = 24
    slider = page.locator("#ply").bounding_box()
    last = int(page.locator("#ply").get_attribute("max"))
    for ply in range(last + 1):
        middle = slider["x"] + thumb / 2 + (slider["width"] - thumb) * ply / last
        line = page.locator("#history .now").bounding_box()
        assert line["x"] + line["width"] / 2 == pytest.approx(middle, abs=1)
        if ply < last:
            page.click("#forward")
