"""The report: whole in one file, quiet towards the network, and shown by a real browser."""

import base64
import json
import re
import shutil
import subprocess
import sys
import zlib
from collections import Counter
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner

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
GAMES = [load_game("divisor-duel", numbers=8), load_game("parity-duel", numbers=4)]
CHROMIUM = shutil.which("chromium-headless-shell")


class Liar:
    """A player that says something nasty with every move and fails at its second."""

    def __init__(self):
        self.turns = 0

    def take_turn(self, match):
        self.turns += 1
        details = {"prompt": HOSTILE, "reply": HOSTILE, "seconds": 1.5}
        if self.turns == 2:
            return Turn(None, (Attempt(Failure.UNREADABLE, details),))
        move = match.game.write_move(match.game.legal_moves(match.state)[0])
        return Turn(move, (Attempt(None, details),))

    def close(self):
        pass


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    nasty = f"openai:{HOSTILE}"
    players = {
        nasty: {"kind": "model", "model": HOSTILE},
        "random": {"kind": "computer"},
        "easy": {"kind": "computer"},
    }
    plan = Plan(tuple(GAMES), players, 1, 1, False, False)
    records = [
        play_fixture(fixture, (Liar(), Liar()))
        if nasty in fixture.players
        else play_computers(fixture)
        for fixture in plan.fixtures()
    ]
    path = tmp_path_factory.mktemp("report") / "report.html"
    write_report(path, plan, records, score_run(plan, records))
    return path


@pytest.fixture(scope="module")
def shown(report, tmp_path_factory):
    """The page as a browser has it once its script has run."""
    assert CHROMIUM, "It is not installed: apt install chromium-headless-shell"
    profile = tmp_path_factory.mktemp("profile")  # its own: nobody else's browser answers for it
    command = [
        CHROMIUM, "--no-sandbox", "--disable-gpu", "--virtual-time-budget=3000",
        f"--user-data-dir={profile}", "--dump-dom", report.as_uri(),
    ]  # fmt: skip
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


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


def test_a_missing_extra_is_told_before_anything_is_played(monkeypatch, tmp_path):
    load_templates.cache_clear()
    monkeypatch.setitem(sys.modules, "jinja2", None)
    arguments = ["--players", "random,easy", "--out", str(tmp_path / "run")]
    with pytest.raises(MissingExtra, match=r"report needs more: pip install \"numduel\[arena\]\""):
        CliRunner().invoke(arena, arguments, catch_exceptions=False)
    assert not (tmp_path / "run").exists()


@pytest.fixture(scope="module")
def replays(report):
    packed = re.search(r'id="replays">([^<]*)<', report.read_text())[1]
    return json.loads(zlib.decompress(base64.b64decode(packed)))


def test_every_game_can_be_replayed_with_the_value_of_every_move(replays):
    assert len(replays["records"]) == 12
    game = GAMES[0]
    record = next(r for r in replays["records"] if r["players"] == ["random", "easy"])
    state = game.start()
    for place, move in zip(record["at"], [*record["moves"], None], strict=True):
        position = replays["positions"][place]
        legal = list(map(game.write_move, game.legal_moves(state)))
        assert [choice["move"] for choice in position["choices"]] == legal
        named = [game.words.name_move(state, move) for move in game.legal_moves(state)]
        assert [choice["name"] for choice in position["choices"]] == named
        assert all(choice["mark"][0] in "▲▼" for choice in position["choices"])
        state = game.after(state, game.read_move(move)) if move else state
    assert game.outcome(state) is not None


def test_a_replay_tells_mistakes_in_the_words_of_a_review(replays):
    told = 0
    for record in replays["records"]:
        match = Match(GAMES[record["game"]])
        for move in filter(None, record["moves"]):
            match.play(move)
        reviewed = review_of(match)
        mistakes = {str(one.ply) for one in reviewed.mistakes}
        assert mistakes == set(record["mistakes"])
        assert set(record["mistakes"].values()) <= set(reviewed.sentences)
        told += len(mistakes)
    assert told > 0


def first_sentences(path):
    """The text between the heading and the scores, without markup."""
    told = re.search(r"</h1>\s*<p>(.*?)</p>", path.read_text(), re.DOTALL)[1]
    return re.sub(r"<[^>]*>", "", told)


def test_the_first_sentence_is_on_the_models_and_programs(tmp_path):
    ours = {"random": {"kind": "computer"}, "perfect": {"kind": "computer"}}
    players = ours | {name: {"kind": "program"} for name in ("mine", "other")}
    plan = Plan((load_game("divisor-duel", numbers=8),), players, 1, 1, False, False)
    records = [
        play_computers(fixture)
        if set(fixture.players) <= set(ours)
        else play_fixture(fixture, (Liar(), Liar()))
        for fixture in plan.fixtures()
    ]
    write_report(tmp_path / "report.html", plan, records, score_run(plan, records))
    told = first_sentences(tmp_path / "report.html")
    share = r"−?\d+% \(−?\d+ to −?\d+\)"
    assert re.fullmatch(
        r"4 players met in 12 games of one kind\. Where a choice decided between winning and"
        r" losing, and on a scale from 0% for a guesser to 100% for perfect play, (mine|other)"
        rf" reached −?\d+% \(95% interval −?\d+ to −?\d+\), (mine|other) {share}\."
        rf" For comparison: perfect {share} and random {share}\.",
        told,
    )


def test_the_axis_of_strengths_has_few_round_values():
    assert round_values(-0.1, 3.4) == {"0": 0, "1": 1, "2": 2, "3": 3}
    assert list(round_values(-2.9, 0.0)) == ["−2.5", "−2", "−1.5", "−1", "−0.5", "0"]
    assert list(round_values(-12.0, 130.0)) == ["0", "50", "100"]
    assert list(round_values(0.0, 0.0)) == ["0"]


def test_a_browser_shows_the_first_game_and_was_not_fooled(shown):
    summary = re.search(r'<p id="summary"[^>]*>(.*?)</p>', shown, re.DOTALL)[1]
    assert "Player 1: openai:&lt;/script&gt;" in summary
    assert re.search(r"Player [12] \(.*\) wins because", summary)
    assert re.search(r'<li class="[^"]*played[^"]*">\d+<span>[▲▼]\d+</span>', shown)
    assert "owned" not in re.search(r"<title>(.*?)</title>", shown)[1]
    said = re.search(r'<div id="said">(.*?)<p class="notes">', shown, re.DOTALL)[1]
    assert "&lt;img src=https://evil.example/x&gt;" in summary
    assert "&lt;img src=https://evil.example/x&gt;" in said
    assert "<img" not in summary + said


def test_a_forfeit_at_once_is_replayed_too(tmp_path):
    game = load_game("divisor-duel", numbers=8)
    plan = Plan((game,), {"random": {"kind": "computer"}, "x": {"kind": "model"}}, 1, 1)
    liar = Liar()
    liar.turns = 1
    record = play_fixture(Fixture(game, ("x", "random"), 1, 0), (liar, liar))
    write_report(tmp_path / "report.html", plan, [record], score_run(plan, [record]))
    assert "Only 1 of 2 games" in (tmp_path / "report.html").read_text()
