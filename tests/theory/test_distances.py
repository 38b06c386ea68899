"""Divisor Duel: distances by a search that knows who wins, against a search that knows nothing."""

import re
from functools import cache
from random import Random

import pytest
from positions import reachable

from numduel import load_game
from numduel.pool import everything, numbers_in, pool_of
from numduel.study import explain
from numduel.theory import analyse, bitsets, distances
from numduel.theory.compiling import compiled_twin
from numduel.theory.distances import Deepening, bound_distances
from numduel.theory.divisor import distances_of_openings, pair_up
from numduel.theory.matching import divisor_graph, maximum_matching
from numduel.theory.search import GameSolver

from ..conftest import mostly_long


def bounds_at(game, state, budget=10**9, compiled=False):
    reach = game.reach(state)
    pairing = pair_up(reach)
    winning = [move in pairing.missable for move in game.legal_moves(state)]
    return bound_distances(game, state, reach, winning, len(pairing.pairs), budget, compiled)


@pytest.mark.parametrize("numbers", [1, 2, 5, 9, 12, 13, 14])
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


@pytest.mark.parametrize(
    ("numbers", "share"), mostly_long((40, 1), (64, 1), (100, 0.95), now=(0, 1))
)
def test_default_budget_finds_distances_in_random_play(numbers, share):
    random = Random(0)
    game = load_game("divisor-duel", numbers=numbers)
    known = []
    while len(known) < (30 if share == 1 else 300):
        state = game.start()
        while moves := game.legal_moves(state):
            analysis = analyse(game, state)
            known.append(analysis.distance is not None)
            assert numbers > 40 or analysis.unknown is None
            state = game.after(state, random.choice(moves))
    assert sum(known) >= share * len(known)


@pytest.mark.parametrize(
    ("numbers", "budget"),
    mostly_long((40, 10**9), (50, 3_000), (62, 300), (62, 30_000), (90, 30_000), now=(0, 2)),
)
def test_compiled_and_plain_bounds_agree(numbers, budget):
    random = Random(1)
    game = load_game("divisor-duel", numbers=numbers)
    state = game.start()
    while moves := game.legal_moves(state):
        plain, compiled = (bounds_at(game, state, budget, how) for how in (False, True))
        assert plain == compiled
        state = game.after(state, random.choice(moves))


@pytest.mark.untraced
def test_compiled_bitsets_agree_with_integers():
    pytest.importorskip("numba")
    compiled, random = compiled_twin(bitsets), Random(7)
    for _ in range(500):
        whole = random.getrandbits(128) >> random.randrange(100)
        pair, vertex = compiled.pack(whole), random.randrange(128)
        assert compiled.has(pair, vertex) == bitsets.has(whole, vertex)
        assert compiled.only(vertex) == compiled.pack(bitsets.only(vertex))
        assert compiled.count(pair) == bitsets.count(whole)
        if whole:
            assert compiled.lowest(pair) == bitsets.lowest(whole)
            assert compiled.drop_lowest(pair) == compiled.pack(bitsets.drop_lowest(whole))


def test_compiled_and_plain_agree_beyond_64_numbers():
    for numbers in (63, 64, 65, 100, 128):
        game = load_game("divisor-duel", numbers=numbers)
        plain, compiled = (bounds_at(game, game.start(), 200, how) for how in (False, True))
        assert plain == compiled


def test_bounds_hold_and_tighten_with_budget():
    game = load_game("divisor-duel", numbers=40)
    exact = bounds_at(game, game.start())
    spans = []
    for budget in (0, 100, 2_000, 10**9):
        found = bounds_at(game, game.start(), budget)
        assert all(
            low <= distance <= high for (low, high), (distance, _) in zip(found, exact, strict=True)
        )
        spans.append(sum(high - low for low, high in found))
    assert spans == sorted(spans, reverse=True)
    assert spans[0] > spans[-1] == 0


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


def random_position(random, numbers):
    game = load_game("divisor-duel", numbers=numbers)
    while True:
        state = game.start()
        for _ in range(random.randrange(2, numbers)):
            if not (moves := game.legal_moves(state)):
                break
            state = game.after(state, random.choice(moves))
        if game.legal_moves(state):
            return game, state


def distance_without_lemma(numbers, reach, last):
    """Return who wins and how far away the end is, by the rules alone and trying everything."""

    @cache
    def value(left, last):
        found = [
            value(left - {number}, number)
            for number in left
            if number % last == 0 or last % number == 0
        ]
        lost = [far for wins, far in found if not wins]
        if lost:
            return True, 1 + min(lost)
        return False, 1 + max((far for _, far in found), default=-1)

    return value(frozenset(reach), last)


def test_winning_play_stays_in_gallai_edmonds_sets():
    """Play all winning moves and all replies; look at D and A of the beginning."""
    random = Random(3)
    seen = 0
    while seen < 40:
        game, state = random_position(random, 16)
        left = {*numbers_in(game.reach(state))}
        first = maximum_matching(divisor_graph(left))
        missed, barrier = {*first.missable}, {*first.barrier}
        if not missed.intersection(game.legal_moves(state)):
            continue
        seen += left > missed | barrier
        waiting, known = [state], set()
        while waiting:
            now = waiting.pop()
            shrunk = {*maximum_matching(divisor_graph(numbers_in(game.reach(now)))).missable}
            for taken in shrunk.intersection(game.legal_moves(now)):
                assert taken in missed
                for reply in game.legal_moves(then := game.after(now, taken)):
                    assert reply in missed | barrier
                    after = game.after(then, reply)
                    if after not in known:
                        known.add(after)
                        waiting.append(after)


def test_distances_agree_with_brute_force():
    random = Random(4)
    for numbers in [12, 15, 18, 20] * 10:
        game, state = random_position(random, numbers)
        found = bounds_at(game, state)
        reach = numbers_in(game.reach(state))
        for move, (low, high) in zip(game.legal_moves(state), found, strict=True):
            wins, far = distance_without_lemma(numbers, {*reach} - {move}, move)
            assert (low, high) == (far + 1, far + 1)
            assert (low % 2 == 1) == (not wins)


# The table of openings


def test_opening_table_agrees_with_matching_up_to_100():
    for numbers in range(1, 101):
        row = distances_of_openings(numbers)
        missed = pair_up(everything(numbers)).missable
        assert [far % 2 == 1 for far in row] == [one in missed for one in range(1, numbers + 1)]
    assert max(distances_of_openings(100)) == 47
    assert not distances_of_openings(101)


@pytest.mark.parametrize("numbers", mostly_long(*range(1, 61), now=tuple(range(40))))
def test_the_table_has_the_distances_that_the_search_finds(numbers):
    game = load_game("divisor-duel", numbers=numbers)
    found = bounds_at(game, game.start(), compiled=numbers > 20)
    assert found == [(far, far) for far in distances_of_openings(numbers)]


def without_lemma(numbers):
    """Return the distance of each opening by a search that shares nothing with ours but who wins:
    nothing is folded, and all is tried that the loser may do, and every move that wins."""
    near = {
        one: pool_of(
            two for two in range(1, numbers + 1) if one != two and not max(one, two) % min(one, two)
        )
        for one in range(1, numbers + 1)
    }

    @cache
    def missable(left):
        return pool_of(maximum_matching(divisor_graph(numbers_in(left))).missable)

    def reach(left, allowed):
        reached = waiting = allowed
        while waiting:
            bit = waiting & -waiting
            new = near[bit.bit_length() - 1] & left & ~reached
            reached |= new
            waiting ^= bit | new
        return reached

    known = {}  # by position: more moves than the first do not suffice, as many as the second do

    def wins_within(left, allowed, moves):
        """Whether the winner does, whose turn it is if that is odd."""
        if not allowed or moves <= 0:
            return not allowed and moves % 2 == 0
        low, high = known.get((left, allowed), (0, numbers))
        if moves <= low or moves >= high:
            return moves >= high
        is_winners = moves % 2 == 1
        rest = allowed & missable(left) if is_winners else allowed
        wins = not is_winners
        while rest and wins != is_winners:
            bit = rest & -rest
            rest ^= bit
            then = near[bit.bit_length() - 1] & left & ~bit
            wins = wins_within(reach(left ^ bit, then), then, moves - 1)
        known[left, allowed] = (low, moves) if wins else (moves, high)
        return wins

    every, found = everything(numbers), []
    for one in near:
        moves = 0 if missable(every) >> one & 1 else 1
        while not wins_within(reach(every ^ 1 << one, near[one]), near[one], moves):
            moves += 2
        found.append(moves + 1)
    return tuple(found)


@pytest.mark.parametrize("numbers", mostly_long(*range(1, 41), now=tuple(range(24))))
def test_the_table_has_the_distances_of_a_second_program(numbers):
    assert without_lemma(numbers) == distances_of_openings(numbers)


@pytest.mark.parametrize(
    ("opening", "is_allowed"),
    [
        ("any", lambda one: True),
        ("even", lambda one: one % 2 == 0),
        ("even-below-half", lambda one: one % 2 == 0 and one < 50),
    ],
)
def test_openings_on_100_are_exact_without_search(opening, is_allowed):
    game = load_game("divisor-duel", numbers=100, opening=opening)
    analysis = analyse(game, game.start(), 0)
    row = distances_of_openings(100)
    allowed = [one for one in range(1, 101) if is_allowed(one)]
    assert [choice.distance for choice in analysis.choices] == [row[one - 1] for one in allowed]
    assert analysis.unknown is None
    if opening == "even":
        assert (analysis.distance, analysis.best_moves) == (15, [58, 62])


@pytest.mark.parametrize("numbers", [15, 40, 100])
def test_opening_table_tells_distance_after_one_move(numbers):
    game = load_game("divisor-duel", numbers=numbers)
    for first, far in enumerate(distances_of_openings(numbers), 1):
        if far == 1:
            continue
        state = game.after(game.start(), first)
        rough = analyse(game, state, 0)
        assert (rough.winner is state.to_move) == (far % 2 == 0)
        assert rough.distance == rough.at_least == rough.at_most == far - 1


# What a hint says where the distance is not known


def test_best_unbounded_win_leaves_fewest_replies():
    random = Random(5)
    seen = 0
    while seen < 10:
        game, state = random_position(random, 90)
        analysis = analyse(game, state, 20)
        if analysis.winner is not state.to_move or analysis.distance is not None:
            continue
        seen += 1
        wins = [choice for choice in analysis.choices if choice.winner is state.to_move]
        soonest = min(choice.at_most for choice in wins)
        replies = {
            choice.move: len(game.legal_moves(game.after(state, choice.move)))
            for choice in wins
            if choice.at_most == soonest
        }
        fewest = min(replies.values())
        assert analysis.best_moves == [one for one, left in replies.items() if left == fewest]


def test_counts_of_winning_replies_are_right():
    random = Random(6)
    counted = 0
    for _ in range(60):
        game, state = random_position(random, 60)
        analysis = analyse(game, state, 200)
        if analysis.winner is state.to_move:
            assert all(choice.replies is None for choice in analysis.choices)
            continue
        for choice in analysis.choices:
            if choice.replies is not None:
                counted += 1
                after = game.after(state, choice.move)
                winners = analyse(game, after, 0).moves_won_by(after.to_move)
                assert choice.replies == len(winners)
        told = [choice.replies for choice in analysis.choices if choice.best]
        assert None in told or {*told} == {min(told)}
    assert counted


@pytest.mark.parametrize("numbers", mostly_long([40, 130], [*range(46, 131, 6)], now=(0,)))
def test_every_sentence_about_winning_replies_is_recounted(numbers):
    """Of starts and of positions of random play, also where the distance is not known."""
    unknown = 0
    for size in numbers:
        game = load_game("divisor-duel", numbers=size, opening="even-below-half")
        random = Random(size)
        for _ in range(2):
            state = game.start()
            while moves := game.legal_moves(state):
                told = " ".join(explain(game, state, budget=5_000).sentences)
                if chosen := re.search(
                    r"take (\d+): it leaves .* the fewest winning replies", told
                ):
                    left = {move: count_winning(game, game.after(state, move)) for move in moves}
                    assert left[int(chosen[1])] == min(left.values()) < max(left.values())
                    unknown += analyse(game, state, 5_000).distance is None
                state = game.after(state, random.choice(moves))
    assert unknown


def count_winning(game, state):
    """How many moves win, by a matching of all that remains."""
    missable = maximum_matching(divisor_graph(numbers_in(state.remaining))).missable
    return len({*missable}.intersection(game.legal_moves(state)))
