"""Matches in memory: as many as fit in so many bytes."""

import gc
import tracemalloc

import pytest

from numduel.web.http.routes.events import _event
from numduel.web.matches.creation import new_match
from numduel.web.matches.live.memory import LogsInMemory, weight_of
from numduel.web.matches.log import MatchLog

from ...conftest import mostly_long


def new_log(slug="parity-duel", options=None):
    return MatchLog(new_match(slug, options or {}, "screen", "easy", "me", None).header)


def play(log, moves, keys=False, undone=0):
    """Play the last legal move so many times, and take moves back and play them again."""
    game = log.match.game

    def play_one():
        key = {"key": f"{log.version:064}"} if keys else {}
        log.apply({"move": game.write_move(game.legal_moves(log.match.state)[-1])} | key)

    while log.ply < moves and log.outcome is None:
        play_one()
    for _ in range(undone):
        log.apply({"undo": 1})
        play_one()


def bytes_of(make):
    """What something is and how many bytes it takes, besides what is remembered for all."""
    make()
    gc.freeze()  # to look at all that other tests have left would take longer than the test
    gc.collect()
    tracemalloc.start()
    try:
        made = make()
        gc.collect()
        return made, tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("slug", "options", "moves", "more"),
    mostly_long(
        ("parity-duel", {"numbers": 20}, 0, {}),
        ("parity-duel", {"numbers": 20}, 20, {}),
        ("parity-duel", {"numbers": 20}, 1, {"keys": True, "undone": 2_000}),
        ("parity-duel", {"numbers": 20}, 1, {"undone": 500}),
        ("parity-duel", {"numbers": 1_000}, 900, {"keys": True}),
        ("parity-duel", {"numbers": 1_000}, 0, {}),
        ("divisor-duel", {"numbers": 1_000}, 500, {"keys": True}),
        ("grundys-game", {"start": 1_000}, 0, {}),
        ("grundys-game", {"start": 100}, 90, {"keys": True, "undone": 50}),
        ("number-split-duel", {"start": 1_000}, 900, {"keys": True}),
        ("sequence-builder", {"numbers": 1_000, "length": 300}, 400, {"keys": True}),
        now=(1, 2, 5, 6, 7, 9),
    ),
)
def test_a_match_takes_about_as_many_bytes_as_it_is_said_to(slug, options, moves, more):
    def make():
        log = new_log(slug, options)
        play(log, moves, **more)
        for you in ((), (1,), (2,)):
            _event(log, you)
        return log

    log, taken = bytes_of(make)
    assert taken < 1.2 * weight_of(log)
    assert weight_of(log) < 4 * taken + 20_000


def test_matches_never_take_more_bytes_than_they_may_and_the_newest_stays():
    logs = LogsInMemory(most_bytes=1_000_000)
    for numbers in (20, 1_000, 20, 1_000, 20, 20) * 10:
        log = new_log(options={"numbers": numbers})
        logs.keep(log)
        assert logs.find(log.header.id) is log
        assert logs.bytes <= 1_000_000 or len(logs) == 1


def test_a_match_that_grows_is_weighed_again():
    logs, log = LogsInMemory(most_bytes=1_000_000), new_log(options={"numbers": 1_000})
    logs.keep(log)
    before = logs.bytes
    play(log, 500, keys=True)
    logs.keep(log)
    assert logs.bytes == weight_of(log) > before + 700 * 500
    logs.drop(log.header.id)
    assert (logs.bytes, len(logs)) == (0, 0)
