"""What counts as an answer."""

import pytest

from numduel.tasks import read
from numduel.tasks.reading import last_in_brackets


@pytest.mark.parametrize(
    ("reply", "move", "failure"),
    [
        ("Answer: 3", "3", None),
        ("answer:  3  ", "3", None),
        ("Let me think.\nAnswer: 12\n\n", "12", None),
        ("Answer: 3\nNo, better:\nAnswer: 18", "18", None),
        ("", None, "empty"),
        (" \n\t", None, "empty"),
        ("3", None, "unreadable"),
        ("The answer is 3.", None, "unreadable"),
        ("Answer: 3 or 18", None, "unreadable"),
        ("Answer: 3\nAnswer: 3 or 18", None, "unreadable"),
        ("Answer: 3.", None, "unreadable"),
        ("Answer: three", None, "unreadable"),
        ("Answer:", None, "unreadable"),
        ("**Answer: 3**", None, "unreadable"),
        ("Answer: 5", None, "illegal"),
        ("Answer: 6", None, "illegal"),
        ("Answer: 999999999999", None, "illegal"),
        ("Answer: 9999999999999", None, "unreadable"),
        ("Answer: ٣", None, "unreadable"),
    ],
)
def test_the_last_answer_in_the_form_asked_for_counts(play, reply, move, failure):
    match = play("divisor-duel", "6")
    assert read(match, reply)[:2] == (move, failure)


def test_an_answer_is_one_word_even_where_a_game_would_read_more(play):
    match = play("grundys-game")
    assert read(match, "Answer: 16:10")[0] == "16:10"
    assert read(match, "Answer: 16 : 10")[1] == "unreadable"


def test_an_illegal_answer_comes_with_the_rule_that_forbids_it(play):
    assert read(play("divisor-duel", "6"), "Answer: 5")[2] == (
        "5 is neither a divisor nor a multiple of 6."
    )


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("I take [6].", "6"),
        ("[3]? No: [12]", "12"),
        ("[[6]]", "6"),
        ("[ 10 6 ]", " 10 6 "),
        ("6", None),
        ("[6", None),
    ],
)
def test_the_last_answer_in_brackets_counts_where_brackets_are_asked_for(reply, answer):
    assert last_in_brackets(reply) == answer
