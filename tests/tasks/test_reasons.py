"""Reasons are graded exactly: what an independent program finds false is refused, however it is
laid out, and what it finds true is accepted."""

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from judge_reasons import grade as grade_by_hand
from last_stone import LastStone
from leave_the_last import LeaveTheLast

from numduel import Match, load_game, tasks
from numduel.tasks import Asking, Grade
from numduel.tasks.reasons import reason_in
from numduel.theory import fault_of, theory_of, write_reason

PAGE = Path(__file__).parents[2] / "docs" / "research.md"
REASONS = Asking(reasons=True)
GAMES = [
    load_game("divisor-duel", numbers=14),
    load_game("divisor-duel", numbers=12, opening="even"),
    load_game("grundys-game", start=16),
    load_game("parity-duel", numbers=7, jokers=1),
    load_game("sequence-builder", numbers=8, length=4),
    LastStone(heap=15),
]
JOINERS = {
    "divisor-duel": ["-", " - ", "–", " ↔ ", ":", " with ", "/", r" \leftrightarrow "],
    "grundys-game": ["=", " = ", ": ", " is ", " is worth ", " → "],
    "parity-duel": ["=", " = ", ": ", " is "],
}
ARROWS = [" -> ", "->", " → ", " => ", r" \to ", r" $\rightarrow$ "]
SEPARATORS = [", ", "; ", "\n", "\n- ", "\n* ", " and ", ",\n", " ", ". "]
WRAPPERS = ["{}", "**{}**", "[{}]", "`{}`", "${}$", "{}.", "\n{}\n", "```\n{}\n```", "({})"]
HEADINGS = ["Reason: ", "**Reason:** ", "reason:", "### Reason:\n", "> Reason: ", "**Reason**: "]


def random_match(game, random):
    """A match at a random position that is not over."""
    match, length = Match(game), random.randrange(12)
    while length and game.outcome(game.after(match.state, move := pick(match, random))) is None:
        match.play(move)
        length -= 1
    return match


def pick(match, random):
    return random.choice(list(match.game.legal_moves(match.state)))


def statements_of(text):
    """A reason as we write it, as a list of statements."""
    if text in ("over", "lost"):
        return [] if text == "over" else text
    parts = (re.split(r" -> |=|-", told) for told in text.split(", "))
    return [
        tuple(int(name) if name.isdigit() and "->" not in text else name for name in told)
        for told in parts
    ]


def lay_out(game, statements, random):
    """The same reason in some other layout."""
    if statements == "lost" or not statements:
        text = statements or "over"
        return random.choice([text, text.upper(), f"{text}.", f"**{text}**"])
    joiner = random.choice(JOINERS.get(game.slug, ARROWS))
    told = [joiner.join(map(str, each)) for each in statements]
    text = random.choice(WRAPPERS).format(random.choice(SEPARATORS).join(told))
    return text.upper() if random.random() < 0.1 and "\\" not in text else text


def mutate(statements, random):
    """One small change, usually for the worse."""
    if statements == "lost":
        return [("odd", 1)]
    told = [list(each) for each in statements]
    change = random.choice(["drop", "double", "change", "exchange", "turn", "add", "lost", "none"])
    if change == "lost":
        return random.choice(["lost", []])
    if not told:
        return [("odd", "even")] if change == "add" else []
    place, other = random.randrange(len(told)), random.randrange(len(told))
    side = random.randrange(2)
    if change == "drop":
        del told[place]
    elif change == "double":
        told.append(told[other])
    elif change == "turn":
        told[place].reverse()
    elif change == "exchange":
        told[place][side], told[other][side] = told[other][side], told[place][side]
    elif change == "change":
        told[place][side] = another(told, told[place][side], random)
    elif change == "add":
        told.append([another(told, name, random) for name in told[other]])
    return [tuple(each) for each in told]


def another(told, name, random):
    if isinstance(name, int) and random.random() < 0.7:
        return max(0, name + random.choice([-2, -1, 1, 2, 7]))
    others = [each for statement in told for each in statement if type(each) is type(name)]
    others += ["over", "odd", "even"] if isinstance(name, str) and not name.isdigit() else []
    others += [str(int(name) + 1)] if isinstance(name, str) and name.isdigit() else []
    return random.choice(others)


@pytest.mark.untraced
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_grades_agree_with_independent_grader(game):
    random, seen = Random(str(game)), Counter()
    while seen.total() < 250:
        match = random_match(game, random)
        gold = tasks.gold(match, REASONS)
        assert tasks.grade(match, gold) == (Grade.VALID, None), gold
        right = game.read_move(tasks.read(match, gold).move)
        statements = statements_of(reason_in(gold))
        for _ in range(10):
            move = right if random.random() < 0.6 else pick(match, random)
            mutant = statements
            for _ in range(random.randrange(3)):
                mutant = mutate(mutant, random)
            reason = lay_out(game, mutant, random)
            reply = f"{random.choice(HEADINGS)}{reason}\nAnswer: {game.write_move(move)}"
            expected = grade_by_hand(game, match.state, move, mutant)
            found = tasks.grade(match, reply)
            assert found.grade == expected, (match.written_moves, mutant, reply, found)
            assert (found.fault is None) == (expected == Grade.VALID)
            seen[expected] += 1
    assert 15 < seen[Grade.VALID] < seen.total() - 50


PUZZLES = [
    tasks.puzzle("divisor-duel", "7 14 2 6 18 3".split()),
    tasks.puzzle("grundys-game", "24:23 23:20 20:18 18:13 13:9".split(), start=24),
    tasks.puzzle("parity-duel", ["19"], jokers=1),
    tasks.puzzle("sequence-builder", "9 4 6 2 3".split()),
]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.game)
def test_reply_needs_both_move_and_reason(puzzle):
    gold = tasks.gold(puzzle, REASONS)
    assert tasks.score(puzzle, gold, REASONS).value == 1
    reason, answer = gold.splitlines()
    for reply, graded in [
        ("", Grade.INVALID),
        (answer, Grade.WRONG_REASON),
        (f"Reason:\n{answer}", Grade.WRONG_REASON),
        (f"Reason: lost\n{answer}", Grade.WRONG_REASON),
        (reason, Grade.WRONG_MOVE),
        (f"{answer}\n{reason}", Grade.VALID),
    ]:
        assert tasks.grade(puzzle, reply).grade == graded, reply
        score = tasks.score(puzzle, reply, REASONS)
        assert score.value == (graded == Grade.VALID)
        assert score.parts["right"] == (graded in (Grade.VALID, Grade.WRONG_REASON))
        assert score.parts["reason"] == (graded in (Grade.VALID, Grade.WRONG_MOVE))


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.game)
def test_copied_reason_form_proves_nothing(puzzle):
    asked = tasks.prompt(puzzle, REASONS)
    *_, reason, answer = asked.splitlines()
    form = theory_of(load_game(puzzle.game, **puzzle.options))
    assert form.asks in asked
    assert f" | `{form.pattern}` |" in PAGE.read_text()
    assert (reason, answer) == (f"Reason: {form.pattern}", "Answer: MOVE")
    copied = f"{reason}\nAnswer: {puzzle.answers[0]}"
    assert tasks.grade(puzzle, copied).grade == Grade.WRONG_REASON
    assert "Reason" not in tasks.prompt(puzzle)


@pytest.mark.parametrize(
    ("reason", "fault"),
    [
        ("1-11, 12-4", "The opponent can come to a number that has no partner."),
        ("2-15", "15 is not left when the opponent is to move."),
        ("1-11, 1-13", "1 is in two pairs."),
        ("10-12", "Neither of 10 and 12 divides the other."),
        ("1-999999999", "999999999 is not left when the opponent is to move."),
        ("1-11, surely", "The reason is not a list of pairs."),
        ("lost", "Not every move loses here."),
    ],
)
def test_what_is_wrong_with_a_pairing_is_said(play, reason, fault):
    match = play("divisor-duel", "20 5")
    assert fault_of(match.game, match.state, 15, reason) == fault


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("Reason: 1-2\nAnswer: 3", "1-2"),
        ("Reason: 1-2\nNo:\nReason: 1-3\nAnswer: 3", "1-3"),
        ("**Reason:**\n- 1-2\n- 3-6\n\n**Answer:** 3", "- 1-2\n- 3-6"),
        ("## Reason\n\n1-2\n\nSo I am sure.\nAnswer: 3", "1-2"),
        ("Reason: 1-2\n### And now\nThe rest.\nAnswer: 3", "1-2"),
        ("Answer: 3\nReason: 1-2", "1-2"),
        ("My reason: 1-2", None),
        ("Answer: 3", None),
    ],
)
def test_the_last_reason_counts_and_it_ends_with_the_answer(reply, reason):
    assert reason_in(reply) == reason


def test_where_every_move_loses_the_reason_is_to_say_so(play):
    lost = play("parity-duel", numbers=8)
    assert tasks.gold(lost, REASONS).startswith("Reason: lost\n")
    counted = "Reason: odd=4, even=4, lasts=8\nAnswer: 3"
    assert tasks.grade(lost, counted) == (Grade.WRONG_REASON, "Every move loses here.")


@given(
    st.sampled_from(PUZZLES),
    st.text() | st.text(alphabet="0123456789-=>→,;.:oddevnlastif()[]*\\ \n", max_size=60),
)
def test_grading_survives_garbage_reasons(puzzle, text):
    graded = tasks.grade(puzzle, f"Reason: {text}\nAnswer: {puzzle.answers[0]}")
    assert graded.grade in Grade
    assert (graded.fault is None) == (graded.grade == Grade.VALID)


def test_an_endless_reason_is_refused_at_once():
    for text in ("1-2, " * 100_000, "-" * 300_000, "(" * 300_000, "1" * 300_000, " " * 300_000):
        reply = f"Reason: 3 {text}\nAnswer: 9"
        assert tasks.grade(PUZZLES[0], reply).grade == Grade.WRONG_REASON


def test_gold_proves_every_position_of_every_small_game(small, positions):
    for moves in sorted(positions.values(), key=len)[:150]:
        match = Match(small)
        for move in moves:
            match.play(move)
        if match.outcome is None:
            assert tasks.grade(match, tasks.gold(match, REASONS)) == (Grade.VALID, None)


def test_a_whole_game_is_scored_by_what_was_proved():
    proved, guessed = (
        tasks.Episode("divisor-duel", opponent="easy", seed=3, asking=REASONS) for _ in range(2)
    )
    while not proved.is_over:
        proved.reply(proved.gold())
    while not guessed.is_over:
        guessed.reply(guessed.gold().splitlines()[-1])
    assert (proved.score().value, proved.score().parts["reason"]) == (1, 1)
    assert (guessed.score().value, guessed.score().parts["right"]) == (0, 1)


@pytest.mark.parametrize(
    ("slug", "moves", "move", "reason", "options"),
    [
        ("divisor-duel", "5 20 4 8 16 2 6", "12", "3-15, 7-14, 9-18, 1-19", {}),
        ("grundys-game", "", "16:11", "16=3, 11=2, 5=2, left=3", {}),
        ("parity-duel", "", "3", "odd=8, even=7, lasts=15", {"numbers": 15}),
        ("sequence-builder", "4 6 2 3 9 5", "1", "odd -> even, even -> odd", {}),
    ],
)
def test_the_examples_of_the_page_are_proofs(play, slug, moves, move, reason, options):
    assert f"`{reason}` (for {move} " in PAGE.read_text()
    reply = f"Reason: {reason}\nAnswer: {move}"
    assert tasks.grade(play(slug, moves, **options), reply) == (Grade.VALID, None)


@pytest.mark.parametrize(
    ("reason", "fault"),
    [
        ("16=3, 11=2, 5=2, left=3", None),
        ("16 is worth 3; 11 is worth 2; 5 has 2; 1=0; 2=0; left over = 3", None),
        ("\t- 16=3\n\t- 11=2\n\t- 5=2\n\t- left=3", None),
        ("by luck", "The reason is not a list of heaps with their values."),
        ("17=0, left=3", "There is no heap of 17."),
        ("16=2, left=3", "The nim-value of 16 is not 2."),
        ("16=3, 5=2, left=3", "The nim-value of 11 is not named."),
        ("16=3, 11=2, 5=2", "What is left over now is not named once."),
        ("16=3, 11=2, 5=2, left=0", "What is left over is not 0."),
        ("16=3, 11=2, 5=2, left=3, left=0", "What is left over now is not named once."),
    ],
)
def test_faults_in_a_reason_about_heaps(play, reason, fault):
    match = play("grundys-game", start=16)
    assert fault_of(match.game, match.state, match.game.read_move("16:11"), reason) == fault


def test_pairs_may_stand_in_brackets(play):
    match = play("divisor-duel", "5 20 4 8 16 2 6")
    assert fault_of(match.game, match.state, 12, "(3, 15), (7;14), [9, 18] and {1,19}") is None


def test_written_pairing_has_only_reachable_numbers(play):
    match = play("divisor-duel", "1 10 2")
    written = write_reason(match.game, match.state, 4)
    assert "7" not in re.findall("[0-9]+", written)  # with 1 and 2 taken only 14 leads to it
    assert fault_of(match.game, match.state, 4, written) is None
    assert fault_of(match.game, match.state, 4, f"{written}, 7-14") is None


def test_of_a_split_after_which_something_is_left(play):
    match = play("grundys-game", start=16)
    told = fault_of(
        match.game, match.state, match.game.read_move("16:12"), "16=3, 12=1, 4=0, left=3"
    )
    assert told == "Something is left over when the opponent is to move."


@pytest.mark.parametrize(
    ("move", "reason", "fault"),
    [
        (1, "odd=3, even=2, lasts=5", None),
        (1, "Odd is 3 and EVEN is 2; lasts: 5.", None),
        (1, "odd=3, even=2, luck=1", "The reason is not the counts that were asked for."),
        (1, "odd=2, even=2, lasts=5", "odd is not 2."),
        (1, "odd=3, even=2", "lasts is not named."),
        (2, "odd=3, even=2, lasts=4", "After an even number the opponent moves last."),
        (2, "odd=3, even=2, lasts=5", "lasts is not 5."),
    ],
)
def test_of_counts(play, move, reason, fault):
    match = play("parity-duel", numbers=5)
    assert fault_of(match.game, match.state, move, reason) == fault


@pytest.mark.parametrize(
    ("stones", "move", "reason", "fault"),
    [
        (6, 2, "1 -> 3, 2 -> 2, 3 -> 1", None),
        (6, 2, "1 -> 3, then 2", "The reason is not a list of replies."),
        (6, 2, "4 -> 1", "4 cannot be played."),
        (6, 2, "1 -> 3, 1 -> 2", "There are two replies to 1."),
        (6, 2, "1 -> 3, 3 -> 1", "There is no reply to 2."),
        (6, 2, "1 -> 3, 2 -> 1, 3 -> 1", "The reply to 2 does not win."),
        (6, 2, "over", "The duel is not over: the answers are missing."),
        (3, 3, "over", None),
        (3, 3, "1 -> 2", "The duel is over: there is nothing to answer."),
        (3, 2, "1 -> over", "The reply to 1 does not win."),
    ],
)
def test_of_replies(stones, move, reason, fault):
    game = LastStone(stones)
    assert fault_of(game, game.start(), move, reason) == fault


@pytest.mark.parametrize(
    ("move", "reason", "fault"),
    [
        (1, "1 -> over", None),
        (1, "1 -> 1", "The reply to 1 does not win."),
        (2, "over", "The duel is over, and Player 1 lost it."),
    ],
)
def test_of_a_duel_that_ends_before_the_reply(move, reason, fault):
    game = LeaveTheLast(2)
    assert fault_of(game, game.start(), move, reason) == fault


def test_where_every_move_loses_or_wins():
    lost, won = LastStone(4), LastStone(5)
    assert fault_of(lost, lost.start(), 1, "lost") is None
    assert fault_of(lost, lost.start(), 1, "1 -> 2, 2 -> 1, 3 -> over") == "Every move loses here."
    assert fault_of(won, Match(won).state, 1, "**Lost.**") == "Not every move loses here."
