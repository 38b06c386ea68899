"""Lessons: data beside a rule book, in which the solver finds no fault."""

import re
import shutil
import sys
from dataclasses import asdict
from datetime import date
from pathlib import Path

import pytest

from numduel import Match
from numduel.catalogue import build_game, find_game
from numduel.errors import NumduelError
from numduel.study import (
    Progress,
    PuzzleAttempt,
    faults_of,
    find_lesson,
    judge_step,
    lesson_of,
    lessons_of,
    list_lessons,
    read_progress,
    tell_progress,
    write_attempt,
    write_step,
)
from numduel.theory import theory_of

EXAMPLES = Path(__file__).parents[1] / "examples"
LESSONS = list_lessons()
STEPS = [
    pytest.param(lesson, place, id=f"{lesson.name}-{place + 1}")
    for lesson in LESSONS
    for place in range(len(lesson.steps))
]


def test_lessons_are_in_order():
    assert [lesson.key for lesson in LESSONS] == [
        "parity-duel/who-runs-out",
        "divisor-duel/big-primes",
        "divisor-duel/pairing",
        "sequence-builder/counting-pairs",
        "grundys-game/heap-sums",
    ]


def test_lesson_is_found_by_short_or_full_key():
    assert find_lesson("pairing") is find_lesson("divisor-duel/pairing")
    with pytest.raises(NumduelError, match=r'no lesson "paring"\. Choose from: who-runs-out, big-'):
        find_lesson("paring")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_lesson_has_no_faults(lesson):
    assert faults_of(lesson) == []


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_pairs_to_draw_are_those_that_the_words_name(lesson, place):
    step = lesson.steps[place]
    named = re.findall(r"(?<!you pair )(\d+)–(\d+)", f"{step.ask} {step.why}")
    assert [*step.pairs] == [(int(one), int(two)) for one, two in named]


@pytest.fixture
def bring(tmp_path, monkeypatch):
    """bring("…"): the game of another package, with these lessons beside it."""

    def install(lessons=None):
        shutil.copy(EXAMPLES / "last_stone.py", tmp_path / "strange_stone.py")
        if lessons is not None:
            (tmp_path / "strange_stone.lessons.toml").write_text(lessons)
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "strange_stone", raising=False)
        import strange_stone

        return strange_stone.LastStone

    return install


THEIRS = (EXAMPLES / "last_stone.lessons.toml").read_text()


def test_another_package_brings_its_lessons_in_the_same_way(bring):
    [lesson] = lessons_of(bring(THEIRS))
    assert lesson.key == "last-stone/leave-four"
    assert [step.answers for step in lesson.steps] == [("1",), ("3",)]
    assert lesson.match_at(1).state.stones == 7
    assert faults_of(lesson) == []


def test_a_lesson_that_expects_a_losing_move_is_found_out(bring):
    [lesson] = lessons_of(bring(THEIRS.replace('answers = "3"', 'answers = "2"')))
    assert faults_of(lesson) == ["Step 2 of last-stone/leave-four expects 2, but 3 wins."]


def test_a_lesson_in_which_every_move_wins_is_found_out(bring):
    [lesson] = lessons_of(bring(THEIRS.replace("heap = 5", "heap = 1")))
    assert faults_of(lesson) == ["Step 1 of last-stone/leave-four asks nothing: every move wins."]


def test_broken_lesson_is_reported(bring):
    broken = THEIRS.replace("look ahead", "luck").replace(
        'ask = "Seven', 'moves = "4"\nask = "Seven'
    )
    assert faults_of(lessons_of(bring(broken))[0]) == [
        'Step 2 of last-stone/leave-four: Move 1, "4": 4 is not allowed: take 1, 2 or 3 stones.',
        "There are fewer than 3 puzzles on luck for the end of last-stone/leave-four.",
    ]


@pytest.mark.parametrize(
    ("lessons", "fault"),
    [
        ("lesson = [", "strange_stone.lessons.toml is invalid: "),
        (THEIRS.replace("why =", "because ="), "strange_stone.lessons.toml lacks 'why'."),
        (THEIRS + "pairs = [[1]]", "strange_stone.lessons.toml is invalid: "),
    ],
)
def test_unreadable_file_is_an_error_with_a_sentence(bring, lessons, fault):
    with pytest.raises(NumduelError, match=re.escape(fault)):
        lessons_of(bring(lessons))


# What is said in a lesson.


def test_the_right_answer_is_explained_and_others_are_named():
    lesson = find_lesson("big-primes")
    told = judge_step(lesson, 0, 5)
    assert told.is_right
    assert (told.text, told.why) == ("Right: 5 wins, and so does 7.", lesson.steps[0].why)
    assert (
        judge_step(find_lesson("who-runs-out"), 1, 3).text
        == "Right: 3 wins, and so do 1, 5, 7 and 9."
    )


def test_lesson_refutes_wrong_answer_without_spoiler():
    told = asdict(judge_step(find_lesson("who-runs-out"), 0, 2))
    assert [choice["mark"] for choice in told.pop("choices")] == ["▼2"]
    assert told == {
        "form": 1,
        "is_right": False,
        "chosen": "2",
        "right": None,
        "line": ("2", "1"),
        "text": "No: 2 loses in 2 moves: your opponent removes 1, and wins because no even number"
        " is left to remove. The kind that you begin with is yours for the whole game: begin with"
        " the kind of which there are more.",
        "why": "",
        "answers": (),
        "pairs": (),
        "theme": None,
        "truth": None,
    }


def test_whoever_gives_up_is_told_what_wins_and_why():
    lesson = find_lesson("heap-sums")
    told = judge_step(lesson, 3, None)
    assert not told.is_right
    assert (told.text, told.why) == ("5 into 3 and 2 and 6 into 5 and 1 win.", lesson.steps[3].why)


@pytest.mark.parametrize("lesson", list_lessons(), ids=lambda lesson: lesson.name)
def test_every_lesson_answer_has_playable_line(lesson):
    for number, step in enumerate(lesson.steps):
        match = lesson.match_at(number)
        for move in [None, *match.game.legal_moves(match.state)]:
            told = judge_step(lesson, number, move)
            written = None if move is None else match.game.write_move(move)
            assert told.chosen == written
            if move is None:
                assert told.right == step.answers[0]
            else:
                assert told.right == (written if told.is_right else None)
            assert told.line[0] == (written or told.right)
            played = Match.at(match.game, [*match.written_moves, *told.line])
            assert told.is_right or move is None or played.ply > match.ply + 1


def test_lesson_leads_to_next_lesson_and_winnable_game():
    told = [lesson_of(lesson) for lesson in list_lessons()]
    assert [each.next for each in told] == [*(each.key for each in told[1:]), None]
    assert [each.next_title for each in told] == [*(each.title for each in told[1:]), None]
    for each in told:
        game = build_game(find_game(each.play.game), each.play.options)
        assert theory_of(game).foregone_winner(game.start()) is None
        assert theory_of(game).winner(game.start()) is each.play.seat
    assert told[0].play.label == "Now play it: Parity Duel (with a joker)"


# What a learner has achieved.


DAY = date(2026, 11, 16)


def solved_on(*days):
    return read_progress(
        write_attempt(PuzzleAttempt(str(day), "a-game", "pairing", True, date(2026, 11, day)))
        for day in days
    )


def test_what_is_written_is_read_again():
    attempts = [
        PuzzleAttempt("one", "a-game", "pairing", True),
        PuzzleAttempt("two", "a-game", "dead end", False, DAY),
    ]
    entries = [*map(write_attempt, attempts), write_step("a-game/a-lesson", 2)]
    progress = read_progress(entries)
    assert progress.attempts == attempts
    assert progress.lessons == {"a-game/a-lesson": {2}}


@pytest.mark.parametrize(
    ("days", "streak"),
    [
        ((), 0),
        ((14, 15, 16), 3),
        ((14, 15), 2),  # today's is still to come
        ((13, 14), 0),
        ((12, 13, 15, 16), 2),
    ],
)
def test_days_in_a_row_end_today_or_yesterday(days, streak):
    assert solved_on(*days).streak(DAY) == streak


def test_of_a_daily_puzzle_only_the_first_try_counts():
    tries = [PuzzleAttempt("one", "a-game", "pairing", right, DAY) for right in (False, True)]
    assert read_progress(map(write_attempt, tries)).streak(DAY) == 0
    assert read_progress(map(write_attempt, reversed(tries))).streak(DAY) == 1


@pytest.mark.parametrize("entry", [None, {}, {"lesson": "a", "step": "1"}, {"puzzle": "one"}])
def test_what_is_no_entry_costs_nothing_else(entry):
    progress = read_progress([write_step("a", 1), entry, write_step("a", 2)])
    assert progress.lessons == {"a": {1, 2}}
    assert progress.attempts == []


# A learner's progress, told.


PROGRESS = read_progress(
    [
        write_attempt(PuzzleAttempt("one", "divisor-duel", "pairing", True, DAY)),
        write_attempt(PuzzleAttempt("two", "divisor-duel", "pairing", False)),
        write_attempt(PuzzleAttempt("three", "a-game-that-is-gone", "luck", True)),
        write_step("divisor-duel/pairing", 1),
        write_step("divisor-duel/pairing", 3),
        write_step("divisor-duel/pairing", 99),
    ]
)


def test_it_is_told_by_theme_with_days_in_a_row_and_lessons():
    assert tell_progress(PROGRESS, DAY) == [
        "2 of 3 puzzles at the first try.",
        "  Pairing (Divisor Duel): 1 of 2",
        "  Luck (a-game-that-is-gone): 1 of 1",
        "You solved the daily puzzle: one day in a row.",
        "Lesson Pairing: 2 of 4 steps.",
    ]


def test_progress_level_ignores_daily_puzzles():
    def answered(right, day=None):
        return PuzzleAttempt("one", "a-game", "pairing", right, day)

    assert Progress([answered(True), answered(True)]).level == "medium"
    assert Progress([answered(True, DAY), answered(True, DAY)]).level == "easy"


def test_a_learner_shares_the_result_of_a_day():
    progress = solved_on(15, 16)
    assert progress.share(date(2026, 11, 16)).endswith("★ first try, 2-day streak")
    assert progress.share(date(2026, 11, 14)) is None
