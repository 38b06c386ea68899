"""The duels as OpenSpiel games, with OpenSpiel's own checks and solvers."""

import copy
import os
import pickle
import sys
from pathlib import Path
from random import Random

import last_stone
import numpy as np
import pyspiel
import pytest
from last_stone import LastStone
from open_spiel.python.algorithms import minimax

from numduel import Player, load_game
from numduel.lab.openspiel import longest_play, register_game, short_name
from numduel.theory import analyse

from ..conftest import run_python

if short_name(LastStone) not in pyspiel.registered_names():
    register_game(LastStone)


def load(game):
    options = ",".join(f"{name}={value}" for name, value in game.options.items())
    return pyspiel.load_game(f"{short_name(type(game))}({options})")


def test_openspiel_plays_it_at_random_and_finds_no_fault(variant, capfd):
    pyspiel.random_sim_test(load(variant), num_sims=4, serialize=True, verbose=False)


def test_parameters_are_the_rule_books_options(variant):
    assert load(variant).duel == variant
    assert pyspiel.load_game(short_name(type(variant))).duel == type(variant)()
    with pytest.raises(ValueError, match="numbers must be a whole number from 1 to"):
        pyspiel.load_game("numduel_divisor_duel(numbers=0)")


def test_positions_are_those_of_the_rules(variant):
    random, state, position = Random(2), load(variant).new_initial_state(), variant.start()
    while not state.is_terminal():
        assert state.current_player() == position.to_move - 1
        moves = variant.legal_moves(position)
        assert state.legal_actions() == [variant.all_moves().index(move) for move in moves]
        assert state.observation_tensor() == list(np.float32(variant.features(position)))
        assert state.returns() == [0, 0]
        action = random.choice(state.legal_actions())
        move = variant.all_moves()[action]
        assert state.action_to_string(action) == variant.write_move(move)
        copy = state.clone()
        copy.apply_action(action)
        assert copy.history() == [*state.history(), action]
        state.apply_action(action)
        position = variant.play(position, move)
        assert str(copy) == str(state)
    winner = variant.outcome(position).winner
    assert state.returns() == ([1, -1] if winner is Player.ONE else [-1, 1])


def test_the_longest_play_is_exact_where_it_can_be_known():
    assert longest_play(LastStone(heap=12)) == 12
    assert longest_play(load_game("divisor-duel", numbers=9)) == 9
    assert longest_play(load_game("sequence-builder", numbers=30, length=3)) == 6
    assert load(load_game("grundys-game", start=200)).max_game_length() == 198


def test_a_game_and_its_states_are_pickled(variant):
    game = load(variant)
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), again.duel) == (str(game), variant)
    assert copy.deepcopy(game).duel == variant
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[-1])
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_unpickling_registers_game():
    path = os.pathsep.join([str(Path(last_stone.__file__).parent), *sys.path])
    pickled = pickle.dumps(load(LastStone(heap=5)))
    program = f"import pickle; print(pickle.loads({pickled!r}))"
    told = run_python(program, PYTHONPATH=path).stdout
    assert told.startswith("numduel_last_stone(")
    assert "heap=5" in told


SMALL = [
    load_game("divisor-duel", numbers=8, opening="even"),
    load_game("parity-duel", numbers=5, jokers=1),
    load_game("sequence-builder", numbers=5, length=3),
    LastStone(heap=8),
]


@pytest.mark.parametrize("game", SMALL, ids=lambda game: game.slug)
def test_openspiel_minimax_agrees_with_analysis(game):
    state, position = load(game).new_initial_state(), game.start()
    for choice in analyse(game, position).choices:
        child = state.child(game.all_moves().index(choice.move))
        if child.is_terminal():
            value = child.returns()[0]
        else:
            value, _ = minimax.alpha_beta_search(
                child.get_game(), state=child, maximizing_player_id=0
            )
        assert value == (1 if choice.winner is Player.ONE else -1)
