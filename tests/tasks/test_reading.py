"""What counts as an answer."""

import pytest

from numduel.tasks import read, read_answer
from numduel.tasks.reading import feedback, last_in_brackets


@pytest.mark.parametrize(
    ("reply", "move", "failure"),
    [
        ("Answer: 3", "3", None),
        ("Let me think.\nAnswer: 12\n\n", "12", None),
        ("Answer: 3\nNo, better:\nAnswer: 18", None, "unreadable"),
        ("", None, "empty"),
        ("3", None, "unreadable"),
        ("Answer: 3\nAnswer: 3 or 18", None, "unreadable"),
        ("Answer:", None, "unreadable"),
        ("Answer: 3\n**Answer:**\n12", None, "unreadable"),
        ("Answer: 3!", None, "unreadable"),
        ("Answer: 5", None, "illegal"),
        ("Answer: ٣", None, "unreadable"),
    ],
)
def test_the_last_answer_in_the_form_asked_for_counts(play, reply, move, failure):
    match = play("divisor-duel", "6")
    assert read(match, reply)[:2] == (move, failure)


@pytest.mark.parametrize(
    "reply",
    [
        "**Answer: 3**",
        'Answer: "3."',
        "```\nAnswer: 3\n```",
        "> Answer: 3",
        r"Answer: $\boxed{3}$",
        r"Answer: \(\boxed{3}\)",
        r"Answer: $$\boxed{\text{3}}$$",
        r"$\boxed{\text{Answer: 3}}$",
        "Answer:3",
        "Answer: MOVE\n**Answer: 3**",
        "Answer: 3\nI hope that this helps.",
    ],
)
def test_decorated_answer_is_read_but_not_in_form(play, reply):
    reading = read(play("divisor-duel", "6"), reply)
    assert (reading.move, reading.failure, reading.is_in_form) == ("3", None, False)


@pytest.mark.parametrize("reply", ["Answer: 3", "So:\n\nAnswer: 3\n", "**No.**\r\nAnswer: 3"])
def test_the_form_asked_for_is_a_last_line_with_one_move(play, reply):
    assert read(play("divisor-duel", "6"), reply).is_in_form


def test_illegal_move_may_be_in_form(play):
    match = play("divisor-duel", "6")
    assert read(match, "Answer: 5").is_in_form
    assert not read(match, "**Answer: 5**").is_in_form
    assert not read(match, "Answer: six").is_in_form


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("I take 3.", "It has no line that begins with Answer:"),
        ("**Answer:**", "Its last answer line has no move on it."),
        ("Answer: 3 or 18", 'It says "3 or 18", which is not one move and nothing else.'),
        ("Answer: 3\nAnswer: 18", "It has several answer lines, and they do not say the same."),
        ("Answer: six", '"six" is not a whole number.'),
        ("Answer: 5", "5 is neither a divisor nor a multiple of 6."),
        ("Answer: \x1b[2J", r'It says "\x1b[2J", which is not one move and nothing else.'),
    ],
)
def test_what_cannot_be_read_comes_with_what_is_wrong(play, reply, fault):
    match = play("divisor-duel", "6")
    assert read(match, reply).fault == fault
    assert f" {fault} End with one line: Answer: MOVE" in feedback("unreadable", fault)


def test_answer_is_single_word(play):
    match = play("grundys-game")
    assert read(match, "Answer: 16:10")[0] == "16:10"
    assert read(match, "Answer: 16 : 10")[1] == "unreadable"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [
        ("I take [6].", "6"),
        ("[3]? No: [12]", "12"),
        ("[ 10 6 ]", " 10 6 "),
        ("6", None),
    ],
)
def test_last_bracketed_answer_counts(reply, answer):
    assert last_in_brackets(reply) == answer


@pytest.mark.parametrize("answer", [" 15 ", "15.", "15\n", "**15**\n"])
def test_a_bare_move_is_read_whatever_space_is_around_it(play, answer):
    assert read_answer(play("divisor-duel", "5"), answer).move == "15"
