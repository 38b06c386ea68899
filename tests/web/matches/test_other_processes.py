"""What processes tell each other is short enough, and read as it was written."""

import json
from functools import partial

from hypothesis import given
from hypothesis import strategies as st

from numduel import Player
from numduel.web.matches.live.other_processes import (
    MOST_BYTES,
    Notice,
    Sender,
    Tail,
    add_news,
    read_notice,
    split_into_notices,
    tell_entry,
    write_notices,
)
from numduel.web.matches.tokens import new_id

compact = partial(json.dumps, separators=(",", ":"))
TEXTS = st.text(alphabet=st.characters(codec="utf-8"), max_size=40)


def write_news(sender, news):
    """The texts that tell of these entries, as a database joins them."""
    words = [tell_entry(key, *entry) for key, tail in news.items() for entry in tail.entries]
    texts = {}
    for notice, word in zip(split_into_notices(sender, words), words, strict=True):
        texts[notice] = f"{texts.get(notice, sender)} {word}"
    return [*texts.values()]


@given(st.dictionaries(st.from_regex(r"[A-Za-z0-9_-]{16}", fullmatch=True), st.lists(TEXTS)))
def test_entries_are_read_as_they_were_written_whatever_is_in_them(names):
    news = {}
    for match_id, said in names.items():
        for number, name in enumerate(said, start=7):
            add_news(news, match_id, number, compact({"name": name}), f"{number:016x}")
    read = {}
    for text in write_news("me/7", news):
        assert len(text.encode()) <= MOST_BYTES < 8_000
        for match_id, tail in read_notice(text).news.items():
            for number, written, seal in tail.entries:
                add_news(read, match_id, number, compact(json.loads(written)), seal)
    assert read == news


def test_a_long_notice_is_split_and_nothing_is_lost():
    news = {}
    for number in range(1, 501):
        add_news(news, new_id(), number, '{"move":"6"}', "f" * 16)
    texts = write_news("me/7", news)
    assert 1 < len(texts) < 8
    assert all(len(text.encode()) <= MOST_BYTES < 8_000 for text in texts)
    read = [read_notice(text) for text in texts]
    assert {notice.sender for notice in read} == {"me/7"}
    assert {key: value for notice in read for key, value in notice.news.items()} == news


def test_of_an_entry_that_is_too_long_only_the_number_is_told():
    news = {}
    add_news(news, "a", 3, '"short"', "5ea1")
    add_news(news, "a", 4, f'"{9_000 * "x"}"', "5ea1")
    (text,) = write_news("me/1", news)
    assert text == 'me/1 a:3:5ea1:"short" a:5'
    assert read_notice(text).news == {"a": Tail(5, [])}  # they must be read from the database


def test_all_that_can_be_told_is_read_as_it_was_written():
    presence = {("c", Player.ONE): True, ("d", Player.TWO): False}
    news = {"a": Tail(17, [(16, '{"move":"6"}', "5ea1")])}
    (text,) = write_notices("me/1", ["b"], presence)
    text += " " + tell_entry("a", 16, '{"move":"6"}', "5ea1")
    told = [(match_id, player, is_here) for (match_id, player), is_here in presence.items()]
    assert read_notice(text) == Notice("me/1", news, ["b"], told)


def test_where_there_is_nothing_to_tell_nothing_is_told():
    assert write_notices("me/1") == []


def test_what_cannot_be_understood_is_passed_over():
    text = "me/1 a:17 b c: d:removed:now e:3:here f:1:there :: g:-1 h:2"
    assert read_notice(text) == Notice("me/1", {"a": Tail(17, []), "h": Tail(2, [])})
    assert read_notice("") == Notice("")


def test_a_process_knows_its_own_batches_unless_they_failed():
    sender, other = Sender(), Sender()
    good, bad = sender.next_batch(), sender.next_batch()
    sender.note_failure(bad)
    assert sender.is_known(good)
    assert not sender.is_known(bad)
    assert not sender.is_known(other.next_batch())
