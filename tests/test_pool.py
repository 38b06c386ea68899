"""Sets of numbers as bit masks, against plain sets; and a pool game of a few lines."""

from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel import Player, PoolGame, option
from numduel.pool import (
    even_numbers,
    everything,
    multiples,
    numbers_in,
    odd_numbers,
    pool_of,
    ranges_in,
)

number_sets = st.sets(st.integers(1, 40)) | st.sets(st.integers(1, 1500))


@given(number_sets)
def test_a_pool_holds_the_numbers_it_was_made_of_ascending(numbers):
    assert numbers_in(pool_of(numbers)) == sorted(numbers)


@pytest.mark.parametrize("numbers", [0, 1, 20, 512])
def test_everything_is_1_to_that_number(numbers):
    assert numbers_in(everything(numbers)) == list(range(1, numbers + 1))


@given(number_sets)
def test_ranges_are_the_runs_of_neighbours(numbers):
    ranges = ranges_in(pool_of(numbers))
    assert [n for first, last in ranges for n in range(first, last + 1)] == sorted(numbers)
    for (_, last), (first, _) in pairwise(ranges):
        assert first > last + 1


@given(st.integers(1, 60), st.integers(1, 1200))
def test_multiples_are_all_multiples_up_to_the_last_number(number, numbers):
    expected = [n for n in range(1, numbers + 1) if n % number == 0]
    assert numbers_in(multiples(number, numbers)) == expected


@pytest.mark.parametrize("numbers", [1, 2, 7])
def test_every_number_is_either_odd_or_even(numbers):
    assert numbers_in(odd_numbers(numbers)) == list(range(1, numbers + 1, 2))
    assert numbers_in(even_numbers(numbers)) == list(range(2, numbers + 1, 2))


class RisingState(NamedTuple):
    remaining: int
    to_move: Player
    highest: int


@dataclass(frozen=True)
class Rising(PoolGame[RisingState]):
    """Each number taken must be higher than the one before."""

    slug = "rising"
    title = "Rising"
    summary = "Take a higher number."

    numbers: int = option(5, "the list is 1 to this number", minimum=1)

    def start(self):
        return RisingState(everything(self.numbers), Player.ONE, 0)

    def allowed(self, state):
        return state.remaining >> state.highest << state.highest

    def forbidden(self, state, number):
        return f"{number} is not higher than {state.highest}."

    def after(self, state, move):
        return RisingState(state.remaining ^ 1 << move, state.to_move.opponent, move)


def test_pool_game_needs_only_allowed():
    game = Rising()
    state = game.play(game.start(), 3)
    assert list(game.all_moves()) == [1, 2, 3, 4, 5]
    assert list(game.legal_moves(state)) == [4, 5]
    assert [game.refusal(state, move) for move in [6, 3, 2, 4]] == [
        "6 is not in the list 1 to 5.",
        "3 has been removed.",
        "2 is not higher than 3.",
        None,
    ]
    assert game.view(state) == {"remaining": [1, 2, 4, 5], "to_move": 2, "highest": 3}
    assert game.features(state) == (1, 1, 0, 1, 1, 0, 0, 0, 0, 0)
    end = game.play(state, 5)
    assert game.outcome(state) is None
    assert game.outcome(end) == (Player.TWO, "because no number is left that may be taken")
