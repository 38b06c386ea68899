"""Which games have the same winner whatever anybody plays."""

import pytest
from last_stone import LastStone
from positions import reachable

from numduel import Player, load_game
from numduel.theory import Theory, theory_of

ONE, TWO = Player


def winner(slug, **options):
    game = load_game(slug, **options)
    return theory_of(game).foregone_winner(game.start())


@pytest.mark.parametrize("slug", ["parity-duel", "even-odd-match"])
def test_of_equally_many_odd_and_even_numbers_player_2_always_wins(slug):
    assert [winner(slug, numbers=numbers) for numbers in (2, 20, 1_000)] == [TWO] * 3


def test_the_first_of_an_odd_number_of_numbers_matters_unless_there_is_only_one():
    assert winner("parity-duel", numbers=1) is ONE
    assert [winner("parity-duel", numbers=numbers) for numbers in (3, 21, 999)] == [None] * 3


@pytest.mark.parametrize("numbers", range(1, 9))
@pytest.mark.parametrize("jokers", range(3))
def test_counting_agrees_with_every_ending_that_can_be_reached(numbers, jokers):
    game = load_game("parity-duel", numbers=numbers, jokers=jokers)
    for state in reachable(game):
        assert theory_of(game).foregone_winner(state) is Theory(game).foregone_winner(state)
        assert Theory(game).foregone_winner(state) is the_only_winner(game, state)


def the_only_winner(game, state):
    """By definition, looking at every state."""
    winners, waiting = set(), [state]
    while waiting:
        state = waiting.pop()
        if outcome := game.outcome(state):
            winners.add(outcome.winner)
        waiting += {game.after(state, move) for move in game.legal_moves(state)}
    return winners.pop() if len(winners) == 1 else None


def test_a_search_merges_positions_alike_and_says_nothing_where_it_would_take_long():
    twenty, many = (load_game("parity-duel", numbers=numbers) for numbers in (20, 400))
    assert Theory(twenty).foregone_winner(twenty.start()) is TWO
    assert theory_of(many).foregone_winner(many.start()) is TWO  # by counting
    assert Theory(many).foregone_winner(many.start()) is None


@pytest.mark.parametrize(
    "slug", ["divisor-duel", "number-split-duel", "sequence-builder", "grundys-game"]
)
def test_what_is_lost_only_against_perfect_play_is_not_foregone(slug):
    assert winner(slug) is None


def test_a_number_that_can_be_split_in_one_way_or_none_is_foregone():
    assert [winner("number-split-duel", start=start) for start in (1, 2, 3, 4)] == [
        TWO,
        TWO,
        ONE,
        None,
    ]


def test_a_game_that_is_too_large_to_try_is_not_called_foregone():
    assert winner("divisor-duel", numbers=1_000) is None
    assert Theory(load_game("grundys-game", start=200)).foregone_winner(None) is None


def test_of_a_game_without_a_theory_every_ending_is_looked_at():
    assert theory_of(LastStone(heap=1)).foregone_winner(LastStone(heap=1).start()) is ONE
    assert theory_of(LastStone(heap=2)).foregone_winner(LastStone(heap=2).start()) is None
