"""The catalogue: our rule books, those of other packages, and how they are asked for."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from numduel import BadOption, Game, UnknownGame, list_games, load_game
from numduel.catalogue import build_game, find_game, read_options

OURS = ["divisor-duel", "even-odd-match", "number-split-duel", "parity-duel", "sequence-builder"]
LIST_GAMES = "import numduel; print(*(game.slug for game in numduel.list_games()))"


def test_the_five_rule_books_are_found():
    assert set(OURS) <= {game.slug for game in list_games()}


def test_a_rule_book_stands_in_the_catalogue_once_and_by_its_own_name():
    slugs = [game.slug for game in list_games()]
    assert len(set(slugs)) == len(slugs)
    assert [find_game(slug) for slug in slugs] == list_games()


def test_the_list_may_be_changed_without_changing_the_catalogue():
    list_games().clear()
    assert list_games()


def test_a_game_is_loaded_with_its_options_and_defaults():
    assert load_game("divisor-duel").options == {"numbers": 20, "opening": "any"}
    assert load_game("divisor-duel", numbers=30).options == {"numbers": 30, "opening": "any"}
    assert load_game("parity-duel").options == {"numbers": 20, "jokers": 0}
    assert load_game("even-odd-match").options == {"numbers": 20, "jokers": 0}
    assert load_game("sequence-builder").options == {"numbers": 9, "length": 5}
    assert load_game("number-split-duel").options == {"start": 16}
    assert load_game("number-split-duel", start=23).start().number == 23


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


def test_what_was_asked_for_is_shown_cut_and_without_its_control_characters():
    with pytest.raises(UnknownGame) as refused:
        find_game("\x1b[2J" + "x" * 90)
    assert "xxx" in str(refused.value)
    assert "x" * 41 not in str(refused.value)
    assert str(refused.value).isprintable()


def test_an_option_it_does_not_have_is_refused_with_the_nearest_one():
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", number=20)
    assert str(refused.value) == 'Unknown option "number". Did you mean "numbers"?'
    with pytest.raises(BadOption) as refused:
        load_game("divisor-duel", xyz=20)
    assert str(refused.value) == 'Unknown option "xyz". Choose from: numbers, opening.'


def test_a_game_without_options_says_so():
    class Bare(Game):
        title = "Bare"

    with pytest.raises(BadOption) as refused:
        build_game(Bare, {"heap": 3})
    assert str(refused.value) == 'Unknown option "heap". There are none.'


def test_an_option_goes_by_the_name_that_players_use():
    with pytest.raises(BadOption, match='Unknown option "start_number"'):
        load_game("number-split-duel", start_number=20)


def test_options_are_read_from_text():
    divisor = find_game("divisor-duel")
    assert read_options(divisor, {"numbers": "30", "opening": "even"}) == {
        "numbers": 30,
        "opening": "even",
    }
    with pytest.raises(BadOption, match="numbers must be a whole number from 1 to"):
        read_options(divisor, {"numbers": "many"})
    with pytest.raises(BadOption, match='Unknown option "size"'):
        read_options(divisor, {"size": "30"})


def test_another_package_brings_a_rule_book_by_entry_point(installed):
    told = installed({"last-stone": "last_stone:LastStone"}, LIST_GAMES, warn="error")
    *ours, theirs = told.stdout.split()
    assert set(OURS) <= set(ours)
    assert theirs == "last-stone"
    assert told.stderr == ""


def test_a_borrowed_game_is_loaded_and_played_like_ours(installed):
    program = """
import numduel
match = numduel.Match(numduel.load_game("last-stone", heap=5))
for move in "1 3 1".split():
    match.play(move)
print(match.outcome.winner, match.outcome.reason)
"""
    told = installed({"last-stone": "last_stone:LastStone"}, program)
    assert told.stdout == "Player 1 by taking the last stone\n"


BROKEN = {
    "borrowed:nothing": "",
    "missing_module:Game": "",
    "borrowed:Borrowed": "raise RuntimeError('out of order')",
    "borrowed:number": "number = 7",
    "borrowed:Plain": "class Plain: slug = 'plain'",
    "borrowed:Nameless": """
        from numduel import Game
        class Nameless(Game):
            pass
    """,
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
    "borrowed:Unfinished": """
        from numduel import Game
        class Unfinished(Game):
            slug, title, summary = "unfinished", "Unfinished", "Still to be written."
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
def test_a_broken_rule_book_is_left_out_with_a_warning_and_the_others_still_work(installed, value):
    told = installed(
        {"broken": value, "last-stone": "last_stone:LastStone"}, LIST_GAMES, borrowed=BROKEN[value]
    )
    slugs = told.stdout.split()
    assert {*OURS, "last-stone"} <= set(slugs)
    assert not {"plain", "untitled", "unfinished", "weighed"} & set(slugs)
    assert told.stderr.count("RuntimeWarning") == 1
    assert f"RuntimeWarning: numduel.games: {value} is left out: " in told.stderr


def test_the_warning_tells_what_is_wrong(installed):
    told = installed(
        {"broken": "borrowed:Borrowed"}, LIST_GAMES, borrowed="raise RuntimeError('out of order')"
    )
    assert "borrowed:Borrowed is left out: RuntimeError: out of order." in told.stderr


def test_a_second_rule_book_of_the_same_name_is_left_out_with_a_warning(installed):
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


def test_the_same_rule_book_under_two_entry_points_is_no_fault(installed):
    entries = {"one": "last_stone:LastStone", "two": "last_stone:LastStone"}
    told = installed(entries, LIST_GAMES, warn="error")
    assert told.stdout.split().count("last-stone") == 1


def test_a_rule_book_in_an_archive_is_found_too(tmp_path):
    folder, examples = tmp_path / "borrowed", Path(__file__).parent / "examples"
    about = folder / "borrowed-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: borrowed\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[numduel.games]\nrace = race:Race\n")
    shutil.copy(examples / "race.py", folder)
    path = os.pathsep.join([shutil.make_archive(str(folder), "zip", folder), *sys.path])
    environment = os.environ | {"PYTHONPATH": path}
    listed = subprocess.check_output([sys.executable, "-c", LIST_GAMES], env=environment, text=True)
    assert listed.split()[-1] == "race"
