"""Rule books whose moves break the contract."""

from last_stone import LastStone

from numduel import Outcome, UnreadableMove


class LegalLeavesOut(LastStone):
    def legal_moves(self, state):
        return [move for move in super().legal_moves(state) if move != 2 or state.stones == 2]


class LegalHasMore(LastStone):
    def legal_moves(self, state):
        return [1, 2] if state.stones == 1 and self.heap > 1 else super().legal_moves(state)

    def outcome(self, state):
        return None if state.stones > 0 else Outcome(state.to_move.opponent, "by taking the last")


class LegalBackwards(LastStone):
    def legal_moves(self, state):
        return super().legal_moves(state)[::-1]


class LegalGenerator(LastStone):
    def legal_moves(self, state):
        return (move for move in super().legal_moves(state))


KEPT = {}


class LegalShared(LastStone):
    def legal_moves(self, state):
        return KEPT.setdefault((self, state), super().legal_moves(state))


class BadRefusal(LastStone):
    def refusal(self, state, move):
        return super().refusal(state, move) and "no"


class AllowsAnything(LastStone):
    def refusal(self, state, move):
        return super().refusal(state, move) if 0 <= move <= 3 else None


class PlayForgives(LastStone):
    def play(self, state, move):
        return self.after(state, min(move, state.stones))


class TwoWritten(LastStone):
    def write_move(self, move):
        return str(min(move, 2))

    def read_move(self, text):
        return int(text)


class BadlyWritten(LastStone):
    def write_move(self, move):
        return f"take {move}"


class NotReadBack(LastStone):
    def write_move(self, move):
        return str(move * 10)


class ValueErrorOnReading(LastStone):
    def read_move(self, text):
        return int(text)


class MoveTwice(LastStone):
    def all_moves(self):
        return [1, *super().all_moves()]

    def legal_moves(self, state):
        return [move for move in super().all_moves() if self.refusal(state, move) is None]


class ReadsNothing(LastStone):
    def read_move(self, text):
        raise UnreadableMove(f"{text} is not a move")
