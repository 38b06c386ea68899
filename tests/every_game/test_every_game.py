"""The contract, for everything in the catalogue and for a throw-away game, and published numbers.

Each number of the On-Line Encyclopedia of Integer Sequences is counted anew, through `legal_moves`
and `after` alone: a rule that lets one move too many or too few through changes it.
"""

from dataclasses import dataclass
from functools import cache

import pytest
from last_stone import LastStone

from numduel import Player, list_games, load_game
from numduel.catalogue import rule_book as rules_of
from numduel.game import presets_of
from numduel.testing import check
from numduel.testing.checks import legal_moves_agree_with_refusal
from numduel.theory.grundy import nim_values
from numduel.theory.matching import divisor_graph, maximum_matching


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


# A348842: complete games of Juniper Green (Divisor Duel with an even opening) on 1 to n.
COMPLETE_GAMES = [0, 1, 1, 6, 10, 35, 47, 147, 216, 452, 512, 3_055, 3_365, 5_602, 12_160, 35_951]


COMPLETE_GAMES += [37_959, 147_889, 154_998, 703_094, 1_178_850, 1_467_813]


# A344497: the size of a maximum matching of the divisor graph of 1 to n.
MATCHING_SIZES = [
    (100, 44),
    (1_000, 438),
    (10_000, 4_382),
    pytest.param(100_000, 43_693, marks=pytest.mark.long),  # loads numba
]


# A002188: nim-values of Grundy's game, for a heap of 1, 2, 3, and so on.
NIM_VALUES = [0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]


def complete_games(game):
    """In how many ways the game can be played from its start to its end."""

    @cache
    def ways_from(state):
        afters = (game.after(state, move) for move in game.legal_moves(state))
        return sum(map(ways_from, afters)) if game.outcome(state) is None else 1

    return ways_from(game.start())


def nim_value(game):
    """The nim-value of the first position by its definition: the smallest number, from 0 on, that
    is not the value of a position one move away."""

    known = {}

    def value_of(state):
        canonical = game.canonical(state)
        if canonical not in known:
            found = {value_of(game.after(state, move)) for move in game.legal_moves(state)}
            known[canonical] = next(value for value in range(len(found) + 1) if value not in found)
        return known[canonical]

    return value_of(game.start())


def test_a348842_counts_games_with_even_opening():
    sizes = range(2, 1 + len(COMPLETE_GAMES))
    games = [load_game("divisor-duel", numbers=numbers, opening="even") for numbers in sizes]
    assert list(map(complete_games, games)) == COMPLETE_GAMES[1:]


@pytest.mark.parametrize(("numbers", "size"), MATCHING_SIZES)
def test_a344497_pairs_in_the_divisor_graph(numbers, size):
    is_large = numbers > 10_000
    graph = divisor_graph(range(1, numbers + 1), compiled=is_large)
    assert maximum_matching(graph, compiled=is_large).size == size


def test_a002188_nim_values_of_grundys_game_by_playing_it():
    games = [load_game("grundys-game", start=start) for start in range(1, len(NIM_VALUES) + 1)]
    assert list(map(nim_value, games)) == NIM_VALUES


def test_a002188_nim_values_of_grundys_game_by_its_theory():
    assert list(nim_values(len(NIM_VALUES))[1 : len(NIM_VALUES) + 1]) == NIM_VALUES
