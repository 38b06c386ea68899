"""Computer players: each sees more than the one below, and the perfect one never errs."""

from random import Random

import pytest

from numduel import Player, load_game
from numduel.players import PLAYERS, find_player
from numduel.players.lookahead import Lookahead
from numduel.players.perfect import choose_perfectly
from numduel.theory import analyse

SMALL = [
    ("divisor-duel", {"numbers": 12}),
    ("divisor-duel", {"numbers": 14, "opening": "even"}),
    ("sequence-builder", {}),
    ("parity-duel", {"numbers": 9, "jokers": 1}),
    ("even-odd-match", {"numbers": 7}),
    ("number-split-duel", {"start": 11}),
    ("grundys-game", {"start": 12}),
]


def test_the_levels_stand_in_the_order_of_their_strength() -> None:
    assert list(PLAYERS) == ["random", "easy", "medium", "hard", "perfect"]


@pytest.mark.parametrize("name", PLAYERS)
@pytest.mark.parametrize(("slug", "options"), SMALL)
def test_every_player_plays_legally_and_the_same_again(name: str, slug: str, options: dict) -> None:
    game, player = load_game(slug, **options), find_player(name)
    state = game.start()
    while game.outcome(state) is None:
        moves = [player(game, state, Random(7)) for _ in range(2)]
        assert moves[0] == moves[1]
        assert game.refusal(state, moves[0]) is None
        state = game.after(state, moves[0])


@pytest.mark.parametrize(("slug", "options"), SMALL)
def test_perfect_never_loses_a_won_position_and_wins_as_fast_as_it_can(
    slug: str, options: dict
) -> None:
    game = load_game(slug, **options)
    for seed in range(30):
        random = Random(seed)
        state = game.start()
        while game.outcome(state) is None:
            known = analyse(game, state)
            move = choose_perfectly(game, state, random)
            (chosen,) = (choice for choice in known.choices if choice.move == move)
            assert chosen.best
            assert (chosen.winner, chosen.distance) == (known.winner, known.distance)
            state = game.after(state, random.choice([move, *game.legal_moves(state)]))


def test_easy_takes_a_win_that_is_one_move_away() -> None:
    game = load_game("number-split-duel")
    for seed in range(20):
        assert find_player("easy")(game, game.start(), Random(seed)) in (1, 2)


def test_medium_does_not_hand_over_a_win_that_easy_would() -> None:
    game = load_game("divisor-duel")
    careless = {find_player("easy")(game, game.start(), Random(seed)) for seed in range(200)}
    careful = {find_player("medium")(game, game.start(), Random(seed)) for seed in range(200)}
    assert 1 in careless  # after 1, any large prime wins at once
    assert 1 not in careful


def test_a_player_out_of_patience_still_plays() -> None:
    game = load_game("divisor-duel", numbers=300)
    assert game.refusal(game.start(), Lookahead(4, 50)(game, game.start(), Random(1))) is None


def test_perfect_wins_divisor_duel_on_a_thousand_numbers_against_hard() -> None:
    game = load_game("divisor-duel", numbers=1000)
    state, random = game.start(), Random(3)
    while game.outcome(state) is None:
        player = choose_perfectly if state.to_move is Player.ONE else find_player("hard")
        state = game.after(state, player(game, state, random))
    assert game.outcome(state).winner is Player.ONE


def test_perfect_loses_a_large_lost_game_by_narrowing_the_winners_choice() -> None:
    game = load_game("divisor-duel", numbers=200)
    state = next(
        after
        for after in (game.after(game.start(), move) for move in game.legal_moves(game.start()))
        if analyse(game, after).winner is not after.to_move and analyse(game, after).unknown
    )
    move = choose_perfectly(game, state, Random(1))
    assert game.refusal(state, move) is None
