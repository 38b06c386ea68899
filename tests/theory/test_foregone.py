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
def test_even_pool_always_goes_to_player_2(slug):
    assert [winner(slug, numbers=numbers) for numbers in (2, 20, 1_000)] == [TWO] * 3


def test_odd_pool_above_1_is_not_foregone():
    assert winner("parity-duel", numbers=1) is ONE
    assert [winner("parity-duel", numbers=numbers) for numbers in (3, 21, 999)] == [None] * 3


@pytest.mark.parametrize("numbers", range(1, 9))
@pytest.mark.parametrize("jokers", range(3))
def test_counting_agrees_with_all_reachable_endings(numbers, jokers):
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


def test_foregone_search_merges_positions_and_gives_up():
    twenty, many = (load_game("parity-duel", numbers=numbers) for numbers in (20, 400))
    assert Theory(twenty).foregone_winner(twenty.start()) is TWO
    assert theory_of(many).foregone_winner(many.start()) is TWO  # by counting
    assert Theory(many).foregone_winner(many.start()) is None


@pytest.mark.parametrize(
    "slug", ["divisor-duel", "number-split-duel", "sequence-builder", "grundys-game"]
)
def test_theoretical_loss_is_not_foregone(slug):
    assert winner(slug) is None


def test_number_with_at_most_one_split_is_foregone():
    assert [winner("number-split-duel", start=start) for start in (1, 2, 3, 4)] == [
        TWO,
        TWO,
        ONE,
        None,
    ]


def test_game_too_large_to_search_is_not_foregone():
    assert winner("divisor-duel", numbers=1_000) is None
    assert Theory(load_game("grundys-game", start=200)).foregone_winner(None) is None


def test_foregone_without_theory_searches_all_endings():
    assert theory_of(LastStone(heap=1)).foregone_winner(LastStone(heap=1).start()) is ONE
    assert theory_of(LastStone(heap=2)).foregone_winner(LastStone(heap=2).start()) is None
