"""The sentence above a board, and what the last move did."""

from dataclasses import dataclass

import pytest
from last_stone import LastStone
from numduel.telling.address import PLAIN

from numduel import Match, Player, Seat, load_game, option
from numduel.study import Address, headline, tell_deed, title_of

ONE, TWO = Player
YOU_ARE_TWO = Address({ONE: "Ann"}, (TWO,))


def last_move(match, address=PLAIN):
    """What is told of the last move."""
    told = ""
    for state, move in match.turns:
        told = tell_deed(state.to_move, match.game.words.done(state, move), address)
    return told


@pytest.mark.parametrize(
    ("slug", "moves", "told", "to_two", "done"),
    [
        ("divisor-duel", "", "Player 1 takes any number.", "Ann takes any number.", ""),
        (
            "divisor-duel",
            "6",
            "Player 2 takes a divisor or a multiple of 6.",
            "Your turn: take a divisor or a multiple of 6.",
            "Player 1 took 6.",
        ),
        (
            "parity-duel",
            "7",
            "Player 2 removes an even number.",
            "Your turn: remove an even number.",
            "Player 1 removed 7.",
        ),
        (
            "number-split-duel",
            "6",
            "Player 2 splits 6 into two unequal parts, one to hand over.",
            "Your turn: split 6 into two unequal parts, one to hand over.",
            "Player 1 split 16 into 10 and 6 and handed over 6.",
        ),
        (
            "grundys-game",
            "16:10",
            "Player 2 splits one heap into two unequal heaps.",
            "Your turn: split one heap into two unequal heaps.",
            "Player 1 split 16 into 10 and 6.",
        ),
        (
            "sequence-builder",
            "6",
            "Player 2 takes a number for the next place in the row.",
            "Your turn: take a number for the next place in the row.",
            "Player 1 took 6.",
        ),
    ],
)
def test_a_turn_is_told_by_its_task(play, slug, moves, told, to_two, done):
    match = play(slug, moves)
    assert headline(match) == told
    assert headline(match, YOU_ARE_TWO) == to_two
    assert last_move(match) == done


def test_a_rule_book_that_words_no_task_says_whose_move_it_is():
    match = Match(LastStone(5))
    assert headline(match) == "Player 1's move."
    assert headline(match, Address(you=(ONE,))) == "Your move."
    match.play(2)
    assert last_move(match, Address({ONE: "Ann"})) == "Ann played 2."


def test_a_joker_is_part_of_the_task_and_of_what_was_done(play):
    match = play("parity-duel", "7 9", jokers=1)
    assert last_move(match) == "Player 2 played a joker and removed 9."
    assert headline(match) == "Player 1 removes an even number, or any number with a joker."


def test_an_ending_is_told_with_its_reason(play):
    match = play("divisor-duel", "11 1 13")
    assert headline(match) == "Player 1 wins because no divisor or multiple of 13 is left."
    assert headline(match, Address(you=(ONE,))).startswith("You win because")
    resigned = Match(load_game("divisor-duel"), (Seat(name="Ann"), Seat("easy")))
    resigned.resign()
    assert headline(resigned, Address.of(resigned, (ONE,))) == "The computer wins by resignation."


def test_a_title_names_the_settings():
    @dataclass(frozen=True)
    class Misere(LastStone):
        is_misere: bool = option(True, "whether the last stone loses")

    assert title_of(Misere()) == "Last Stone (heap 12, is_misere yes)"
    jokers = load_game("parity-duel", numbers=30, jokers=2)
    assert title_of(jokers) == "Parity Duel (numbers 30, jokers 2)"
