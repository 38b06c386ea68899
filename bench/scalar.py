"""One game after the other, side by side with OpenSpiel: `python -m bench scalar`.

Both play random legal moves from Python, each in its plainest loop, by turns; the best round
counts, by processor time. Peers are OpenSpiel's tic-tac-toe in Python and its nim in C++.
"""

import time
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401  (registers itself)

from bench.rows import Speed
from numduel import load_game
from numduel.game import AnyGame

GAMES = ("divisor-duel", "grundys-game", "sequence-builder")
PEERS = {"OpenSpiel in Python": "python_tic_tac_toe", "OpenSpiel in C++": "nim"}


def rows(short: bool = False) -> Iterator[Speed]:
    """Yield the measurements."""
    rounds, seconds = (3, 0.1) if short else (9, 0.3)
    for slug in GAMES:
        game = load_game(slug)
        for peer, name in PEERS.items():
            theirs = _their_loop(pyspiel.load_game(name))
            rates = _best_rates([_our_loop(game), theirs], rounds, seconds)
            task = f"{game.title}, against {name}"
            yield Speed(task, peer, *rates)


def _our_loop(game: AnyGame) -> Callable[[Random], int]:
    def play(random: Random) -> int:
        state, moves_played = game.start(), 0
        while moves := game.legal_moves(state):
            state = game.after(state, random.choice(moves))
            moves_played += 1
        return moves_played

    return play


def _their_loop(game: Any) -> Callable[[Random], int]:
    def play(random: Random) -> int:
        state, moves_played = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            moves_played += 1
        return moves_played

    return play


def _best_rates(loops: list[Callable[[Random], int]], rounds: int, seconds: float) -> list[float]:
    best = [0.0] * len(loops)
    for number in range(rounds):
        for place, play in enumerate(loops):
            random, moves, began = Random(number), 0, time.process_time()
            while time.process_time() - began < seconds:
                for _ in range(20):
                    moves += play(random)
            best[place] = max(best[place], moves / (time.process_time() - began))
    return best
