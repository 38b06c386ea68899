"""An audit measures a game: its figures agree with what can be counted by hand."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from last_stone import LastStone
from positions import reachable

from numduel import Player, load_game
from numduel.errors import TooLarge
from numduel.study.audit import (
    audit_game,
    balance,
    can_matter,
    judgement,
    list_positions,
    measure,
    random_moves,
    sample,
    states_along,
    usual_length,
)
from numduel.theory import analyse


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("divisor-duel", {"numbers": 8}),
        ("sequence-builder", {"numbers": 5, "length": 3}),
        ("parity-duel", {"numbers": 7, "jokers": 1}),
        ("number-split-duel", {"start": 9}),
    ],
)
def test_exact_figures_agree_with_a_plain_recursion(slug: str, options: dict[str, int]) -> None:
    game = load_game(slug, **options)

    @cache
    def chance_of_player_one(state: object) -> Fraction:
        outcome = game.outcome(state)
        if outcome is not None:
            return Fraction(outcome.winner is Player.ONE)
        moves = game.legal_moves(state)
        return sum(chance_of_player_one(game.after(state, move)) for move in moves) / len(moves)

    @cache
    def lengths(state: object) -> frozenset[int]:
        moves = game.legal_moves(state)
        ends = [lengths(game.after(state, move)) for move in moves]
        return frozenset(1 + length for end in ends for length in end) or frozenset({0})

    figures = measure(list_positions(game, 100_000))
    assert figures.random_balance == pytest.approx(float(chance_of_player_one(game.start())))
    assert figures.shortest == min(lengths(game.start()))
    assert figures.longest == max(lengths(game.start()))


@pytest.mark.parametrize("slug", ["parity-duel", "sequence-builder", "grundys-game"])
def test_a_decision_is_a_position_with_more_than_one_move_counted_or_sampled(slug):
    game = load_game(slug, **({"jokers": 1} if slug == "parity-duel" else {}))
    states = {game.canonical(state): state for state in reachable(game)}.values()
    several = [state for state in states if len(game.legal_moves(state)) > 1]
    figures = measure(list_positions(game, 100_000))
    assert figures.decisions == len(several)
    assert figures.mattering == sum(analyse(game, state).matters for state in several)
    random = Random(1)
    met = [state for _ in range(20) for state in states_along(game, random_moves(game, random))]
    some = sample(game, 20, Random(1))
    assert some.decisions == sum(len(game.legal_moves(state)) > 1 for state in met)
    assert some.mattering == sum(analyse(game, state).matters for state in met)


def test_parity_duel_as_written_has_no_decision_that_matters() -> None:
    told = audit_game(load_game("parity-duel"), games=2)
    assert told.winner is Player.TWO
    assert told.figures.mattering == 0
    assert told.figures.shortest == told.figures.longest == 20
    assert told.balance["medium"] == 0
    assert told.worth == 0


def test_number_split_duel_is_won_with_the_first_move() -> None:
    told = audit_game(load_game("number-split-duel"), games=2)
    assert told.distance == 1
    assert told.winning_openings == ("1", "2")


@pytest.mark.untraced
def test_divisor_duel_has_eighteen_winning_openings_of_twenty() -> None:
    told = audit_game(load_game("divisor-duel"), games=2, levels=("medium",))
    assert told.openings == 20
    assert set(map(str, range(1, 21))) - set(told.winning_openings or ()) == {"1", "14"}
    assert told.figures.is_exact


def test_the_same_seed_gives_the_same_audit() -> None:
    game = load_game("sequence-builder")
    assert audit_game(game, 3, games=6) == audit_game(game, 3, games=6)


@pytest.mark.untraced
def test_too_many_positions_are_refused_and_sampled_instead() -> None:
    game = load_game("divisor-duel", numbers=30)
    with pytest.raises(TooLarge):
        list_positions(game, 1_000)
    told = audit_game(game, budget=1_000, games=2, sampled=10)
    assert not told.figures.is_exact
    assert told.figures.positions is None
    assert 0 < told.figures.mattering <= told.figures.decisions


def test_a_sample_of_a_small_game_comes_close_to_its_exact_figures() -> None:
    from random import Random

    game = load_game("divisor-duel", numbers=12)
    exact = measure(list_positions(game, 100_000))
    sampled = sample(game, 400, Random(1))
    assert sampled.random_balance == pytest.approx(exact.random_balance, abs=0.1)
    assert sampled.average_length == pytest.approx(exact.average_length, abs=1)


@pytest.mark.long
@pytest.mark.untraced
@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("grundys-game", {"start": 13}),
        ("divisor-duel", {"numbers": 9, "opening": "even"}),
        ("parity-duel", {"numbers": 7, "jokers": 1}),
    ],
)
def test_players_win_as_often_whether_imagined_games_are_drawn_or_played(slug, options, level):
    game = load_game(slug, **options)
    listed = list_positions(game, 100_000)
    drawn, played = balance(game, level, 0, 1_000, listed), balance(game, level, 1, 200)
    assert drawn == pytest.approx(played, abs=0.1)  # three times what chance does to it


def test_a_perfect_player_plays_the_game_itself_even_if_its_positions_are_listed() -> None:
    game = load_game("grundys-game", start=8)
    listed = list_positions(game, 10_000)
    assert balance(game, "perfect", 0, 2, listed) == balance(game, "perfect", 0, 2) == 1


def test_what_is_done_and_how_much_of_it_is_told_in_order() -> None:
    heard: list[tuple[str, float]] = []
    audit_game(load_game("grundys-game"), games=3, progress=lambda *told: heard.append(told))
    assert [part for part, _ in heard] == ["listing positions"] + 9 * ["games between players"]
    shares = [done for _, done in heard[1:]]
    assert shares == sorted(shares)
    assert 0 == shares[0] < shares[-1] < 1


def test_a_game_without_any_theory_is_audited_all_the_same() -> None:
    told = audit_game(LastStone(heap=8), games=2)
    assert told.winner is Player.TWO  # a multiple of four is lost
    assert told.figures.is_exact
    assert told.figures.longest == 8


@pytest.mark.long
@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("parity-duel", {"jokers": 1}),
        ("divisor-duel", {"numbers": 14}),
        ("sequence-builder", {}),
        ("grundys-game", {}),
    ],
)
def test_what_is_met_in_random_play_is_the_same_counted_and_sampled(slug, options):
    game = load_game(slug, **options)
    counted = measure(list_positions(game, 100_000)).met_mattering
    assert sample(game, 400, Random(1)).met_mattering == pytest.approx(counted, abs=0.06)


def test_a_judgement_tells_best_play_from_practice() -> None:
    told = audit_game(load_game("grundys-game"), games=4)
    told = replace(told, balance={"easy": 0.5, "hard": 0.25})
    assert judgement(told) == (
        "with best play Player 1 wins: 1 of 7 openings wins."
        " Between two hard players Player 1 wins 25% of games."
    )
    lost = replace(told, winner=Player.TWO, winning_openings=())
    assert judgement(lost) == (
        "with best play Player 2 wins after any opening."
        " Between two hard players Player 2 wins 75% of games."
    )
    untried = replace(told, winning_openings=("16:9", "16:10"), balance={})
    assert judgement(untried) == "with best play Player 1 wins: 2 of 7 openings win."
    assert judgement(replace(untried, winning_openings=None)) == "with best play Player 1 wins."


def test_the_labels_of_figures_fit_their_column() -> None:
    told = audit_game(load_game("grundys-game"), games=2)
    labels = [row.label for row in told.rows]
    assert labels[-4:] == [f"both {level}: Player 1 wins" for level in ("random", *told.balance)]
    assert max(map(len, labels)) <= 32


# Random games, and what they show of a game whoever plays it.


def test_a_random_game_is_played_to_its_end_and_repeats_with_its_seed():
    game = load_game("divisor-duel", numbers=12)
    moves = random_moves(game, Random(3))
    *states, end = states_along(game, moves)
    assert len(states) == len(moves)
    assert all(game.outcome(state) is None for state in states)
    assert game.outcome(end) is not None
    assert moves == random_moves(game, Random(3))


@pytest.mark.parametrize(
    ("slug", "options", "matters"),
    [
        ("parity-duel", {}, False),
        ("parity-duel", {"jokers": 1}, True),
        ("number-split-duel", {}, True),
        ("divisor-duel", {"numbers": 2}, False),
        ("divisor-duel", {"numbers": 8}, True),
    ],
)
def test_whether_any_choice_can_matter(slug, options, matters):
    assert can_matter(load_game(slug, **options)) is matters


def test_a_parity_duel_is_always_as_long_as_its_list():
    assert usual_length(load_game("parity-duel", numbers=8)) == 8
