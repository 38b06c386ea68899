"""What is offered first follows the fairness policy."""

import pytest

from numduel.catalogue import find_game, list_games
from numduel.game import Player
from numduel.study import first_offer, harder_offers, truth_as_written
from numduel.theory import theory_of


@pytest.mark.parametrize("game_class", list_games(), ids=lambda game: game.slug)
def test_first_offer_has_choices_and_a_seat_that_can_win(game_class):
    offer = first_offer(game_class)
    start = offer.game.start()
    assert theory_of(offer.game).foregone_winner(start) is None
    assert theory_of(offer.game).winner(start) is offer.seat


def test_decided_books_are_offered_with_a_joker_in_the_second_seat():
    for slug in ("parity-duel", "even-odd-match"):
        offer = first_offer(find_game(slug))
        assert (offer.label, offer.game.options["jokers"]) == ("Play with a joker", 1)
        assert offer.seat is Player.TWO
        assert offer.about == "Once a game you may take a number of the wrong parity."
        assert truth_as_written(find_game(slug)).startswith("Player 2 always wins")


def test_books_with_choices_are_offered_as_written():
    for slug in ("divisor-duel", "sequence-builder", "number-split-duel", "grundys-game"):
        assert first_offer(find_game(slug)).game == find_game(slug)()


def test_truth_as_written_says_how_soon_it_is_won():
    told = {
        slug: truth_as_written(find_game(slug)) for slug in ("divisor-duel", "number-split-duel")
    }
    assert told["divisor-duel"] == "Player 1 wins in 3 moves, once you know how."
    assert told["number-split-duel"] == "Player 1 wins with the first move, once you know how."


def test_harder_offers_rise_and_lead_to_the_sequel():
    divisor = first_offer(find_game("divisor-duel")).game
    sizes = [offer.game.options["numbers"] for offer in harder_offers(divisor)]
    assert sizes == [40, 100, 100]
    (sequel,) = harder_offers(find_game("number-split-duel")())
    assert sequel.game == find_game("grundys-game")()


def test_rule_books_come_first_in_their_declared_order():
    slugs = [game.slug for game in list_games()]
    assert slugs[0] == "divisor-duel"
    assert slugs.index("grundys-game") == 5
