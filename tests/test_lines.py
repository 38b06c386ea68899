"""Lines, lists, names and quotations: what all words are made of."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel import Player
from numduel.words import (
    Line,
    Role,
    Span,
    count,
    line,
    listed,
    listing,
    put_names,
    quote,
    turn_of,
)

NAMES = {Player.ONE: "Ada", Player.TWO: "Player 1"}


def test_listing_dims_what_is_not_allowed():
    assert listing([1, 2, 3], is_allowed=lambda number: number == 2) == [
        Span("1", Role.DIM),
        Span(", "),
        Span("2", Role.ALLOWED, 2),
        Span(", "),
        Span("3", Role.DIM),
    ]


def test_names_stand_where_player_1_and_player_2_stood():
    told = line(turn_of(Player.ONE, "Player 1's turn"), " after Player 2, Player 12 and Players 1")
    named = put_names(told, {Player.ONE: "Ada", Player.TWO: "Bo"})
    assert str(named) == "Ada's turn after Bo, Player 12 and Players 1"
    assert [span.role for span in named] == [span.role for span in told]


def test_a_person_may_be_called_player_2():
    told = line("Player 1 splits 16 into 10 and 6. New N for Player 2 is 6.")
    named = put_names(told, {Player.ONE: "Player 2", Player.TWO: "Player 1"})
    assert str(named) == "Player 2 splits 16 into 10 and 6. New N for Player 1 is 6."


def test_putting_names_keeps_the_moves_that_spans_stand_for():
    named = put_names(line(Span("7", Role.ALLOWED, 7)), NAMES)
    assert named == (Span("7", Role.ALLOWED, 7),)
    assert isinstance(named, Line)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", '""'),
        ("x" * 40, f'"{"x" * 40}"'),
        ("x" * 41, f'"{"x" * 40}…"'),
        ("\x1b[2J", r'"\x1b[2J"'),
        ("a\tb\x00", r'"a\tb\x00"'),
        ("\u202eabc", r'"\u202eabc"'),
        ("\udc80", r'"\udc80"'),
        ("grün ½", '"grün ½"'),
    ],
)
def test_ruling_a2_quoted_input_is_cut_and_escaped(typed, shown):
    assert quote(typed) == shown


@given(st.text(st.characters()))
def test_ruling_a2_a_quotation_is_short_and_printable(typed):
    assert quote(typed).isprintable()
    assert len(quote(typed)) <= 2 + 10 * 40 + 1


def test_lists_read_well():
    assert [listed([]), listed([3]), listed([3, 4]), listed([3, 4, 5])] == [
        "",
        "3",
        "3 and 4",
        "3, 4 and 5",
    ]
    assert listed(range(20), 4) == "0, 1, 2 and 17 more"
    assert (count(1, "move"), count(1200, "move")) == ("1 move", "1,200 moves")
