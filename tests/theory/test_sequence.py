"""Sequence Builder: only odd and even count."""

import time

import pytest

from numduel import Player, load_game
from numduel.theory import analyse, explain
from numduel.theory.search import reachable


def test_on_1_to_9_player_1_wins_with_every_opening():
    game = load_game("sequence-builder")
    analysis = analyse(game, game.start())
    assert (analysis.winner, analysis.distance) == (Player.ONE, 9)
    assert {choice.winner for choice in analysis.choices} == {Player.ONE}


def test_fourteen_kinds_of_positions_have_exactly_one_winning_move():
    game = load_game("sequence-builder")
    choices = [(state.to_move, analyse(game, state).choices) for state in reachable(game)]
    single = [1 for player, each in choices if len(each) > 1 and wins(player, each) == 1]
    assert len(single) == 14


def wins(player, choices):
    return sum(choice.winner is player for choice in choices)


@pytest.mark.parametrize("numbers", [39, 40, 41, 100])
def test_twenty_numbers_in_a_row_are_no_problem(numbers):
    game = load_game("sequence-builder", numbers=numbers, length=20)
    begin = time.process_time()
    analysis = analyse(game, game.start())
    assert analysis.winner is Player.ONE
    assert analysis.distance in (39, 40)
    assert time.process_time() - begin < 60


def test_what_is_too_large_is_unknown():
    game = load_game("sequence-builder", numbers=39, length=20)
    analysis = analyse(game, game.start(), budget=5_000)
    assert analysis.winner is None
    reason = "The rest of the game has more than 5,000 moves to try."
    assert analysis.unknown == reason
    why = explain(game, game.start(), budget=5_000)
    assert why.sentences == (f"Who wins here is not known. {reason}",)
    assert why.reply is None


@pytest.mark.parametrize(
    ("moves", "options", "sentences", "reply"),
    [
        (
            "6",
            {},
            [
                "Your opponent wins if they make no mistake; the end is 8 moves away.",
                "Take an odd number, such as 1: it begins your sequence; that leaves 4 odd and 3"
                " even numbers to your opponent, who has 0 pairs and needs an even one for the"
                " next.",
                "If both play their best, it is a tie of 3 valid pairs each, and your opponent"
                " completes a sequence first.",
            ],
            1,
        ),
        (
            "6 5 2 3 7 1 4",
            {},
            [
                "You can win; the end is 2 moves away.",
                "Take an even number, such as 8: with your 1 it makes no valid pair, and you have 2"
                " pairs in all; that leaves 1 odd and 0 even numbers to your opponent, who has 1"
                " pair and needs an even one for the next.",
                "If both play their best, you end with 2 valid pairs against 1.",
            ],
            8,
        ),
        (
            "1 2 4 6",
            {},
            [
                "You can win; the end is 5 moves away.",
                "Take an even number, such as 8: with your 4 it makes a valid pair, and you have 1"
                " pair in all; that leaves 4 odd and 0 even numbers to your opponent, who has 1"
                " pair and needs an even one for the next.",
                "An odd number would lose.",
                "If both play their best, it is a tie of 2 valid pairs each, and you complete a"
                " sequence first.",
            ],
            8,
        ),
        (
            "1 2 3 4 5 6 7 8",
            {},
            [
                "You can win; the end is 1 move away.",
                "Take an odd number, such as 9: with your 7 it makes a valid pair, and you have 4"
                " pairs in all.",
                "If both play their best, you complete a sequence of valid pairs only.",
            ],
            9,
        ),
    ],
)
def test_the_reason_is_told(play, moves, options, sentences, reply):
    match = play("sequence-builder", moves, **options)
    why = explain(match.game, match.state)
    assert list(why.sentences) == sentences
    assert why.reply == reply
