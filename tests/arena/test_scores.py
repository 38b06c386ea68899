"""Scores of games whose truth is known by heart.

Number Split Duel from 4: Player 1 may hand over 1, which wins at once, or 3, after which Player 2
wins at once by handing over 1 or 2. So only Player 1's first move ever matters.
"""

from collections import Counter
from itertools import combinations
from math import exp, log
from random import Random

import pytest

from numduel import load_game
from numduel.arena.bradley_terry import fit_strengths, strength_intervals
from numduel.arena.plan import Fixture, Plan
from numduel.arena.players import Attempt, Turn
from numduel.arena.run import play_fixture
from numduel.arena.scores import score_run
from numduel.arena.table import draw_scores, remarks
from numduel.tasks import Failure

SPLIT = load_game("number-split-duel", start=4)
PARITY = load_game("parity-duel", numbers=4)


class Scripted:
    """A player whose moves are written down; None is a failure."""

    def __init__(self, *moves):
        self.moves = list(moves)

    def take_turn(self, match):
        move = self.moves.pop(0)
        return Turn(move, () if move else (Attempt(Failure.ILLEGAL, {"seconds": 1.0}),))

    def close(self):
        pass


def play(game, players, one, two, number=1):
    fixture = Fixture(game, players, number, 0)
    return play_fixture(fixture, (Scripted(*one), Scripted(*two)))


def score(*records, games=(SPLIT,)):
    names = {name: {"kind": "program"} for name in ("random", "mine")}
    return score_run(Plan(games, names, 5, 0), list(records))


AS_FIRST, AS_SECOND = ("mine", "random"), ("random", "mine")


def test_accuracy_counts_only_mattering_positions():
    won = play(SPLIT, AS_FIRST, ["1"], [])
    lost = play(SPLIT, AS_FIRST, ["3"], ["2"], 2)
    scores = score(won, lost).players
    assert scores["mine"].regret == {"opening": 50.0, "middle": 0.0, "end": 0.0}
    assert (scores["mine"].accuracy.part, scores["mine"].accuracy.whole) == (1, 2)
    assert scores["random"].accuracy.whole == 0  # every split of 3 wins


def test_forfeit_counts_as_wrong_move_and_loss():
    scores = score(play(SPLIT, AS_FIRST, [None], [])).players["mine"]
    assert (scores.accuracy.part, scores.accuracy.whole) == (0, 1)
    assert scores.failures == {"illegal": 1}
    assert scores.forfeits.part == 1
    assert scores.seats[0].won.part == 0
    assert scores.seconds == 1.0


def test_forfeit_where_all_moves_win_costs_the_win():
    record = play(SPLIT, AS_SECOND, ["3"], [None])  # every split of 3 wins
    scores = score(record).players["mine"]
    assert (scores.accuracy.part, scores.accuracy.whole) == (0, 1)
    assert sum(scores.regret.values()) == 100.0


def test_forfeit_where_all_moves_lose_costs_nothing():
    two = load_game("sequence-builder", numbers=3, length=2)
    scores = score(play(two, AS_SECOND, ["1"], [None]), games=(two,)).players["mine"]
    assert scores.accuracy.whole == 0
    assert sum(scores.regret.values()) == 0.0


def test_idle_games_follow_from_the_rules_not_the_players():
    scores = score(play(SPLIT, AS_SECOND, [None], []), games=(SPLIT,))
    assert scores.idle == ()
    assert scores.players["mine"].strength > 0
    failed = play(PARITY, AS_SECOND, ["1"], [None])
    scores = score(failed, games=(PARITY,))
    assert scores.idle == ("parity-duel/numbers=4",)
    assert scores.players["mine"].accuracy.whole == 0
    assert sum(scores.players["mine"].regret.values()) == 100.0


def test_who_always_opens_alike_is_not_known_better_for_it():
    once = score(play(SPLIT, AS_FIRST, ["1"], [])).players["mine"].accuracy
    often = (
        score(*(play(SPLIT, AS_FIRST, ["1"], [], n) for n in (1, 2, 3))).players["mine"].accuracy
    )
    assert (often.part, often.whole, often.different) == (3, 3, 1)
    assert often.beyond_interval == once.beyond_interval


def test_conversion_and_rescue():
    scores = score(
        play(SPLIT, AS_FIRST, ["1"], []),
        play(SPLIT, AS_FIRST, ["3"], ["2"], 2),
        play(SPLIT, AS_SECOND, ["3"], ["1"]),
    ).players
    assert (scores["mine"].conversion.part, scores["mine"].conversion.whole) == (2, 3)
    assert scores["mine"].rescue.whole == 0  # it never had to move in a lost position
    assert (scores["random"].conversion.part, scores["random"].conversion.whole) == (1, 2)


def test_rescue_counts_lost_positions_won_later():
    four = load_game("divisor-duel", numbers=4)
    # Player 2 wins from the start, and after 4 only with 2: 1 lets Player 1 take 3.
    saved = play(four, AS_FIRST, ["4", "3"], ["1"])
    lost = play(four, AS_FIRST, ["4", "1"], ["2", "3"], 2)
    scores = score(saved, lost, games=(four,)).players["mine"]
    assert (scores.rescue.part, scores.rescue.whole) == (1, 2)


def test_seats_show_result_of_perfect_play():
    scores = score(
        play(SPLIT, AS_FIRST, ["3"], ["2"]), play(SPLIT, AS_SECOND, ["3"], ["1"])
    ).players["mine"]
    first, second = scores.seats
    assert (first.won.value, first.sure.value) == (0.0, 1.0)
    assert (second.won.value, second.sure.value) == (1.0, 0.0)


def test_idle_game_is_named_and_not_scored():
    records = [play(PARITY, AS_FIRST, ["1", "3"], ["2", "4"]), play(SPLIT, AS_FIRST, ["1"], [])]
    scores = score(*records, games=(PARITY, SPLIT))
    assert scores.idle == ("parity-duel/numbers=4",)
    assert scores.players["mine"].accuracy.whole == 1
    assert any("parity-duel/numbers=4 no choice matters" in text for text in remarks(scores))
    alone = score(records[1]).players
    assert scores.players["mine"].strength == alone["mine"].strength
    nothing = score(records[0], games=(PARITY,))
    assert nothing.players["mine"].strength is None
    assert draw_scores(nothing).splitlines()[2].split()[1:3] == ["-", "-"]


def test_random_is_zero_on_the_scale_of_strength():
    scores = score(play(SPLIT, AS_FIRST, ["1"], []))
    assert scores.zero == "random"
    assert scores.players["random"].strength == 0.0
    assert scores.players["mine"].strength == pytest.approx(1.609, abs=0.001)  # log(1.25 / 0.25)


# Agresti, Categorical Data Analysis: American League baseball 1987, wins of row against column.
TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"]
SEASON = [
    [0, 7, 9, 7, 7, 9, 11],
    [6, 0, 7, 5, 11, 9, 9],
    [4, 6, 0, 7, 7, 8, 12],
    [6, 8, 6, 0, 6, 7, 10],
    [6, 2, 6, 7, 0, 7, 12],
    [4, 4, 5, 6, 6, 0, 6],
    [2, 4, 1, 3, 1, 7, 0],
]
PUBLISHED = [1.581, 1.436, 1.294, 1.248, 1.108, 0.684, 0.0]


def test_the_baseball_season_of_the_textbook():
    wins = {
        (winner, loser): SEASON[row][column]
        for row, winner in enumerate(TEAMS)
        for column, loser in enumerate(TEAMS)
        if row != column
    }
    strengths = fit_strengths(TEAMS, wins, zero="Baltimore", smoothing=0)
    assert list(strengths.values()) == pytest.approx(PUBLISHED, abs=0.002)


def test_strength_of_a_perfect_record_is_finite():
    strengths = fit_strengths("ab", {("a", "b"): 40}, zero="b")
    assert strengths["a"] == pytest.approx(log(40.25 / 0.25))


def test_strength_interval_narrows_with_more_games():
    def interval(games):
        wins = {("a", "b"): 3 * games, ("b", "a"): games}
        return strength_intervals("ab", wins, "b", seed=1)["a"]

    few, many = interval(5), interval(200)
    assert few[0] < many[0] < log(3) < many[1] < few[1]
    # The logarithm of odds of 600 to 200 has the standard error √(1/600 + 1/200) = 0.082.
    assert many[1] - many[0] == pytest.approx(2 * 1.96 * 0.082, rel=0.15)


@pytest.mark.parametrize("games", [1, 2, 12])
def test_who_won_every_game_is_not_certain(games):
    wins = {("a", "b"): games}
    low, high = strength_intervals("ab", wins, "b", seed=1)["a"]
    strength = fit_strengths("ab", wins, "b")["a"]
    assert low < strength - 0.5
    assert high > strength + 2


@pytest.mark.long
@pytest.mark.untraced
def test_interval_covers_weakest_players_strength():
    """Four players of known strengths and a fifth who hardly ever beats one of them."""
    strengths = {"a": 0.0, "b": 0.7, "c": 2.0, "d": 3.0, "weak": -3.0}
    random, held = Random(1), 0
    for run in range(40):
        wins = Counter(
            (one, two) if random.random() < 1 / (1 + exp(theirs - ours)) else (two, one)
            for (one, ours), (two, theirs) in combinations(strengths.items(), 2)
            for _ in range(20)
        )
        low, high = strength_intervals(list(strengths), wins, "a", run, 60)["weak"]
        held += low <= -3 <= high
    assert held / 40 > 0.85
