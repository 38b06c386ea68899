"""A whole game as questions and replies."""

from random import Random

import pytest

from numduel import load_game, tasks
from numduel.errors import NumduelError
from numduel.match import Match
from numduel.study import match_of
from numduel.tasks.starts import Starts
from numduel.theory.distances import bound_distances


def play(episode, answer):
    while not episode.is_over:
        episode.reply(answer(episode))
    return episode


def perfectly(episode):
    return episode.gold()


def test_perfect_replies_win_what_can_be_won():
    episode = play(tasks.Episode("divisor-duel", "perfect", 1), perfectly)
    assert episode.score().value == 1
    assert [episode.score().parts[name] for name in ("won", "legal", "form")] == [1, 1, 1]
    assert episode.question.startswith("You win: Player 1 wins ")
    lost = play(tasks.Episode("divisor-duel", "perfect", 2), perfectly)
    assert lost.score().parts["won"] == 0
    assert lost.score().value is None  # from a lost seat nothing can be thrown away
    assert lost.question.startswith("You lose: Player 1 wins ")


def test_empty_replies_forfeit_after_retries():
    episode = tasks.Episode("divisor-duel", asking=tasks.Asking(retries=2))
    first = episode.question
    for _ in range(2):
        episode.reply("")
        assert episode.question.startswith("Your reply was empty.")
        assert not episode.is_over
    episode.reply("")
    assert episode.is_over
    assert "by forfeit" in episode.question
    assert episode.score().value == episode.score().parts["won"] == 0
    assert first == tasks.Episode("divisor-duel").question


def test_tries_are_granted_anew_at_each_turn():
    episode = tasks.Episode("divisor-duel", "perfect", 1)
    while not episode.is_over:
        episode.reply("I do not know.")
        assert not episode.is_over
        episode.reply(episode.gold())
    assert episode.score().value == 1


def test_random_player_scores_no_better_than_chance():
    random = Random(1)

    def guess(episode):
        return "Answer: " + random.choice(tasks.shuffled_moves(episode.match))

    games = [tasks.Episode("divisor-duel", "perfect", 1, seed=seed) for seed in range(80)]
    played = [play(game, guess).score() for game in games]
    assert sum(game.value or 0.0 for game in played) / 80 > 0.5  # what it once scored
    assert abs(tasks.beyond_chance(played)) < 0.15
    best = [play(tasks.Episode("divisor-duel", "hard", 1), perfectly).score()]
    assert tasks.beyond_chance(best) == 1
    idle = play(tasks.Episode("parity-duel", "random", 1, numbers=8), perfectly).score()
    assert (idle.value, idle.parts["matters"], idle.parts["won"]) == (None, 0, 0)
    assert tasks.beyond_chance([idle]) is None


def test_self_play_asks_and_scores_both_seats():
    episode, asked = tasks.Episode("divisor-duel", None), []
    while not episode.is_over:
        asked.append(int(episode.asked))
        assert f"You are Player {asked[-1]} " in episode.question
        episode.reply(episode.gold() if asked[-1] == 1 else "Answer: 1")
        if not episode.is_over and int(episode.asked) == asked[-1]:  # 1 was not allowed
            episode.reply(episode.gold())
    assert set(asked) == {1, 2}
    assert episode.score(1).value == episode.score(1).parts["won"] == 1
    assert episode.score(2).parts["won"] == 0
    assert episode.question.startswith("Player 1 wins ")


def test_episode_refuses_bad_arguments_and_late_reply():
    with pytest.raises(NumduelError, match="seat must be 1 or 2"):
        tasks.Episode("divisor-duel", seat=3)
    with pytest.raises(NumduelError, match='no computer player "gm"'):
        tasks.Episode("divisor-duel", "gm")
    episode = play(tasks.Episode("number-split-duel"), perfectly)
    with pytest.raises(NumduelError, match="The game is over"):
        episode.reply("Answer: 1")


def test_a_score_needs_no_distances(monkeypatch):
    """Distances of a large duel take a thousand times as long as who wins."""

    def search(*arguments, **others):
        assert arguments[-1] == 0, "the budget"
        return bound_distances(*arguments, **others)

    monkeypatch.setattr("numduel.theory.divisor.bound_distances", search)
    match = Match.at(load_game("divisor-duel", numbers=100), ["50", "25"])
    assert tasks.score(match, "Answer: 1").parts["matters"] == 1
    assert tasks.score(match, tasks.gold(match)).value == 1


def test_an_episode_may_begin_after_moves():
    episode = tasks.Episode("divisor-duel", None, moves=["6", "3"])
    assert (episode.match.written_moves, episode.asked) == (["6", "3"], 1)
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
