"""Answers that are kept: as many as fit in so many bytes."""

from numduel.web.work.answer_cache import AnswerCache, question_of


def test_what_is_kept_never_takes_more_bytes_than_it_may():
    kept = AnswerCache(100_000)
    for number in range(1_000):
        kept.keep(b"%d" % number, bytes(1_000 + number))
        assert kept.bytes <= 100_000
    assert 10 < len(kept) < 100


def test_the_answer_that_was_not_asked_for_longest_makes_room():
    kept = AnswerCache(10_000)
    for number in range(8):
        kept.keep(b"%d" % number, bytes(800))
    assert kept.find(b"0") is not None
    for number in range(8, 12):
        kept.keep(b"%d" % number, bytes(800))
    assert kept.find(b"0") is not None
    assert kept.find(b"1") is None


def test_an_answer_that_would_drive_all_others_out_is_not_kept():
    kept = AnswerCache(10_000)
    kept.keep(b"small", bytes(10))
    kept.keep(b"large", bytes(5_000))
    assert kept.find(b"large") is None
    assert kept.find(b"small") is not None


def test_questions_have_the_same_name_exactly_if_their_parts_are_equal():
    assert question_of("truth", (1, 2), "a") == question_of("truth", (1, 2), "a")
    names = {question_of("a", "b"), question_of("ab"), question_of("a", "b", None), question_of(1)}
    assert len(names) == 4
