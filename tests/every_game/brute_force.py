"""Brute force: the value of a position by its definition, recursively.

It knows no canonical key, no budget and no theory; what does know them is compared with it.
"""

from numduel.theory import Analysis, Choice


class BruteForce:
    """What every position is worth, and every move in it, by trying everything."""

    def __init__(self, game, name=lambda state: state):
        self.game = game
        self.name = name
        self.known = {}

    def value(self, state):
        """Whether the player to move wins, and in how many moves."""
        name = self.name(state)
        if name not in self.known:
            self.known[name] = self.work_out(state)
        return self.known[name]

    def work_out(self, state):
        outcome = self.game.outcome(state)
        if outcome:
            return outcome.winner is state.to_move, 0
        replies = [self.value(after) for _, after in self.moves(state)]
        lost = [distance for wins, distance in replies if not wins]
        return (True, 1 + min(lost)) if lost else (False, 1 + max(d for _, d in replies))

    def moves(self, state):
        return [(move, self.game.after(state, move)) for move in self.game.legal_moves(state)]

    def analyse(self, state):
        wins, distance = self.value(state)
        winner = state.to_move if wins else state.to_move.opponent
        choices, best = [], []
        for move, after in self.moves(state):
            they_win, far = self.value(after)
            choices.append((move, after.to_move if they_win else state.to_move, far + 1))
            if they_win is not wins and far + 1 == distance:
                best.append((0 if wins else self.count_winning(after), move))
        fewest = min(best, default=(0, None))[0]
        replies = {} if wins else {move: count for count, move in best}
        best = {move for count, move in best if count == fewest}
        told = tuple(Choice(*c, c[0] in best, c[2], c[2], replies.get(c[0])) for c in choices)
        return Analysis(winner, distance, told, None, distance, distance)

    def count_winning(self, state):
        return sum(not self.value(after)[0] for _, after in self.moves(state))
