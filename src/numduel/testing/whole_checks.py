"""Checks of a game as a whole: its length, its moves, and positions compared with each other.

A check takes a walk. It returns a sentence that names the fault with the moves that show it, or
None.
"""

import json
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from numduel.testing.faults import Findings
from numduel.testing.position_checks import states_are_values
from numduel.testing.walk import COMES_BACK, MoveAndState, Walk

FaultAndMoves = tuple[str, tuple[Any, ...] | None]
WholeCheck = Callable[[Walk], FaultAndMoves | None]


def check_whole_game(walk: Walk, findings: Findings) -> None:
    """Check a game as a whole, as far as the walk has seen it."""
    if not walk.positions or findings.has(states_are_values):
        return
    for check in (*_ALWAYS, *(_WHEN_WHOLE if walk.is_whole else ())):
        if not findings.has(check):
            with findings.asking(walk.game):
                found = check(walk)
                if found is not None:
                    findings.add(check, found[0], walk.game, found[1])


def views_differ(walk: Walk) -> FaultAndMoves | None:
    return _unlike(
        walk,
        "Two positions that differ have the same view",
        lambda state: json.dumps(walk.game.view(state), sort_keys=True),
        lambda state: state,
    )


def features_tell_the_moves(walk: Walk) -> FaultAndMoves | None:
    return _unlike(
        walk,
        "Two positions have the same features but not the same legal moves",
        lambda state: tuple(walk.game.features(state)),
        lambda state: tuple(walk.game.legal_moves(state)),
    )


def no_position_comes_back(walk: Walk) -> FaultAndMoves | None:
    _, circle = _ends_first(walk.game.start(), walk.steps)
    return (COMES_BACK, circle) if circle else None


def no_canonical_key_comes_back(walk: Walk) -> FaultAndMoves | None:
    canonical = walk.game.canonical
    steps: dict[Hashable, list[MoveAndState]] = {}
    for state, taken in walk.steps.items():
        steps.setdefault(canonical(state), []).extend(
            (move, canonical(after)) for move, after in taken
        )
    _, circle = _ends_first(canonical(walk.game.start()), steps)
    if circle and not _ends_first(walk.game.start(), walk.steps)[1]:
        return (
            "A canonical key comes back in the course of a game, though no position does.",
            circle,
        )
    return None


def no_game_is_longer_than_said(walk: Walk) -> FaultAndMoves | None:
    most, longest = walk.game.most_moves(), _Verdicts(walk).longest
    for state, moves in walk.positions.items():
        length = len(moves) + longest.get(state, 0)
        if most is not None and length > most:
            return f"most_moves says {most}, but a game can take {length} moves.", moves
    return None


def equal_canonical_keys_are_worth_the_same(walk: Walk) -> FaultAndMoves | None:
    values = _Verdicts(walk).values
    return _unlike(
        walk,
        "Two positions have the same canonical key but not the same value (who wins, how soon)",
        walk.game.canonical,
        values.get,
    )


_ALWAYS: tuple[WholeCheck, ...] = (
    no_position_comes_back,
    views_differ,
    features_tell_the_moves,
)
_WHEN_WHOLE: tuple[WholeCheck, ...] = (
    no_game_is_longer_than_said,
    equal_canonical_keys_are_worth_the_same,
    no_canonical_key_comes_back,
)


class _Verdicts:
    """What every position is worth to the player to move, and how long the rest can last.

    Both are empty if a position can come back.
    """

    def __init__(self, walk: Walk) -> None:
        self.values: dict[Any, tuple[bool, int]] = {}
        self.longest: dict[Any, int] = {}
        order, _ = _ends_first(walk.game.start(), walk.steps)
        for state in order:
            replies = [self.values[after] for _, after in walk.steps[state]]
            lost = [distance for wins, distance in replies if not wins]
            if lost:
                self.values[state] = True, 1 + min(lost)
            elif replies:
                self.values[state] = False, 1 + max(distance for _, distance in replies)
            else:
                outcome = walk.game.outcome(state)
                self.values[state] = outcome is not None and outcome.winner is state.to_move, 0
            rest = (self.longest[after] for _, after in walk.steps[state])
            self.longest[state] = max((1 + length for length in rest), default=0)


def _ends_first(
    start: Any, steps: Mapping[Any, Sequence[MoveAndState]]
) -> tuple[list[Any], tuple[Any, ...]]:
    """The positions that can be reached, in an order in which all that follows a position stands
    before it. If a position comes back there is no such order; then the moves that lead to it and
    around the circle are returned."""
    order: list[Any] = []
    done, on_path = set(), {start}
    path = [(start, None, iter(steps.get(start, ())))]
    while path:
        node, _, further = path[-1]
        for move, after in further:
            if after in on_path:
                return [], (*(taken for _, taken, _ in path[1:]), move)
            if after not in done:
                on_path.add(after)
                path.append((after, move, iter(steps.get(after, ()))))
                break
        else:
            path.pop()
            on_path.remove(node)
            done.add(node)
            order.append(node)
    return order, ()


def _unlike(
    walk: Walk, sentence: str, name: Callable[[Any], Hashable], fact: Callable[[Any], object]
) -> FaultAndMoves | None:
    """The first position with the same name as an earlier one that differs from it in some fact."""
    known: dict[Hashable, Any] = {}
    for state, moves in walk.positions.items():
        earlier = known.setdefault(name(state), state)
        if fact(earlier) != fact(state):
            other = " ".join(map(walk.game.write_move, walk.positions[earlier]))
            where = f"after the moves {other}" if other else "at the start"
            return f"{sentence}. The other one is {where}.", moves
    return None
