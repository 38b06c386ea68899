"""Analyses and explanations: what they say when the duel is over, and what is best."""

from dataclasses import dataclass

import pytest
from last_stone import LastStone

from numduel import Player, load_game
from numduel.theory import (
    BRIEF,
    BUDGET,
    Analysis,
    Argument,
    Theory,
    analyse,
    brief_budget,
    reasons_for,
    theory_of,
    write_reason,
)
from numduel.theory.base import Value, give_up, weigh

from ..conftest import run_python


def best(analysis):
    return [choice.move for choice in analysis.choices if choice.best]


def test_a_duel_that_is_over_has_a_winner_and_no_choices(play):
    match = play("divisor-duel", "11 1 13")
    assert match.outcome.winner is Player.ONE
    assert analyse(match.game, match.state) == Analysis(Player.ONE, 0, (), None, 0, 0)
    assert reasons_for(match.game, match.state) == Argument()  # the outcome has the reason


def test_a_distance_that_is_not_known_lies_between_bounds():
    values = [Value(True, None, 5, 11), Value(True, None, 3, 15), Value(False, 2)]
    analysis = weigh(Player.ONE, "abc", values, unknown="Too large.")
    assert (analysis.distance, analysis.at_least, analysis.at_most) == (None, 3, 11)
    assert best(analysis) == ["a"]  # it wins within eleven moves at any rate
    lost = weigh(Player.ONE, "ab", [Value(False, None, 4, 8), Value(False, 6)])
    assert (lost.distance, lost.at_least, lost.at_most) == (None, 6, 8)
    assert best(lost) == ["b"]


def test_among_wins_of_unknown_length_few_replies_are_best():
    values = [Value(True, None, 3, 9), Value(True, None, 5, 9), Value(True, None, 3, 11)]
    replies = {"a": 4, "b": 2, "c": 1}
    analysis = weigh(Player.ONE, "abc", values, None, "Too large.", replies.__getitem__)
    assert best(analysis) == ["b"]
    known = weigh(Player.ONE, "ab", [Value(True, 3), Value(True, 3)], None, None, {}.__getitem__)
    assert best(known) == ["a", "b"]


def test_default_bounds_are_one_to_win_and_two_to_lose():
    won = weigh(Player.ONE, "a", [Value(True, None)], unknown="Too large.")
    lost = weigh(Player.ONE, "a", [Value(False, None)], unknown="Too large.")
    assert [(each.at_least, each.at_most) for each in (won, lost)] == [(1, None), (2, None)]


def test_count_won_needs_all_moves_judged():
    known = weigh(Player.ONE, "abc", [Value(True, 1), Value(False, 2), Value(False, 4)])
    assert (known.count_won(Player.ONE), known.count_won(Player.TWO)) == (1, 2)
    assert (known.moves_won_by(Player.ONE), known.moves_won_by(Player.TWO)) == (["a"], ["b", "c"])
    assert known.matters
    unknown = give_up("abc", "Too large.")
    assert unknown.count_won(Player.ONE) is None
    assert not unknown.matters


@pytest.mark.parametrize("ask", [analyse, reasons_for])
def test_what_is_not_a_game_has_no_theory(ask):
    class NoGame:
        def outcome(self, state):
            return None

    with pytest.raises(TypeError, match="NoGame is not a Game"):
        ask(NoGame(), None)


def test_importing_theory_loads_no_heavy_packages():
    told = run_python("import sys, numduel.theory; print(*sys.modules)").stdout.split()
    assert {f"numduel.theory.{name}" for name in ("grundy", "divisor", "search")} <= {*told}
    assert not {"numpy", "numba", "networkx"} & {*told}


@dataclass(frozen=True)
class FourStones(LastStone):
    """A rule book of another package, with a theory of its own."""


class FourStonesTheory(Theory[FourStones], of=FourStones):
    def judge(self, state, budget):
        moves = self.game.legal_moves(state)
        wins = [(state.stones - move) % 4 == 0 for move in moves]
        return weigh(state.to_move, moves, [Value(won, None) for won in wins], unknown="Not told.")


def test_plugin_brings_its_own_theory():
    @dataclass(frozen=True)
    class Descendant(FourStones):
        pass

    for game in (FourStones(10), Descendant(10)):
        assert type(theory_of(game)) is FourStonesTheory
        analysis = analyse(game, game.start())
        assert (analysis.best_moves, analysis.unknown) == ([2], "Not told.")
    assert type(theory_of(LastStone(10))) is Theory
    assert write_reason(FourStones(3), FourStones(3).start(), 3) == "over"


def test_a_quick_answer_searches_long_only_for_the_winner(monkeypatch):
    divisor, stones = load_game("divisor-duel", numbers=100), LastStone(heap=1_000)
    assert brief_budget(stones, stones.start()) == BRIEF
    monkeypatch.setattr("numduel.theory.base.BRIEF", 1_000)
    assert brief_budget(stones, stones.start()) == BUDGET
    assert analyse(stones, stones.start(), 1_000).winner is None
    assert brief_budget(divisor, divisor.after(divisor.start(), 64)) == 1_000
