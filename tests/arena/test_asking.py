"""What a model is told, and what counts as an answer."""

import pytest

from numduel.arena.asking import Asking, read_reply


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
    assert read_reply(match, reply)[:2] == (move, failure)


def test_an_answer_is_one_word_even_where_a_game_would_read_more(play):
    match = play("grundys-game")
    assert read_reply(match, "Answer: 16:10")[0] == "16:10"
    assert read_reply(match, "Answer: 16 : 10")[1] == "unreadable"


def test_an_illegal_answer_comes_with_the_rule_that_forbids_it(play):
    assert read_reply(play("divisor-duel", "6"), "Answer: 5")[2] == (
        "5 is neither a divisor nor a multiple of 6."
    )


def test_a_model_is_told_rules_history_position_and_legal_moves(play):
    told = Asking().question(play("divisor-duel", "6"))
    assert "You are Player 2 in a game of Divisor Duel." in told
    assert "Whoever has no such number left to take loses" in told
    assert "Moves so far: Player 1 6" in told
    assert "Previous number was 6" in told
    assert "Legal moves: 1, 2, 3, 12, 18" in told
    assert told.endswith("Answer: MOVE")


def test_each_of_them_can_be_left_out(play):
    match = play("divisor-duel", "6")
    assert "Whoever has no such" not in Asking(rules=False).question(match)
    assert "Moves so far" not in Asking(history=False).question(match)


@pytest.mark.parametrize(
    ("slug", "moves", "hidden"),
    [
        ("divisor-duel", "6", "1, 2, 3, 12, 18"),
        ("parity-duel", "6", "1  3  5"),
        ("even-odd-match", "6", "[1, 3, 5"),
        ("number-split-duel", "5", "(4,1)"),
    ],
)
def test_without_legal_moves_the_position_does_not_list_them_either(play, slug, moves, hidden):
    match = play(slug, moves)
    assert hidden in Asking(rules=False).question(match)
    assert hidden not in Asking(rules=False, legal=False).question(match)


def test_options_are_told_since_the_rules_speak_of_the_usual_ones(play):
    assert "numbers=30, opening=even" in Asking().question(
        play("divisor-duel", numbers=30, opening="even")
    )


def test_the_rules_are_those_of_the_variant_and_give_no_theory_away(play):
    told = Asking().question(play("parity-duel", numbers=7, jokers=2))
    assert "The list is 1 to 7, not 1 to 20." in told
    assert "must play it" in told, "what a joker does"
    assert "Ruling" not in told
    assert "second player always wins" not in told.replace("\n", " ")


def test_what_a_move_is_in_number_split_duel_is_told(play):
    told = Asking(rules=False).question(play("number-split-duel"))
    assert "A move is the part that is handed over" in told
