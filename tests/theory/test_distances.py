"""Divisor Duel: distances by a search that knows who wins, against a search that knows nothing."""

from random import Random

import pytest
from positions import reachable

from numduel import Player, load_game
from numduel.pool import everything, numbers_in, pool_of
from numduel.theory import analyse, distances
from numduel.theory.distances import Deepening, bound_distances
from numduel.theory.divisor import pair_up
from numduel.theory.matching import divisor_graph, maximum_matching
from numduel.theory.search import GameSolver

from ..conftest import mostly_long


def bounds_at(game, state, budget=10**9, compiled=False):
    reach = game.reach(state)
    pairing = pair_up(reach)
    winning = [move in pairing.missable for move in game.legal_moves(state)]
    return bound_distances(game, state, reach, winning, len(pairing.pairs), budget, compiled)


def longest(numbers, compiled=False):
    game = load_game("divisor-duel", numbers=numbers)
    bounds = bounds_at(game, game.start(), compiled=compiled)
    assert all(low == high for low, high in bounds)
    return max(high for _, high in bounds)


@pytest.mark.parametrize("numbers", range(1, 15))
def test_every_distance_is_that_of_exhaustive_search(numbers):
    game = load_game("divisor-duel", numbers=numbers)
    solver = GameSolver(game, 10**9)
    for state in reachable(game):
        if game.outcome(state) is None:
            found = bounds_at(game, state)
            expected = [
                solver.value(game.after(state, move)).before().distance
                for move in game.legal_moves(state)
            ]
            assert found == [(distance, distance) for distance in expected]


@pytest.mark.parametrize(("numbers", "moves"), [(20, 15), (22, 16), (24, 19), (26, 18), (30, 21)])
def test_the_longest_best_play_is_as_long_as_is_known(numbers, moves):
    assert longest(numbers) == moves


def test_at_classroom_sizes_every_distance_is_found_within_the_usual_budget():
    random = Random(0)
    for numbers in (36, 40):
        game = load_game("divisor-duel", numbers=numbers)
        state = game.start()
        while moves := game.legal_moves(state):
            assert analyse(game, state).unknown is None
            state = game.after(state, random.choice(moves))


@pytest.mark.parametrize(
    ("numbers", "budget"),
    mostly_long((40, 10**9), (50, 30_000), (62, 3_000), (62, 100_000), now=(0, 2)),
)
def test_compiled_or_plain_the_bounds_are_the_same_whatever_the_budget(numbers, budget):
    random = Random(1)
    game = load_game("divisor-duel", numbers=numbers)
    state = game.start()
    while moves := game.legal_moves(state):
        plain, compiled = (bounds_at(game, state, budget, how) for how in (False, True))
        assert plain == compiled
        state = game.after(state, random.choice(moves))


@pytest.mark.parametrize("numbers", range(1, 16))
def test_without_a_search_the_pairs_bound_the_distance(numbers):
    game = load_game("divisor-duel", numbers=numbers)
    exact, rough = (bounds_at(game, game.start(), budget) for budget in (10**9, 0))
    for known, between in zip(exact, rough, strict=True):
        assert between.at_least <= known.at_least == known.at_most <= between.at_most
        assert between.at_most % 2 == known.at_most % 2  # whoever moves last wins


def test_more_numbers_than_a_machine_word_has_bits_are_searched_in_plain_python():
    for numbers in (63, 64):
        game = load_game("divisor-duel", numbers=numbers)
        plain, compiled = (bounds_at(game, game.start(), 2_000, how) for how in (False, True))
        assert plain == compiled


def test_the_longest_best_play_on_63_numbers_takes_34_moves():
    assert longest(40, compiled=True) == 24
    assert longest(63, compiled=True) == 34


def test_bounds_hold_the_distance_and_grow_closer_with_the_budget():
    game = load_game("divisor-duel", numbers=40)
    exact = bounds_at(game, game.start())
    spans = []
    for budget in (0, 1_000, 20_000, 10**9):
        found = bounds_at(game, game.start(), budget)
        assert all(
            low <= distance <= high for (low, high), (distance, _) in zip(found, exact, strict=True)
        )
        spans.append(sum(high - low for low, high in found))
    assert spans == sorted(spans, reverse=True)
    assert spans[0] > spans[-1] == 0


def test_what_a_search_that_gives_up_has_refuted_is_a_bound():
    game = load_game("divisor-duel", numbers=40)
    found = bounds_at(game, game.start(), 20_000)
    assert found[3] == (12, 36)  # to open with 4: no end within ten moves was found


def test_what_is_found_does_not_depend_on_what_was_asked_before():
    game = load_game("divisor-duel", numbers=50)
    first = analyse(game, game.start(), 20_000)
    analyse(game, game.start(), 250_000)
    assert analyse(game, game.start(), 20_000) == first


def test_missable_numbers_are_those_of_the_matching_theory():
    random = Random(2)
    numbers = range(1, 41)
    search = Deepening(numbers, 1, distances)
    for _ in range(300):
        pool = random.getrandbits(40) << 1 & everything(40)
        bits = search.pool(numbers_in(pool))
        found = distances.missable(bits, search.matching)
        expected = maximum_matching(divisor_graph(numbers_in(pool))).missable
        assert found == search.pool(expected)


def test_on_1_to_100_the_end_is_bounded_where_it_is_not_known():
    game = load_game("divisor-duel", numbers=100)
    analysis = analyse(game, game.after(game.start(), 64))
    assert analysis.winner in Player
    assert 1 < analysis.at_least <= analysis.at_most <= 89
    assert pool_of([1]) & game.after(game.start(), 64).remaining
