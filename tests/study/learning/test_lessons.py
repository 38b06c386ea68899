"""Lessons: data beside a rule book, in which the solver finds no fault."""

import re
import shutil
import sys
from pathlib import Path

import pytest

from numduel.errors import NumduelError
from numduel.study import faults_of, find_lesson, lessons_of, list_lessons
from numduel.theory import analyse

from . import divisor_claims, lesson_claims, row_and_heap_claims
from .lesson_claims import NUMBER, Position, numbers_of

EXAMPLES = Path(__file__).parents[2] / "examples"
LESSONS = list_lessons()
CLAIMS = [*lesson_claims.claim, *divisor_claims.claim, *row_and_heap_claims.claim]
STEPS = [
    pytest.param(lesson, place, id=f"{lesson.name}-{place + 1}")
    for lesson in LESSONS
    for place in range(len(lesson.steps))
]


def test_the_five_lessons_come_in_the_order_in_which_to_take_them():
    assert [lesson.key for lesson in LESSONS] == [
        "parity-duel/who-runs-out",
        "divisor-duel/big-primes",
        "divisor-duel/pairing",
        "sequence-builder/counting-pairs",
        "grundys-game/heap-sums",
    ]


def test_a_lesson_is_found_by_its_name_with_or_without_its_game():
    assert find_lesson("pairing") is find_lesson("divisor-duel/pairing")
    with pytest.raises(NumduelError, match=r'no lesson "paring"\. There is: who-runs-out, big-'):
        find_lesson("paring")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_every_expected_move_is_the_winning_one_and_the_theme_has_puzzles(lesson):
    assert faults_of(lesson) == []
    assert {puzzle.theme for puzzle in lesson.puzzles()} == {lesson.theme}


@pytest.mark.parametrize(("lesson", "place"), STEPS)
@pytest.mark.parametrize("part", ["ask", "why", "wrong"])
def test_every_number_in_the_words_is_right(lesson, place, part):
    text, at = getattr(lesson.steps[place], part), Position(lesson, place)
    checked = set()
    for pattern, check in CLAIMS:
        for found in pattern.finditer(text):
            assert check(at, *numbers_of(found[0])), found[0]
            checked.update(range(*found.span()))
    numbers = list(re.finditer(NUMBER, text, re.IGNORECASE))
    assert [found[0] for found in numbers if found.start() not in checked] == []


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_words_stay_true_whichever_move_was_chosen(lesson, place):
    """What is said of "you" is said to the player who is asked, who can win here."""
    at = Position(lesson, place)
    assert analyse(at.game, at.state).winner is at.me
    assert lesson.steps[place].wrong


@pytest.mark.parametrize(("lesson", "place"), STEPS)
def test_no_step_says_that_the_learner_made_a_move(lesson, place):
    """Steps are given up too, and some have several answers."""
    claimed = re.compile(r"(?<!Say )\byou (?:took|answered|played|split|removed)\b", re.IGNORECASE)
    assert not claimed.search(lesson.steps[place].ask)


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


def test_a_game_without_such_a_file_has_no_lessons(bring):
    assert lessons_of(bring()) == ()


def test_a_lesson_that_expects_a_losing_move_is_found_out(bring):
    [lesson] = lessons_of(bring(THEIRS.replace('answers = "3"', 'answers = "2"')))
    assert faults_of(lesson) == ["Step 2 of last-stone/leave-four expects 2, but 3 wins."]


def test_a_lesson_in_which_every_move_wins_is_found_out(bring):
    [lesson] = lessons_of(bring(THEIRS.replace("heap = 5", "heap = 1")))
    assert faults_of(lesson) == ["Step 1 of last-stone/leave-four asks nothing: every move wins."]


def test_a_lesson_with_an_illegal_move_and_a_theme_without_puzzles_is_found_out(bring):
    broken = THEIRS.replace("look ahead", "luck").replace(
        'ask = "Seven', 'moves = "4"\nask = "Seven'
    )
    assert faults_of(lessons_of(bring(broken))[0]) == [
        'Step 2 of last-stone/leave-four: Move 1, "4": 4 is not allowed: take 1, 2 or 3 stones.',
        "There are not 3 puzzles on luck for the end of last-stone/leave-four.",
    ]


@pytest.mark.parametrize(
    ("lessons", "fault"),
    [
        ("lesson = [", "strange_stone.lessons.toml is not as it should be: "),
        ("", "strange_stone.lessons.toml lacks 'lesson'."),
        (THEIRS.replace("why =", "because ="), "strange_stone.lessons.toml lacks 'why'."),
        (THEIRS + "pairs = [[1]]", "strange_stone.lessons.toml is not as it should be: "),
        (THEIRS.replace('"1"', "1"), "strange_stone.lessons.toml is not as it should be: "),
    ],
)
def test_a_file_that_cannot_be_read_is_told_in_a_sentence(bring, lessons, fault):
    with pytest.raises(NumduelError, match=re.escape(fault)):
        lessons_of(bring(lessons))
