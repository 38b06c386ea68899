"""Number Split Duel, read from its rule book."""

import pytest

from numduel import IllegalMove, Player, UnreadableMove
from numduel.words import Further


def legal(match):
    return list(match.game.legal_moves(match.state))


def splits(match):
    (told,) = match.game.words.choices(match.state)
    return str(told).removeprefix("- Possible Splits: ")


@pytest.mark.parametrize("start", [1, 2])
def test_ruling_n1_start_of_1_or_2_loses_at_once(play, start):
    match = play("number-split-duel", start=start)
    assert legal(match) == []
    assert len(match.game.all_moves()) == 0
    assert match.outcome == (Player.TWO, f"because {start} has no split into unequal parts")


@pytest.mark.parametrize(("start", "listed"), [(4, "(3,1)"), (5, "(4,1), (3,2)")])
def test_ruling_n4_splits_start_with_most_unequal(play, start, listed):
    assert splits(play("number-split-duel", start=start)) == listed


def split(match, text):
    return match.game.words.answer(match.state, text)


@pytest.mark.parametrize("typed", ["10 and 6", "6 and 10", "(10,6)", "10+6", "  10 AND 6\t"])
def test_ruling_n2_split_syntax_is_flexible(play, typed):
    assert split(play("number-split-duel"), typed) == Further((10, 6))


@pytest.mark.parametrize(
    "typed", ["6", "10 and 6 and 0", "10,6)", "١٠ and 6", "1 and 9999999999999"]
)
def test_ruling_n2_unreadable_split_shows_syntax(play, refuse, typed):
    refused = refuse(play("number-split-duel"), typed)
    assert isinstance(refused, UnreadableMove)
    assert str(refused).startswith('"')
    assert str(refused).endswith('" is not a split: write the two parts, for example 15 and 1.')


def test_enter_alone_says_what_is_asked(play, refuse):
    match = play("number-split-duel")
    wanted = "Nothing was typed: write the two parts, for example 15 and 1."
    assert str(refuse(match, "  ")) == wanted
    assert str(refuse(match, "", (10, 6))) == "Nothing was typed: enter 10 or 6."
    divisor = play("divisor-duel", "16")
    assert str(refuse(divisor, "")) == "Nothing was typed: enter one of 1, 2, 4, 8."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("8 and 8", "Equal splits are not allowed: 8 and 8 are equal."),
        ("10 and 5", "10 and 5 make 15, not 16."),
        ("16 and 0", "16 and 0 is not a split: both parts must be at least 1."),
        ("-4 and 20", "20 and -4 is not a split: both parts must be at least 1."),
    ],
)
def test_ruling_a3_illegal_split_names_first_broken_rule(play, refuse, typed, sentence):
    match = play("number-split-duel")
    refused = refuse(match, typed)
    assert isinstance(refused, IllegalMove)
    assert str(refused) == sentence
    assert refused.state == match.state


def test_ruling_a3_the_new_number_must_be_one_of_the_parts(play, refuse):
    match = play("number-split-duel")
    refused = refuse(match, "7", (10, 6))
    assert isinstance(refused, IllegalMove)
    assert str(refused) == "7 is not part of your split: the new N must be 10 or 6."
    assert (refused.move, refused.state) == (7, match.state)


def test_ruling_a2_unreadable_new_number_lists_choices(play, refuse):
    refused = refuse(play("number-split-duel"), "six", (10, 6))
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == '"six" is not a whole number: enter 10 or 6.'


def test_ruling_n2_either_part_answers_the_second_question(play):
    match = play("number-split-duel")
    words = match.game.words
    assert words.answer(match.state, "10", (10, 6)) == 10
    assert words.answer(match.state, " 006 ", (10, 6)) == 6
