"""The catalogue: our rule books, those of other packages, and how they are asked for."""

import pytest
from last_stone import LastStone

from numduel import BadOption, UnknownGame, load_game
from numduel.catalogue import (
    book_for,
    build_game,
    find_game,
    list_games,
    rule_book,
    rules_for,
    same_rules,
)
from numduel.game import options_of

OURS = ["divisor-duel", "even-odd-match", "number-split-duel", "parity-duel", "sequence-builder"]
LIST_GAMES = "import numduel; print(*(game.slug for game in numduel.list_games()))"


def test_a_name_may_have_spaces_around_it_and_capitals():
    assert find_game(" Divisor-Duel ").slug == "divisor-duel"


def test_a_name_like_no_other_gets_all_there_are():
    with pytest.raises(UnknownGame) as refused:
        find_game("xyzzy")
    names = ", ".join(game.slug for game in list_games())
    assert str(refused.value) == f'There is no game "xyzzy". Choose from: {names}.'


def test_an_option_like_no_other_gets_all_there_are():
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


TELL = """
from numduel.catalogue import find_game
from numduel.catalogue import rule_book
print(rule_book(find_game("last-stone")).text())
"""


def test_rulings_are_shown_only_on_request():
    book = rule_book(find_game("divisor-duel"))
    assert [ruling.code for ruling in book.rulings] == ["D1", "D2", "D3", "D4", "V2", "V4"]
    assert book.rulings[3].text == (
        '"Forced Pass" is a heading only: a player without a move does not pass, they lose.'
    )
    assert "D4" not in book.text()
    assert book.text(rulings=True).startswith(book.text() + "\n\nRulings, where the rule book")
    assert '\n- D4. "Forced Pass" is a heading only' in book.text(rulings=True)


def test_rules_of_the_book_leave_its_rulings_out():
    for game in list_games():
        told = rules_for(game())
        assert rule_book(game).text().startswith(told)
        assert told.partition("\n\n")[2].count("\n\nExample") == 1
        assert "Ruling" not in told
        assert "Options:" not in told


def test_options_tell_how_they_change_rules():
    for game in list_games():
        for option in options_of(game):
            others = (
                option.kind
                if isinstance(option.kind, tuple)
                else [option.default - 1, option.default + 1]
            )
            for value in {*others} - {option.default, -1}:
                try:
                    book = book_for(build_game(game, {option.name: value}))
                except BadOption:  # it takes another value of another option too
                    continue
                assert book.rules != rule_book(game).rules or option.tell(value).endswith(".")
                assert "{" not in book.text()


def test_even_odd_match_shares_rules_with_parity_duel():
    twins = {game.slug: same_rules(game).slug for game in list_games()}
    assert twins.pop("even-odd-match") == "parity-duel"
    assert all(slug == other for slug, other in twins.items())


def test_option_without_a_difference_shows_its_help():
    assert rules_for(LastStone(heap=7)).endswith(
        "\n\nIn this game:\n- heap = 7 (how many stones there are)."
    )
    assert "heap = 12" in rules_for(LastStone())


def test_rules_fall_back_on_class_docstring(installed):
    told = installed(
        {"x": "borrowed:Borrowed"},
        TELL,
        borrowed='''
            from last_stone import LastStone
            class Borrowed(LastStone):
                """Take stones."""
        ''',
    )
    assert told.stdout == "Last Stone: Take stones.\n"
