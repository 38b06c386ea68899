"""Every theory against exact search and against brute force, which is written here alone.

The brute force is the definition, recursively: it knows no essence, no budget and no theory. At
rule-book size, positions that differ only in which odd or even numbers are left are counted once
in the parity games and in Sequence Builder.
"""

import sys
from dataclasses import replace
from functools import lru_cache
from random import Random

import pytest

from numduel import load_game
from numduel.telling import explain
from numduel.theory import Analysis, Choice, analyse, divisor
from numduel.theory.search import judge_by_search, reachable
from numduel.words import count

PLENTY = 10_000_000
COUNTED_BY_KIND = ("parity-duel", "even-odd-match", "sequence-builder")


class BruteForce:
    """What every position is worth, and every move in it, by trying everything."""

    def __init__(self, game, name=lambda state: state):
        self.game = game
        self.name = name
        self.known = {}

    def value(self, state):
        """Whether the player to move wins, and in how many moves."""
        name = self.name(state)
        if name not in self.known:
            self.known[name] = self.work_out(state)
        return self.known[name]

    def work_out(self, state):
        outcome = self.game.outcome(state)
        if outcome:
            return outcome.winner is state.to_move, 0
        replies = [self.value(after) for _, after in self.moves(state)]
        lost = [distance for wins, distance in replies if not wins]
        return (True, 1 + min(lost)) if lost else (False, 1 + max(d for _, d in replies))

    def moves(self, state):
        return [(move, self.game.after(state, move)) for move in self.game.legal_moves(state)]

    def analyse(self, state):
        wins, distance = self.value(state)
        winner = state.to_move if wins else state.to_move.opponent
        choices, best = [], []
        for move, after in self.moves(state):
            they_win, far = self.value(after)
            choices.append((move, after.to_move if they_win else state.to_move, far + 1))
            if they_win is not wins and far + 1 == distance:
                best.append((0 if wins else self.count_winning(after), move))
        fewest = min(best, default=(0, None))[0]
        best = {move for count, move in best if count == fewest}
        told = tuple(Choice(*c, c[0] in best, c[2], c[2]) for c in choices)
        return Analysis(winner, distance, told, None, distance, distance)

    def count_winning(self, state):
        return sum(not self.value(after)[0] for _, after in self.moves(state))


def search(game, state):
    return analyse(game, state) if game.outcome(state) else judge_by_search(game, state, PLENTY)


def compare(game, states, brute):
    for state in states:
        truth, theory = brute.analyse(state), analyse(game, state, PLENTY)
        if game.slug == "sequence-builder":  # which prefers some of the best moves, by the margin
            theory = with_what_is_as_good(theory, truth)
        assert theory == truth, (state, "theory")
        assert search(game, state) == truth, (state, "search")


def with_what_is_as_good(theory, truth):
    """The analysis with all moves best that are as good as one of its best."""
    best = {choice.move for choice in theory.choices if choice.best}
    wider = {choice.move for choice in truth.choices if choice.best}
    assert best <= wider
    assert best or not wider
    choices = (choice._replace(best=choice.move in wider) for choice in theory.choices)
    return replace(theory, choices=tuple(choices))


def compare_everywhere(game):
    """Compare on every position that can be reached, and say how many there are."""
    is_merged = game.slug in COUNTED_BY_KIND
    states = reachable(game, PLENTY, merged=is_merged)
    compare(game, states, BruteForce(game, game.essence) if is_merged else BruteForce(game))
    return len(states)


@pytest.fixture
def tell(capsys):
    """Say how many positions were compared, whatever else pytest keeps to itself."""

    def say(what, count, done="compared"):
        with capsys.disabled():
            sys.stdout.write(f"\n{what}: {count:,} positions {done} ")

    return say


def test_theory_search_and_brute_force_agree_on_every_position_of_small_games(small, positions):
    compare(small, positions, BruteForce(small))


def test_positions_of_equal_essence_are_worth_the_same(small, positions):
    brute, known = BruteForce(small), {}
    for state in positions:
        assert known.setdefault(small.essence(state), brute.value(state)) == brute.value(state)


SMALL_VARIANTS = [
    *(("parity-duel", {"numbers": n, "jokers": j}) for n in range(1, 11) for j in range(5)),
    *(("even-odd-match", {"numbers": n, "jokers": j}) for n in (7, 8) for j in (1, 2)),
    *(("number-split-duel", {"start": n}) for n in range(1, 60)),
    *(("grundys-game", {"start": n}) for n in range(1, 26)),
    *(("divisor-duel", {"numbers": n}) for n in range(1, 15)),
    *(("divisor-duel", {"numbers": n, "opening": "even"}) for n in range(2, 13)),
    *(
        ("sequence-builder", {"numbers": n, "length": length})
        for length in range(2, 7)
        for n in range(2 * length - 1, 2 * length + 5)
    ),
]


@pytest.mark.untraced
@pytest.mark.parametrize("slug", dict.fromkeys(slug for slug, _ in SMALL_VARIANTS))
def test_they_agree_on_every_position_of_small_sizes_and_variants(slug, tell):
    count = 0
    for name, options in SMALL_VARIANTS:
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
    ("divisor-duel", {}),
    pytest.param("divisor-duel", {"opening": "even"}, marks=pytest.mark.long),  # mostly the same
    ("sequence-builder", {}),
]


@pytest.mark.untraced
@pytest.mark.parametrize(("slug", "options"), AT_RULE_BOOK_SIZE)
def test_they_agree_on_every_position_at_rule_book_size(slug, options, tell, monkeypatch):
    monkeypatch.setattr(divisor, "_pair_few", lru_cache(maxsize=None)(divisor._pair))
    game = load_game(slug, **options)
    tell(f"{slug} {options or ''}".strip(), compare_everywhere(game))


def random_states(game, random, count):
    """States on the way through random games."""
    while count > 0:
        state = game.start()
        while game.outcome(state) is None and count > 0:
            yield state
            count -= 1
            state = game.after(state, random.choice(game.legal_moves(state)))


MIDDLE_SIZES = [
    ("parity-duel", {"numbers": 61, "jokers": 3}, 400),
    ("parity-duel", {"numbers": 90, "jokers": 1}, 400),
    ("number-split-duel", {"start": 300}, 20),
    ("grundys-game", {"start": 33}, 100),
    ("divisor-duel", {"numbers": 22}, 150),
    ("sequence-builder", {"numbers": 23, "length": 10}, 100),
    ("sequence-builder", {"numbers": 13, "length": 7}, 100),
]


@pytest.mark.untraced
@pytest.mark.parametrize(("slug", "options", "count"), MIDDLE_SIZES)
def test_they_agree_on_random_positions_of_middle_sizes(slug, options, count, tell):
    game = load_game(slug, **options)
    states = list(random_states(game, Random(slug), count))
    compare(game, states, BruteForce(game, game.essence))
    tell(f"{slug} {options or ''}".strip(), len(states))


@pytest.mark.parametrize("numbers", [40, 64, 65, 100, 300])
def test_divisor_duel_agrees_wherever_few_numbers_are_left_within_reach(numbers, tell):
    game, count = load_game("divisor-duel", numbers=numbers), 0
    for state in random_states(game, Random(numbers), 400):
        if divisor.within_reach(game, state).bit_count() <= 14:
            assert analyse(game, state) == BruteForce(game).analyse(state)
            count += 1
    assert count
    tell(f"divisor-duel 1..{numbers}", count)


def test_an_explanation_says_something_and_its_reply_is_legal(small, positions):
    for state in positions:
        why = explain(small, state)
        assert bool(why.sentences) is (small.outcome(state) is None)
        for sentence in why.sentences:
            assert sentence[0].isupper() or sentence[0].isdigit()
            assert sentence.endswith(".")
            assert not set(sentence) & set("!\n_{}")
        if small.outcome(state):
            assert why.reply is None
        else:
            assert small.refusal(state, why.reply) is None
            best = [choice.move for choice in analyse(small, state).choices if choice.best]
            assert why.reply in best


def test_what_is_told_of_holding_out_is_true(small, positions):
    brute = BruteForce(small)
    for state in positions:
        if small.outcome(state) is not None or brute.value(state)[0]:
            continue
        why, truth = explain(small, state), brute.analyse(state)
        by_move = {choice.move: choice for choice in truth.choices}
        distances = [choice.distance for choice in truth.choices]
        told = " ".join(why.sentences)
        if "Every move loses" in told or "only move loses" in told:
            assert f"loses in {count(truth.distance, 'move')}" in told
            assert {*distances} == {truth.distance}
            assert ("only move" in told) == (len(distances) == 1)
        if "hold out longest" in told:
            assert min(distances) < max(distances) == by_move[why.reply].distance
        if "fewest winning replies" in told:
            alike = [c.move for c in truth.choices if c.distance == truth.distance]
            replies = {m: brute.count_winning(small.after(state, m)) for m in alike}
            assert replies[why.reply] == min(replies.values()) < max(replies.values())
        if all(choice.best for choice in truth.choices):
            assert "hold out" not in told
            assert "fewest" not in told


def follow(game, state, done):
    """Play what is explained, for the player to move, against everything the opponent can do."""
    hero, waiting = state.to_move, [state]
    while waiting:
        state = waiting.pop()
        if game.essence(state) in done:
            continue
        done.add(game.essence(state))
        after = game.play(state, explain(game, state).reply)
        following = [game.after(after, move) for move in game.legal_moves(after)]
        for state in following or [after]:
            outcome = game.outcome(state)
            if outcome is None:
                waiting.append(state)
            else:
                assert outcome.winner is hero


def test_whoever_follows_the_explanation_wins_every_won_position(small, positions):
    brute, done = BruteForce(small), set()
    for state in positions:
        if small.outcome(state) is None and brute.value(state)[0]:
            follow(small, state, done)


@pytest.mark.untraced
def test_whoever_follows_the_explanation_wins_from_every_opening_at_rule_book_size(ordinary, tell):
    brute, done = BruteForce(ordinary, ordinary.essence), set()
    start = ordinary.start()
    for state in [start, *(ordinary.after(start, move) for move in ordinary.legal_moves(start))]:
        for move in [None, *ordinary.legal_moves(state)]:
            reached = state if move is None else ordinary.after(state, move)
            if ordinary.outcome(reached) is None and brute.value(reached)[0]:
                follow(ordinary, reached, done)
    tell(f"by explanation, {ordinary}", len(done), "played")


@pytest.mark.untraced
def test_the_pairs_of_divisor_duel_win_by_themselves(tell):
    """The sentence taken at its word: after the reply, answer everything with its partner."""
    count = 0
    for numbers in range(1, 15):
        game = load_game("divisor-duel", numbers=numbers)
        for state in reachable(game, merged=False):
            if game.outcome(state) is None:
                why = explain(game, state)
                if analyse(game, state).winner is state.to_move:
                    state = game.play(state, why.reply)
                partner = dict(why.pairs) | {high: low for low, high in why.pairs}
                answer_with_partners(game, state, partner)
                count += 1
    tell("divisor-duel by pairs alone", count, "played")


def answer_with_partners(game, state, partner):
    for move in game.legal_moves(state):
        answer_with_partners(game, game.play(game.after(state, move), partner[move]), partner)
