"""Every theory agrees with exact search and with brute force.

At rule-book size, positions with the same future (`Game.canonical`) are compared once; the long
tests compare every position of Divisor Duel.
"""

import sys
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest
from positions import reachable

from numduel import load_game
from numduel.theory import Theory, analyse, divisor

from ..conftest import tries
from .brute_force import BruteForce

PLENTY = 10_000_000


def search(game, state):
    return analyse(game, state) if game.outcome(state) else Theory(game).judge(state, PLENTY)


def compare(game, states, brute):
    for state in states:
        truth, theory = brute.analyse(state), analyse(game, state, PLENTY)
        theory = with_replies_of(truth, theory)
        if game.slug == "sequence-builder":  # which prefers some of the best moves, by the margin
            theory = with_what_is_as_good(theory, truth)
        assert theory == truth, (state, "theory")
        assert with_replies_of(truth, search(game, state)) == truth, (state, "search")


def with_replies_of(truth, analysis):
    """The analysis with the replies that it left uncounted; what it counted must be right."""
    choices = []
    for choice, right in zip(analysis.choices, truth.choices, strict=True):
        assert choice.replies in (None, right.replies)
        choices.append(choice._replace(replies=right.replies))
    return replace(analysis, choices=tuple(choices))


def with_what_is_as_good(theory, truth):
    """The analysis with all moves best that are as good as one of its best."""
    best = {choice.move for choice in theory.choices if choice.best}
    wider = {choice.move for choice in truth.choices if choice.best}
    assert best <= wider
    assert best or not wider
    choices = (choice._replace(best=choice.move in wider) for choice in theory.choices)
    return replace(theory, choices=tuple(choices))


def compare_everywhere(game, merged=True):
    """Compare on every position that can be reached, or one of each future, and say how many."""
    states = reachable(game, merged=merged)
    compare(game, states, BruteForce(game, game.canonical) if merged else BruteForce(game))
    return len(states)


@pytest.fixture
def tell(capsys):
    """Say how many positions were compared, whatever else pytest keeps to itself."""

    def say(what, count, done="compared"):
        with capsys.disabled():
            sys.stdout.write(f"\n{what}: {count:,} positions {done} ")

    return say


def test_theory_agrees_with_brute_force_on_small_games(small, positions):
    compare(small, positions, BruteForce(small))


def small_variants(far):
    """Small sizes of each game, some more of them if we look `far`."""
    return [
        *(("parity-duel", {"numbers": n, "jokers": j}) for n in range(1, 11) for j in range(5)),
        *(("even-odd-match", {"numbers": n, "jokers": j}) for n in (7, 8) for j in (1, 2)),
        *(("number-split-duel", {"start": n}) for n in range(1, 60 if far else 30)),
        *(("grundys-game", {"start": n}) for n in range(1, 26 if far else 22)),
        *(("divisor-duel", {"numbers": n}) for n in range(1, 15 if far else 13)),
        *(("divisor-duel", {"numbers": n, "opening": "even"}) for n in range(2, 13)),
        *(
            ("sequence-builder", {"numbers": n, "length": length})
            for length in range(2, 7 if far else 6)
            for n in range(2 * length - 1, 2 * length + 5)
        ),
    ]


@pytest.mark.untraced
@pytest.mark.parametrize("far", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("slug", dict.fromkeys(slug for slug, _ in small_variants(far=False)))
def test_theory_agrees_with_brute_force_on_variants(slug, far, tell):
    count = 0
    for name, options in small_variants(far):
        if name == slug:
            game = load_game(slug, **options)
            count += compare_everywhere(game)
    tell(f"small sizes of {slug}", count)


AT_RULE_BOOK_SIZE = [
    ("parity-duel", {}),
    ("parity-duel", {"jokers": 1}),
    ("parity-duel", {"jokers": 3}),
    ("even-odd-match", {}),
    ("even-odd-match", {"jokers": 2}),
    ("number-split-duel", {}),
    ("number-split-duel", {"start": 25}),
    ("grundys-game", {}),
    pytest.param("divisor-duel", {}, marks=pytest.mark.long),  # small sizes have up to 12 numbers
    ("sequence-builder", {}),
]


@pytest.mark.untraced
@pytest.mark.parametrize(("slug", "options"), AT_RULE_BOOK_SIZE)
def test_they_agree_on_every_future_at_rule_book_size(slug, options, tell):
    tell(f"{slug} {options or ''}".strip(), compare_everywhere(load_game(slug, **options)))


@pytest.mark.long
@pytest.mark.untraced
@pytest.mark.parametrize("opening", ["any", "even"])
def test_they_agree_on_every_position_of_divisor_duel(opening, tell, monkeypatch):
    unlimited = lru_cache(maxsize=None)(divisor.pair_up.__wrapped__)
    monkeypatch.setattr(divisor, "pair_up", unlimited)
    game = load_game("divisor-duel", opening=opening)
    tell(f"divisor-duel with opening={opening}", compare_everywhere(game, merged=False))


def random_states(game, random, count):
    """States on the way through random games."""
    while count > 0:
        state = game.start()
        while game.outcome(state) is None and count > 0:
            yield state
            count -= 1
            state = game.after(state, random.choice(game.legal_moves(state)))


MIDDLE_SIZES = [
    ("parity-duel", {"numbers": 61, "jokers": 3}, 200),
    ("parity-duel", {"numbers": 90, "jokers": 1}, 200),
    ("number-split-duel", {"start": 300}, 20),
    ("grundys-game", {"start": 33}, 100),
    ("divisor-duel", {"numbers": 21}, 150),
    ("sequence-builder", {"numbers": 23, "length": 10}, 50),
    ("sequence-builder", {"numbers": 13, "length": 7}, 50),
]


@pytest.mark.untraced
@pytest.mark.parametrize(("slug", "options", "count"), MIDDLE_SIZES)
def test_they_agree_on_random_positions_of_middle_sizes(slug, options, count, tell):
    game = load_game(slug, **options)
    states = list(random_states(game, Random(slug), tries(count)))
    compare(game, states, BruteForce(game, game.canonical))
    tell(f"{slug} {options or ''}".strip(), len(states))


@pytest.mark.parametrize("numbers", [40, 64, 65, 100, 300])
def test_divisor_theory_agrees_in_large_endgames(numbers, tell):
    game, count = load_game("divisor-duel", numbers=numbers), 0
    for state in random_states(game, Random(numbers), 400):
        if game.reach(state).bit_count() <= 14:
            assert analyse(game, state) == BruteForce(game).analyse(state)
            count += 1
    assert count
    tell(f"divisor-duel 1..{numbers}", count)
