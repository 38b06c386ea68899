"""Of whom a sentence speaks: Player 1, Ann, the computer, or you."""

from dataclasses import dataclass

import pytest
from last_stone import LastStone

from numduel import Match, Player, Seat, load_game, option
from numduel.study import Address, headline, tell_deed, title_of
from numduel.study.address import PLAIN

ONE, TWO = Player


def test_whoever_reads_is_you():
    address = Address({ONE: "Ann", TWO: "Bob"}, (TWO,))
    assert address.does(ONE, "win") == "Ann wins"
    assert address.does(TWO, "win") == "You win"
    assert (address.was(TWO), address.has(TWO)) == ("You were", "You have")
    assert address.name(TWO) == "you"


@pytest.mark.parametrize(
    ("seats", "you", "names"),
    [
        ((Seat(name="Ann"), Seat()), (), ["Ann", "Player 2"]),
        ((Seat(name="Ann"), Seat("easy")), (ONE,), ["You", "The computer"]),
        ((Seat(name="Ann"), Seat("easy", "Hal")), (), ["Ann", "Hal"]),
        ((Seat(name="Ann"), Seat(name="Bob")), (ONE, TWO), ["Ann", "Bob"]),
    ],
)
def test_address_names_players_for_reader(seats, you, names):
    match = Match(load_game("parity-duel"), seats)
    address = Address.of(match, you)
    assert [address.who(player) for player in Player] == names


@pytest.mark.parametrize(
    ("order", "told"),
    [("take 8", "takes 8"), ("pass", "passes"), ("carry 2", "carries 2"), ("go on", "goes on")],
)
def test_an_order_becomes_what_somebody_does(order, told):
    assert Address().does(ONE, order) == f"Player 1 {told}"


# The sentence above a board, and what the last move did.


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
    ],
)
def test_a_turn_is_told_by_its_task(play, slug, moves, told, to_two, done):
    match = play(slug, moves)
    assert headline(match) == told
    assert headline(match, YOU_ARE_TWO) == to_two
    assert last_move(match) == done


def test_headline_without_words_names_player_to_move():
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

    assert title_of(Misere(heap=9)) == "Last Stone (heap 9, is_misere yes)"
    jokers = load_game("parity-duel", numbers=30, jokers=2)
    assert title_of(jokers) == "Parity Duel (numbers 30, jokers 2)"
    assert title_of(load_game("parity-duel")) == "Parity Duel"
    assert title_of(load_game("parity-duel", jokers=1)) == "Parity Duel (with a joker)"
    juniper = load_game("divisor-duel", numbers=100, opening="even-below-half")
    wanted = "Juniper Green: 1 to 100, begin with an even number under 50"
    assert title_of(juniper) == f"Divisor Duel ({wanted})"
