"""The duels with their rules, options and figures."""

import json

import pytest
from click.testing import CliRunner

from numduel import list_games
from numduel.catalogue import find_game, rule_book
from numduel.terminal.command import numduel

SLUGS = [game.slug for game in list_games()]


def test_every_duel_is_listed_with_rules_options_and_levels(visitor):
    games = {game["slug"]: game for game in visitor.get("/api/games").json()}
    assert list(games) == SLUGS
    divisor = games["divisor-duel"]
    book = rule_book(find_game("divisor-duel"))
    assert divisor["rule_book"]["rules"] == book.rules
    assert divisor["rule_book"]["example"] == book.example
    assert divisor["rule_book"]["rulings"] == [ruling._asdict() for ruling in book.rulings]
    assert divisor["levels"][0] == "random"
    assert divisor["default_level"] == "easy"  # as in the terminal
    assert divisor["options"] == [
        {
            "name": "numbers",
            "kind": "int",
            "default": 20,
            "help": "the list is 1 to this number",
            "minimum": 1,
            "maximum": 1_000,
            "values": None,
        },
        {
            "name": "opening",
            "kind": "choice",
            "default": "any",
            "help": "what the first number may be (a variant)",
            "minimum": None,
            "maximum": None,
            "values": ["any", "even", "even-below-half"],
        },
    ]


def test_a_duel_that_is_decided_before_its_first_move_is_told_apart(visitor):
    games = visitor.get("/api/games").json()
    decided = {game["slug"]: game["foregone"] for game in games if game["foregone"]}
    assert sorted(decided) == ["even-odd-match", "parity-duel"]
    assert decided["parity-duel"]["winner"] == 2
    assert decided["parity-duel"]["better"] == ["with a joker"]
    presets = [preset for game in games for preset in game["presets"]]
    assert {preset["name"] for preset in presets if preset["foregone"]} == {"as written"}
    assert not any(preset["foregone"] for preset in presets if preset["purposes"])


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
    ("slug", "chosen", "bounds"),
    [
        ("sequence-builder", {"numbers": 5}, [(9, 1_000), (2, 3)]),
        ("sequence-builder", {"length": 3}, [(5, 1_000), (2, 5)]),
        ("sequence-builder", {"length": "long"}, [(3, 1_000), (2, 5)]),
    ],
)
def test_the_bounds_of_an_option_go_with_the_other_options(visitor, slug, chosen, bounds):
    wanted = {"options": json.dumps(chosen)}
    options = visitor.get(f"/api/games/{slug}/options", params=wanted).json()
    assert [(option["minimum"], option["maximum"]) for option in options] == bounds


def test_the_facts_of_a_duel_are_the_object_that_audit_prints(visitor):
    facts = visitor.get("/api/games/sequence-builder/facts").json()
    asked = ["audit", "sequence-builder", "--json"]
    assert facts == json.loads(CliRunner().invoke(numduel, asked).stdout)


@pytest.mark.parametrize("options", ["{", "[1]", "[" * 900])
def test_options_are_a_json_object(visitor, options):
    answer = visitor.get("/api/games/divisor-duel/outlook", params={"options": options})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("The options must be a JSON object")


def test_what_comes_next_is_said_for_a_persons_last_games(visitor):
    won = {"game": "divisor-duel", "winner": 1, "moves": 3, "seat": 1, "level": "easy"}
    told = visitor.post("/api/next", json={"played": [won, won]}).json()
    assert [suggestion["kind"] for suggestion in told] == ["harder", "again", "review"]
    assert told[0]["options"] == {"numbers": 40, "opening": "even"}
    lost = visitor.post("/api/next", json={"played": [won | {"winner": 2}]}).json()
    assert [suggestion["kind"] for suggestion in lost] == ["review", "again"]
    assert visitor.post("/api/next", json={"played": []}).status_code == 422
