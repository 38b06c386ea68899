"""Solving Divisor Duel whole, side by side with OpenSpiel: `python -m bench solving`.

Both make a table of every position: OpenSpiel's MinimaxSolver of who wins, on a lean Python
version of the game; ours, exact search of the rule book, also of how far away the end is. The two
tables are compared. Seconds are processor time on one core.
"""

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from bench.rows import Time
from numduel.games.divisor_duel import DivisorDuel, relatives
from numduel.pool import everything, numbers_in
from numduel.theory.search import GameSolver

_BUDGET = 10_000_000
_ROUNDS = 5


def rows(short: bool = False) -> Iterator[Time | str]:
    """Yield the measurements, and a sentence if there is nothing to compare with."""
    numbers = 14 if short else 20
    game = DivisorDuel(numbers)
    solvers: dict[str, Callable[[], Any]] = {"numduel": lambda: _solve_by_search(game)}
    has_peer = find_spec("pyspiel") is not None
    if has_peer:
        solvers["OpenSpiel"] = _openspiel_solver(numbers)
    else:
        yield "open_spiel is not installed: there is nothing to compare with."
    best = dict.fromkeys(solvers, float("inf"))
    tables: dict[str, Any] = {}
    for _ in range(_ROUNDS):
        for name, solve in solvers.items():
            if name not in tables or name != "OpenSpiel":
                begin = time.process_time()
                tables[name] = solve()
                best[name] = min(best[name], time.process_time() - begin)
    count = _compare(game, tables)
    task = f"solving 1..{numbers}, {count:,} positions, by search"
    yield Time(task, best["numduel"], "OpenSpiel" if has_peer else "", best.get("OpenSpiel"))


def _solve_by_search(game: DivisorDuel) -> GameSolver:
    table = GameSolver(game, _BUDGET)
    table.value(game.start())
    return table


def _compare(game: DivisorDuel, tables: dict[str, Any]) -> int:
    """Return the number of positions in the two tables; raise an error if they disagree."""
    seen, waiting = {game.start()}, [game.start()]
    for state in waiting:  # which grow as we go
        by_search = tables["numduel"].value(state)
        if "OpenSpiel" in tables and game.outcome(state) is None:
            known = tables["OpenSpiel"][f"{state.remaining} {state.last or 0}"]
            if bool(known.value > 0) is not by_search.wins:
                raise AssertionError(f"OpenSpiel and numduel disagree on {state}")
        after = {game.after(state, move) for move in game.legal_moves(state)} - seen
        seen |= after
        waiting += after
    return len(seen)


def _openspiel_solver(numbers: int) -> Callable[[], Any]:
    """Solve Divisor Duel with OpenSpiel."""
    pyspiel: Any = import_module("pyspiel")
    solver: Any = import_module("open_spiel.python.algorithms.minimax_solver")
    related = [0, *(relatives(number, numbers) for number in range(1, numbers + 1))]

    class Position(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.remaining, self.last, self.player = everything(numbers), 0, 0

        def allowed(self) -> int:
            return self.remaining & related[self.last] if self.last else self.remaining

        def current_player(self) -> int:
            return self.player if self.allowed() else int(pyspiel.PlayerId.TERMINAL)

        def _legal_actions(self, _player: int) -> list[int]:
            return numbers_in(self.allowed())

        def _apply_action(self, action: int) -> None:
            self.remaining ^= 1 << action
            self.last, self.player = action, 1 - self.player

        def _action_to_string(self, _player: int, action: int) -> str:
            return str(action)

        def is_terminal(self) -> bool:
            return not self.allowed()

        def returns(self) -> list[float]:
            if self.allowed():
                return [0.0, 0.0]
            return [-1.0, 1.0] if self.player == 0 else [1.0, -1.0]

        def __str__(self) -> str:
            return f"{self.remaining} {self.last}"

    name = f"bench_divisor_duel_{numbers}"
    kind = pyspiel.GameType
    about = kind(
        short_name=name,
        long_name="Divisor Duel",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.DETERMINISTIC,
        information=kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=False,
        provides_observation_tensor=False,
        parameter_specification={},
    )

    class Duel(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, params: Any = None) -> None:
            size = pyspiel.GameInfo(numbers + 1, 0, 2, -1.0, 1.0, 0.0, numbers)
            super().__init__(about, size, params or {})

        def new_initial_state(self) -> Position:
            return Position(self)

        def make_py_observer(self, _iig_obs_type: Any = None, _params: Any = None) -> None:
            return None

    pyspiel.register_game(about, Duel)
    return lambda: solver.MinimaxSolver(name).solve()
