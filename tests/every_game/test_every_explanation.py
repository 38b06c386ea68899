"""Explanations are true, and a player who follows them wins every won position."""

import pytest
from positions import reachable

from numduel import load_game
from numduel.study import explain
from numduel.theory import analyse

from .brute_force import BruteForce


def test_explanation_has_sentences_and_best_reply(small, positions):
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
        if "hold out longest" in told:
            assert min(distances) < max(distances) == by_move[why.reply].distance
        if "fewest winning replies" in told:
            alike = [c.move for c in truth.choices if c.distance == truth.distance]
            replies = {m: brute.count_winning(small.after(state, m)) for m in alike}
            assert replies[why.reply] == min(replies.values()) < max(replies.values())
        if "more winning replies" in told:
            left = {m: brute.count_winning(small.after(state, m)) for m in by_move}
            assert left[why.reply] == min(left.values()) < max(left.values())
        if all(choice.best for choice in truth.choices):
            assert "hold out longest" not in told
            assert "fewest" not in told


def follow(game, state, done):
    """Play what is explained, for the player to move, against everything the opponent can do."""
    hero, waiting = state.to_move, [state]
    while waiting:
        state = waiting.pop()
        if game.canonical(state) in done:
            continue
        done.add(game.canonical(state))
        after = game.play(state, explain(game, state).reply)
        following = [game.after(after, move) for move in game.legal_moves(after)]
        for state in following or [after]:
            outcome = game.outcome(state)
            if outcome is None:
                waiting.append(state)
            else:
                assert outcome.winner is hero


def test_following_explanations_wins_won_positions(small, positions):
    brute, done = BruteForce(small), set()
    for state in positions:
        if small.outcome(state) is None and brute.value(state)[0]:
            follow(small, state, done)


@pytest.mark.untraced
def test_following_the_explanation_wins_from_every_opening(ordinary):
    brute, done = BruteForce(ordinary, ordinary.canonical), set()
    start = ordinary.start()
    for state in [start, *(ordinary.after(start, move) for move in ordinary.legal_moves(start))]:
        for move in [None, *ordinary.legal_moves(state)]:
            reached = state if move is None else ordinary.after(state, move)
            if ordinary.outcome(reached) is None and brute.value(reached)[0]:
                follow(ordinary, reached, done)
    assert done


@pytest.mark.untraced
@pytest.mark.parametrize("most", [12, pytest.param(14, marks=pytest.mark.long)])
def test_the_pairs_of_divisor_duel_win_by_themselves(most):
    """The sentence taken at its word: after the reply, answer everything with its partner."""
    count = 0
    for numbers in range(1, most + 1):
        game = load_game("divisor-duel", numbers=numbers)
        for state in reachable(game, merged=False):
            if game.outcome(state) is None:
                why = explain(game, state)
                if analyse(game, state).winner is state.to_move:
                    state = game.play(state, why.reply)
                partner = dict(why.pairs) | {high: low for low, high in why.pairs}
                answer_with_partners(game, state, partner)
                count += 1
    assert count > 1000


def answer_with_partners(game, state, partner):
    for move in game.legal_moves(state):
        answer_with_partners(game, game.play(game.after(state, move), partner[move]), partner)
