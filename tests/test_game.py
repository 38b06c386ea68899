"""What every rule book inherits: reading numbers, features by default, answers that are kept."""

import pytest
from last_stone import LastStone

from numduel import UnreadableMove
from numduel.game import read_number, remember_short


def test_a_number_of_more_than_twelve_digits_is_not_read():
    assert read_number("9" * 12) == 999_999_999_999
    with pytest.raises(UnreadableMove) as refused:
        read_number("9" * 13)
    assert str(refused.value) == f'"{"9" * 13}" has more than twelve digits'


def test_what_is_not_a_number_is_not_read():
    with pytest.raises(UnreadableMove) as refused:
        read_number("six")
    assert str(refused.value) == '"six" is not a whole number'


def test_a_learner_sees_by_default_what_is_allowed():
    game = LastStone(5)
    assert game.features(game.start()) == (1.0, 1.0, 1.0)
    assert game.features(game.after(game.start(), 3)) == (1.0, 1.0, 0.0)


def test_short_answers_are_kept_and_long_ones_are_made_anew():
    asked = []

    @remember_short
    def count_to(number):
        asked.append(number)
        return range(number)

    assert [count_to(3), count_to(3), count_to(0)] == [(0, 1, 2), (0, 1, 2), ()]
    assert asked == [3, 0]
    assert count_to(64) == count_to(64) == tuple(range(64))
    assert count_to(65) == count_to(65) == range(65)
    assert asked == [3, 0, 64, 65, 65]


def test_when_many_answers_are_kept_they_are_forgotten_all_at_once():
    asked = []

    @remember_short
    def alone(number):
        asked.append(number)
        return [number]

    many = 1 << 14
    for number in range(many):
        alone(number)
    alone(0)
    assert len(asked) == many
    alone(many)  # one too many
    alone(0)
    alone(many)
    assert asked[many:] == [many, 0]
