"""Judges moves with their reasons by brute force, without numduel's theories, proofs and reasons.

Only the rules are shared. A reason is a list of statements here, each a tuple of what it names, so
that nothing is read from a text. A pairing is played against everything, worths follow from their
definition, and who wins is found by trying everything.
"""

from brute_force import Untrue, nim_value, outcome_of, pairing


def wins(game, state, move):
    return not outcome_of(game, game.after(state, move))[0]


def grade(game, state, move, reason):
    """The grade of a move with its reason; `reason` is "lost" or a list of statements."""
    legal = list(game.legal_moves(state))
    winning = [each for each in legal if wins(game, state, each)]

    def proves(each):
        return not winning if reason == "lost" else each in winning and check(each)

    def check(each):
        try:
            return CHECKS[game.slug](game, state, each, reason)
        except (TypeError, ValueError):  # nonsense, such as odd divisors
            return False

    right = winning or legal
    if move in right:
        return "valid" if proves(move) else "right move, wrong reason"
    return "right reason, wrong move" if any(map(proves, right)) else "invalid"


def check_pairs(game, state, move, pairs):
    """Play the pairing, in which a pair may be named twice, against everything."""
    once = {(min(one, two), max(one, two)) for one, two in pairs}
    try:
        pairing(game, state, game.after(state, move), move, {"pairs": once})
    except Untrue:
        return False
    return True


def check_worths(game, state, move, told):
    values = [(first, second) for first, second in told if first != "left"]
    left = [second for first, second in told if first == "left"]
    if any(not 1 <= heap <= max(state.heaps) or nim_value(heap) != value for heap, value in values):
        return False
    together = 0
    for heap in state.heaps:
        together ^= nim_value(heap)
    needed = {*state.heaps, move.larger, move.heap - move.larger} - {1, 2}
    return bool(left) and {*left} == {together} and needed <= {heap for heap, _ in values}


def check_counts(game, state, move, told):
    odd = sum(state.remaining >> number & 1 for number in range(1, game.numbers + 1, 2))
    even = sum(state.remaining >> number & 1 for number in range(2, game.numbers + 1, 2))
    truth = {("odd", odd), ("even", even)}
    truth.add(("lasts", 1 + outcome_of(game, game.after(state, move))[1]))
    return {*told} == truth


def check_replies(game, state, move, told):
    """Every move of the opponent is tried, not one of each kind."""
    after = game.after(state, move)
    if game.outcome(after):
        return told == []
    if told == [] or len(dict(told)) != len({*told}):
        return False
    played = {name_of(game, theirs) for theirs in game.legal_moves(after)}
    if played != {theirs for theirs, _ in told}:
        return False
    for theirs in game.legal_moves(after):
        then, mine = game.after(after, theirs), dict(told)[name_of(game, theirs)]
        if game.outcome(then):
            if mine != "over":
                return False
            continue
        replies = [reply for reply in game.legal_moves(then) if name_of(game, reply) == mine]
        if not replies or not all(wins(game, then, reply) for reply in replies):
            return False
    return True


def name_of(game, move):
    if game.slug == "sequence-builder":
        return "odd" if move % 2 else "even"
    return game.write_move(move)


CHECKS = {
    "divisor-duel": check_pairs,
    "grundys-game": check_worths,
    "parity-duel": check_counts,
    "even-odd-match": check_counts,
    "sequence-builder": check_replies,
    "number-split-duel": check_replies,
    "last-stone": check_replies,
}
