"""Checks proofs without trusting their author: certificates and players' reasons.

A *reason* is a proof in a fixed form, a JSON object with its `kind`. A *certificate* is a position,
its claimed winner and the reason, in one JSON object (docs/research.md). Nothing here imports the
theories that make reasons; import-linter checks that.

`pairing` (Divisor Duel): pairs of numbers with which the winner answers the loser's moves. Let G be
the graph of the paired numbers, a *source*, joined to what the loser may take now, and a *sink*,
which stands for all numbers without a partner and is joined to whatever one of them is joined to.
The loser can come to a number without a partner exactly if a path of alternating edges leads from
the source to the sink, and then exchanging its pairs makes a perfect matching of G. Numbers whose
removal leaves more components of odd size than they are, the *barrier*, show that G has none: each
of these components would need a partner among them (W. T. Tutte, 1947).

`nim-values` (Grundy's Game): the nim-values of the heaps on the table and of the parts of the
winner's split, and `left`, the exclusive or over the heaps. They are recomputed here by definition.
The loser faces heaps with nim-sum 0 (see `grundy.py`).

`counts` (Parity Duel, Even/Odd Match): how many numbers are left of each kind, and how many moves
the duel lasts with the winner's kind of move, or with each kind that the loser may take. No player
gains by a joker while something is due, so both take what is due while there is any (the theorem of
`parity.py`); here that course is simulated. The player who moves last wins.

`strategy` (any game): an answer to every move of the loser. Each node stands for positions with the
loser to move, and has for every move, or for every class of equivalent moves, the winner's answer
and the node that follows. Where a move of the loser ends the duel, the answer is null; where an
answer ends it, the node is.
"""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import lru_cache, reduce
from operator import xor
from typing import Any, NamedTuple, TypeVar

from numduel.errors import BadCertificate, NumduelError
from numduel.game import AnyGame, Player
from numduel.games.divisor_duel import DivisorDuel, DivisorState, relatives
from numduel.games.grundys_game import GrundysGame
from numduel.games.parity_duel import ParityDuel
from numduel.games.sequence_builder import SequenceBuilder
from numduel.match import Match, read_id
from numduel.pool import numbers_in, parity_of, pool_of

FORM = 1  # version of certificates
SOURCE, SINK = -1, 0  # vertices of the graph of a pairing, beside the numbers

Part = TypeVar("Part")


class Claim(NamedTuple):
    """A position, its claimed winner, and the winning move if it is their turn."""

    game: AnyGame
    state: Any
    winner: Player
    reply: Any

    @property
    def before_loser(self) -> Any:
        """The state with the loser to move."""
        return self.state if self.reply is None else self.game.after(self.state, self.reply)


def read_certificate(text: str) -> Any:
    """Read a certificate from JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadCertificate("This is not JSON.") from None


def verify(certificate: Any) -> Match:
    """Check a certificate, and return a match at the position whose winner it proves;
    BadCertificate if it proves nothing."""
    form = _part(certificate, "form", int)
    show(form == FORM, f"Its form is {form}, and only form {FORM} is known here.")
    match, claim = _read_claim(certificate)
    check(claim, certificate.get("reason"))
    return match


def check(
    claim: Claim, reason: Any, winner_of: Callable[[Any], Player | None] | None = None
) -> None:
    """Raise BadCertificate, with a sentence, unless the reason proves the claim.

    `winner_of` may name the winner of a position, for a strategy that stops before the end.
    """
    kind = _part(reason, "kind", str)
    show(kind in _CHECKS, f"There is no kind of reason {kind[:40]!r}.")
    if kind == "strategy":
        _check_strategy(claim, reason, winner_of)
    else:
        _CHECKS[kind](claim, reason)


def show(is_shown: bool, fault: str) -> None:
    """Raise BadCertificate unless the condition holds."""
    if not is_shown:
        raise BadCertificate(fault)


def _read_claim(certificate: dict[str, Any]) -> tuple[Match, Claim]:
    winner, reply = _part(certificate, "winner", int), certificate.get("reply")
    show(winner in (1, 2), f"{winner} is not a player.")
    show(reply is None or isinstance(reply, str), "The reply is not a move.")
    try:
        match = read_id(_part(certificate, "position", str))
        move = None if reply is None else match.game.read_move(reply)
        if move is not None:
            match.game.play(match.state, move)
    except BadCertificate:
        raise
    except NumduelError as fault:
        raise BadCertificate(str(fault)) from None
    if match.outcome is not None:
        show(match.outcome.winner == winner, f"The duel is over, and Player {winner} lost it.")
    elif (winner == match.state.to_move) != (move is not None):
        show(False, "A reply must be named exactly if the winner is to move.")
    return match, Claim(match.game, match.state, Player(winner), move)


def _part(whole: Any, name: str, kind: type[Part]) -> Part:
    """Return a part of an object, of the right type: True is not the number 1."""
    part = whole.get(name) if isinstance(whole, dict) else None
    if type(part) is not kind:
        raise BadCertificate(f"{name} is missing or of the wrong type.")
    return part


def _whole_numbers(part: Any, name: str) -> list[int]:
    show(type(part) is list, f"{name} is not a list.")
    show(all(type(number) is int for number in part), f"{name} must hold only whole numbers.")
    return list(part)


# Pairings


def _check_pairing(claim: Claim, reason: dict[str, Any]) -> None:
    game, state = claim.game, claim.before_loser
    if not isinstance(game, DivisorDuel):
        return show(False, f"{game.title} is not won by pairings.")
    paired = _paired(_part(reason, "pairs", list), {*numbers_in(state.remaining)})
    if game.outcome(state) is not None:
        return None
    barrier = _whole_numbers(reason.get("barrier"), "The barrier")
    show(len({*barrier}) == len(barrier), "The barrier has a number twice.")
    show(paired.issuperset(barrier), "The barrier has a number that is not paired.")
    edges = pairing_graph(game, state, paired)
    rest = {SOURCE, SINK, *paired}.difference(barrier)
    odd = sum(size % 2 for size in _component_sizes(rest, edges))
    show(odd > len(barrier), "The opponent can come to a number that has no partner.")
    return None


def _paired(pairs: list[Any], remaining: set[int]) -> set[int]:
    """Return the paired numbers, each once and with a divisor or a multiple."""
    paired: set[int] = set()
    for pair in pairs:
        ends = _whole_numbers(pair, "A pair")
        show(len(ends) == 2, f"{ends[:5]} is not a pair.")
        low, high = sorted(ends)
        for number in (low, high):
            show(number in remaining, f"{number} is not left when the opponent is to move.")
            show(number not in paired, f"{number} is in two pairs.")
            paired.add(number)
        show(high % low == 0, f"Neither of {low} and {high} divides the other.")
    return paired


def pairing_graph(
    game: DivisorDuel, state: DivisorState, paired: Iterable[int]
) -> list[tuple[int, int]]:
    """Return the edges among the paired numbers, the source and the sink."""
    mates = pool_of(paired)
    alone, allowed = state.remaining & ~mates, game.allowed(state)
    edges = [(SOURCE, number) for number in numbers_in(allowed & mates)]
    if allowed & alone:
        edges.append((SOURCE, SINK))
    for number in numbers_in(mates):
        near = relatives(number, game.numbers)
        edges += [(number, other) for other in numbers_in(near & mates) if other > number]
        if near & alone:
            edges.append((SINK, number))
    return edges


def _component_sizes(vertices: set[int], edges: Iterable[tuple[int, int]]) -> Iterable[int]:
    """Return the sizes of the connected components among some vertices."""
    above = {vertex: vertex for vertex in vertices}

    def root(vertex: int) -> int:
        while above[vertex] != vertex:
            above[vertex] = vertex = above[above[vertex]]
        return vertex

    for one, other in edges:
        if one in above and other in above:
            above[root(one)] = root(other)
    return Counter(map(root, vertices)).values()


# Nim-values


def _check_nim_values(claim: Claim, reason: dict[str, Any]) -> None:
    game, heaps = claim.game, claim.state.heaps if isinstance(claim.game, GrundysGame) else ()
    show(isinstance(game, GrundysGame), f"{game.title} is not won by nim-values.")
    values, named = _nim_values(max(heaps)), {1, 2}
    for pair in _part(reason, "values", list):
        told = _whole_numbers(pair, "A value")
        show(len(told) == 2, f"{told[:5]} is not a heap and its nim-value.")
        heap, value = told
        show(1 <= heap <= max(heaps), f"There is no heap of {heap}.")
        show(value == values[heap], f"The nim-value of {heap} is not {value}.")
        named.add(heap)
    parts = () if claim.reply is None else (claim.reply.larger, claim.reply.smaller)
    missing = [heap for heap in (*heaps, *parts) if heap not in named]
    show(not missing, f"The nim-value of {missing[:1] and missing[0]} is not named.")
    left = _part(reason, "left", int)
    show(left == reduce(xor, map(values.__getitem__, heaps)), f"What is left over is not {left}.")
    rest = reduce(xor, map(values.__getitem__, claim.before_loser.heaps))
    show(rest == 0, "Something is left over when the opponent is to move.")


@lru_cache(maxsize=8)
def _nim_values(largest: int) -> list[int]:
    """Return the nim-values of all heaps up to a size, by definition: the smallest number that no
    split has, where a split has the exclusive or of the values of its parts."""
    values = [0]
    for heap in range(1, largest + 1):
        half = (heap - 1) // 2
        splits = {*map(xor, values[1 : half + 1], values[heap - 1 : heap - half - 1 : -1])}
        values.append(next(value for value in range(heap) if value not in splits))
    return values


# Counts


def _check_counts(claim: Claim, reason: dict[str, Any]) -> None:
    game, state, reply = claim.game, claim.state, claim.reply
    if not isinstance(game, ParityDuel):
        return show(False, f"{game.title} is not won by counting.")
    kinds = [parity_of(number) for number in numbers_in(state.remaining)]
    for kind in ("odd", "even"):
        told = _part(reason, kind, int)
        show(told == kinds.count(kind), f"{kind} is not {told}.")
    moves = game.legal_moves(state) if reply is None else [reply]
    tried = {parity_of(move): move for move in moves}
    lasts = _part(reason, "lasts", dict)
    show(lasts.keys() == tried.keys(), "lasts does not have exactly the kinds of move to prove.")
    for kind, move in tried.items():
        told = _part(lasts, kind, int)
        show(told == 1 + _course(game, game.after(state, move)), f"lasts is not {told}.")
        is_won = told % 2 == 1  # by the player of this move
        show(is_won == (reply is not None), f"After an {kind} number the opponent moves last.")
    return None


def _course(game: ParityDuel, state: Any) -> int:
    """Count the remaining moves if jokers are played only when nothing is due."""
    due = game.due(state).bit_count()
    other = state.remaining.bit_count() - due
    mine, theirs = state.jokers[state.to_move - 1], state.jokers[state.to_move.opponent - 1]
    moves = 0
    while due or (mine and other):
        if due:
            due, other = other, due - 1
        else:
            other, mine = other - 1, mine - 1
        mine, theirs = theirs, mine
        moves += 1
    return moves


# Strategies


def name_kind(game: AnyGame, move: Any) -> str:
    """Return the name of a kind of moves: the written form, unless moves are equivalent. In
    Sequence Builder only parities matter."""
    return parity_of(move) if isinstance(game, SequenceBuilder) else game.write_move(move)


def merged_position(game: AnyGame, state: Any) -> Hashable:
    """Return a key that is equal for states in which the same kinds of moves lead to the
    same end."""
    return game.canonical(state) if isinstance(game, SequenceBuilder) else state


def kinds_of(game: AnyGame, state: Any) -> dict[str, Any]:
    """Return a legal move of each kind, by the name of the kind."""
    return {name_kind(game, move): move for move in game.legal_moves(state)}


def _check_strategy(
    claim: Claim, reason: dict[str, Any], winner_of: Callable[[Any], Player | None] | None
) -> None:
    game, winner = claim.game, claim.winner
    nodes = _part(reason, "answers", list)
    start = claim.before_loser
    if (outcome := game.outcome(start)) is not None:
        show(outcome.winner is winner, f"The duel is over, and {winner} lost it.")
        return show(not nodes, "The duel is over: there is nothing to answer.")
    show(bool(nodes), "The duel is not over: the answers are missing.")
    waiting, seen = [(start, 0)], {(merged_position(game, start), 0)}
    while waiting:
        state, place = waiting.pop()
        node, kinds = nodes[place], kinds_of(game, state)
        show(type(node) is dict, "A node is not an object.")
        for kind in node:
            show(kind in kinds, f"{kind[:40]} cannot be played.")
        for kind, move in kinds.items():
            show(kind in node, f"There is no reply to {kind}.")
            after, answer = game.after(state, move), node[kind]
            fault = f"The reply to {kind} does not win."
            if (outcome := game.outcome(after)) is not None:
                show(answer is None and outcome.winner is winner, fault)
                continue
            show(type(answer) is list and len(answer) == 2, fault)
            reply, following = answer
            replies = kinds_of(game, after)
            show(type(reply) is str and reply in replies, fault)
            then = game.after(after, replies[reply])
            if (outcome := game.outcome(then)) is not None:
                show(following is None and outcome.winner is winner, fault)
            elif following is None:
                show(winner_of is not None and winner_of(then) is winner, fault)
            else:
                show(type(following) is int and 0 <= following < len(nodes), "A node is missing.")
                key = (merged_position(game, then), following)
                if key not in seen:
                    seen.add(key)
                    waiting.append((then, following))
    return None


_CHECKS: dict[str, Callable[..., None]] = {
    "pairing": _check_pairing,
    "nim-values": _check_nim_values,
    "counts": _check_counts,
    "strategy": _check_strategy,
}
