"""Lessons and puzzles in the app."""

from datetime import date

from numduel.study import daily_level, daily_puzzle, find_lesson, list_lessons, match_of
from numduel.terminal.app.learning import LearnScreen, LessonScreen, PuzzleScreen
from numduel.terminal.saved import LearningFile

MONDAY = date(2026, 11, 16)


async def solve(me):
    """Play the first right answer, by its written form."""
    screen = me.app.screen
    if isinstance(screen, LessonScreen):
        answer = screen.lesson.steps[screen.number].answers[0]
    else:
        answer = screen.puzzle.answers[0]
    screen.choose(screen.match.game.read_move(answer))
    await me.settle()


def progress():
    return LearningFile(print).read()


async def test_a_lesson_is_taken_step_by_step(sit_down):
    lesson = find_lesson("pairing")
    async with sit_down(lambda _app: LessonScreen(lesson)) as me:
        for number, step in enumerate(lesson.steps):
            assert f"step {number + 1} of {len(lesson.steps)}" in me.text
            assert step.ask in me.told
            await solve(me)
            assert step.why in me.told
            last = me.app.screen.board.match.written_moves[-1]
            assert last in step.answers  # the ring is on the right tile
            await me.press("enter")
        assert progress().steps_done(lesson) == {*range(1, len(lesson.steps) + 1)}
        assert f"Now play {lesson.game.title}" in me.text
        await me.press("down", "enter")
        assert me.match.game.slug == lesson.game.slug
        assert me.match.moves == () or me.match.ply == 1


async def test_a_wrong_answer_is_played_out_and_costs_nothing(sit_down):
    lesson = find_lesson("pairing")
    async with sit_down(lambda _app: LessonScreen(lesson)) as me:
        screen = me.app.screen
        match, answers = screen.match, lesson.steps[0].answers
        moves = map(match.game.write_move, match.game.legal_moves(match.state))
        wrong = next(move for move in moves if move not in answers)
        screen.choose(match.game.read_move(wrong))
        await me.settle()
        assert f"No: {wrong} loses" in me.told
        await me.until("Try again.")
        assert not screen.board.match.written_moves[match.ply :]
        await solve(me)
        assert lesson.steps[0].why in me.told


async def test_lesson_hints_escalate_and_why_explains(sit_down):
    async with sit_down(lambda _app: LessonScreen(find_lesson("pairing"))) as me:
        for step in (1, 2, 3):
            await me.press("h")
            assert f"Hint {step} of 3" in me.told
        await me.press("w")
        assert find_lesson("pairing").steps[0].why in me.told


async def test_daily_puzzle_has_level_and_share_line(sit_down):
    async with sit_down(lambda _app: PuzzleScreen.daily(MONDAY)) as me:
        assert me.app.screen.puzzle == daily_puzzle(MONDAY)
        assert me.app.screen.puzzle.difficulty == daily_level(MONDAY) == "easy"
        await solve(me)
        assert "numduel daily 2026-11-16 ★ first try" in me.told
        assert "★ first try" in me.text  # without scrolling
        await me.press("enter")
        assert "small number duels" in me.text
        assert MONDAY in progress().days


async def test_puzzles_begin_easy_and_rise(sit_down):
    async with sit_down(lambda app: PuzzleScreen.mixed(app)) as me:
        levels = []
        for _ in range(3):
            levels.append(me.app.screen.puzzle.difficulty)
            await solve(me)
            await me.press("n")
        assert levels == ["easy", "easy", "medium"]


async def test_a_wrong_first_answer_counts_once(sit_down):
    async with sit_down(lambda _app: PuzzleScreen.daily(MONDAY)) as me:
        puzzle = me.app.screen.puzzle
        wrong = next(move for move in puzzle.legal if move not in puzzle.answers)
        me.app.screen.choose(match_of(puzzle).game.read_move(wrong))
        await me.settle()
        await me.until("Try again.")
        await solve(me)
        assert [attempt.is_right for attempt in progress().attempts] == [False]
        assert "☆ not at the first try" in me.told


async def test_a_move_that_was_told_does_not_count(sit_down):
    async with sit_down(lambda _app: PuzzleScreen.daily(MONDAY)) as me:
        await me.press("h", "h", "h")
        await solve(me)
        assert [attempt.is_right for attempt in progress().attempts] == [False]


async def test_lessons_are_listed_with_what_is_done(sit_down):
    async with sit_down(lambda _app: LearnScreen()) as me:
        first, second, *_ = list_lessons()
        assert f"0 of {len(first.steps)}" in me.text
        await me.press("enter")
        assert me.app.screen.lesson == first
        for _ in first.steps:
            await solve(me)
            await me.press("enter")
        await me.press("down", "down", "enter")
        assert me.app.screen.lesson == second
        assert "✓ done" in await me.press("escape")


async def test_giving_up_shows_the_answer_and_counts_as_wrong(sit_down):
    async with sit_down(lambda _app: PuzzleScreen.daily(MONDAY)) as me:
        answer = daily_puzzle(MONDAY).answers[0]
        await me.press("w")
        assert me.app.screen.board.match.written_moves[-1] == answer
        assert "Press Enter to go on." in me.text
        assert not progress().streak(MONDAY)


async def test_no_more_puzzles_is_said(sit_down):
    async with sit_down(lambda _app: PuzzleScreen(lambda: None)) as me:
        assert "No other puzzle was found." in me.text
