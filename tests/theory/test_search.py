"""Exact search: any game, any length, and an honest answer where it is too large."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from last_stone import LastStone
from leave_the_last import LeaveTheLast
from positions import reachable

from numduel import Game, Outcome, Player, TooLarge, load_game, option
from numduel.study import explain
from numduel.theory import Theory, Value, analyse
from numduel.theory.search import GameSolver, backward_induction, explore, solver_of


class Spot(NamedTuple):
    place: int
    to_move: Player


@dataclass(frozen=True)
class Walk(Game[Spot, int]):
    """Walk along a row, forwards or back; whoever reaches the end wins."""

    slug = "walk"
    title = "Walk"
    summary = "Reach the end."

    length: int = option(3, "how far the end is", minimum=1)

    def start(self):
        return Spot(0, Player.ONE)

    def all_moves(self):
        return [-1, 1]

    def refusal(self, state, move):
        return None if 0 <= state.place + move <= self.length else "That is off the row."

    def legal_moves(self, state):
        return [] if self.outcome(state) else super().legal_moves(state)

    def after(self, state, move):
        return Spot(state.place + move, state.to_move.opponent)

    def outcome(self, state):
        is_over = state.place == self.length
        return Outcome(state.to_move.opponent, "by reaching the end") if is_over else None


def test_player_to_move_at_end_may_win():
    game = LeaveTheLast(12)
    solver = GameSolver(game)
    for stones in range(13):
        state = game.start()._replace(stones=stones)
        assert solver.value(state).wins is (stones % 4 != 1)
    assert solver.value(game.start()._replace(stones=0)) == Value(True, 0)


def test_the_line_of_best_play_is_told():
    game = LastStone(6)
    assert Theory(game).best_line(game.start()) == [2, 1, 3]
    why = explain(game, game.start())
    assert why.sentences == (
        "You can win in 3 moves (2 of them yours).",
        "If both play their best: 2, 1, 3.",
    )
    assert why.reply == 2


def test_a_long_line_is_told_in_part():
    game = LastStone(60)
    why = explain(game, game.start())
    assert why.sentences[1].endswith(", 1, 3 and so on, 30 moves in all.")


@pytest.mark.untraced
def test_no_game_is_too_long():
    game = LastStone()
    analysis = analyse(game, game.start()._replace(stones=20_000), budget=140_000)
    assert (analysis.winner, analysis.distance) == (Player.TWO, 10_000)


def test_what_is_too_large_is_unknown_and_no_guess_is_made():
    game = LastStone(12)
    analysis = analyse(game, game.start(), budget=20)
    assert (analysis.winner, analysis.distance) == (None, None)
    assert analysis.unknown == "The rest of the game has more than 20 moves to try."
    assert [choice[:3] for choice in analysis.choices] == [(m, None, None) for m in (1, 2, 3)]
    assert not any(choice.best for choice in analysis.choices)
    why = explain(game, game.start(), budget=20)
    assert why.sentences == (
        "Who wins here is not known. The rest of the game has more than 20 moves to try.",
    )
    assert why.reply is None


def test_an_answer_never_depends_on_what_was_asked_before():
    game = LastStone(12)
    fresh = analyse(game, game.start(), budget=20)
    assert fresh.unknown
    small = game.start()._replace(stones=5)
    assert analyse(game, small, budget=20).winner is Player.ONE
    assert analyse(game, game.start(), budget=20) == fresh
    assert analyse(game, game.start(), budget=70).winner is Player.TWO
    assert analyse(game, game.start(), budget=20) == fresh


def test_game_with_cycles_is_unknown():
    game = Walk(3)
    analysis = analyse(game, game.start())
    assert analysis.winner is None
    assert analysis.unknown == "Positions come back in this game, and a duel must end."


def test_explore_visits_each_position_once():
    game = load_game("divisor-duel", numbers=8)
    positions = explore(game, game.start())
    assert positions.states == reachable(game)
    assert positions.places == {game.canonical(s): n for n, s in enumerate(positions.states)}
    for state, following in zip(positions.states, positions.successors, strict=True):
        after = [game.after(state, move) for move in game.legal_moves(state)]
        assert [positions.places[game.canonical(each)] for each in after] == [*following]
    unmerged = explore(game, game.start(), key=lambda state: state)
    assert unmerged.states == reachable(game, merged=False)
    assert len(unmerged.states) > len(positions.states)


def test_ends_first_orders_successors_first():
    positions = explore(LastStone(), LastStone().start())
    order = positions.ends_first()
    assert sorted(order) == [*range(len(positions.states))]
    rank = {place: number for number, place in enumerate(order)}
    for place, following in enumerate(positions.successors):
        assert all(rank[other] < rank[place] for other in following)
    assert len(explore(Walk(3), Walk(3).start()).ends_first()) < 7  # positions come back


def test_a_walk_gives_up_beyond_its_budget():
    game = LastStone()
    moves = sum(map(len, explore(game, game.start()).successors))
    assert explore(game, game.start(), moves)
    with pytest.raises(TooLarge, match=f"has more than {moves - 1} moves to try"):
        explore(game, game.start(), moves - 1)


def test_depth_limited_search_decides_within_depth():
    game = LastStone(5)
    near = explore(game, game.start(), depth=2)
    assert [state.stones for state in near.states] == [5, 4, 3, 2, 3, 2, 1, 0]
    assert near.successors == [(1, 2, 3), (4, 5, 6), (5, 6, 7), (6, 7), (), (), (), ()]
    assert backward_induction(game, near) == [0, 0, 2, 2, 0, 0, 0, -1]
    whole = explore(game, game.start())
    values = backward_induction(game, whole)
    for state, value in zip(whole.states, values, strict=True):
        assert (value > 0) == (state.stones % 4 > 0)


def test_threads_that_ask_at_once_get_the_same_answer():
    game = load_game("divisor-duel", numbers=12)
    solver_of.cache_clear()
    with ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(Theory(game).judge, game.start(), 250_000) for _ in range(16)]
        assert len({answer.result() for answer in asked}) == 1
