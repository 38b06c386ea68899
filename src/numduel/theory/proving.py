"""Proofs that a position is won, for certificates: by the game's theory, or else by a strategy.

What is made here is checked by `proofs/`, which knows nothing of this module.
"""

from functools import singledispatch
from typing import Any

from numduel.errors import TooLarge
from numduel.game import AnyGame, Game
from numduel.games.divisor_duel import DivisorDuel, DivisorState
from numduel.games.grundys_game import GrundysGame, HeapsState
from numduel.games.parity_duel import ParityDuel, ParityState
from numduel.match import Match
from numduel.pool import numbers_in, parity_of
from numduel.theory.graphs.matching import divisor_graph, maximum_matching
from numduel.theory.grundy import strengths, winning_splits
from numduel.theory.parity import counts_after
from numduel.theory.proofs.claim import FORM
from numduel.theory.proofs.strategy import kinds_of, merged_position, name_kind
from numduel.theory.verdict import BUDGET, analyse, first_best

_MOST_NODES = 20_000  # of a strategy


def certify(match: Match, budget: int = BUDGET) -> dict[str, Any]:
    """Return the certificate of a match's position: who wins it, with a proof, as JSON. Raise
    TooLarge if no proof is known."""
    game, state = match.game, match.state
    analysis = analyse(game, state, budget)
    if analysis.winner is None:
        raise TooLarge(f"There is no certificate, for who wins is not known: {analysis.unknown}")
    is_reply = analysis.winner is state.to_move and match.outcome is None
    reply = first_best(analysis) if is_reply else None
    return {
        "form": FORM,
        "game": game.slug,
        "options": game.options,
        "moves": match.written_moves,
        "winner": int(analysis.winner),
        "reply": None if reply is None else game.write_move(reply),
        "proof": prove(game, state, reply),
    }


@singledispatch
def prove(game: AnyGame, _state: Any, _reply: Any) -> dict[str, Any]:
    """The proof that a reply wins or, without a reply, that no move does, by the game's theory."""
    raise TypeError(f"{type(game).__name__} is not a Game")


@prove.register(DivisorDuel)
def prove_by_pairing(_game: DivisorDuel, state: DivisorState, reply: int | None) -> dict[str, Any]:
    """A maximum pairing that leaves out the winner's last number, and its barrier."""
    numbers, left_out = state.remaining, reply
    if reply is None and state.last is not None:
        left_out = state.last
        numbers |= 1 << left_out
    matching = maximum_matching(divisor_graph(numbers_in(numbers)))
    pairs = matching.pairs
    if left_out is not None and matching.partner(left_out) is not None:
        pairs = maximum_matching(divisor_graph(numbers_in(numbers ^ 1 << left_out))).pairs
    return {
        "kind": "pairing",
        "pairs": [list(pair) for pair in pairs],
        "barrier": list(matching.barrier),
    }


@prove.register(GrundysGame)
def prove_by_nim_values(game: GrundysGame, state: HeapsState, reply: Any) -> dict[str, Any]:
    """The nim-values of all heaps that can come up, and a reply to each of the loser's moves."""
    if reply is not None:
        state = game.after(state, reply)
    largest = max(state.heaps)
    replies = {
        game.write_move(move): game.write_move(winning_splits(game.after(state, move))[0])
        for move in game.legal_moves(state)
    }
    values = list(strengths(largest)[1 : largest + 1])
    return {"kind": "nim-values", "values": values, "replies": replies}


@prove.register(ParityDuel)
def prove_by_counts(game: ParityDuel, state: ParityState, _reply: int | None) -> dict[str, Any]:
    """How many numbers are left of each kind, and how long the duel lasts after either."""
    kinds = [parity_of(number) for number in numbers_in(state.remaining)]
    afters = counts_after(game, state)
    lasts = {parity_of(kind): 1 + after.moves_left for kind, after in afters.items()}
    counts = {kind: kinds.count(kind) for kind in ("odd", "even")}
    return {"kind": "counts", **counts, "lasts": lasts}


@prove.register(Game)
def prove_by_strategy(game: AnyGame, state: Any, reply: Any) -> dict[str, Any]:
    """An answer to whatever the loser may play, from here to the end."""
    start = state if reply is None else game.after(state, reply)
    if game.outcome(start) is not None:
        return {"kind": "strategy", "answers": []}
    nodes, states = {merged_position(game, start): 0}, [start]
    answers: list[dict[str, Any]] = []
    for node in states:  # which grow as we go
        answers.append({})
        for kind, move in kinds_of(game, node).items():
            after = game.after(node, move)
            if game.outcome(after) is not None:
                continue
            best = first_best(analyse(game, after))
            follow = game.after(after, best)
            place = None
            if game.outcome(follow) is None:
                place = nodes.setdefault(merged_position(game, follow), len(states))
                if place == len(states):
                    states.append(follow)
                if len(states) > _MOST_NODES:
                    raise TooLarge(
                        "There is no certificate: no theory proves who wins this game, and a"
                        f" strategy would have more than {_MOST_NODES:,} positions."
                    )
            answers[-1][kind] = [name_kind(game, best), place]
    return {"kind": "strategy", "answers": answers}
