"""Solves the environments of a clone of GG-Bench, each within limits.

An environment is read as the game that GG-Bench's evaluation plays with it: two players alternate,
whatever the environment says of whose turn it is; a move is one of `valid_moves()`; and the reward
of the step that ends the game belongs to the player who made it: above 0 a win, below 0 a loss, 0 a
draw. A state is a copy of everything that the environment stores.

The environments are programs of others. Each runs in its own process with limited processor time
and memory, cannot fill the disk, and answers in JSON. That is no sandbox: if you do not trust a
clone, run this in a container.
"""

import importlib.util
import json
import os
import pickle
import random
import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from numduel.errors import NumduelError, TooLarge
from numduel.game import Outcome, Player
from numduel.tables import draw_table
from numduel.theory.search import backward_induction, explore

ENVS = Path("gg_bench", "data", "envs")
CHOSEN = Path("gg_bench", "data", "splits", "valid_envs.json")
_SEEDS = (0, 1, 2)  # seeds of the resets that are compared
_REPEATED = 300  # the first moves, each made twice to detect chance
_REPEATED_LATER = 8  # of this many later moves, one is made twice
_PATIENCE = 20  # wall time of a process, in multiples of its processor time
_MOST_TOLD = 100  # characters of an error message
_MOST_BYTES = 1 << 16  # of an answer
# Attributes of an environment that are not part of its state.
_FURNITURE = {"action_space", "observation_space", "metadata", "spec", "render_mode"} | {
    "_np_random",
    "_np_random_seed",
}


@dataclass(frozen=True)
class Limits:
    """Limits for solving one environment: moves tried by each of two searches, seconds of processor
    time, and megabytes."""

    moves: int = 20_000
    seconds: int = 30
    memory: int = 4_096


@dataclass(frozen=True)
class Finding:
    """The result of solving an environment.

    `result` is "solved", "unsolved" (`why` names the limit reached), "chance" (`why` says whether
    the start or the moves are random) or "fails" (`why` is the error). A solved game is won by the
    first or the second player, or drawn, in `plies` moves with best play. The remaining fields are
    known if all positions were listed.
    """

    number: int
    chosen: bool  # by GG-Bench's filter, for its evaluation
    result: str
    why: str | None = None
    winner: str | None = None  # "first", "second" or "nobody"
    plies: int | None = None
    positions: int | None = None
    choices: int | None = None  # positions with more than one move
    matter: int | None = None  # of these, those with moves of different value
    endings: tuple[str, ...] | None = None  # the possible results, with any play
    endless: bool | None = None  # whether positions can repeat
    stuck: int | None = None  # unfinished positions without a move
    errors: int | None = None  # listed moves that raise an exception


class Position(NamedTuple):
    """A state of an environment; without moves if the game is over."""

    memory: bytes
    to_move: Player
    moves: tuple[int, ...]
    ending: str | None  # "over", "stuck" or "error"
    winner: Player | None = None


class EnvironmentGame:
    """An environment as a searchable game."""

    def __init__(self, env: Any) -> None:
        self.env = env
        self._after: dict[tuple[Position, int], Position] = {}
        self.left = 0  # budget left, in moves

    def start(self, seed: int) -> Position:
        """Return the position after a reset with this seed for all random generators."""
        _sow(seed)
        self.env.reset(seed=seed)
        return self._look(Player.ONE, False, 0)

    def legal_moves(self, state: Position) -> tuple[int, ...]:
        return state.moves

    def after(self, state: Position, move: int) -> Position:
        known = self._after.get((state, move))
        if known is None:
            self.left -= 1
            if self.left < 0:
                raise TooLarge("moves")
            known = self._after[state, move] = self._step(state, move)
            tried = len(self._after)
            if tried <= _REPEATED or tried % _REPEATED_LATER == 0:
                _sow(tried)
                if self._step(state, move) != known:
                    raise _Chance("moves")
        return known

    def outcome(self, state: Position) -> Outcome | None:
        return None if state.winner is None else Outcome(state.winner, "")

    def _step(self, state: Position, move: int) -> Position:
        stored = vars(self.env)
        for name in [*stored]:
            if name not in _FURNITURE:
                del stored[name]
        stored.update(pickle.loads(state.memory))
        try:
            _, reward, terminated, truncated, _ = self.env.step(move)
            return self._look(state.to_move.opponent, bool(terminated or truncated), reward)
        except Exception:
            return Position(state.memory, state.to_move.opponent, (), "error")

    def _look(self, to_move: Player, is_over: bool, reward: Any) -> Position:
        stored = vars(self.env)
        memory = pickle.dumps({name: stored[name] for name in stored if name not in _FURNITURE})
        if is_over:
            last = to_move.opponent
            winner = last if reward > 0 else to_move if reward < 0 else None
            return Position(memory, to_move, (), "over", winner)
        moves = tuple(dict.fromkeys(int(move) for move in self.env.valid_moves()))
        return Position(memory, to_move, moves, None if moves else "stuck")


class _Chance(Exception):
    """The game has chance."""


class _OutOfTime(BaseException):
    """The processor time is used up. A BaseException, so that no environment catches it."""


def find_environments(path: Path) -> dict[int, Path]:
    """Return the environments of a clone, or of a folder with files `env_NUMBER.py`."""
    folder = path / ENVS if (path / ENVS).is_dir() else path
    names = {file: re.fullmatch(r"env_(\d+)\.py", file.name) for file in folder.glob("env_*.py")}
    found = {int(name[1]): file for file, name in names.items() if name}
    if not found:
        raise NumduelError(f"There are no environments in {path}: neither {ENVS} nor env_1.py.")
    return dict(sorted(found.items()))


def chosen_numbers(path: Path) -> set[int]:
    """Return the numbers that GG-Bench evaluates on; none without its file."""
    try:
        return {int(number) for number, _ in json.loads((path / CHOSEN).read_text("utf-8"))}
    except FileNotFoundError:
        return set()
    except (ValueError, TypeError):
        raise NumduelError(f"{path / CHOSEN} is not a list of environments.") from None


def examine_all(path: Path, limits: Limits, numbers: Iterable[int] = ()) -> Iterator[Finding]:
    """Examine all environments of a clone, or those with these numbers."""
    found, chosen = find_environments(path), chosen_numbers(path)
    if unknown := {*numbers} - {*found}:
        raise NumduelError(f"There is no environment {min(unknown)} in {path}.")
    context = get_context("forkserver")
    context.set_forkserver_preload(["numpy", "gymnasium", __name__])
    for number, file in found.items():
        if not numbers or number in numbers:
            yield Finding(number, number in chosen, **_examine_elsewhere(context, file, limits))


def _examine_elsewhere(context: Any, file: Path, limits: Limits) -> dict[str, Any]:
    """Examine an environment in another process."""
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_examine, args=(str(file), asdict(limits), there))
    process.start()
    there.close()
    try:
        if here.poll(limits.seconds * _PATIENCE):
            told: dict[str, Any] = json.loads(here.recv_bytes(_MOST_BYTES))
            endings = told.get("endings")
            return told | {"endings": endings and tuple(endings)}
        return {"result": "unsolved", "why": "time"}
    except (EOFError, OSError):
        process.join()
        return {"result": "fails", "why": f"its process ended with {process.exitcode}"}
    finally:
        process.kill()
        process.join()
        here.close()


def _examine(file: str, limits: dict[str, int], answer: Any) -> None:
    """Examine an environment in this process, which does nothing else."""
    allowed = Limits(**limits)
    _set_limits(allowed)
    answer.send_bytes(json.dumps(examine(Path(file), allowed.moves)).encode())


def _set_limits(limits: Limits) -> None:
    import resource

    def stop(*_: Any) -> None:
        raise _OutOfTime

    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGXCPU, stop)
    resource.setrlimit(resource.RLIMIT_CPU, (limits.seconds, limits.seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory << 20,) * 2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def examine(file: Path, moves: int) -> dict[str, Any]:
    """Return the fields of a Finding. Runs the environment in this process, without limits."""
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20_000)
    game = None
    try:
        game = EnvironmentGame(_load(file))
        starts = {game.start(seed) for seed in _SEEDS}
        if len(starts) > 1:
            raise _Chance("start")
        return _solve(game, starts.pop(), moves)
    except _Chance as drawn:
        return {"result": "chance", "why": str(drawn)}
    except TooLarge:
        return {"result": "unsolved", "why": "moves"}
    except (_OutOfTime, MemoryError, RecursionError) as fault:
        game = None
        return {"result": "unsolved", "why": "time" if isinstance(fault, _OutOfTime) else "memory"}
    except Exception as fault:
        told = f"{type(fault).__name__}: {fault}".splitlines()[0]
        return {"result": "fails", "why": told[:_MOST_TOLD]}


def _load(file: Path) -> Any:
    """Import an environment and make one. Its classes stay importable, for copies of it."""
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[file.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.CustomEnv()


def _sow(seed: int) -> None:
    import numpy as np

    random.seed(seed)
    np.random.seed(seed)


def _solve(game: EnvironmentGame, start: Position, moves: int) -> dict[str, Any]:
    """List all positions or, if there are too many, search for a proof of who wins."""
    game.left = moves
    try:
        positions = explore(game, start, key=lambda position: position)
    except TooLarge:
        game.left = moves
        return prove(game, start)
    values = backward_induction(game, positions)  # type: ignore[arg-type]
    states, following = positions.states, positions.successors
    signs = [(value > 0) - (value < 0) for value in values]
    choices = [places for places in following if len(places) > 1]
    matter = [places for places in choices if len({signs[place] for place in places}) > 1]
    endings = {_name(state.winner) for state in states if state.ending}
    return {
        "result": "solved",
        "winner": _name([None, Player.ONE, Player.TWO][signs[0]]),
        "plies": abs(values[0]) - 1 if values[0] else None,
        "positions": len(states),
        "choices": len(choices),
        "matter": len(matter),
        "endings": sorted(endings),
        "endless": len(positions.ends_first()) < len(states),
        "stuck": sum(state.ending == "stuck" for state in states),
        "errors": sum(state.ending == "error" for state in states),
    }


def prove(game: EnvironmentGame, start: Position) -> dict[str, Any]:
    """Prove by iterative deepening that a player wins; TooLarge without a proof. Draws are not
    proved."""
    proved: dict[Position, tuple[Player, int]] = {}  # winner, and moves at most
    searched: dict[Position, int] = {}  # depth searched without a proof

    def winner(state: Position, depth: int) -> Player | None:
        if state.ending:
            return state.winner
        known = proved.get(state)
        if known is not None and known[1] <= depth:
            return known[0]
        if searched.get(state, 0) >= depth:
            return None
        winners = set()
        for move in state.moves:
            winners.add(winner(game.after(state, move), depth - 1))
            if state.to_move in winners:
                proved[state] = state.to_move, depth
                return state.to_move
        if winners == {state.to_move.opponent}:
            proved[state] = state.to_move.opponent, depth
            return state.to_move.opponent
        searched[state] = depth
        return None

    for depth in count(1):
        if (found := winner(start, depth)) is not None:
            return {"result": "solved", "winner": _name(found), "plies": depth}
    raise AssertionError


def _name(winner: Player | None) -> str:
    return "nobody" if winner is None else ("first", "second")[winner - 1]


def tabulate(findings: Sequence[Finding]) -> str:
    """Return a table of the environments, and one of the totals."""
    head = ("environment", "result", "won by", "moves", "choices", "matter", "otherwise")
    rows = [
        (
            f"{finding.number}{'*' if finding.chosen else ''}",
            finding.result,
            finding.winner or "",
            _shown(finding.plies),
            _shown(finding.choices),
            _shown(finding.matter),
            _oddities(finding),
        )
        for finding in findings
    ]
    counts = [
        (name, *(_shown(sum(map(is_so, group))) for group in groups_of(findings)))
        for name, is_so in COUNTED.items()
    ]
    tables = draw_table(head, rows), draw_table(("", "all", "chosen"), counts, right=True)
    return "\n\n".join(tables)


COUNTED: dict[str, Callable[[Finding], bool]] = {
    "environments": lambda _: True,
    "unsolved": lambda found: found.result == "unsolved",
    "chance": lambda found: found.result == "chance",
    "fail": lambda found: found.result == "fails",
    "solved": lambda found: found.result == "solved",
    "  won by the first player": lambda found: found.winner == "first",
    "    with the first move": lambda found: found.winner == "first" and found.plies == 1,
    "  won by the second player": lambda found: found.winner == "second",
    "  won by nobody": lambda found: found.winner == "nobody",
    "  all positions listed": lambda found: found.endings is not None,
    "    one possible result": lambda found: len(found.endings or ()) == 1 and not found.endless,
    "    no choice matters": lambda found: found.matter == 0,
    "    endless": lambda found: bool(found.endless),
    "    stuck": lambda found: bool(found.stuck),
    "    errors": lambda found: bool(found.errors),
}


def groups_of(findings: Sequence[Finding]) -> tuple[Sequence[Finding], Sequence[Finding]]:
    """Return all findings, and those chosen by GG-Bench's filter."""
    return findings, [finding for finding in findings if finding.chosen]


def _oddities(finding: Finding) -> str:
    told = [finding.why or "", "endless" if finding.endless else ""]
    told += [f"{finding.stuck} stuck"] if finding.stuck else []
    told += [f"{finding.errors} errors"] if finding.errors else []
    return ", ".join(filter(None, told))


def _shown(number: int | None) -> str:
    return "" if number is None else f"{number:,}"
