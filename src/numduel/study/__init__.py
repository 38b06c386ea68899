"""Features built on the theory, one a file: logic, JSON form and sentences.

`address` (whom a sentence is about), `analysis` of a position, `offers` (what to play first and
next), `review`, `audit`, `puzzles`, `lessons` and `stats`. Terminal, site, arena and reports import
from here.
"""

from numduel.study.address import Address, headline, tell_deed, title_of
from numduel.study.analysis import (
    FULL_LEGEND,
    LEGEND,
    Consequence,
    Ending,
    Explanation,
    Foregone,
    Hint,
    MoveValue,
    PositionTruth,
    Refutation,
    consequence_of,
    explain,
    foregone_of,
    hint,
    is_settled,
    mark,
    tell_proved,
    tell_won,
    truth_of,
    unknown_truth,
    values_of,
    verdict,
)
from numduel.study.audit import Audit, audit_game
from numduel.study.form import Form
from numduel.study.lessons import (
    Lesson,
    LessonAbout,
    Progress,
    PuzzleAttempt,
    UnknownLesson,
    faults_of,
    find_lesson,
    judge_step,
    lesson_of,
    lessons_of,
    list_lessons,
    read_progress,
    tell_progress,
    tell_streak,
    write_attempt,
    write_step,
)
from numduel.study.offers import (
    Finished,
    Offer,
    Suggestion,
    first_offer,
    harder_offers,
    swaps_seats,
    truth_as_written,
    what_next,
)
from numduel.study.puzzles import (
    DIFFICULTIES,
    TASK,
    AnswerResult,
    Difficulty,
    Nudge,
    Puzzle,
    Puzzles,
    asks_people,
    daily_level,
    daily_puzzle,
    future_id,
    match_of,
    nudge_of,
    nudges,
    puzzle_at,
    puzzle_settings,
    question,
    rising_level,
    solved,
    solver_of,
    tell_share,
)
from numduel.study.review import Review, ReviewedMove, decision_of, review_of, tell_mistake
from numduel.study.stats import Statistics, statistics_of
