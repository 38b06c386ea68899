"""Of whom a sentence speaks: Player 1, Ann, the computer, or you."""

import pytest

from numduel import Match, Player, Seat, load_game
from numduel.study import Address

ONE, TWO = Player


def test_without_names_the_players_are_numbered():
    address = Address()
    assert address.who(ONE) == "Player 1"
    assert address.does(TWO, "win the game") == "Player 2 wins the game"
    assert (address.was(ONE), address.has(TWO)) == ("Player 1 was", "Player 2 has")


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
        ((Seat("easy"), Seat("hard")), (), ["Player 1", "Player 2"]),
        ((Seat(name="Ann"), Seat(name="Bob")), (ONE, TWO), ["Ann", "Bob"]),
    ],
)
def test_the_players_of_a_match_are_called_by_what_the_reader_knows(seats, you, names):
    match = Match(load_game("parity-duel"), seats)
    address = Address.of(match, you)
    assert [address.who(player) for player in Player] == names


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("take 8", "takes 8"),
        ("pass", "passes"),
        ("push 3", "pushes 3"),
        ("carry 2", "carries 2"),
        ("play 4", "plays 4"),
        ("go on", "goes on"),
    ],
)
def test_an_order_becomes_what_somebody_does(order, told):
    assert Address().does(ONE, order) == f"Player 1 {told}"
