"""Rule books whose states, turns or endings break the contract."""

from typing import NamedTuple

from last_stone import Heap, LastStone

from numduel import Outcome, Player


class PlayerTwoBegins(LastStone):
    def start(self):
        return Heap(self.heap, Player.TWO)


class Heaps(NamedTuple):
    stones: list
    to_move: Player


class ListState(LastStone):
    def start(self):
        return Heaps([self.heap], Player.ONE)


class NobodysTurn(LastStone):
    def start(self):
        return (self.heap, 1)


class Stones:
    """Equal to nothing but itself."""

    def __init__(self, stones, to_move):
        self.stones = stones
        self.to_move = to_move


class NoValue(LastStone):
    def start(self):
        return Stones(self.heap, Player.ONE)


class SameAgain(LastStone):
    def after(self, state, move):
        to_move = state.to_move if move == 3 else state.to_move.opponent
        return Heap(state.stones - move, to_move)


class ComesBack(LastStone):
    def after(self, state, move):
        return Heap(state.stones + (2 if move == 3 else -move), state.to_move.opponent)

    def refusal(self, state, move):
        return "No." if state.stones == 0 or move > max(state.stones, 2) else None


class Count(NamedTuple):
    number: int
    to_move: Player


class GoesOn(LastStone):
    def start(self):
        return Count(0, Player.ONE)

    def refusal(self, state, move):
        return None

    def after(self, state, move):
        return Count(state.number + move, state.to_move.opponent)

    def outcome(self, state):
        return None


class NeverOver(LastStone):
    def outcome(self, state):
        return None


class OverTooSoon(LastStone):
    def outcome(self, state):
        return Outcome(state.to_move.opponent, "early") if state.stones < 2 else None


class NobodyWins(LastStone):
    def outcome(self, state):
        return None if state.stones else Outcome(None, "by nobody")


class BadReason(LastStone):
    def outcome(self, state):
        return None if state.stones else Outcome(state.to_move.opponent, "The last stone.")


class NamesPlayer(LastStone):
    def outcome(self, state):
        return None if state.stones else Outcome(Player.ONE, "as Player 2 has no stone")


class Pile:
    """A state that is changed in place."""

    def __init__(self, stones):
        self.stones = stones
        self.to_move = Player.ONE

    def __eq__(self, other):
        return (self.stones, self.to_move) == (other.stones, other.to_move)

    def __hash__(self):
        return 1


class ChangedState(LastStone):
    def start(self):
        return Pile(self.heap)

    def after(self, state, move):
        other = Pile(state.stones - move)
        other.to_move = state.to_move.opponent
        state.seen = move
        state.stones += 0 if move < 3 else 1
        return other


class CanonicalList(LastStone):
    def canonical(self, state):
        return [state.stones]


class CanonicalTooSmall(LastStone):
    def canonical(self, state):
        return state.stones % 3


class Rounds(NamedTuple):
    number: int
    to_move: Player


class CanonicalComesBack(LastStone):
    """Four rounds in which nothing is decided: equal values, but canonical keys go in a circle."""

    def start(self):
        return Rounds(0, Player.ONE)

    def all_moves(self):
        return range(1, 3)

    def refusal(self, state, move):
        if not 1 <= move <= 2 or state.number > 9:
            return "There is no such move."
        return None

    def after(self, state, move):
        number = state.number + 1 if move == 1 else 10
        return Rounds(number, state.to_move.opponent)

    def outcome(self, state):
        if state.number <= 9:
            return None
        return Outcome(state.to_move.opponent, "by ending it")

    def canonical(self, state):
        return state.number > 9


class LongerThanSaid(LastStone):
    def most_moves(self):
        return 2


class ByChance(LastStone):
    """Its third stone counts double every other time."""

    count = 0

    def after(self, state, move):
        ByChance.count += 1
        taken = 1 if ByChance.count % 2 else move
        return Heap(state.stones - taken, state.to_move.opponent)


class StartRaises(LastStone):
    def start(self):
        raise RuntimeError("out of stones")


class AfterRaises(LastStone):
    def after(self, state, move):
        if state.stones == 4:
            return Heap(1 // 0, Player.ONE)
        return super().after(state, move)


class RefusalExits(LastStone):
    def refusal(self, state, move):
        if state.stones == 2:
            raise SystemExit(7)
        return super().refusal(state, move)
