"""What every rule book inherits: reading numbers, features by default, answers that are kept."""

import pytest
from last_stone import LastStone

from numduel import UnreadableMove
from numduel.game import read_number


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
