"""Judges certificates of small games by brute force, without numduel's theories and proofs.

Only the rules are shared. Who wins is found by trying everything, nim-values by their definition,
and pairings and strategies are played against every line.
"""

from functools import cache

from numduel.match import read_id


class Untrue(Exception):
    """A claim of a certificate is false."""


def claim(is_true):
    if not is_true:
        raise Untrue


def is_true(certificate):
    """Whether all that a certificate claims is so."""
    try:
        judge(certificate)
    except (Untrue, ValueError, KeyError, IndexError, TypeError, AttributeError):  # or nonsense
        return False
    return True


def judge(certificate):
    match = read_id(certificate["position"])
    game, state = match.game, match.state
    wins, distance = outcome_of(game, state)
    reply, reason = certificate["reply"], certificate["reason"]
    claim(certificate["winner"] == (state.to_move if wins else state.to_move.opponent))
    claim((wins and distance > 0) == (reply is not None))
    after = state if reply is None else game.play(state, game.read_move(reply))
    claim(reply is None or not outcome_of(game, after)[0])
    {"pairing": pairing, "nim-values": nim_values, "counts": counts, "strategy": strategy}[
        reason["kind"]
    ](game, state, after, reply, reason)


@cache
def outcome_of(game, state):
    """Whether the player to move wins, and in how many moves the end comes."""
    over = game.outcome(state)
    if over is not None:
        return over.winner is state.to_move, 0
    found = [outcome_of(game, game.after(state, move)) for move in game.legal_moves(state)]
    lost = [distance for wins, distance in found if not wins]
    return bool(lost), 1 + (min(lost) if lost else max(distance for _, distance in found))


def pairing(game, _state, after, _reply, reason):
    left = frozenset(n for n in range(1, game.numbers + 1) if after.remaining >> n & 1)
    partner = {}
    for one, two in reason["pairs"]:
        claim({one, two} <= left and one != two and max(one, two) % min(one, two) == 0)
        claim(partner.keys().isdisjoint([one, two]))
        partner[one], partner[two] = two, one

    @cache
    def never_stuck(state):
        for taken in game.legal_moves(state):
            answer, then = partner.get(taken), game.after(state, taken)
            if answer is None or not never_stuck(game.play(then, answer)):
                return False
        return True

    claim(never_stuck(after))


@cache
def nim_value(heap):
    splits = {nim_value(part) ^ nim_value(heap - part) for part in range(1, (heap + 1) // 2)}
    return next(value for value in range(heap + 1) if value not in splits)


def nim_values(game, state, after, reply, reason):
    values = dict(reason["values"])
    claim(all(heap > 0 and nim_value(heap) == value for heap, value in reason["values"]))
    parts = [int(part) for part in reply.split(":")] if reply else []
    needed = {*state.heaps, *parts, *(parts and [parts[0] - parts[1]])}
    claim(needed - {1, 2} <= values.keys() and max(values, default=0) <= max(state.heaps))
    together = 0
    for heap in state.heaps:
        together ^= nim_value(heap)
    claim(reason["left"] == together)


def counts(game, state, _after, reply, reason):
    left = [number for number in range(1, game.numbers + 1) if state.remaining >> number & 1]
    claim(reason["odd"] == sum(number % 2 for number in left))
    claim(reason["even"] == len(left) - reason["odd"])
    moves = [int(reply)] if reply else game.legal_moves(state)
    legal = {("even", "odd")[move % 2]: move for move in moves}
    lasts = {kind: 1 + outcome_of(game, game.after(state, legal[kind]))[1] for kind in legal}
    claim(reason["lasts"] == lasts)


def strategy(game, _state, after, _reply, reason):
    def follow(state, node):
        if game.outcome(state):
            return claim(state is after or game.outcome(state).winner is not after.to_move)
        claim(type(node) is int and node >= 0)
        for move in game.legal_moves(state):
            then = game.after(state, move)
            if game.outcome(then):
                claim(game.outcome(then).winner is not after.to_move)
                continue
            name = kind_of(game, move)
            answer, following = reason["answers"][node][name]
            answers = [move for move in game.legal_moves(then) if kind_of(game, move) == answer]
            claim(answers)
            follow(game.after(then, answers[0]), following)
        return None

    follow(after, 0)


def kind_of(game, move):
    is_by_parity = game.slug == "sequence-builder"
    return ("even", "odd")[move % 2] if is_by_parity else game.write_move(move)
