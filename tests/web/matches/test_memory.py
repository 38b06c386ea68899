"""Matches in memory: as many as fit in so many bytes."""

import tracemalloc

import pytest

from numduel.web.matches.creation import new_match
from numduel.web.matches.log import MatchLog
from numduel.web.matches.memory import LogsInMemory, weight_of
from numduel.web.matches.snapshot import encode_snapshot


def new_log(numbers=20, moves=0):
    header = new_match("parity-duel", {"numbers": numbers}, "screen", "easy", "me", None).header
    log = MatchLog(header)
    for move in range(1, moves + 1):
        log.apply({"move": str(move)})
    return log


@pytest.mark.parametrize(
    ("numbers", "moves"), [(20, 0), (20, 20), (1_000, 900), (10_000, 0), (10_000, 3_000)]
)
def test_a_match_takes_about_as_many_bytes_as_it_is_said_to(numbers, moves):
    new_log()
    tracemalloc.start()
    try:
        log = new_log(numbers, moves)
        for you in ((), (1,), (2,)):
            encode_snapshot(log, you)
        taken, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert taken < 1.2 * weight_of(log)
    assert weight_of(log) < 4 * taken + 20_000


def test_matches_never_take_more_bytes_than_they_may_and_the_newest_stays():
    logs = LogsInMemory(most_bytes=1_000_000)
    for numbers in (20, 1_000, 20, 9_000, 20, 20) * 10:
        log = new_log(numbers)
        logs.keep(log)
        assert logs.find(log.header.id) is log
        assert logs.bytes <= 1_000_000 or len(logs) == 1


def test_a_match_that_grows_is_weighed_again():
    logs, log = LogsInMemory(most_bytes=1_000_000), new_log(numbers=1_000)
    logs.keep(log)
    before = logs.bytes
    for move in range(1, 500):
        log.apply({"move": str(move)})
        logs.keep(log)
    assert logs.bytes == before + 400 * 499
    logs.drop(log.header.id)
    assert (logs.bytes, len(logs)) == (0, 0)
