"""Puzzles with addresses, hints and a lasting score; the daily one; and lessons."""

import json
import re
from datetime import date
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from numduel.study import find_lesson, tell_share, tell_streak

PUZZLE = "/puzzles/divisor-duel/18,3"  # 9 wins; 1, 6, 12 and 15 lose
LESSON = "/learn/divisor-duel/pairing"


@pytest.fixture
def said(visitor):
    return visitor.page.locator(".said")


@pytest.fixture
def score(visitor):
    return visitor.page.locator(".score")


def test_puzzle_url_survives_reload_and_back(visitor, said):
    page = visitor.page
    page.goto("/puzzles?game=divisor-duel")
    visitor.board.wait_for()
    expect(page).to_have_url(re.compile(r"/puzzles/divisor-duel/[0-9,]+$"))
    first = page.url
    visitor.button("Skip").click()
    page.wait_for_url(lambda url: url != first)
    visitor.board.wait_for()
    second = page.url
    position = page.locator(".tile").evaluate_all("all => all.map(t => t.className)")
    page.reload()
    visitor.board.wait_for()
    assert page.url == second
    assert page.locator(".tile").evaluate_all("all => all.map(t => t.className)") == position
    page.go_back()
    expect(page).to_have_url(first)
    visitor.board.wait_for()
    page.go_forward()
    expect(page).to_have_url(second)


def test_wrong_answer_is_refuted_and_may_be_retried(visitor, said, score):
    page = visitor.page
    page.goto(PUZZLE)
    visitor.tile(6).click()
    expect(said).to_have_text(re.compile("^No: 6 loses in 10 moves: your opponent takes 2"))
    expect(visitor.tile(6).locator(".mark")).to_have_text("▼10")
    expect(page.locator(".mark")).to_have_count(1)
    expect(page.locator(".why")).to_have_count(0)
    visitor.tile(9).click()
    expect(said).to_have_text("Right: 9 wins.")
    expect(page.locator(".why p").first).to_be_visible()
    expect(score).to_contain_text("0 of 1 puzzle at the first try.")


def test_last_hint_costs_the_point(visitor, said, score):
    page = visitor.page
    page.goto(PUZZLE)
    visitor.button("Hint").click()
    expect(said).to_have_text(re.compile("^Theme: 1 is poison. Which of you"))
    visitor.button("Where to look").click()
    expect(said).to_have_text(re.compile("^(Compare|Look for) .*9.*"))
    expect(page.locator(".hints li")).to_have_count(1)
    page.keyboard.press("h")
    expect(said).to_have_text("Take 9: it wins.")
    expect(page.locator("#hint")).to_have_count(0)
    visitor.tile(9).click()
    expect(score).to_contain_text("0 of 1 puzzle at the first try.")


def test_the_score_lasts_and_a_solved_puzzle_counts_once(visitor, score):
    page = visitor.page
    for _ in range(2):
        page.goto(PUZZLE)
        visitor.tile(9).click()
        expect(page.locator(".why p").first).to_be_visible()
        expect(score).to_contain_text("1 of 1 puzzle at the first try.")
    expect(page.locator(".about")).to_have_text("Divisor Duel, medium. You have solved this one.")
    expect(score.locator("tr")).to_have_text(["1 is poison1 of 1"])
    later = page.context.new_page()
    later.goto("/puzzles/divisor-duel/2,14")
    expect(later.locator(".score")).to_contain_text("1 of 1 puzzle at the first try.")
    later.close()


@pytest.mark.long
def test_puzzles_fall_back_on_available_level(visitor):
    lesson = find_lesson("who-runs-out")  # its settings have no puzzles but easy ones
    options = urlencode({"theme": lesson.theme, "options": json.dumps(lesson.options)})
    visitor.page.goto(f"/puzzles?game=parity-duel&difficulty=medium&{options}")
    visitor.board.wait_for()
    expect(visitor.page.locator(".about")).to_contain_text("Parity Duel, easy.")
    expect(visitor.page.locator("#puzzle-difficulty")).to_have_value("easy")
    expect(visitor.page.locator("#puzzle-game")).to_contain_text("Parity Duel, as in the lesson")
    visitor.faults.clear()  # the browser notes every refusal


@pytest.mark.long
def test_what_is_chosen_stays_chosen(visitor):
    page = visitor.page
    page.goto("/puzzles")
    visitor.board.wait_for()
    page.locator("#puzzle-game").select_option("Divisor Duel, 1 to 40, begin with an even number")
    expect(page.locator(".tile")).to_have_count(40)
    expect(page).to_have_url(re.compile("/divisor-duel/numbers=40,opening=even"))
    page.goto("/puzzles")
    expect(page.locator(".tile")).to_have_count(40)


def test_daily_puzzle_counts_streak_and_shares(invite):
    visitor = invite(own_page=True)
    page = visitor.page
    for day in (15, 16):
        page.clock.set_fixed_time(f"2026-11-{day}T12:00:00")
        page.goto("/puzzles/daily")
        visitor.board.wait_for()
        expect(page.locator(".about")).to_contain_text(f"Puzzle of {day} November 2026.")
        found = page.request.get(f"/api/puzzles/daily?date=2026-11-{day}").json()
        solution = page.request.post(
            "/api/puzzles/answer", data={"address": found["address"], "move": None}
        )
        move = solution.json()["answers"][0]
        if ":" in move:
            page.keyboard.type(move)
            page.keyboard.press("Enter")
        else:
            visitor.tile(move).click()
        expect(page.locator(".said")).to_have_text(re.compile("^Right: "))
        expect(page.locator(".score")).to_contain_text(tell_streak(day - 14))
    expect(page.locator("#share")).to_have_value(tell_share(date(2026, 11, 16), True, 2))
    month_begins = page.locator(".days a", has=page.locator("small"))
    assert month_begins.all_inner_texts() == ["Nov\n16\n★", "Oct\n31"]
    page.get_by_role("link", name="15 November 2026, solved").click()
    expect(page.locator(".about")).to_contain_text("Puzzle of 15 November 2026.")
    expect(page.locator(".about")).to_contain_text("You have solved this one.")


def test_lesson_explains_answers_and_resumes(visitor, said):
    page, lesson = visitor.page, find_lesson("pairing")
    page.goto("/learn")
    page.get_by_role("link", name="Begin: Pairing").click()
    expect(page.locator(".ask")).to_have_text(lesson.steps[0].ask)
    visitor.tile(1).click()
    expect(said).to_have_text(re.compile("^No: 1 loses in 2 moves: .* You broke up a pair"))
    expect(page.locator(".lesson-why")).to_have_count(0)
    visitor.tile(6).click()
    expect(said).to_have_text("Right: 6 wins.")
    expect(page.locator(".lesson-why")).to_have_text(lesson.steps[0].why)
    expect(page.locator(".pair")).to_have_count(len(lesson.steps[0].pairs))
    page.get_by_role("link", name="Next step").click()
    expect(page).to_have_url(re.compile(f"{LESSON}/2$"))
    expect(page.locator(".ask")).to_have_text(lesson.steps[1].ask)
    page.reload()
    expect(page.locator(".ask")).to_have_text(lesson.steps[1].ask)
    page.goto("/learn")
    expect(page.locator(".lesson-card").nth(2)).to_contain_text("Divisor Duel · 1 of 4 steps")
    page.get_by_role("link", name="Go on: Pairing").click()
    expect(page.locator(".ask")).to_have_text(lesson.steps[1].ask)


def test_a_lesson_ends_in_puzzles_of_its_theme(visitor):
    page = visitor.page
    page.goto(f"{LESSON}/4")
    visitor.tile(5).click()
    page.get_by_role("link", name="Puzzles on this theme").click()
    visitor.board.wait_for()
    expect(page.locator("#puzzle-theme")).to_have_value("pairing")
    visitor.button("Hint").click()
    expect(page.locator(".said")).to_have_text(re.compile("^Theme: pairing[.]"))


def test_a_lesson_has_hints_and_tells_the_answer(visitor, said):
    lesson = find_lesson("heap-sums")
    visitor.page.goto(f"/learn/{lesson.key}")
    visitor.button("Hint").click()
    expect(said).to_have_text(re.compile("^Theme: "))
    visitor.button("Show the answer").click()
    expect(visitor.page.locator(".lesson-why")).to_have_text(lesson.steps[0].why)
