"""Computer players: what they choose depends only on the seed and the moves so far."""

from collections import Counter
from random import Random

import pytest

from numduel import Match, NumduelError, Seat, load_game
from numduel.players import choose_move, find_player


def played_at_random(seed, slug="divisor-duel", **options):
    match = Match(load_game(slug, **options), (Seat("random"), Seat("random")), seed)
    while match.outcome is None:
        match.play(choose_move(match, "random"))
    return match


def test_the_random_player_plays_every_game_to_its_end(ordinary):
    match = Match(ordinary)
    while match.outcome is None:
        move = choose_move(match, "random")
        assert move in ordinary.legal_moves(match.state)
        match.play(move)


def test_the_same_seed_plays_the_same_game():
    assert played_at_random(5).moves == played_at_random(5).moves


def test_other_seeds_play_other_games():
    assert len({played_at_random(seed).moves for seed in range(20)}) > 10


def test_seeds_hold_whatever_the_machine_and_the_day():
    match = Match(load_game("divisor-duel"), seed=1)
    expected = Random("1/0").choice(range(1, 21))
    assert choose_move(match, "random") == expected


def test_taking_back_repeats_the_choice():
    match = played_at_random(3)
    moves = match.moves
    match.undo(2)
    for move in moves[-2:]:
        assert choose_move(match, "random") == move
        match.play(move)


def test_a_match_replayed_from_its_moves_goes_on_as_before():
    moves = played_at_random(3).moves
    match = Match(load_game("divisor-duel"), seed=3)
    for move in moves[:3]:
        match.play(move)
    assert choose_move(match, "random") == moves[3]


def test_choosing_changes_nothing_and_asks_no_other_randomness():
    match = Match(load_game("divisor-duel"), seed=3)
    assert choose_move(match, "random") == choose_move(match, "random")
    assert match.moves == ()


def test_the_random_player_likes_no_move_better_than_another():
    game = load_game("divisor-duel", numbers=4)
    random, chooser = Random(0), find_player("random")
    chosen = Counter(chooser(game, game.start(), random) for _ in range(4000))
    assert set(chosen) == {1, 2, 3, 4}
    assert all(850 < count < 1150 for count in chosen.values())


def test_an_unknown_player_is_refused_with_the_names_there_are():
    with pytest.raises(NumduelError) as refused:
        find_player("grandmaster")
    assert str(refused.value).startswith('There is no computer player "grandmaster": random')
    assert str(refused.value).endswith(".")
