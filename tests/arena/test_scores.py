"""Scores of games whose truth is known by heart.

Number Split Duel from 4: Player 1 may hand over 1, which wins at once, or 3, after which Player 2
wins at once by handing over 1 or 2. So only Player 1's first move ever matters.
"""

import pytest

from numduel import load_game
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
    records = [
        play(PARITY, AS_FIRST, ["1", "3"], ["2", "4"]),
        play(SPLIT, AS_FIRST, ["1"], []),
    ]
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
