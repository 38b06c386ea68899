"""First offers follow the fairness policy, and presets are worth playing."""

import pytest

from numduel import IllegalMove, Match, load_game
from numduel.catalogue import build_game, find_game, list_games, same_rules
from numduel.game import Player, presets_of
from numduel.study import Finished, Puzzles, first_offer, harder_offers, truth_as_written, what_next
from numduel.study.audit import audit_game
from numduel.theory import theory_of


@pytest.mark.parametrize("game_class", list_games(), ids=lambda game: game.slug)
def test_first_offer_has_choices_and_a_seat_that_can_win(game_class):
    offer = first_offer(game_class)
    start = offer.game.start()
    assert theory_of(offer.game).foregone_winner(start) is None
    assert theory_of(offer.game).winner(start) is offer.seat


def test_decided_games_are_offered_with_joker():
    for slug in ("parity-duel", "even-odd-match"):
        offer = first_offer(find_game(slug))
        assert (offer.label, offer.game.options["jokers"]) == ("Play with a joker", 1)
        assert offer.seat is Player.TWO
        assert offer.about == "Once a game you may take a number of the wrong parity."
        assert truth_as_written(find_game(slug)).endswith("Player 2 always wins.")


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


def finished(slug, winner=Player.ONE, moves=3, seat=Player.ONE, level="easy", **options):
    return Finished(load_game(slug, **options), winner, moves, seat, level)


def suggested(*played):
    return [(each.kind, each.label, each.seat) for each in what_next(played)]


def test_loss_suggests_review_then_seat_swap():
    lost = finished("divisor-duel", winner=Player.TWO)
    assert suggested(lost) == [
        ("review", "See what decided it", Player.ONE),
        ("again", "Play again: the computer begins", Player.TWO),
    ]


def test_after_two_quick_wins_a_harder_game_comes_first():
    won, lost = finished("divisor-duel"), finished("divisor-duel", winner=Player.TWO)
    slow = won._replace(moves=20)
    assert [kind for kind, _, _ in suggested(won, won)] == ["harder", "again", "review"]
    assert suggested(won, won)[0][1] == "Now try 1 to 40, begin with an even number"
    for played in ([won], [lost, won], [slow, won], [won._replace(level="hard"), won]):
        assert [kind for kind, _, _ in suggested(*played)] == ["again", "harder", "review"]


def test_harder_changes_settings_before_level():
    won = finished("divisor-duel", level="medium")
    assert [each.level for each in what_next([won])] == ["medium"] * 3
    (_, harder, _) = what_next([finished("grundys-game", start=30)])
    assert (harder.label, harder.level) == ("Now try medium", "medium")
    assert len(what_next([finished("grundys-game", start=30, level="perfect")])) == 2


def test_a_rematch_is_not_lost_before_one_touches_it():
    again, harder, _ = what_next([finished("number-split-duel", moves=1)])
    assert (again.label, again.seat) == ("Play again: you begin", Player.ONE)
    assert harder.label == "Now try Grundy's Game"
    seats = {each.seat for each in what_next([finished("parity-duel", seat=Player.TWO)])}
    assert seats == {Player.TWO}


def test_a_decided_game_leads_to_one_in_which_choices_count():
    first = suggested(finished("parity-duel", winner=Player.TWO))[0]
    assert first == ("harder", "Now try it with a joker", Player.TWO)


def test_two_people_swap_seats():
    match = Match.at(load_game("divisor-duel"), ["13", "1", "11"])
    assert suggested(Finished.of(match))[0] == ("again", "Play again, seats swapped", None)
    with pytest.raises(IllegalMove):
        Finished.of(Match(load_game("divisor-duel")))


# Puzzles asked of each setting: a few at once, and as many as plenty is in the long tests.
PLENTY = [2, pytest.param(50, marks=pytest.mark.long)]


def declared(purpose):
    return [
        pytest.param(build_game(rule_book, preset.options), id=f"{rule_book.slug} {preset.name}")
        for rule_book in list_games()
        if same_rules(rule_book) is rule_book
        for preset in presets_of(rule_book, purpose)
    ]


def worth(game):
    return audit_game(game, budget=20_000, levels=("hard",), games=20, sampled=25).worth


@pytest.mark.long
@pytest.mark.untraced
@pytest.mark.parametrize("game", declared("play"))
def test_what_is_offered_to_play_is_worth_playing(game):
    assert worth(game) > 0.05


def test_game_has_puzzle_preset_or_explains_lack(rule_book):
    lack = theory_of(rule_book()).lack_of_puzzles()
    assert (lack is None) == bool(presets_of(rule_book, "puzzles"))


@pytest.mark.untraced
@pytest.mark.parametrize("plenty", PLENTY)
@pytest.mark.parametrize("game", declared("puzzles"))
def test_where_puzzles_are_offered_there_are_plenty(game, plenty):
    found = list(Puzzles(game, plenty))
    assert len({puzzle.id for puzzle in found}) == plenty
