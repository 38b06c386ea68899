"""Number Split Duel: how to type a split, and replies to anything else."""

import pytest

from numduel import IllegalMove, UnreadableMove
from numduel.words import Further


def split(match, text):
    return match.game.words.answer(match.state, text)


@pytest.mark.parametrize(
    "typed",
    [
        "10 and 6",
        "6 and 10",
        "10 6",
        "10 , 6",
        "6,10",
        "(10,6)",
        "( 6, 10 )",
        "(10 6)",
        "10+6",
        "  10 AND 6\t",
        "010 and 06",
        "10 \t 6\r\n",
    ],
)
def test_ruling_n2_split_syntax_is_flexible(play, typed):
    assert split(play("number-split-duel"), typed) == Further((10, 6))


@pytest.mark.parametrize(
    "typed",
    [
        "6",
        "ten and six",
        "10and6",
        "10 and 6 and 0",
        "(10,6",
        "10,6)",
        "10-6",
        "1_0 and 6",
        "١٠ and 6",
        "1 and 9999999999999",
    ],
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


def test_ruling_a2_quoted_split_is_cut_and_escaped(play, refuse):
    refused = refuse(play("number-split-duel"), "\x1b[31m" + "z" * 40)
    shown = "\\x1b[31m" + "z" * 35
    assert str(refused).startswith(f'"{shown}…" is not a split: ')


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("8 and 8", "Equal splits are not allowed: 8 and 8 are equal."),
        ("-3 and -3", "Equal splits are not allowed: -3 and -3 are equal."),
        ("10 and 5", "10 and 5 make 15, not 16."),
        ("0 and 17", "17 and 0 make 17, not 16."),
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


def test_ruling_n2_wrong_answer_repeats_its_question(tell):
    assert tell("number-split-duel", "8 and 8\n10 and 6\n7\n\n6").endswith("""\
- Choose a split: 8 and 8
Equal splits are not allowed: 8 and 8 are equal.
- Choose a split: 10 and 6
- Select new N for Player 2: 7
7 is not part of your split: the new N must be 10 or 6.
- Select new N for Player 2: \n\
Nothing was typed: enter 10 or 6.
- Select new N for Player 2: 6
Player 1 splits 16 into 10 and 6. New N for Player 2 is 6.

""")
