"""Episodes that begin elsewhere, and the wins that are thrown away in them."""

from random import Random

import pytest

from numduel import load_game, tasks
from numduel.study import match_of
from numduel.tasks.starts import Starts


def test_an_episode_may_begin_after_moves():
    episode = tasks.Episode("divisor-duel", None, moves=["6", "3"])
    assert episode.match.written_moves == ["6", "3"]
    assert episode.asked == 1
    opened = tasks.Episode("divisor-duel", "perfect", seat=1, moves=["6"])
    assert len(opened.match.written_moves) == 2  # the opponent was to move


def test_thrown_away_win_or_forfeit_counts_once():
    puzzle = tasks.puzzles("divisor-duel", 3, count=1)[0]
    wrong = next(move for move in puzzle.legal if move not in puzzle.answers)
    for reply, thrown in [(puzzle.answers[0], 0), (wrong, 1)]:
        episode = tasks.Episode("divisor-duel", None, moves=puzzle.moves)
        seat = episode.asked
        episode.reply(f"Answer: {reply}")
        assert (episode.thrown_away(seat), episode.thrown_away(seat.opponent)) == (thrown, 0)
    silent = tasks.Episode("divisor-duel", None, moves=puzzle.moves)
    seat = silent.asked
    silent.reply("")
    assert silent.thrown_away(seat) == 0  # it may try again
    silent.reply("")
    assert silent.is_over
    assert silent.thrown_away(seat) == 1


@pytest.mark.parametrize("mover", [2, None])
def test_rated_starts_are_puzzles_of_the_ratings(mover):
    game = load_game("grundys-game", start=20)
    starts = Starts(game, "rated", ratings=(10, 80), mover=mover)
    for seed in range(20):
        moves = [game.write_move(move) for move in starts.draw(Random(seed))]
        puzzle = tasks.puzzle(game, moves)
        assert 10 <= puzzle.rating <= 80
        assert match_of(puzzle).state.to_move == (mover or match_of(puzzle).state.to_move)
