"""The report: whole in one file, quiet towards the network, and shown whole by a real browser."""

import base64
import json
import re
import shutil
import sys
import zlib
from collections import Counter
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner
from playwright.sync_api import sync_playwright

from numduel import Match, MissingExtra, load_game
from numduel.arena.command import arena
from numduel.arena.plan import Fixture, Plan
from numduel.arena.players import Attempt, Turn
from numduel.arena.report import load_templates, round_values, write_report
from numduel.arena.run import play_computers, play_fixture
from numduel.arena.scores import score_run
from numduel.study import review_of
from numduel.tasks import Failure

HOSTILE = "</script><script>document.title='owned'</script><img src=https://evil.example/x>"
LONG = "openai:mixed-model-70b-instruct+rules=no+history=no+retries=2+price_read=0.15"
UNBROKEN = "x" * 60
GAMES = [load_game("divisor-duel", numbers=12), load_game("parity-duel", numbers=4)]
CHROMIUM = shutil.which("chromium-headless-shell")
PHONE, DESK = 390, 1280


class Liar:
    """A player that says something nasty with every move and fails at its second."""

    def __init__(self):
        self.turns = 0

    def take_turn(self, match):
        self.turns += 1
        details = {"prompt": HOSTILE, "reply": HOSTILE + "y" * 200, "seconds": 1.5}
        if self.turns == 2:
            return Turn(None, (Attempt(Failure.UNREADABLE, details),))
        move = match.game.write_move(match.game.legal_moves(match.state)[0])
        return Turn(move, (Attempt(None, details),))

    def close(self):
        pass


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    model = {"kind": "model", "model": HOSTILE, "base_url": "http://localhost:11434/v1"}
    ours = {"random": {"kind": "computer"}, "easy": {"kind": "computer"}}
    players = {
        f"openai:{HOSTILE}": model,
        LONG: model | {"model": "z" * 80},
        UNBROKEN: {"kind": "program", "command": "w" * 80},
        **ours,
    }
    plan = Plan(tuple(GAMES), players, 1, 1, False, False)
    records = [
        play_computers(fixture)
        if {*fixture.players} == {*ours}
        else play_fixture(fixture, (Liar(), Liar()))
        for fixture in plan.fixtures()
    ]
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(path, plan, records, score_run(plan, records))
    return path


def test_nothing_is_loaded_from_elsewhere(report):
    text = report.read_text()
    assert "default-src 'none'" in text
    bare = re.sub(r' title="[^"]*"', "", text)  # names, which may say anything
    assert not re.search(r"<[a-z]+[^>]*\b(src|href|action|data)\s*=", bare)
    assert not re.search(r"@import|url\(|fetch\(|XMLHttpRequest|WebSocket|import\(", text)


class Elements(HTMLParser):
    """The elements of a page, its texts and the values of its attributes."""

    def __init__(self, page):
        super().__init__()
        self.elements, self.texts, self.values = Counter(), [], []
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        self.elements[tag] += 1
        self.values += [value for _, value in attributes if value]

    def handle_data(self, text):
        self.texts.append(text)


def test_what_players_are_called_and_say_is_never_markup(report):
    """The hostile name stands in the first sentence, tables, plots and settings; what it says, in
    the packed replays."""
    text = report.read_text()
    assert HOSTILE not in text
    page = Elements(text)
    assert page.elements["script"] == 2
    assert page.elements["img"] == 0
    assert sum(f"openai:{HOSTILE}" in value for value in page.values) > 5
    shown = "".join(page.texts)
    assert f"model={HOSTILE}" in shown
    assert shown.count(HOSTILE) > 1


def test_the_first_sentence_is_on_the_models_and_programs(report):
    told = re.search(r"</h1>\s*<p>(.*?)</p>", report.read_text(), re.DOTALL)[1]
    told = re.sub(r"<[^>]*>", "", told)
    assert told.startswith("5 players met in 40 games")
    assert " on a scale from 0% for a guesser to 100% for perfect play, " in told
    share = r"−?\d+% \(−?\d+ to −?\d+\)"
    assert re.search(rf"{UNBROKEN} (reached −?\d+% \(95% interval|{share})", told)
    assert re.search(rf" For comparison: (easy|random) {share} and (easy|random) {share}\.$", told)


def test_missing_extra_is_reported_before_playing(monkeypatch, tmp_path):
    load_templates.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    arguments = ["--players", "random,easy", "--out", str(tmp_path / "run")]
    with pytest.raises(MissingExtra, match="The report needs jinja2"):
        CliRunner().invoke(arena, arguments, catch_exceptions=False)
    assert not (tmp_path / "run").exists()


@pytest.fixture(scope="module")
def replays(report):
    packed = re.search(r'id="replays">([^<]*)<', report.read_text())[1]
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def test_report_replays_games_with_move_values(replays):
    assert len(replays["records"]) == 40
    game = GAMES[0]
    record = next(r for r in replays["records"] if r["players"] == ["random", "easy"])
    state = game.start()
    for place, move in zip(record["at"], [*record["moves"], None], strict=True):
        choices = replays["positions"][place]["choices"]
        moves = game.legal_moves(state)
        assert [choice["move"] for choice in choices] == [*map(game.write_move, moves)]
        named = [game.words.name_move(state, move) for move in moves]
        assert [choice["name"] for choice in choices] == named
        assert all(choice["mark"][0] in "▲▼" for choice in choices)
        state = game.after(state, game.read_move(move)) if move else state
    assert game.outcome(state) is not None


def test_a_replay_tells_mistakes_in_the_words_of_a_review(replays):
    told = 0
    for record in replays["records"]:
        match = Match(GAMES[record["game"]])
        for move in filter(None, record["moves"]):
            match.play(move)
        reviewed = review_of(match)
        assert {str(one.ply) for one in reviewed.mistakes} == set(record["mistakes"])
        assert set(record["mistakes"].values()) <= set(reviewed.sentences)
        told += len(record["mistakes"])
    assert told > 0


def test_the_axis_of_strengths_has_few_round_values():
    assert round_values(-0.1, 3.4) == {"0": 0, "1": 1, "2": 2, "3": 3}
    assert list(round_values(-2.9, 0.0)) == ["−2.5", "−2", "−1.5", "−1", "−0.5", "0"]
    assert list(round_values(0.0, 0.0)) == ["0"]


def test_a_forfeit_at_once_is_replayed_too(tmp_path):
    game = load_game("divisor-duel", numbers=8)
    plan = Plan((game,), {"random": {"kind": "computer"}, "x": {"kind": "model"}}, 1, 1)
    liar = Liar()
    liar.turns = 1
    record = play_fixture(Fixture(game, ("x", "random"), 1, 0), (liar, liar))
    write_report(tmp_path / "report.html", plan, [record], score_run(plan, [record]))
    assert "Only 1 of 2 games" in (tmp_path / "report.html").read_text()


# In a browser.


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


def test_a_browser_shows_the_first_game_and_was_not_fooled(page):
    assert page.title() != "owned"
    summary = page.locator("#summary")
    assert f"Player 1: openai:{HOSTILE}" in summary.text_content()
    assert re.search(r"Player [12] \(.*\) wins because", summary.text_content())
    assert HOSTILE in page.locator("#said").text_content()
    assert page.locator("img").count() == 0
    played = page.locator("li.played").first.text_content()
    assert re.fullmatch(r"\d+[▲▼]\d+", played)


def test_report_fits_screen_in_readable_type(page):
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
