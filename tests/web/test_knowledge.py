"""Positions, truth, reviews and puzzles through the API."""

import json
import threading

import pytest

from numduel import Match, Player, list_games, load_game
from numduel.players import choose
from numduel.study.puzzles import Puzzles
from numduel.theory import analyse
from numduel.web import study
from numduel.web.settings import Settings

from .conftest import PATIENCE, wait_until

SLUGS = [game.slug for game in list_games()]


def ask_position(visitor, game="divisor-duel", **more):
    return visitor.get("/api/positions", params={"game": game, **more})


def test_every_duel_is_listed_with_rules_options_and_levels(visitor):
    games = {game["slug"]: game for game in visitor.get("/api/games").json()}
    assert list(games) == SLUGS
    divisor = games["divisor-duel"]
    assert divisor["rules"].startswith("Divisor Duel:")
    assert divisor["levels"][0] == "random"
    assert divisor["options"] == [
        {
            "name": "numbers",
            "kind": "int",
            "default": 20,
            "help": "the list is 1 to this number",
            "minimum": 1,
            "maximum": 10_000,
            "values": None,
        },
        {
            "name": "opening",
            "kind": "choice",
            "default": "any",
            "help": "what the first number may be (a variant)",
            "minimum": None,
            "maximum": None,
            "values": ["any", "even"],
        },
    ]


def test_a_position_is_its_game_options_and_moves(visitor):
    options = json.dumps({"numbers": 12})
    position = ask_position(visitor, options=options, moves="6 3 9").json()
    assert position["moves"] == ["6", "3", "9"]
    assert position["legal"] == ["1"]
    assert position["to_move"] == 2
    assert position["last"] == "9"
    assert "analysis" not in position
    assert "why" not in position


@pytest.mark.parametrize(
    ("slug", "chosen", "bounds"),
    [
        ("sequence-builder", {}, [(9, 10_000), (2, 5)]),
        ("sequence-builder", {"numbers": 5}, [(9, 10_000), (2, 3)]),
        ("sequence-builder", {"length": 3}, [(5, 10_000), (2, 5)]),
        ("sequence-builder", {"length": "long"}, [(3, 10_000), (2, 5)]),
        ("divisor-duel", {"opening": "even"}, [(2, 10_000), (None, None)]),
    ],
)
def test_the_bounds_of_an_option_go_with_the_other_options(visitor, slug, chosen, bounds):
    wanted = {"options": json.dumps(chosen)}
    options = visitor.get(f"/api/games/{slug}/options", params=wanted).json()
    assert [(option["minimum"], option["maximum"]) for option in options] == bounds


@pytest.mark.parametrize("slug", SLUGS)
def test_a_duel_is_playable_at_its_bounds_and_not_beyond(visitor, slug):
    def can_be(name, value):
        return ask_position(visitor, slug, options=json.dumps({name: value})).status_code == 200

    for option in visitor.get(f"/api/games/{slug}/options").json():
        if option["kind"] == "int":
            assert can_be(option["name"], option["minimum"])
            assert can_be(option["name"], option["maximum"])
            assert not can_be(option["name"], option["minimum"] - 1)


def test_options_that_a_duel_lacks_have_no_bounds(visitor):
    response = visitor.get("/api/games/divisor-duel/options", params={"options": '{"size": 3}'})
    assert response.status_code == 422
    assert response.json()["detail"].startswith("Divisor Duel has no option size.")


@pytest.mark.parametrize(
    ("slug", "options", "moves", "settled"),
    [
        ("parity-duel", "{}", "", True),
        ("parity-duel", '{"numbers": 9}', "", False),  # only the opening matters
        ("parity-duel", '{"numbers": 9}', "1", True),
        ("parity-duel", '{"jokers": 1}', "", False),
        ("even-odd-match", "{}", "4", True),
        ("number-split-duel", "{}", "", False),
        ("divisor-duel", "{}", "14", False),  # it loses, but may be let win
        ("sequence-builder", "{}", "", False),
    ],
)
def test_the_truth_says_whether_anything_matters(visitor, slug, options, moves, settled):
    position = ask_position(visitor, slug, options=options, moves=moves, truth="1").json()
    assert position["analysis"]["is_settled"] is settled


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"game": "chess"}, "There is no game"),
        ({"moves": "6 20"}, "Move 2: 20 is neither a divisor nor a multiple of 6."),
        ({"moves": "six"}, 'Move 1: "six" is not a whole number.'),
        ({"options": "{"}, "The options must be a JSON object"),
        ({"options": "[1]"}, "The options must be a JSON object"),
        ({"options": "[" * 900}, "The options must be a JSON object"),
        ({"options": '{"numbers": true}'}, "Numbers must be a whole number"),
        ({"options": '{"numbers": 20000}'}, "This is too large for a browser"),
        ({"truth": "yes"}, "query.truth"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_sentence(visitor, more, sentence):
    response = ask_position(visitor, **more)
    assert response.status_code == 422
    assert response.json()["detail"].startswith(sentence)


@pytest.mark.parametrize("slug", SLUGS)
def test_the_truth_is_what_the_theory_says(visitor, slug):
    position = ask_position(visitor, slug, truth="1").json()
    game = load_game(slug)
    analysis = analyse(game, game.start())
    assert position["analysis"]["winner"] == analysis.winner
    assert position["analysis"]["distance"] == analysis.distance
    assert [choice["move"] for choice in position["analysis"]["choices"]] == position["legal"]
    assert position["why"]["sentences"]


def test_whoever_follows_only_why_beats_the_hard_computer(visitor):
    for seed in range(3):
        match = Match(load_game("divisor-duel"), seed=seed)
        while match.outcome is None:
            if match.state.to_move is Player.ONE:
                moves = " ".join(match.written_moves)
                why = ask_position(visitor, moves=moves, truth="1").json()["why"]
                match.play(why["reply"])
            else:
                match.play(choose(match, "hard"))
        assert match.outcome.winner is Player.ONE


def test_the_truth_about_an_ended_duel_is_its_winner(visitor):
    moves = "14 7 1 13"
    position = ask_position(visitor, moves=moves, truth="1").json()
    assert position["outcome"]["winner"] == position["analysis"]["winner"] == 2
    assert position["analysis"]["choices"] == []


def test_a_review_is_for_when_the_match_is_over(visitor):
    match_id = visitor.create(mode="screen")["match"]["id"]
    visitor.move(match_id, 0, "1")  # gives the win away
    visitor.move(match_id, 1, "2")
    address = f"/api/matches/{match_id}/review"
    assert visitor.get(address).status_code == 409
    visitor.act(match_id, "truth", on=True)
    assert visitor.get(address).status_code == 200
    review = visitor.get(address).json()
    assert review["values"][:2] == [1, 2]
    assert review["moves"][0]["is_mistake"]
    assert review["moves"][0]["better"]
    assert review["mattered"]


def test_a_review_knows_who_resigned(visitor):
    match_id = visitor.create(mode="screen")["match"]["id"]
    visitor.act(match_id, "resign")
    review = visitor.get(f"/api/matches/{match_id}/review").json()
    assert review["summary"][-1] == "Player 1 could still have won when the game ended."


def next_puzzle(visitor, **more):
    params = {"game": "divisor-duel", "difficulty": "medium", "seed": 5, **more}
    return visitor.get("/api/puzzles/next", params=params)


def test_the_puzzles_of_a_visit_are_all_different_and_have_one_answer(visitor):
    puzzles = [next_puzzle(visitor, number=number).json() for number in range(8)]
    assert len({puzzle["id"] for puzzle in puzzles}) == 8
    for puzzle in puzzles:
        answers = [
            visitor.post("/api/puzzles/answer", json={"id": puzzle["id"], "move": move}).json()
            for move in puzzle["legal"]
        ]
        right = [answer for answer in answers if answer["is_right"]]
        assert len(right) == 1
        assert right[0]["answers"] == [right[0]["why"]["reply"]]
        assert puzzle["question"].endswith("Find it.")


def test_the_same_seed_gives_the_same_puzzles_after_a_restart(visitor):
    before = next_puzzle(visitor, number=3).json()
    study.series_of.cache_clear()
    assert next_puzzle(visitor, number=3).json() == before
    assert next_puzzle(visitor, number=3, seed=6).json() != before


def test_a_duel_without_puzzles_says_so(visitor):
    response = next_puzzle(visitor, game="parity-duel")
    assert response.status_code == 404
    assert "puzzle" in response.json()["detail"]


def test_looking_for_rare_puzzles_ends_in_time(visitor, monkeypatch):
    monkeypatch.setattr(study, "_SECONDS", 0.2)
    monkeypatch.setattr(Puzzles, "_consider", lambda self, moves: sum(range(100_000)) and None)
    response = next_puzzle(visitor, seed=77)
    assert response.status_code == 404
    assert "No other puzzle was found" in response.json()["detail"]
    assert next_puzzle(visitor, seed=77, number=1).status_code == 404


def test_puzzles_of_a_huge_game_are_refused(visitor):
    response = next_puzzle(visitor, options='{"numbers": 401}')
    assert response.status_code == 422


@pytest.mark.parametrize("name", ["", "x", "eyJ9", "WzEsMiwzXQ==", "W10=", "\u00e9", "bnVsbA=="])
def test_an_answer_to_no_puzzle_is_not_found(visitor, name):
    response = visitor.post("/api/puzzles/answer", json={"id": name, "move": "1"})
    assert response.status_code == 404


@pytest.mark.parametrize("move", ["x", "99"])
def test_an_answer_that_is_no_move_is_refused(visitor, move):
    name = next_puzzle(visitor).json()["id"]
    response = visitor.post("/api/puzzles/answer", json={"id": name, "move": move})
    assert response.status_code == 422


def test_what_takes_too_long_is_unknown_now_and_known_later(run_site, tmp_path, monkeypatch):
    from numduel.web import truth

    is_allowed = threading.Event()
    work_out = truth.work_out

    def slowly(match):
        is_allowed.wait(2 * PATIENCE)
        return work_out(match)

    monkeypatch.setattr(truth, "work_out", slowly)
    database = f"sqlite:///{tmp_path / 'web.sqlite'}"
    settings = Settings(database, seconds_to_think=0.1, seconds_for_reply=PATIENCE)
    with run_site(settings) as site:
        visitor = site.visitor()
        analysis = ask_position(visitor, truth="1").json()["analysis"]
        assert analysis["winner"] is None
        assert "longer than 0.1 seconds" in analysis["unknown"]
        # A move waits for no analysis: the one under way cannot end before it is allowed to.
        assert visitor.create("sequence-builder", "computer", first="other")["match"]["ply"] == 1
        is_allowed.set()
        wait_until(lambda: ask_position(visitor, truth="1").json()["analysis"]["winner"])


@pytest.mark.parametrize(
    ("slug", "judged"),
    [
        ("number-split-duel", "won at once: Player 1 can end it with the first move."),
        ("sequence-builder", "with best play Player 1 wins: 9 of 9 openings win."),
    ],
)
def test_a_duel_is_judged_with_the_figures_of_its_audit(visitor, slug, judged):
    facts = visitor.get(f"/api/games/{slug}/facts").json()
    assert facts["judgement"].startswith(judged)
    figures = {row["label"]: row["figure"] for row in facts["figures"]}
    assert figures["figures are"] == "exact"
    assert figures["both medium: Player 1 wins"].endswith("% of 30 games")


def test_an_unknown_duel_has_no_figures(visitor):
    assert visitor.get("/api/games/chess/facts").status_code == 404
