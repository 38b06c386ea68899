"""The catalogue: our rule books, those of other packages, and how they are asked for."""

import pytest

from numduel import BadOption, UnknownGame, list_games, load_game
from numduel.catalogue import find_game

OURS = ["divisor-duel", "even-odd-match", "number-split-duel", "parity-duel", "sequence-builder"]
LIST_GAMES = "import numduel; print(*(game.slug for game in numduel.list_games()))"


def test_a_name_may_have_spaces_around_it_and_capitals():
    assert find_game(" Divisor-Duel ").slug == "divisor-duel"


def test_an_unknown_name_gets_the_nearest_one():
    with pytest.raises(UnknownGame) as refused:
        load_game("divisr-duel")
    assert str(refused.value) == 'There is no game "divisr-duel". Did you mean "divisor-duel"?'


def test_a_name_like_no_other_gets_all_there_are():
    with pytest.raises(UnknownGame) as refused:
        find_game("xyzzy")
    names = ", ".join(game.slug for game in list_games())
    assert str(refused.value) == f'There is no game "xyzzy". Choose from: {names}.'


def test_unknown_option_suggests_nearest():
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", number=20)
    assert str(refused.value) == 'Unknown option "number". Did you mean "numbers"?'
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", xyz=20)
    assert str(refused.value) == 'Unknown option "xyz". Choose from: numbers, opening.'


def test_an_option_goes_by_the_name_that_players_use():
    with pytest.raises(BadOption, match='Unknown option "start_number"'):
        load_game("number-split-duel", start_number=20)


def test_another_package_brings_a_rule_book_by_entry_point(installed):
    told = installed({"last-stone": "last_stone:LastStone"}, LIST_GAMES, warn="error")
    *ours, theirs = told.stdout.split()
    assert set(OURS) <= set(ours)
    assert theirs == "last-stone"
    assert told.stderr == ""


BROKEN = {
    "missing_module:Game": "",
    "borrowed:Borrowed": "raise RuntimeError('out of order')",
    "borrowed:Untitled": """
        from numduel import Game, Player, Outcome
        class Untitled(Game):
            slug = "untitled"
            def start(self): ...
            def all_moves(self): ...
            def refusal(self, state, move): ...
            def after(self, state, move): ...
            def outcome(self, state): ...
    """,
    "borrowed:Weighed": """
        from dataclasses import dataclass
        from last_stone import LastStone
        @dataclass(frozen=True)
        class Weighed(LastStone):
            slug = "weighed"
            weight: float = 1.0
    """,
}


@pytest.mark.parametrize("value", BROKEN)
def test_broken_plugin_is_skipped_with_warning(installed, value):
    told = installed(
        {"broken": value, "last-stone": "last_stone:LastStone"}, LIST_GAMES, borrowed=BROKEN[value]
    )
    slugs = told.stdout.split()
    assert {*OURS, "last-stone"} <= set(slugs)
    assert not {"untitled", "weighed"} & set(slugs)
    assert told.stderr.count("RuntimeWarning") == 1
    assert f"RuntimeWarning: numduel.games: {value} is left out: " in told.stderr


def test_plugin_with_taken_slug_is_skipped_with_warning(installed):
    told = installed(
        {"again": "borrowed:Borrowed"},
        f"{LIST_GAMES}\nprint(numduel.load_game('divisor-duel').title)",
        borrowed="""
            from last_stone import LastStone
            class Borrowed(LastStone):
                slug = "divisor-duel"
        """,
    )
    assert told.stdout.endswith("Divisor Duel\n")
    assert "borrowed is left out: there is a divisor-duel already." in told.stderr


def test_same_game_under_two_entry_points_is_listed_once(installed):
    entries = {"one": "last_stone:LastStone", "two": "last_stone:LastStone"}
    told = installed(entries, LIST_GAMES, warn="error")
    assert told.stdout.split().count("last-stone") == 1
