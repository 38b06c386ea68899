"""Our rules held to published numbers, as a chess program is held to its perft table.

The numbers are those of the On-Line Encyclopedia of Integer Sequences. Each is counted anew here,
through `legal_moves` and `after` alone: a rule that lets one move too many through, or one too
few, changes them.
"""

from functools import cache

import pytest

from numduel import load_game
from numduel.theory.grundy import nim_values
from numduel.theory.matching import divisor_graph, maximum_matching

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
