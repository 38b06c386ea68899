"""`look_ahead` of a puzzle is how far one must look ahead, and looking less far is not enough."""

from ..conftest import made, match_of


def seen(game, state, ahead):
    """1 if whoever is to move is seen to win by looking so many moves ahead, -1 if seen to lose."""
    outcome = game.outcome(state)
    if outcome is not None:
        return 1 if outcome.winner is state.to_move else -1
    if ahead == 0:
        return 0
    return max(-seen(game, game.after(state, move), ahead - 1) for move in game.legal_moves(state))


def found_by_looking(match, ahead):
    """The moves one is left with: those seen to win, or else those not seen to lose."""
    game, state = match.game, match.state
    worth = {
        move: -seen(game, game.after(state, move), ahead - 1) for move in game.legal_moves(state)
    }
    return {game.write_move(move) for move in worth if worth[move] == max(worth.values())}


def test_look_ahead_is_how_far_one_must_look(some):
    measured = [puzzle for puzzle in some if puzzle.look_ahead in (1, 2)]
    assert len(measured) > 20
    for puzzle in measured:
        assert found_by_looking(match_of(puzzle), puzzle.look_ahead) <= set(puzzle.answers)


def test_looking_less_far_is_not_enough():
    puzzles = made("divisor-duel", 10, difficulty="medium")
    assert len(puzzles) == 10
    for puzzle in puzzles:
        assert not found_by_looking(match_of(puzzle), 1) <= set(puzzle.answers)
