"""Divisor Duel: maximum pairings decide, at any size, and whoever follows the plan wins."""

import re
from math import isqrt
from pathlib import Path
from random import Random

import pytest

from numduel import Match, Player, load_game
from numduel.pool import everything, pool_of
from numduel.study import explain
from numduel.theory import analyse, first_best
from numduel.theory.divisor import carry_plan, pair_up
from numduel.theory.matching import winning_openings

from ..conftest import mostly_long


def winning(game):
    analysis = analyse(game, game.start(), budget=1)  # who wins needs no search
    return [choice.move for choice in analysis.choices if choice.winner is Player.ONE]


def test_on_1_to_20_every_opening_wins_but_1_and_14():
    openings = winning(load_game("divisor-duel"))
    assert openings == [number for number in range(1, 21) if number not in (1, 14)]
    assert openings == winning_openings(20)
    assert len(winning_openings(10_000, compiled=False)) == 6_207


@pytest.mark.parametrize(("numbers", "wins"), [(20, 9), (40, 2)])
def test_even_opening_only_restricts_first_move(numbers, wins):
    free = winning(load_game("divisor-duel", numbers=numbers))
    even = winning(load_game("divisor-duel", numbers=numbers, opening="even"))
    assert even == [number for number in free if number % 2 == 0]
    assert len(even) == wins


@pytest.mark.parametrize("opening", ["any", "even", "even-below-half"])
def test_the_page_names_the_sizes_at_which_player_2_wins(opening):
    page = (Path(__file__).parents[2] / "docs/winning.md").read_text()
    label = {"even-below-half": "even and below half"}.get(opening, opening)
    told = re.search(rf"^\| {label} \| ([^|a]*)", page, re.MULTILINE)[1]
    named = set()
    for first, last in re.findall(r"(\d+)(?:-(\d+))?", told.partition(" and ")[0]):
        named |= {*range(int(first), int(last or first) + 1)}
    least = {"any": 1, "even": 2, "even-below-half": 5}[opening]
    sizes = range(least, 100 if opening == "even-below-half" else 150)
    games = (load_game("divisor-duel", numbers=size, opening=opening) for size in sizes)
    assert {game.numbers for game in games if not winning(game)} == named


def test_pair_up_finds_quick_endings():
    assert pair_up(pool_of([2, 4, 5, 7, 11])).soon_over == {2: 2, 4: 2, 5: 1, 7: 1, 11: 1}
    assert pair_up(pool_of([9])) == ((), {9}, {9: 1})
    assert pair_up(pool_of([1, 5, 7])).soon_over == {1: 2, 5: 3, 7: 3}
    assert pair_up(pool_of([1, 7])).soon_over == {1: 2, 7: 2}


@pytest.mark.parametrize(("opening", "winner", "least"), [(2, Player.TWO, 3), (4, Player.ONE, 4)])
def test_unsearched_game_has_lower_distance_bound(play, opening, winner, least):
    """No move ends it at once, and no answer to a move: that is seen at any size."""
    match = play("divisor-duel", str(opening), numbers=200)
    analysis = analyse(match.game, match.state)
    assert (analysis.winner, analysis.distance, analysis.at_least) == (winner, None, least)


@pytest.mark.parametrize("numbers", [131, 1_000])
def test_primes_above_half_win_in_three_moves(numbers):
    """They have no relative but 1: take one, the opponent must take 1, and you take the other."""
    game = load_game("divisor-duel", numbers=numbers)
    analysis = analyse(game, game.start())
    assert (analysis.winner, analysis.distance) == (Player.ONE, 3)
    above_half = range(numbers // 2 + 1, numbers + 1)
    primes = [n for n in above_half if all(n % d for d in range(2, isqrt(n) + 1))]
    assert analysis.best_moves == primes
    assert analysis.choices[0][:3] == (1, Player.TWO, 2)


def test_reach_is_component_of_last_number(play):
    match = play("divisor-duel", "1 2 14")
    assert match.game.reach(match.state) == pool_of([7])
    match = play("divisor-duel", "6")
    assert match.game.reach(match.state) == everything(20) - pool_of([6])
    match = play("divisor-duel", "500 1 2", numbers=1_000)
    above_half = [n for n in range(501, 1_001) if all(n % d for d in range(2, isqrt(n) + 1))]
    assert match.game.reach(match.state) == match.state.remaining & ~pool_of(above_half)


def test_large_game_has_winner_and_distance_bounds(play):
    match = play("divisor-duel", "500", numbers=1_000)
    analysis = analyse(match.game, match.state)
    assert analysis.winner
    assert analysis.distance is None
    assert analysis.at_least < analysis.at_most <= 2 * 438 + 1
    reason = "Distances among 999 numbers are not searched for."
    assert analysis.unknown == reason


def test_exhausted_budget_leaves_distance_bounds(play):
    match = play("divisor-duel", "6 12", numbers=30)
    whole, short = (analyse(match.game, match.state, budget) for budget in (250_000, 20))
    assert whole.winner is short.winner is not None
    assert short.distance is None
    assert short.at_least <= whole.distance <= short.at_most
    assert short.unknown == "How far away the end is takes more than 20 positions to find."


def test_a_move_that_ends_a_large_game_at_once_is_best(play):
    match = play("divisor-duel", "500 1", numbers=1_000)
    analysis = analyse(match.game, match.state)
    assert (analysis.winner, analysis.distance) == (Player.ONE, 1)
    best = {choice.move for choice in analysis.choices if choice.best}
    assert 997 in best
    assert all(not match.game.legal_moves(match.game.after(match.state, move)) for move in best)


@pytest.mark.parametrize("numbers", [60, 1_000])
def test_pairing_leaves_out_first_best_move(numbers):
    game = load_game("divisor-duel", numbers=numbers, opening="even")
    why = explain(game, game.start())
    assert why.reply == first_best(analyse(game, game.start()))
    assert why.sentences[1] == f"Open with {why.reply}."
    pairs = pair_up(game.after(game.start(), why.reply).remaining).pairs
    assert all(why.reply not in pair for pair in pairs)
    assert sorted(why.pairs) == sorted(pairs)
    assert len(pairs) == len(pair_up(everything(numbers)).pairs)


def play_by_the_plan(numbers, opening, seed):
    """A game between somebody who plays at random until they can win, and then by `why` alone,
    and somebody who plays at random; returns how many turns were played by `why`. Shortly before
    the end it gives a shorter reason than the plan."""
    game = load_game("divisor-duel", numbers=numbers, opening=opening)
    match, random = Match(game), Random(f"{numbers}/{opening}/{seed}")
    me, plan, turns = random.choice([1, 2]), None, 0
    while match.outcome is None:
        if match.state.to_move == me:
            wins = analyse(game, match.state, 0).winner == me
            if plan is not None or wins:
                assert wins
                why = explain(game, match.state, match.moves, budget=0)
                is_short = "nothing can follow" in why.sentences[-1]
                assert is_short or plan is None or {*why.pairs} <= plan
                plan, turns = plan if is_short and plan else {*why.pairs}, turns + 1
                match.play(why.reply)
                continue
        match.play(random.choice(game.legal_moves(match.state)))
    assert plan is None or match.outcome.winner == me
    return turns


@pytest.mark.parametrize("opening", ["any", "even"])
@pytest.mark.parametrize("numbers", mostly_long(20, 33, 50, 100, now=(0, 3)))
def test_following_why_wins_and_plan_only_shrinks(numbers, opening):
    assert sum(play_by_the_plan(numbers, opening, seed) for seed in range(5)) > 5


def test_plan_pairs_every_reply_of_loser():
    game, random = load_game("divisor-duel", numbers=33), Random(33)
    for _ in range(5):
        state = game.start()
        while game.outcome(state) is None:
            why = explain(game, state, budget=0)
            if why.sentences[-1] == f"Take {why.reply}, and nothing can follow.":
                break
            paired = {number for pair in why.pairs for number in pair}
            if analyse(game, state, 0).winner is state.to_move:
                assert why.reply not in paired
                assert paired.issuperset(game.legal_moves(game.after(state, why.reply)))
            else:
                assert paired.issuperset(game.legal_moves(state))
            state = game.after(state, random.choice(game.legal_moves(state)))


def test_a_plan_is_a_maximum_pairing_of_what_is_left():
    random = Random(3)
    for numbers in (12, 41, 300):
        game = load_game("divisor-duel", numbers=numbers)
        match = Match(game)
        while match.outcome is None and len(match.moves) < 30:
            match.play(random.choice(game.legal_moves(match.state)))
            reach = game.reach(match.state)
            plan = carry_plan(game, match.moves)
            within = [pair for pair in plan.pairs if reach >> pair[0] & 1]
            assert all(high % low == 0 for low, high in within)
            assert len({number for pair in within for number in pair}) == 2 * len(within)
            assert len(within) == len(pair_up(reach).pairs)


@pytest.mark.parametrize("numbers", [2, 20])
def test_plan_partners_exactly_losing_numbers(numbers):
    game = load_game("divisor-duel", numbers=numbers)
    for number in game.legal_moves(game.start()):
        state = game.after(game.start(), number)
        partner = carry_plan(game, (number,)).partner
        is_won = analyse(game, state, 0).winner is state.to_move
        assert partner in game.legal_moves(state) if is_won else partner is None


def test_whoever_leaves_the_plan_changes_it_by_one_path():
    game, left = load_game("divisor-duel", numbers=20), 0
    for opening in pair_up(game.start().remaining).missable:
        for answer in game.legal_moves(game.after(game.start(), opening)):
            moves = (opening, answer)
            state = game.after(game.after(game.start(), opening), answer)
            before, partner = carry_plan(game, moves)
            for move in pair_up(state.remaining).missable.intersection(game.legal_moves(state)):
                if any(move in pair for pair in before):
                    left += 1
                    changed = {*before} ^ {*carry_plan(game, (*moves, move)).pairs}
                    ends = [number for pair in changed for number in pair]
                    once = {number for number in ends if ends.count(number) == 1}
                    assert len(once) == 2  # the two ends of the path
                    assert move in once
                    assert partner in game.legal_moves(state)
    assert left
