"""An audit measures a game: its figures agree with what can be counted by hand."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from random import Random

import pytest
from positions import reachable

from numduel import Player, load_game
from numduel.study.audit import (
    audit_game,
    can_matter,
    judgement,
    measure,
    random_moves,
    sample,
    states_along,
    usual_length,
)
from numduel.theory import analyse
from numduel.theory.search import explore


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("sequence-builder", {"numbers": 5, "length": 3}),
        ("parity-duel", {"numbers": 7, "jokers": 1}),
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

    figures = measure(game, explore(game, game.start()))
    assert figures.random_balance == pytest.approx(float(chance_of_player_one(game.start())))
    assert figures.shortest == min(lengths(game.start()))
    assert figures.longest == max(lengths(game.start()))


@pytest.mark.parametrize("slug", ["parity-duel", "grundys-game"])
def test_audit_counts_positions_with_several_moves(slug):
    game = load_game(slug, **({"jokers": 1} if slug == "parity-duel" else {}))
    states = {game.canonical(state): state for state in reachable(game)}.values()
    several = [state for state in states if len(game.legal_moves(state)) > 1]
    figures = measure(game, explore(game, game.start()))
    assert figures.decisions == len(several)
    assert figures.mattering == sum(analyse(game, state).matters for state in several)
    random = Random(1)
    met = [state for _ in range(20) for state in states_along(game, random_moves(game, random))]
    some = sample(game, 20, Random(1))
    assert some.decisions == sum(len(game.legal_moves(state)) > 1 for state in met)
    assert some.mattering == sum(analyse(game, state).matters for state in met)


def test_parity_duel_has_no_mattering_decision() -> None:
    told = audit_game(load_game("parity-duel"), games=2)
    assert told.winner is Player.TWO
    assert told.figures.mattering == 0
    assert told.figures.shortest == told.figures.longest == 20
    assert told.balance["medium"] == 0
    assert told.worth == 0


def test_the_same_seed_gives_the_same_audit() -> None:
    game = load_game("sequence-builder")
    assert audit_game(game, 3, games=6) == audit_game(game, 3, games=6)


@pytest.mark.untraced
def test_too_many_positions_are_refused_and_sampled_instead() -> None:
    game = load_game("divisor-duel", numbers=30)
    told = audit_game(game, budget=1_000, games=2, sampled=10)
    assert not told.figures.is_exact
    assert told.figures.positions is None
    assert 0 < told.figures.mattering <= told.figures.decisions


def test_sampled_audit_approximates_exact_figures() -> None:
    game = load_game("divisor-duel", numbers=12)
    exact = measure(game, explore(game, game.start()))
    sampled = sample(game, 400, Random(1))
    assert sampled.random_balance == pytest.approx(exact.random_balance, abs=0.1)
    assert sampled.average_length == pytest.approx(exact.average_length, abs=1)
    assert sampled.met_mattering == pytest.approx(exact.met_mattering, abs=0.06)


def test_what_is_done_and_how_much_of_it_is_told_in_order() -> None:
    heard: list[tuple[str, float]] = []
    audit_game(load_game("grundys-game"), games=3, progress=lambda *told: heard.append(told))
    levels = [f"games between {level} players" for level in ("easy", "medium", "hard")]
    assert [part for part, _ in heard] == [level for level in levels for _ in range(3)]
    assert [done for _, done in heard[:3]] == [0, 1 / 3, 2 / 3]


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


# Random games, and what they show of a game whoever plays it.


def test_random_game_ends_and_repeats_with_seed():
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
    ],
)
def test_whether_any_choice_can_matter(slug, options, matters):
    assert can_matter(load_game(slug, **options)) is matters


def test_a_parity_duel_is_always_as_long_as_its_list():
    assert usual_length(load_game("parity-duel", numbers=8)) == 8
