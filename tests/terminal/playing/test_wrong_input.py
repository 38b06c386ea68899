"""Wrong entries: one sentence, the same question, nothing else (rulings A2, A3 and N2)."""

import pytest

from numduel.words import printable

PARITY = ["play", "parity-duel", "--numbers", "5"]
NOT_WHOLE = "is not a whole number: enter one of 2  4."
TOO_LONG = "has more than twelve digits: enter one of 2  4."

UNREADABLE = {
    "": "Nothing was typed: enter one of 2  4.",
    "   ": "Nothing was typed: enter one of 2  4.",
    "seven": f'"seven" {NOT_WHOLE}',
    "+2": f'"+2" {NOT_WHOLE}',
    "1_0": f'"1_0" {NOT_WHOLE}',
    "1.5": f'"1.5" {NOT_WHOLE}',
    "2.": f'"2." {NOT_WHOLE}',
    "2,4": f'"2,4" {NOT_WHOLE}',
    "2 4": f'"2 4" {NOT_WHOLE}',
    "0x2": f'"0x2" {NOT_WHOLE}',
    "1e1": f'"1e1" {NOT_WHOLE}',
    "--2": f'"--2" {NOT_WHOLE}',
    "- 2": f'"- 2" {NOT_WHOLE}',
    "−2": f'"−2" {NOT_WHOLE}',
    "٢": f'"٢" {NOT_WHOLE}',
    "２": f'"２" {NOT_WHOLE}',
    "²": f'"²" {NOT_WHOLE}',
    "\u200b2": f'"\\u200b2" {NOT_WHOLE}',
    "\xa02": f'"\\xa02" {NOT_WHOLE}',
    '"2"': f'""2"" {NOT_WHOLE}',
    "1234567890123": f'"1234567890123" {TOO_LONG}',
    "-1234567890123": f'"-1234567890123" {TOO_LONG}',
    "0" * 12 + "2": f'"0000000000002" {TOO_LONG}',
    "9" * 5000: f'"{"9" * 40}…" {TOO_LONG}',
    "a" * 40: f'"{"a" * 40}" {NOT_WHOLE}',
    "a" * 41: f'"{"a" * 40}…" {NOT_WHOLE}',
    "a" * 1_000_000: f'"{"a" * 40}…" {NOT_WHOLE}',
    "\x07": f'"\\x07" {NOT_WHOLE}',
    "\x1b[2J": f'"\\x1b[2J" {NOT_WHOLE}',
    "2\0": f'"2\\x00" {NOT_WHOLE}',
    "\x7f" * 41: '"' + "\\x7f" * 40 + f'…" {NOT_WHOLE}',
    "2\u2028": f'"2\\u2028" {NOT_WHOLE}',
    "\x0c": f'"\\x0c" {NOT_WHOLE}',
    "🎲": f'"🎲" {NOT_WHOLE}',
}


def lines_for(here, wrong, arguments=PARITY, before=("1",), after=("2",)):
    """The lines that a wrong entry adds to a game, which goes on as if nothing had happened."""
    right = here(*arguments, typed=[*before, *after]).out.split("\n")
    told = here(*arguments, typed=[*before, wrong, *after])
    rows = told.out.split("\n")
    place = next(i for i, row in enumerate(rows) if row not in right[i : i + 1])
    added = len(rows) - len(right)
    assert rows[:place] + rows[place + added :] == right
    return rows[place : place + added]


@pytest.mark.parametrize(
    ("wrong", "sentence"), UNREADABLE.items(), ids=lambda part: ascii(part)[:30]
)
def test_what_is_not_a_move_gets_one_sentence(here, wrong, sentence):
    """Ruling A2."""
    asked, said = lines_for(here, wrong)
    echoed = printable(wrong[:65536], keep="\t")
    assert asked == f"Enter the number to remove: {echoed}"
    assert said == sentence


def test_bytes_that_are_no_text_are_shown_as_escapes(run):
    told = run(*PARITY, typed=b"1\n\xff\xfe2\n2\n")
    said = f'"\\xff\\xfe2" {NOT_WHOLE}\nEnter the number to remove: 2\n'
    assert said in told.out
    assert told.code == 3


def test_a_line_of_a_megabyte_is_one_line(run):
    told = run(*PARITY, typed=b"1\n" + b"2" * 1_000_000 + b"\n2\n")
    assert told.out.count("has more than twelve digits") == 1
    assert told.out.count("Enter the number to remove: ") == 4
    assert "Player 2 removes 2 (even).\n" in told.out


def test_a_megabyte_without_an_end_is_one_line_too(run):
    told = run(*PARITY, typed=b"1\n" + b"x" * 1_000_000)
    assert told.out.count("is not a whole number") == 1
    assert told.code == 3


def test_a_wrong_entry_in_a_large_game_repeats_only_the_beginning_of_a_long_list(here):
    """The turn itself lists everything (ruling A9)."""
    large = ["play", "parity-duel", "--numbers", "1000"]
    [_, said] = lines_for(here, "", large)
    assert said.startswith("Nothing was typed: enter one of 2  4  6  8  10  ")
    assert said.endswith(" … Enter moves to see all of them.")
    assert len(said) < 400
    assert "  998  1000\n" in here(*large, typed=["1"]).out


@pytest.mark.parametrize("right", ["2", " 2 ", "\t2", "002", "000000000002", "2\t "])
def test_spaces_around_and_zeros_before_a_number_are_allowed(here, right):
    told = here(*PARITY, typed=["1", right])
    assert f"Enter the number to remove: {right}\nPlayer 2 removes 2 (even).\n" in told.out


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("6", "6 is not in the list 1 to 5."),
        ("0", "0 is not in the list 1 to 5."),
        ("-0", "0 is not in the list 1 to 5."),
        ("-5", "-5 is not in the list 1 to 5."),
        ("999999999999", "999999999999 is not in the list 1 to 5."),
        ("-999999999999", "-999999999999 is not in the list 1 to 5."),
        ("1", "1 has been removed."),
        ("3", "3 is odd: you must remove an even number."),
    ],
)
@pytest.mark.parametrize("game", ["parity-duel", "even-odd-match"])
def test_the_first_rule_that_applies_is_named(here, game, wrong, sentence):
    """Ruling A3: not in the list, then gone, then the parity; 1 is gone and odd."""
    arguments = ["play", game, "--numbers", "5"]
    assert lines_for(here, wrong, arguments)[1:] == [sentence]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("21", "21 is not in the list 1 to 20."),
        ("-12", "-12 is not in the list 1 to 20."),
        ("6", "6 has been removed."),
        ("12", "12 has been removed."),
        ("5", "5 is neither a divisor nor a multiple of 12."),
    ],
)
def test_divisor_duel_names_the_divisor_rule_last(here, wrong, sentence):
    arguments = ["play", "divisor-duel"]
    added = lines_for(here, wrong, arguments, before=["6", "12"], after=["4"])
    assert added == [f"Select a number: {wrong}", sentence]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("10", "10 is not in the list 1 to 9."),
        ("0", "0 is not in the list 1 to 9."),
        ("6", "6 has been taken by Player 1."),
        ("5", "5 has been taken by Player 2."),
        ("five", '"five" is not a whole number: enter one of 1, 2, 3, 4, 7, 8, 9.'),
    ],
)
def test_sequence_builder_says_who_took_a_number(here, wrong, sentence):
    arguments = ["play", "sequence-builder"]
    added = lines_for(here, wrong, arguments, before=["6", "5"], after=["1"])
    assert added == [f"Enter your chosen number: {wrong}", sentence]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("8 and 8", "Equal splits are not allowed: 8 and 8 are equal."),
        ("5 5", "Equal splits are not allowed: 5 and 5 are equal."),
        ("10 and 7", "10 and 7 make 17, not 16."),
        ("1 2", "2 and 1 make 3, not 16."),
        ("16 and 0", "16 and 0 is not a split: both parts must be at least 1."),
        ("-1 17", "17 and -1 is not a split: both parts must be at least 1."),
        ("6", '"6" is not a split: write the two parts, for example 15 and 1.'),
        ("", "Nothing was typed: write the two parts, for example 15 and 1."),
        ("106", '"106" is not a split: write the two parts, for example 15 and 1.'),
        ("10 - 6", '"10 - 6" is not a split: write the two parts, for example 15 and 1.'),
        ("10,6,0", '"10,6,0" is not a split: write the two parts, for example 15 and 1.'),
        ("(10,6", '"(10,6" is not a split: write the two parts, for example 15 and 1.'),
        ("10,6)", '"10,6)" is not a split: write the two parts, for example 15 and 1.'),
        ("١٠ 6", '"١٠ 6" is not a split: write the two parts, for example 15 and 1.'),
        ("10and6", '"10and6" is not a split: write the two parts, for example 15 and 1.'),
        (
            "9" * 13 + " 1",
            f'"{"9" * 13} 1" is not a split: write the two parts, for example 15 and 1.',
        ),
    ],
)
def test_a_wrong_split_gets_one_sentence(here, wrong, sentence):
    arguments = ["play", "number-split-duel"]
    added = lines_for(here, wrong, arguments, before=[], after=["10 6", "6"])
    assert added == [f"- Choose a split: {wrong}", sentence]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("7", "7 is not part of your split: the new N must be 10 or 6."),
        ("-6", "-6 is not part of your split: the new N must be 10 or 6."),
        ("16", "16 is not part of your split: the new N must be 10 or 6."),
        ("", "Nothing was typed: enter 10 or 6."),
        ("10 6", '"10 6" is not a whole number: enter 10 or 6.'),
        ("ten", '"ten" is not a whole number: enter 10 or 6.'),
        ("9" * 13, f'"{"9" * 13}" has more than twelve digits: enter 10 or 6.'),
    ],
)
def test_after_a_wrong_new_n_only_that_question_is_repeated(here, wrong, sentence):
    """Ruling N2."""
    arguments = ["play", "number-split-duel"]
    added = lines_for(here, wrong, arguments, before=["10 6"], after=["6"])
    assert added == [f"- Select new N for Player 2: {wrong}", sentence]


@pytest.mark.parametrize(
    "split",
    ["10 and 6", "10 6", "10,6", "(10,6)", "6 and 10", "6 10", "( 6 , 10 )", " 10 AND 6 ", "010 6"],
)
def test_a_split_is_typed_in_many_ways_and_announced_in_one(here, split):
    """Ruling N2."""
    told = here("play", "number-split-duel", typed=[split, "6"])
    assert "Player 1 splits 16 into 10 and 6. New N for Player 2 is 6.\n" in told.out
