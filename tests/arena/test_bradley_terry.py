"""Strengths against values known from elsewhere."""

from collections import Counter
from itertools import combinations
from math import exp, log
from random import Random

import pytest

from numduel.arena.bradley_terry import fit_strengths, strength_intervals

# Agresti, Categorical Data Analysis: American League baseball 1987, wins of row against column.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
SEASON = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
PUBLISHED = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]


def test_the_baseball_season_of_the_textbook():
    wins = {
        (winner, loser): SEASON[row][column]
        for row, winner in enumerate(TEAMS)
        for column, loser in enumerate(TEAMS)
        if row != column
    }
    strengths = fit_strengths(TEAMS, wins, zero="Baltimore", smoothing=0)
    assert list(strengths.values()) == pytest.approx(PUBLISHED, abs=0.002)


def test_strength_of_a_perfect_record_is_finite():
    strengths = fit_strengths("ab", {("a", "b"): 40}, zero="b")
    assert strengths["a"] == pytest.approx(log(40.25 / 0.25))


def test_strength_interval_narrows_with_more_games():
    def interval(games):
        wins = {("a", "b"): 3 * games, ("b", "a"): games}
        return strength_intervals("ab", wins, "b", seed=1)["a"]

    few, many = interval(5), interval(200)
    assert few[0] < many[0] < log(3) < many[1] < few[1]
    # The logarithm of odds of 600 to 200 has the standard error √(1/600 + 1/200) = 0.082.
    assert many[1] - many[0] == pytest.approx(2 * 1.96 * 0.082, rel=0.15)


@pytest.mark.parametrize("games", [1, 2, 12])
def test_who_won_every_game_is_not_certain(games):
    wins = {("a", "b"): games}
    low, high = strength_intervals("ab", wins, "b", seed=1)["a"]
    strength = fit_strengths("ab", wins, "b")["a"]
    assert low < strength - 0.5
    assert high > strength + 2


@pytest.mark.long
@pytest.mark.untraced
def test_interval_covers_weakest_players_strength():
    """Four players of known strengths and a fifth who hardly ever beats one of them."""
    strengths = {"a": 0.0, "b": 0.7, "c": 2.0, "d": 3.0, "weak": -3.0}
    random, held = Random(1), 0
    for run in range(40):
        wins = Counter(
            (one, two) if random.random() < 1 / (1 + exp(theirs - ours)) else (two, one)
            for (one, ours), (two, theirs) in combinations(strengths.items(), 2)
            for _ in range(20)
        )
        low, high = strength_intervals(list(strengths), wins, "a", run, 60)["weak"]
        held += low <= -3 <= high
    assert held / 40 > 0.85
