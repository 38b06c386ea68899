"""The rules of a game as a table for compiled code, made by asking the rule book.

The state of many pool games is the set of numbers that remain and a *context*: the rest of the
state, such as the number taken last and whose turn it is. If the pool only limits which numbers can
be taken, a row for each context holds all the rules (`pool_table`).

Any other game has a row for each position, added when it is first reached (`Positions`).
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from numduel.errors import TooLarge
from numduel.game import AnyGame, Outcome, Player
from numduel.lab.batched_kernels import UNKNOWN, BitWords, RuleTable
from numduel.lab.environment import mask
from numduel.pool import PoolGame, numbers_in
from numduel.study.audit import state_after
from numduel.theory import require_winner
from numduel.theory.search import explore

_ROWS = 1024  # initial capacity
_MOST_CONTEXTS = 5_000
_MOST_ENTRIES = 1 << 21  # contexts × numbers of a pool table
_POSITIONS_CHECKED, _GAMES_CHECKED, _MOVES_COMPARED = 1_000, 3, 6
_RESULT = {None: 0, Player.ONE: 1, Player.TWO: -1}


class Positions:
    """A table with a row for each position reached so far. The rule book computes each row once.

    Finished positions share a row for each winner, unless `keep_ends` asks for their features. The
    table stays consistent if Ctrl-C or an error in a rule book interrupts it.
    """

    def __init__(self, game: AnyGame, keep_ends: bool = False) -> None:
        self.game = game
        self.keep_ends = keep_ends
        self.states: list[Any] = []
        self._rows: dict[Any, int] = {}
        self.table = _empty_table(game, _ROWS)
        # Who wins each position, 0 if not asked yet, and its optimal actions.
        self.winners = np.zeros(_ROWS, np.int8)
        self.optimal = np.zeros((_ROWS, len(game.all_moves())), np.bool_)
        self.rows_of([game.start()])

    def __len__(self) -> int:
        return len(self.states)

    def rows_of(self, states: Iterable[Any]) -> list[int]:
        """Return the rows of these positions; new ones are added."""
        found = [(state, self.game.outcome(state)) for state in states]
        keys = [state if self.keep_ends or not end else end.winner for state, end in found]
        new = {key: at for key, at in zip(keys, found, strict=True) if key not in self._rows}
        if new:
            self._add(new)
        return [self._rows[key] for key in keys]

    def explore(self, rows: NDArray[np.int64], actions: NDArray[np.int64]) -> None:
        """Explore the positions that these actions lead to from their rows."""
        moves, after = self.game.all_moves(), self.game.after
        following = self.rows_of(
            after(self.states[row], moves[action])
            for row, action in zip(rows.tolist(), actions.tolist(), strict=True)
        )
        self.table.after[rows, actions] = following

    def judge(self, rows: NDArray[np.integer[Any]]) -> None:
        """Find the winners and optimal actions of those positions not judged before; TooLarge if
        unknown."""
        place_of = self.game.all_moves().index
        for row in np.unique(rows[self.winners[rows] == 0]).tolist():
            analysis = require_winner(self.game, self.states[row])
            self.optimal[row, [place_of(move) for move in analysis.kept]] = True
            self.winners[row] = int(analysis.winner or 0)

    def _add(self, new: dict[Any, tuple[Any, Outcome | None]]) -> None:
        states, outcomes = zip(*new.values(), strict=True)
        rows = range(len(self.states), len(self.states) + len(new))
        is_legal = np.array([mask(self.game, state) for state in states]) == 1
        while rows.stop > len(self.table.mover):
            self.table = _with_room(self.table)
            self.winners = np.concatenate([self.winners, np.zeros_like(self.winners)])
            self.optimal = np.concatenate([self.optimal, np.zeros_like(self.optimal)])
        self.table = _fill(self.game, self.table, rows, states, outcomes, is_legal)
        self.states.extend(states)
        self._rows.update(zip(new, rows, strict=True))


@lru_cache(maxsize=32)
def pool_table(game: AnyGame) -> RuleTable | None:
    """Return the rules with a row for each context, or None if they do not fit.

    The table is compared with the rule book in random games. A difference only in positions that
    these games do not reach goes unnoticed.
    """
    if not isinstance(game, PoolGame) or not hasattr(game.start(), "_replace"):
        return None
    if game.all_moves() != range(1, game.numbers + 1):
        return None
    if len(game.features(game.start())) < game.numbers:
        return None
    try:
        contexts, table = _ask_contexts(game)
    except Exception:  # too many contexts, or a game that fails in unreachable positions
        return None
    return table if _agrees(game, contexts, table) else None


class _Contexts:
    """A game's contexts as a game for `explore`, with the pool always full."""

    def __init__(self, game: Any) -> None:
        self.game = game
        self.everything = game.start().remaining

    def legal_moves(self, context: Any) -> list[int]:
        return numbers_in(self.game.allowed(context._replace(remaining=self.everything)))

    def after(self, context: Any, move: int) -> Any:
        full = context._replace(remaining=self.everything)
        return self.game.after(full, move)._replace(remaining=0)


def _ask_contexts(game: Any) -> tuple[list[Any], RuleTable]:
    """Return the contexts, and the table with a row for each; TooLarge if there are too many."""
    walk, numbers = _Contexts(game), game.numbers
    budget = min(_MOST_CONTEXTS * numbers, _MOST_ENTRIES)
    found = explore(walk, game.start()._replace(remaining=0), budget)
    if len(found.states) * numbers > _MOST_ENTRIES:
        raise TooLarge(f"{game.title} has {len(found.states):,} contexts.")
    moves = [np.array(walk.legal_moves(context), np.int64) for context in found.states]
    is_legal = np.zeros((len(moves), numbers), np.bool_)
    for row, numbers_allowed in enumerate(moves):
        is_legal[row, numbers_allowed - 1] = True
    outcomes = [game.outcome(context) for context in found.states]
    in_pool = np.isin(game.all_moves(), numbers_in(walk.everything))
    table = _empty_table(game, len(moves))._replace(
        pool=_as_words(in_pool[np.newaxis])[0], has_pool=True
    )
    table = _fill(game, table, range(len(moves)), found.states, outcomes, is_legal)
    for row, numbers_allowed in enumerate(moves):
        table.after[row, numbers_allowed - 1] = found.successors[row]
    return found.states, table


def _agrees(game: Any, contexts: list[Any], table: RuleTable) -> bool:
    """Return whether random games agree with the table; every second game is a long one."""
    opening = _as_bools(table.pool[np.newaxis], game.numbers)[0]
    random, positions, games = Random(0), 0, 0
    while positions < _POSITIONS_CHECKED or games < _GAMES_CHECKED:
        state, free, row = game.start(), opening.copy(), 0
        while _agrees_at(game, contexts[row], table, row, state, free):
            positions += 1
            moves = game.legal_moves(state)
            if not moves:
                break
            some = random.sample(moves, min(len(moves), _MOVES_COMPARED if games % 2 else 1))
            move = min(some, key=partial(_choices_after, game, state))
            state, row = game.after(state, move), int(table.after[row, move - 1])
            free[move - 1] = False
        else:
            return False
        games += 1
    return True


def _choices_after(game: Any, state: Any, move: int) -> int:
    """Return the number of choices that a move leaves, or a large number if none. Games with few
    choices at each turn are long, and reach rare positions."""
    choices: int = game.allowed(game.after(state, move)).bit_count()
    return choices or int(game.numbers)


def _agrees_at(
    game: Any, context: Any, table: RuleTable, row: int, state: Any, free: NDArray[np.bool_]
) -> bool:
    """Return whether a position agrees with the table. Its first features must be the free numbers;
    the others must follow from the row."""
    outcome = game.outcome(state)
    legal = free & _as_bools(table.legal[row : row + 1], game.numbers)[0]
    features = _as_bools(table.ones[row : row + 1])[0].astype(np.float32)
    features[table.columns[row]] = table.values[row]
    is_apart = not features[: game.numbers].any()
    features[: game.numbers] = free
    expected = np.array(game.features(state), np.float32)
    return (
        is_apart
        and state._replace(remaining=0) == context
        and numbers_in(state.remaining) == (np.flatnonzero(free) + 1).tolist()
        and list(game.legal_moves(state)) == (np.flatnonzero(legal) + 1).tolist()
        and (outcome is None) == bool(legal.any())
        and (outcome is None or table.result[row] == _RESULT[outcome.winner])
        and np.array_equal(features[: len(expected)], expected)
    )


def _empty_table(game: AnyGame, rows: int) -> RuleTable:
    """Return a table with room for this many rows, for a game without a pool."""
    actions = len(game.all_moves())
    features = len(game.features(game.start())) + 1  # and a column for padding
    return RuleTable(
        pool=_as_words(np.ones((1, actions), np.bool_))[0],
        has_pool=False,
        legal=np.zeros((rows, -(-actions // 64)), np.uint64),
        after=np.zeros((rows, actions), np.int32),
        result=np.zeros(rows, np.float32),
        mover=np.zeros(rows, np.int8),
        ones=np.zeros((rows, -(-features // 64)), np.uint64),
        columns=np.zeros((rows, 0), np.int32),
        values=np.zeros((rows, 0), np.float32),
    )


def _fill(
    game: AnyGame,
    table: RuleTable,
    rows: range,
    states: Sequence[Any],
    outcomes: Sequence[Outcome | None],
    is_legal: NDArray[np.bool_],
) -> RuleTable:
    """Write rows into a table; return it with enough columns of features."""
    features = np.array([game.features(state) for state in states], np.float32)
    is_other = (features != 0) & (features != 1)
    counts, padding = np.count_nonzero(is_other, axis=1), features.shape[1]
    wider = int(counts.max()) - table.columns.shape[1]
    if wider > 0:
        add = [(0, 0), (0, wider)]
        columns = np.pad(table.columns, add, constant_values=padding)
        table = table._replace(columns=columns, values=np.pad(table.values, add))
    at = slice(rows.start, rows.stop)
    table.legal[at] = _as_words(is_legal)
    table.after[at] = np.where(is_legal, UNKNOWN, 0)
    table.result[at] = [_RESULT[outcome and outcome.winner] for outcome in outcomes]
    table.mover[at] = [state.to_move for state in states]
    table.ones[at] = _as_words(np.pad(features == 1, [(0, 0), (0, 1)]))
    table.columns[at], table.values[at] = padding, 0
    row, column = np.nonzero(is_other)
    place = np.arange(len(row)) - np.repeat(np.cumsum(counts) - counts, counts)
    table.columns[rows.start + row, place] = column
    table.values[rows.start + row, place] = features[row, column]
    return table


def _with_room(table: RuleTable) -> RuleTable:
    """Return a table with twice the room."""
    start, has_pool, *parts = table
    return RuleTable(
        start, has_pool, *(np.concatenate([part, np.zeros_like(part)]) for part in parts)
    )


def opening_of(
    table: RuleTable, positions: Positions | None, game: AnyGame, moves: Sequence[Any]
) -> tuple[int, BitWords]:
    """Return the row and the pool after these legal moves."""
    pool = table.pool.copy()
    if positions is not None:
        [row] = positions.rows_of([state_after(game, moves)])
        return row, pool
    row = 0
    for action in map(game.all_moves().index, moves):
        row = int(table.after[row, action])
        pool[action // 64] &= ~(np.uint64(1) << np.uint64(action % 64))
    return row, pool


def _as_words(is_in: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Return rows of booleans as rows of 64-bit words."""
    bits = np.packbits(is_in, axis=1, bitorder="little")
    return np.pad(bits, [(0, 0), (0, -bits.shape[1] % 8)]).view(np.uint64)


def _as_bools(words: NDArray[np.uint64], columns: int | None = None) -> NDArray[np.bool_]:
    """Return rows of 64-bit words as rows of booleans, cut to this many columns if given."""
    bits = np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")
    return bits[:, :columns].astype(np.bool_)
