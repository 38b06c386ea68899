"""What is told with a question."""

import pytest

from numduel.tasks import Asking, prompt


def test_a_model_is_told_rules_history_position_and_legal_moves(play):
    told = prompt(play("divisor-duel", "6"))
    assert "You are Player 2 in a game of Divisor Duel." in told
    assert "Whoever has no such number left to take loses" in told
    assert "Moves so far: Player 1 6" in told
    assert "Previous number was 6" in told
    assert "Legal moves: 1, 2, 3, 12, 18" in told
    assert told.endswith("Answer: MOVE")


def test_each_of_them_can_be_left_out(play):
    match = play("divisor-duel", "6")
    assert "Whoever has no such" not in prompt(match, Asking(rules=False))
    assert "Moves so far" not in prompt(match, Asking(history=False))


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
    assert hidden in prompt(match, Asking(rules=False))
    assert hidden not in prompt(match, Asking(rules=False, legal=False))


def test_options_are_told_since_the_rules_speak_of_the_usual_ones(play):
    assert "numbers=30, opening=even" in prompt(play("divisor-duel", numbers=30, opening="even"))


def test_the_rules_are_those_of_the_variant_and_give_no_theory_away(play):
    told = prompt(play("parity-duel", numbers=7, jokers=2))
    assert "The list is 1 to 7, not 1 to 20." in told
    assert "must play it" in told, "what a joker does"
    assert "Ruling" not in told
    assert "second player always wins" not in told.replace("\n", " ")


def test_what_a_move_is_in_number_split_duel_is_told(play):
    told = prompt(play("number-split-duel"), Asking(rules=False))
    assert "A move is the part that is handed over" in told
