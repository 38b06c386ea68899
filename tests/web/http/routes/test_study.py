"""What is known of duels, over HTTP: games, positions, reviews, puzzles, lessons."""

import json
from datetime import date

import pytest
from click.testing import CliRunner

from numduel import Match, list_games, load_game
from numduel.catalogue import find_game, rule_book
from numduel.study import daily_puzzle, find_lesson, list_lessons
from numduel.terminal.command import numduel
from numduel.web.work import puzzles


def said_by_terminal(*arguments):
    return json.loads(CliRunner().invoke(numduel, [*arguments, "--json"]).stdout)


def test_api_lists_games_with_rules_and_options(visitor):
    games = {game["slug"]: game for game in visitor.get("/api/games").json()}
    assert list(games) == [game.slug for game in list_games()]
    divisor = games["divisor-duel"]
    book = rule_book(find_game("divisor-duel"))
    assert divisor["rule_book"]["rules"] == book.rules
    assert divisor["rule_book"]["rulings"] == [ruling._asdict() for ruling in book.rulings]
    assert divisor["options"][1] == {
        "name": "opening",
        "kind": "choice",
        "default": "any",
        "help": "what the first number may be (a variant)",
        "minimum": None,
        "maximum": None,
        "values": ["any", "even", "even-below-half"],
        "labels": ["any number", "an even number", "an even number below half"],
    }
    for slug, game in games.items():
        match = Match(load_game(slug))
        first, *others = game["sample"]
        assert len(others) >= 3
        for before, position in zip([first, *others], others, strict=False):
            assert before["view"] == match.game.view(match.state)
            assert position["last"] in before["legal"]
            match.play(position["last"])


@pytest.mark.parametrize("options", ["[1]", "[" * 900])
def test_options_are_a_json_object(visitor, options):
    answer = visitor.get("/api/games/divisor-duel/outlook", params={"options": options})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("The options must be a JSON object")


def test_any_settings_are_told_to_be_decided_or_not(visitor):
    def outlook(options):
        wanted = {"options": json.dumps(options)}
        return visitor.get("/api/games/parity-duel/outlook", params=wanted)

    told = outlook({"numbers": 30}).json()
    assert told["options"] == {"numbers": 30, "jokers": 0}
    assert told["foregone"]["text"] == "Player 2 wins this one, whatever anybody plays."
    assert outlook({"numbers": 31}).json()["foregone"] is None
    assert outlook({"numbers": 1_001}).status_code == 422


@pytest.mark.parametrize(
    ("chosen", "bounds"),
    [
        ({"numbers": 5}, [(9, 1_000), (2, 3)]),
        ({"length": 3}, [(5, 1_000), (2, 5)]),
        ({"length": "long"}, [(3, 1_000), (2, 5)]),
    ],
)
def test_the_bounds_of_an_option_go_with_the_other_options(visitor, chosen, bounds):
    wanted = {"options": json.dumps(chosen)}
    options = visitor.get("/api/games/sequence-builder/options", params=wanted).json()
    assert [(option["minimum"], option["maximum"]) for option in options] == bounds


def test_facts_equal_audit_output(visitor):
    facts = visitor.get("/api/games/sequence-builder/facts").json()
    assert facts == said_by_terminal("audit", "sequence-builder")


def test_what_comes_next_is_said_for_a_persons_last_games(visitor):
    won = {"game": "divisor-duel", "winner": 1, "moves": 3, "seat": 1, "level": "easy"}
    told = visitor.post("/api/next", json={"played": [won, won]}).json()
    assert [suggestion["kind"] for suggestion in told] == ["harder", "again", "review"]
    assert told[0]["options"] == {"numbers": 40, "opening": "even"}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("divisor-duel/6,20", 'Move 2, "20": 20 is neither a divisor nor a multiple of 6.'),
        ("divisor-duel/numbers=99999999", "Numbers must be a whole number from 1 to 1000,"),
    ],
)
def test_a_wrong_id_gets_a_sentence(visitor, wrong, sentence):
    response = visitor.get("/api/positions", params={"id": wrong})
    assert response.status_code == 422
    assert response.json()["detail"].startswith(sentence)


@pytest.mark.parametrize("slug", ["divisor-duel", "grundys-game"])
def test_the_truth_is_the_object_that_analyse_prints(visitor, slug):
    match = Match(load_game(slug))
    match.play(match.game.legal_moves(match.state)[-1])
    told = visitor.get("/api/positions/truth", params={"id": match.id}).json()
    assert told == said_by_terminal("analyse", match.id)


def test_sentences_speak_to_the_reader_of_a_match(visitor, stranger):
    match_id = visitor.create(mode="link", name="Ann", options={"numbers": 12})["match"]["id"]
    wanted = {"id": "divisor-duel/numbers=12/6", "match": match_id}
    told = [who.get("/api/positions", params=wanted).json()["told"] for who in (visitor, stranger)]
    assert told == ["You took 6.", "Ann took 6."]


def test_a_losing_move_is_refuted_on_demand(visitor):
    def ask(move):
        wanted = {"id": "divisor-duel/6,3", "move": move}
        return visitor.get("/api/positions/consequence", params=wanted)

    told = ask("1").json()
    assert (told["is_refuted"], told["winner"], told["line"]) == (True, 2, ["1", "11"])
    assert [ask(move).status_code for move in ("5", "banana")] == [422, 422]


def test_review_waits_for_end_and_addresses_reader(visitor, friend):
    made = visitor.create(options={"numbers": 12})
    match_id, address = made["match"]["id"], f"/api/matches/{made['match']['id']}/review"
    friend.join(made["seat_link"], name="Bea")
    visitor.move(match_id, 0, "1")  # gives the win away
    assert visitor.get(address).status_code == 409
    for who in (visitor, friend):
        who.act(match_id, "truth", on=True)
    assert visitor.get(address).status_code == 200
    visitor.act(match_id, "resign")
    first = [who.get(address).json()["sentences"][0] for who in (visitor, friend)]
    assert first[0].startswith("Move 1: you played 1 and gave the win away.")
    assert first[1].startswith("Move 1: Player 1 played 1 and gave the win away.")


def next_puzzle(visitor, **more):
    params = {"game": "divisor-duel", "difficulty": "medium", "seed": 5, **more}
    return visitor.get("/api/puzzles/next", params=params)


def test_puzzles_of_a_visit_differ(visitor):
    all_puzzles = [next_puzzle(visitor, number=number).json() for number in range(4)]
    assert len({puzzle["future"] for puzzle in all_puzzles}) == 4
    for puzzle in all_puzzles:
        address = {"address": puzzle["address"]}
        answers = [
            visitor.post("/api/puzzles/answer", json=address | {"move": move}).json()
            for move in puzzle["legal"]
        ]
        assert [told["is_right"] for told in answers].count(True) == 1
        assert visitor.get("/api/puzzles/at", params=address).json() == puzzle


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("divisor-duel/6,7", "There is no such puzzle."),
        ("parity-duel/1", "This position is not a puzzle: no choice matters there."),
    ],
)
def test_a_position_that_is_no_puzzle_is_not_found(visitor, name, told):
    response = visitor.get("/api/puzzles/at", params={"address": name})
    assert (response.status_code, response.json()["detail"]) == (404, told)


def test_hints_come_in_three_steps(visitor):
    wanted = {"address": "divisor-duel/18,3"}
    texts = [
        visitor.get("/api/puzzles/hint", params=wanted | {"step": step}).json()["text"]
        for step in (1, 3)
    ]
    assert texts[0].startswith("Theme: 1 is poison. ")
    assert texts[1] == "Take 9: it wins."


def test_daily_puzzle_follows_date_and_shares_result(visitor):
    def of(day):
        return visitor.get("/api/puzzles/daily", params={"date": day})

    assert of("2026-11-16").json()["moves"] == list(daily_puzzle(date(2026, 11, 16)).moves)
    for wrong in ("tomorrow", "2026-02-30", "2100-01-01"):
        told = f'"{wrong}" is not a date from 2000 to 2099, such as 2026-11-16.'
        assert (of(wrong).status_code, of(wrong).json()["detail"]) == (422, told)
    result = {"date": "2026-11-18", "right": True, "days": 12}
    told = visitor.get("/api/puzzles/share", params=result).json()
    assert told == {"text": "numduel daily 2026-11-18 ★ first try, 12-day streak"}


def test_looking_for_rare_puzzles_ends_in_time(visitor, monkeypatch):
    monkeypatch.setattr(puzzles, "_SECONDS", 0)
    response = next_puzzle(visitor, seed=77)
    assert response.status_code == 404
    assert "No other puzzle was found" in response.json()["detail"]


def test_puzzles_rise_with_the_answers_so_far(visitor):
    def after(answers):
        wanted = {"game": "divisor-duel", "answers": answers}
        return visitor.get("/api/puzzles/next", params=wanted).json()["difficulty"]

    assert [after(answers) for answers in ("", "11", "1111")] == ["easy", "medium", "hard"]


def test_a_lesson_has_its_positions_and_not_its_answers(visitor):
    listed = visitor.get("/api/lessons").json()
    assert [lesson["key"] for lesson in listed] == [lesson.key for lesson in list_lessons()]
    lesson = find_lesson("big-primes")
    response = visitor.get(f"/api/lessons/{lesson.key}")
    steps = response.json()["steps"]
    assert [step["ask"] for step in steps] == [step.ask for step in lesson.steps]
    assert lesson.steps[0].why not in response.text
    for move in steps[0]["position"]["legal"]:
        wanted = {"lesson": lesson.key, "step": 1, "move": move}
        said = visitor.post("/api/lessons/answer", json=wanted).json()
        assert said["is_right"] is (move in lesson.steps[0].answers)


@pytest.mark.parametrize(
    ("lesson", "step", "move", "status"),
    [
        ("divisor-duel/luck", 1, "6", 404),
        ("divisor-duel/pairing", 5, "6", 404),
        ("divisor-duel/pairing", 1, "5", 422),
    ],
)
def test_missing_or_illegal_step_is_reported(visitor, lesson, step, move, status):
    wanted = {"lesson": lesson, "step": step, "move": move}
    response = visitor.post("/api/lessons/answer", json=wanted)
    assert response.status_code == status
    assert response.json()["detail"]
