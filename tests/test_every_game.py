"""The contract, for everything in the catalogue and for a throw-away game of a few lines."""

import copy
import json
import math
import re
import time
import tracemalloc
from dataclasses import dataclass
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from last_stone import LastStone

from numduel import BadOption, IllegalMove, Match, Player
from numduel.catalogue import build_game
from numduel.game import remember_short
from numduel.options import options_of
from numduel.rulebook import rule_book as read_rules


def test_every_rule_book_introduces_itself(rule_book):
    assert re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", rule_book.slug)
    assert rule_book.title
    assert rule_book.summary.endswith(".")
    assert rule_book.rules_version >= 1
    assert read_rules(rule_book).title == rule_book.title
    for option in options_of(rule_book):
        assert option.help
        option.check(option.default)


def test_every_rule_book_is_walked_through_at_several_sizes(small_games_of):
    assert len(small_games_of) >= 5


def test_a_game_is_a_value_made_of_its_options(small):
    again = build_game(type(small), json.loads(json.dumps(small.options)))
    assert again == small
    assert hash(again) == hash(small)


def test_player_1_begins(small):
    assert small.start().to_move is Player.ONE


def test_refusal_and_legal_moves_agree(small, positions):
    for state in positions:
        allowed = [move for move in small.all_moves() if small.refusal(state, move) is None]
        assert list(small.legal_moves(state)) == allowed


def test_a_refused_move_raises_its_rule_and_an_allowed_one_leads_to_what_comes_after(
    small, positions
):
    for state in positions:
        for move in small.all_moves():
            rule = small.refusal(state, move)
            if rule is None:
                assert small.play(state, move) == small.after(state, move)
                continue
            with pytest.raises(IllegalMove) as refused:
                small.play(state, move)
            assert (refused.value.rule, refused.value.move) == (rule, move)
            assert refused.value.state == state
            assert re.fullmatch(r"[^\n]*[^\s.]\.", rule)


def test_moves_that_are_none_of_the_games_are_refused(small, positions, impossible_moves):
    for move in impossible_moves:
        for state in positions:
            rule = small.refusal(state, move)
            assert rule is not None
            assert rule.endswith(".")


def test_a_move_has_one_place_among_all_moves(small):
    moves = small.all_moves()
    assert [moves.index(move) for move in moves] == list(range(len(moves)))
    assert [moves[place] for place in range(len(moves))] == list(moves)


def test_legal_moves_stand_in_the_order_of_all_moves(small, positions):
    for state in positions:
        places = [small.all_moves().index(move) for move in small.legal_moves(state)]
        assert places == sorted(set(places))


def test_every_move_of_all_moves_is_legal_somewhere(small, positions):
    legal = {move for state in positions for move in small.legal_moves(state)}
    assert legal == set(small.all_moves())


def test_the_duel_is_over_exactly_when_no_move_is_left(small, positions):
    for state in positions:
        assert (small.outcome(state) is None) == bool(small.legal_moves(state))


def test_somebody_always_wins_for_a_reason_that_needs_no_names(small, positions):
    for outcome in filter(None, map(small.outcome, positions)):
        assert isinstance(outcome.winner, Player)
        assert re.fullmatch(r"[a-z][^\n]*[^\s.]", outcome.reason)
        assert "Player" not in outcome.reason


def test_no_position_comes_back(small, positions):
    finished, path = set(), set()

    def walk(state):
        assert state not in path
        if state not in finished:
            path.add(state)
            for move in small.legal_moves(state):
                walk(small.after(state, move))
            path.remove(state)
            finished.add(state)

    walk(small.start())
    assert finished == set(positions)


def test_no_game_takes_more_moves_than_its_rule_book_says(small, positions):
    @cache
    def longest(state):
        afters = (small.after(state, move) for move in small.legal_moves(state))
        return max((1 + longest(after) for after in afters), default=0)

    most = small.most_moves()
    assert most is None or longest(small.start()) <= most


def test_states_are_never_changed(small, positions):
    for state in positions:
        before = copy.deepcopy(state)
        hash_before = hash(state)
        for move in small.legal_moves(state):
            small.play(state, move)
        small.outcome(state), small.essence(state), small.view(state), small.features(state)
        small.words.board(small, state)
        assert state == before
        assert hash(state) == hash_before


def test_replay_equals_play(small, positions):
    for state, moves in positions.items():
        match = Match(small)
        for written in " ".join(map(small.write_move, moves)).split():
            match.play(written)
        assert match.state == state
        assert hash(match.state) == hash(state)
        assert match.moves == moves


def test_a_move_has_one_written_form(small):
    written = [small.write_move(move) for move in small.all_moves()]
    assert len(set(written)) == len(written)
    for text, move in zip(written, small.all_moves(), strict=True):
        assert re.fullmatch("[A-Za-z0-9:.-]+", text)
        assert small.read_move(text) == move
        assert type(small.read_move(text)) is type(move)


def test_positions_of_equal_essence_behave_alike(small, positions):
    behaviours = {}
    for state in positions:
        outcome = small.outcome(state)
        result = outcome and outcome.winner is state.to_move
        further = frozenset(
            (small.essence(after), after.to_move is state.to_move)
            for after in (small.after(state, move) for move in small.legal_moves(state))
        )
        known = behaviours.setdefault(small.essence(state), (result, further))
        assert (result, further) == known


def test_a_view_is_named_json_values_always_under_the_same_names(small, positions):
    names = list(small.view(small.start()))
    assert "to_move" in names
    for state in positions:
        view = small.view(state)
        assert list(view) == names
        assert json.loads(json.dumps(view, allow_nan=False)) == view
        assert view["to_move"] == int(state.to_move)


def test_a_view_is_made_of_the_fields_of_any_kind_of_state():
    @dataclass(frozen=True)
    class Row:
        to_move: Player
        heaps: tuple[frozenset[int], ...]
        note: str | None = None

    assert LastStone().view(Row(Player.TWO, (frozenset({3}), frozenset()))) == {
        "to_move": 2,
        "heaps": [[3], []],
        "note": None,
    }


def test_positions_that_differ_have_views_that_differ(small, positions):
    views = {json.dumps(small.view(state), sort_keys=True) for state in positions}
    assert len(views) == len(positions)


def test_features_are_always_equally_many_finite_numbers(small, positions):
    length = len(small.features(small.start()))
    for state in positions:
        features = small.features(state)
        assert len(features) == length
        assert all(type(value) is float and math.isfinite(value) for value in features)


def test_positions_that_look_alike_to_a_learner_have_the_same_moves(small, positions):
    moves = {}
    for state in positions:
        legal = list(small.legal_moves(state))
        assert moves.setdefault(small.features(state), legal) == legal


@given(random=st.randoms(use_true_random=False))
def test_every_game_is_played_to_its_end_and_replayed(ordinary, random):
    match, again = Match(ordinary), Match(ordinary)
    while moves := ordinary.legal_moves(match.state):
        assert match.outcome is None
        match.play(random.choice(moves))
    assert match.outcome is not None
    for written in match.written_moves:
        again.play(written)
    assert (again.state, again.outcome) == (match.state, match.outcome)
    with pytest.raises(IllegalMove):
        again.play(random.choice(ordinary.all_moves()))


def test_ruling_a5_all_moves_are_a_sequence_by_formula_at_the_largest_size(largest):
    tracemalloc.start()
    try:
        moves = largest.all_moves()
        for place in [0, 1, len(moves) // 2, len(moves) - 1]:
            assert moves.index(moves[place]) == place
        assert moves[-1] == moves[len(moves) - 1]
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 100_000


def test_short_answers_are_remembered_and_long_ones_made_anew():
    asked = []

    @remember_short
    def numbers_below(number):
        asked.append(number)
        return [*range(number)]

    assert numbers_below(3) is numbers_below(3) == (0, 1, 2)
    assert numbers_below(1000) == numbers_below(1000) == tuple(range(1000))
    assert asked == [3, 1000, 1000]


def test_legal_moves_cannot_be_changed_for_the_next_who_asks(small, positions):
    for state in positions:
        moves = small.legal_moves(state)
        if isinstance(moves, list):
            before = [*moves]
            moves.clear()
            assert [*small.legal_moves(state)] == before


def test_ruling_a5_the_rules_hold_at_the_largest_size(largest):
    random, state, began = Random(1), largest.start(), time.process_time()
    everything = largest.all_moves()
    for _ in range(4):
        legal = largest.legal_moves(state)
        assert (largest.outcome(state) is None) == bool(legal)
        if not legal:
            break
        assert largest.refusal(state, legal[0]) is None
        assert largest.refusal(state, legal[-1]) is None
        known = set(legal)
        for _ in range(40):
            move = random.choice(everything)
            assert (largest.refusal(state, move) is None) == (move in known)
        state = largest.play(state, random.choice(legal))
    # A guard against work that grows with the square of the size, not a measurement.
    assert time.process_time() - began < 60


def test_ruling_a5_beyond_the_largest_and_the_smallest_size_a_clear_message_is_given(rule_book):
    for option in options_of(rule_book):
        if option.kind is int:
            for value in [option.minimum - 1, option.maximum + 1, 10**30]:
                with pytest.raises(BadOption) as refused:
                    build_game(rule_book, {option.name: value})
                assert str(refused.value) == (
                    f"{option.name} must be a whole number"
                    f" from {option.minimum} to {option.maximum}, not {value}."
                )
