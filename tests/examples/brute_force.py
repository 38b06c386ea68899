"""Judges certificates of small games by brute force, without numduel's theories and proofs.

Only the rules are shared. Who wins is found by trying everything, a maximum pairing by trying all
pairings, nim-values by their definition, and a strategy is played against every line.
"""

from functools import cache

from numduel import load_game


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
    game = load_game(certificate["game"], **certificate["options"])
    state = game.start()
    for move in certificate["moves"]:
        state = game.play(state, game.read_move(move))
    wins, distance = outcome_of(game, state)
    reply, proof = certificate["reply"], certificate["proof"]
    claim(certificate["winner"] == (state.to_move if wins else state.to_move.opponent))
    claim((wins and distance > 0) == (reply is not None))
    after = state if reply is None else game.play(state, game.read_move(reply))
    claim(reply is None or not outcome_of(game, after)[0])
    {"pairing": pairing, "nim-values": nim_values, "counts": counts, "strategy": strategy}[
        proof["kind"]
    ](game, state, after, reply, proof)


@cache
def outcome_of(game, state):
    """Whether the player to move wins, and in how many moves the end comes."""
    over = game.outcome(state)
    if over is not None:
        return over.winner is state.to_move, 0
    found = [outcome_of(game, game.after(state, move)) for move in game.legal_moves(state)]
    lost = [distance for wins, distance in found if not wins]
    return bool(lost), 1 + (min(lost) if lost else max(distance for _, distance in found))


def pairing(game, state, _after, reply, proof):
    numbers = {number for number in range(1, game.numbers + 1) if state.remaining >> number & 1}
    left_out = int(reply) if reply else state.last
    if left_out:
        numbers.add(left_out)
    paired = [number for pair in proof["pairs"] for number in pair]
    claim(all(len(pair) == 2 and divides(*pair) for pair in proof["pairs"]))
    claim(len({*paired}) == len(paired) and numbers - {left_out} >= {*paired})
    claim(len(proof["pairs"]) == most_pairs(frozenset(numbers)))
    barrier = {*proof["barrier"]}
    claim(len(barrier) == len(proof["barrier"]) and numbers >= barrier)
    odd = sum(len(piece) % 2 for piece in pieces(numbers - barrier))
    claim(odd - len(barrier) == len(numbers) - len(paired))


def divides(one, two):
    claim(one > 0 and two > 0)
    return one != two and (one % two == 0 or two % one == 0)


@cache
def most_pairs(numbers):
    if not numbers:
        return 0
    first, rest = min(numbers), numbers - {min(numbers)}
    paired = [1 + most_pairs(rest - {other}) for other in rest if divides(first, other)]
    return max([most_pairs(rest), *paired])


def pieces(numbers):
    left = {*numbers}
    while left:
        piece, new = set(), {left.pop()}
        while new:
            piece |= new
            new = {other for other in left if any(divides(other, number) for number in new)}
            left -= new
        yield piece


@cache
def nim_value(heap):
    splits = {nim_value(part) ^ nim_value(heap - part) for part in range(1, (heap + 1) // 2)}
    return next(value for value in range(heap + 1) if value not in splits)


def nim_values(game, _state, after, _reply, proof):
    claim(proof["values"] == [nim_value(heap) for heap in range(1, len(proof["values"]) + 1)])
    claim(len(proof["values"]) >= max(after.heaps))
    claim({*proof["replies"]} == {*map(game.write_move, game.legal_moves(after))})
    for move, answer in proof["replies"].items():
        then = game.play(after, game.read_move(move))
        claim(not outcome_of(game, game.play(then, game.read_move(answer)))[0])


def counts(game, state, _after, _reply, proof):
    left = [number for number in range(1, game.numbers + 1) if state.remaining >> number & 1]
    claim(proof["odd"] == sum(number % 2 for number in left))
    claim(proof["even"] == len(left) - proof["odd"])
    legal = {("even", "odd")[move % 2]: move for move in game.legal_moves(state)}
    lasts = {kind: 1 + outcome_of(game, game.after(state, legal[kind]))[1] for kind in legal}
    claim(proof["lasts"] == lasts)


def strategy(game, _state, after, _reply, proof):
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
            answer, following = proof["answers"][node][name]
            answers = [move for move in game.legal_moves(then) if kind_of(game, move) == answer]
            claim(answers)
            follow(game.after(then, answers[0]), following)
        return None

    follow(after, 0)


def kind_of(game, move):
    is_by_parity = game.slug == "sequence-builder"
    return ("even", "odd")[move % 2] if is_by_parity else game.write_move(move)
