"""What is said to an answer."""

from numduel.study import solved


def test_the_right_answer_is_praised_and_explained(play):
    match = play("number-split-duel", "4")
    told = solved(match, 1)
    assert told["is_right"]
    assert told["text"] == "Right: 3 and 1 (hand over 1) wins."
    assert told["answers"] == ["1"]
    assert told["truth"]["why"]["reply"] == "1"


def test_a_wrong_answer_is_told_what_beats_it_and_not_what_wins(play):
    told = solved(play("number-split-duel", "4"), 3)
    assert [(choice["move"], choice["mark"]) for choice in told.pop("choices")] == [("3", "▼2")]
    assert told == {
        "form": 1,
        "is_right": False,
        "text": "No: 3 and 1 (hand over 3) loses in 2 moves: your opponent splits 3 into 2 and 1,"
        " handing over 1, and wins because 1 has no split into unequal parts.",
        "answers": [],
        "theme": None,
        "truth": None,
    }


def test_whoever_gives_up_is_told_what_wins(play):
    told = solved(play("number-split-duel", ""), None)
    assert not told["is_right"]
    assert told["text"] == "15 and 1 (hand over 1) and 14 and 2 (hand over 2) win."
    assert told["truth"]["why"]["sentences"]


def test_other_moves_that_win_are_named_too(play):
    told = solved(play("number-split-duel", ""), 1)
    assert told["text"] == (
        "Right: 15 and 1 (hand over 1) wins, and so does 14 and 2 (hand over 2)."
    )
