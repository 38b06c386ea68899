"""The contract, for everything in the catalogue and for a throw-away game of a few lines.

What the contract demands is checked by numduel.testing, which anybody can ask about any rule book.
"""

from dataclasses import dataclass

import pytest
from last_stone import LastStone

from numduel import Player, list_games
from numduel.catalogue import rule_book as rules_of
from numduel.game import presets_of
from numduel.testing import check
from numduel.testing.checks import legal_moves_agree_with_refusal


@pytest.mark.untraced
def test_every_rule_book_keeps_the_contract(rule_book):
    check(rule_book)


def test_every_rule_book_tells_its_rules_with_an_example(rule_book):
    told = rules_of(rule_book)
    assert told.title == rule_book.title
    assert told.rules
    assert told.example


def test_a_view_is_made_of_the_fields_of_any_kind_of_state():
    @dataclass(frozen=True)
    class Row:
        to_move: Player
        heaps: tuple[frozenset[int], ...]
        note: str | None = None

    assert LastStone().view(Row(Player.TWO, (frozenset({3}), frozenset()))) == {
        "to_move": 2,
        "heaps": [[3], []],
        "note": None,
    }


def test_ruling_a5_the_rules_hold_at_the_largest_size(largest):
    state = largest.start()
    assert legal_moves_agree_with_refusal(largest, state, ()) is None
    after = largest.play(state, largest.legal_moves(state)[-1])
    assert legal_moves_agree_with_refusal(largest, after, ()) is None


PURPOSES = ("play", "puzzles", "arena")


def test_default_preset_is_game_as_written():
    assert [presets_of(LastStone, purpose)[0].options for purpose in PURPOSES] == [{}, {}, {}]


def test_the_duel_as_written_is_offered_in_every_menu(rule_book):
    offered = [preset for preset in presets_of(rule_book) if preset.is_offered]
    assert [preset.name for preset in offered if not preset.options] == ["as written"]
    assert all(preset in offered for preset in presets_of(rule_book, "play"))


def test_the_arena_has_one_setting_of_every_game():
    assert all(len(presets_of(game, "arena")) == 1 for game in list_games())


def test_a_learner_sees_by_default_what_is_allowed():
    game = LastStone(5)
    assert game.features(game.start()) == (1.0, 1.0, 1.0)
    assert game.features(game.after(game.start(), 3)) == (1.0, 1.0, 0.0)
