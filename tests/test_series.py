"""A series: several games between the same two, who take turns in beginning."""

import pytest

from numduel import IllegalMove, NumduelError, Player, Seat, Series, load_game

ADA, BO = Seat(name="Ada"), Seat(name="Bo")


@pytest.fixture
def series():
    return Series(load_game("divisor-duel"), (ADA, BO), 4, seed=10)


def play(series, winner):
    """Play the next match of a series so that this seat wins it."""
    match = series.next_match()
    match.resign(Player.TWO if match.seats[0] is winner else Player.ONE)
    series.count(match)


def test_a_match_that_goes_on_does_not_count(series):
    match = series.next_match()
    match.play(1)
    with pytest.raises(IllegalMove, match=r"^The match is not over\.$"):
        series.count(match)
    assert series.won == (0, 0)


def test_each_game_has_a_seed_of_its_own(series):
    seeds = []
    while not series.is_over:
        seeds.append(series.next_match().seed)
        play(series, ADA)
    assert seeds == [10, 11, 12, 13]
    assert Series(series.game, (ADA, BO), 2).next_match().seed == 0


@pytest.mark.parametrize("games", [0, 3])
def test_series_needs_even_number_of_games(games):
    with pytest.raises(NumduelError) as refused:
        Series(load_game("divisor-duel"), (ADA, BO), games)
    assert str(refused.value) == ("A series has an even number of games: both begin equally often.")
