"""A rule book's options: declared as fields, checked once, read from text."""

from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from last_stone import LastStone

from numduel import BadOption, load_game, option
from numduel.game import options_of, write_value


@dataclass(frozen=True)
class Picnic(LastStone):
    """A game with an option of every kind."""

    heap: int = option(12, "how many stones", minimum=3, maximum=50, name="stones", suggest="12")
    rain: bool = option(False, "whether it rains")
    drink: Literal["tea", "water"] = option(
        "tea", "what there is to drink", labels={"water": "still water"}
    )
    offset: int = option(0, "anything", maximum=100)
    plain: int = 4
    free: int = field(default=7)


def describe(name):
    return next(described for described in options_of(Picnic) if described.name == name)


def test_options_are_described_in_the_order_of_their_fields():
    assert [described.name for described in options_of(Picnic)] == [
        *["stones", "rain", "drink", "offset", "plain", "free"]
    ]
    stones = ("stones", "heap", int, 12, "how many stones", 3, 50, "12", None, None)
    assert describe("stones") == stones
    assert describe("rain") == ("rain", "rain", bool, False, "whether it rains", *[None] * 5)
    assert describe("drink").kind == ("tea", "water")
    assert [describe("drink").label(word) for word in ("tea", "water")] == ["tea", "still water"]
    assert describe("plain") == ("plain", "plain", int, 4, "", *[None] * 5)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("stones", " 020 ", 20),
        ("stones", "-7", -7),
        ("rain", "yes", True),
        ("rain", "Off", False),
        ("drink", "water", "water"),
    ],
)
def test_a_value_is_read_from_text(name, text, value):
    assert describe(name).read(text) == value
    assert type(describe(name).read(text)) is type(value)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("stones", "many", 'stones must be a whole number from 3 to 50, not "many".'),
        ("stones", "1_0", 'stones must be a whole number from 3 to 50, not "1_0".'),
        ("stones", "٧", 'stones must be a whole number from 3 to 50, not "٧".'),
        ("stones", "9" * 13, f'stones must be a whole number from 3 to 50, not "{"9" * 13}".'),
        ("stones", "x" * 90, f'stones must be a whole number from 3 to 50, not "{"x" * 40}".'),
        ("rain", "maybe", 'rain must be yes or no, not "maybe".'),
        ("rain", "1", 'rain must be yes or no, not "1".'),
        ("drink", "Tea", 'drink must be one of tea, water, not "Tea".'),
        ("plain", "x", 'plain must be a whole number, not "x".'),
    ],
)
def test_unreadable_option_value_is_explained(name, text, sentence):
    with pytest.raises(BadOption) as refused:
        describe(name).read(text)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"heap": 2}, "stones must be a whole number from 3 to 50, not 2."),
        ({"heap": 51}, "stones must be a whole number from 3 to 50, not 51."),
        ({"heap": True}, "stones must be a whole number from 3 to 50, not True."),
        ({"rain": 1}, "rain must be yes or no, not 1."),
        ({"drink": "wine"}, "drink must be one of tea, water, not 'wine'."),
        ({"drink": ["tea"]}, "drink must be one of tea, water, not ['tea']."),
        ({"plain": True}, "plain must be a whole number, not True."),
    ],
)
def test_option_of_wrong_type_or_range_is_explained(values, sentence):
    with pytest.raises(BadOption) as refused:
        Picnic(**values)
    assert str(refused.value) == sentence


def test_an_option_without_bounds_takes_any_whole_number():
    assert Picnic(plain=-(10**20), offset=-5).plain == -(10**20)


@given(st.text())
def test_any_text_is_a_value_or_refused(text):
    for described in options_of(Picnic):
        with suppress(BadOption):
            value = described.read(text)
            assert described.read(write_value(value)) == value


def test_changed_options_omit_defaults():
    assert load_game("divisor-duel").changed_options == {}
    assert load_game("divisor-duel", numbers=20, opening="even").changed_options == {
        "opening": "even"
    }
