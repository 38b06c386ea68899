"""Computer players: they repeat, each beats the one below, and the perfect one never errs."""

from itertools import pairwise
from random import Random

import pytest
from bench.levels import share_won

from numduel import Match, Player, load_game
from numduel.players import PLAYERS, choose_move, choose_perfectly, find_player
from numduel.theory import analyse


def test_seeds_hold_whatever_the_machine_and_the_day():
    match = Match(load_game("divisor-duel"), seed=1)
    expected = Random("1/0").choice(range(1, 21))
    assert choose_move(match, "random") == expected


SMALL = [
    ("divisor-duel", {"numbers": 12}),
    ("divisor-duel", {"numbers": 14, "opening": "even"}),
    ("sequence-builder", {}),
    ("parity-duel", {"numbers": 9, "jokers": 1}),
    ("grundys-game", {"start": 12}),
]


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
def test_perfect_keeps_wins_and_wins_fastest(slug: str, options: dict) -> None:
    game = load_game(slug, **options)
    for seed in range(10):
        random = Random(seed)
        state = game.start()
        while game.outcome(state) is None:
            known = analyse(game, state)
            move = choose_perfectly(game, state, random)
            (chosen,) = (choice for choice in known.choices if choice.move == move)
            # Of wins as fast a theory may prefer some, say by the margin; this player need not.
            assert chosen.best or chosen.winner is state.to_move
            assert (chosen.winner, chosen.distance) == (known.winner, known.distance)
            state = game.after(state, random.choice([move, *game.legal_moves(state)]))


def chosen(level: str, slug: str, moves: tuple[int, ...] = (), **options: int) -> set[int]:
    """What a level plays in a position, over many seeds."""
    game = load_game(slug, **options)
    state = game.start()
    for move in moves:
        state = game.play(state, move)
    return {find_player(level)(game, state, Random(seed)) for seed in range(200)}


def test_a_level_misses_a_win_that_it_did_not_think_of() -> None:
    for level in ("easy", "medium"):
        played = chosen(level, "number-split-duel", (10,))
        assert {1, 2} & played < played


def test_nobody_below_hard_wins_before_the_opponent_has_had_a_turn() -> None:
    for level in ("easy", "medium"):
        assert not {1, 2} & chosen(level, "number-split-duel")
        assert chosen(level, "number-split-duel", start=3) == {1, 2}  # there is nothing else


def test_hard_sees_a_trap_that_medium_walks_into() -> None:
    after_it_any_large_prime_wins = 1
    assert after_it_any_large_prime_wins in chosen("medium", "divisor-duel")
    assert after_it_any_large_prime_wins not in chosen("hard", "divisor-duel")


def test_hard_sees_every_win_at_once() -> None:
    assert chosen("hard", "divisor-duel", (19, 1)) == {11, 13, 17}
    assert chosen("hard", "number-split-duel", start=200) == {1, 2}


def test_hard_misses_a_plan_that_lies_deeper() -> None:
    best = {11, 13, 17, 19}
    assert not chosen("hard", "divisor-duel") <= best
    assert chosen("perfect", "divisor-duel") <= best


def test_hard_searches_lost_position_for_best_defence() -> None:
    of_ten_moves_only_it_is_no_trap = {6}
    moves = (7, 1, 25, 5, 30, 3, 12, 24, 4, 2)
    assert chosen("hard", "divisor-duel", moves, numbers=30) == of_ten_moves_only_it_is_no_trap


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
def test_a_game_too_long_to_imagine_is_played_all_the_same(level: str) -> None:
    game = load_game("parity-duel", numbers=1_000, jokers=1)
    assert game.refusal(game.start(), find_player(level)(game, game.start(), Random(1))) is None


def test_stronger_players_win_more_often() -> None:
    games = [load_game("grundys-game"), load_game("divisor-duel")]
    for weaker, stronger in pairwise(PLAYERS):
        shares = [share_won(game, stronger, weaker, range(20)) for game in games]
        assert sum(shares) / len(shares) > 0.55, (stronger, weaker, shares)


def test_perfect_beats_hard_on_a_thousand_numbers() -> None:
    game = load_game("divisor-duel", numbers=1000)
    state, random = game.start(), Random(3)
    while game.outcome(state) is None:
        player = choose_perfectly if state.to_move is Player.ONE else find_player("hard")
        state = game.after(state, player(game, state, random))
    assert game.outcome(state).winner is Player.ONE


@pytest.mark.parametrize("opening", [15, 33])
def test_perfect_resists_by_limiting_winning_replies(opening: int) -> None:
    game = load_game("divisor-duel", numbers=200)
    state = game.play(game.start(), opening)
    known = analyse(game, state)
    assert (known.winner, known.distance) == (Player.ONE, None)

    def share_of_winning_replies(move: int) -> float:
        replies = analyse(game, game.after(state, move)).choices
        return [reply.winner for reply in replies].count(Player.ONE) / len(replies)

    best = [choice.move for choice in known.choices if choice.best]
    shares = {move: share_of_winning_replies(move) for move in best}
    narrowest = {move for move, share in shares.items() if share == min(shares.values())}
    assert narrowest < set(best)
    assert {choose_perfectly(game, state, Random(seed)) for seed in range(20)} == narrowest
