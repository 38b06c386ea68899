"""Divisor Duel: a player who follows the plan wins, and the plan does not change on the way."""

from random import Random

import pytest

from numduel import Match, load_game
from numduel.study import explain
from numduel.theory import analyse
from numduel.theory.divisor import carry_plan, pair_up

from ..conftest import mostly_long


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
