"""`numduel learn`: lessons at the keyboard."""

import shutil
from pathlib import Path

import pytest

from numduel.study import list_lessons

EXAMPLES = Path(__file__).parents[2] / "examples"
ASKED = "Enter the number to remove: "
FOUR = ["1", "1", "2", "1"]  # right answers to the four steps of the first lesson


def typed_for(lesson):
    """A right answer to each step, as it is typed."""
    for number, step in enumerate(lesson.steps):
        match = lesson.match_at(number)
        move = match.game.read_move(step.answers[0])
        yield from match.game.words.answers(match.state, move)


@pytest.mark.parametrize("lesson", list_lessons()[2:], ids=lambda lesson: lesson.name)
def test_a_lesson_is_played_to_its_puzzles(here, lesson):
    told = here("learn", lesson.name, typed=[*typed_for(lesson), "quit"])
    for number, step in enumerate(lesson.steps, start=1):
        assert f"\nStep {number} of {len(lesson.steps)}. {step.ask}\n" in told.out
        assert f"{step.why}\n" in told.out
    assert "That was the lesson. Now 3 puzzles on the same theme.\n\nPuzzle 1: " in told.out
    assert told.code == 0


def test_wrong_answers_are_explained_and_may_be_tried_again(here):
    told = here("learn", "who-runs-out", typed=["2", "7", "why", "quit"])
    said = told.out.split(ASKED)
    assert said[1].startswith("2\nNo: 2 loses in 2 moves: your opponent removes 1")
    assert "begin with the kind of which there are more.\nTry again, or enter hint" in said[1]
    assert said[2] == "7\n7 is not in the list 1 to 3.\n"
    assert said[3].startswith("why\n1 and 3 win.\nThere are 2 odd numbers and 1 even number.")


def test_it_goes_on_where_it_was_left(here):
    told = here("learn", typed=[*FOUR[:2], "quit"])
    assert told.err == "Goodbye. Continue with: numduel learn\n"
    told = here("learn", typed=["quit"])
    assert "\nStep 3 of 4. " in told.out
    assert "\nStep 1 of 4. " not in told.out


def test_the_next_lesson_comes_when_one_is_done(here):
    told = here("learn", "who-runs-out", typed=[*FOUR, "quit"])
    assert "Now play it: numduel play parity-duel" in told.err
    assert here("learn", typed=["quit"]).out.startswith("Big primes, and why 1 is poison. ")


def test_hints_rules_and_help_work_in_a_lesson(here):
    told = here("learn", "pairing", typed=["hint", "rules", "help", "why 1", "quit"])
    assert "Theme: " in told.out
    assert here("rules", "divisor-duel").out in told.out
    assert "\n  hint, i " in told.out
    assert "\n1 loses in 2 moves: your opponent takes 5" in told.out


def test_unknown_lesson_lists_the_names(here):
    told = here("learn", "luck")
    assert 'There is no lesson "luck". Choose from: who-runs-out, big-primes, pairing' in told.err
    assert told.code == 2


def test_lessons_of_another_package_are_listed_and_taught(run, bring):
    site = bring("last-stone = last_stone:LastStone")
    for name in ("last_stone.py", "last_stone.lessons.toml"):
        shutil.copy(EXAMPLES / name, site)
    told = run("learn", "leave-four", typed=["2", "1", "3", "quit"])
    assert "Step 1 of 2. Five stones: how many do you take?\n" in told.out
    assert (
        "No: 2 loses in 2 moves: your opponent plays 3, and wins by taking the last stone."
        in told.out
    )
    assert "Right: 1 wins.\nFour are left. Whatever your opponent takes" in told.out
    assert "That was the lesson." in told.out
