"""What processes tell each other is short enough, and read as it was written."""

from numduel import Player
from numduel.web.matches.live.other_processes import (
    MOST_BYTES,
    Notice,
    Sender,
    read_notice,
    write_notices,
)
from numduel.web.matches.tokens import new_id


def test_a_long_notice_is_split_and_nothing_is_lost():
    versions = {new_id(): number for number in range(1, 501)}
    texts = write_notices("me/7", versions)
    assert 1 < len(texts) < 4
    assert all(len(text.encode()) <= MOST_BYTES < 8_000 for text in texts)
    read = [read_notice(text) for text in texts]
    assert {notice.sender for notice in read} == {"me/7"}
    assert {key: value for notice in read for key, value in notice.versions.items()} == versions


def test_all_that_can_be_told_is_read_as_it_was_written():
    presence = {("c", Player.ONE): True, ("d", Player.TWO): False}
    (text,) = write_notices("me/1", {"a": 17}, ["b"], presence)
    told = [(match_id, player, is_here) for (match_id, player), is_here in presence.items()]
    assert read_notice(text) == Notice("me/1", {"a": 17}, ["b"], told)


def test_where_there_is_nothing_to_tell_nothing_is_told():
    assert write_notices("me/1") == []


def test_what_cannot_be_understood_is_passed_over():
    text = "me/1 a:17 b c: d:removed:now e:3:here f:1:there :: g:-1 h:2"
    assert read_notice(text) == Notice("me/1", {"a": 17, "h": 2})
    assert read_notice("") == Notice("")


def test_a_process_knows_its_own_batches_unless_they_failed():
    sender, other = Sender(), Sender()
    good, bad = sender.next_batch(), sender.next_batch()
    sender.note_failure(bad)
    assert sender.is_known(good)
    assert not sender.is_known(bad)
    assert not sender.is_known(other.next_batch())
