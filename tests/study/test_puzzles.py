"""Puzzles: positions in which one move wins, found and counted."""

from collections import Counter
from dataclasses import asdict
from datetime import date, timedelta
from functools import cache
from types import SimpleNamespace

import pytest

from numduel import Match, load_game
from numduel.catalogue import our_games
from numduel.study import (
    Puzzle,
    Puzzles,
    daily_level,
    daily_puzzle,
    match_of,
    nudge_of,
    nudges,
    puzzle_at,
    puzzle_settings,
    rising_level,
    solved,
    tell_share,
)
from numduel.study import puzzles as feature
from numduel.study.puzzles import EXPERT_PROOF, HARD, HARD_PROOF, MEDIUM, level_of
from numduel.theory import analyse, theory_of

from ..conftest import run_python
from .conftest import made


def test_the_answer_is_the_only_move_that_wins(some):
    for puzzle in some:
        match = match_of(puzzle)
        analysis = analyse(match.game, match.state)
        wins = [
            match.game.write_move(choice.move)
            for choice in analysis.choices
            if choice.winner is match.state.to_move
        ]
        assert list(puzzle.answers) == wins
        assert len(wins) == 1 < len(puzzle.legal)
        assert puzzle.distance == analysis.distance
        assert puzzle.chance == 1 / len(puzzle.legal)


def test_a_puzzle_of_divisor_duel_in_full():
    assert puzzle_at(load_game("divisor-duel"), "5 10 20 1 16 2 12 6 18".split()) == Puzzle(
        id="c6fd5105754b",
        game="divisor-duel",
        rules=1,
        options={"numbers": 20, "opening": "any"},
        moves=("5", "10", "20", "1", "16", "2", "12", "6", "18"),
        legal=("3", "9"),
        answers=("9",),
        distance=3,
        proof=2,
        rating=11,
        difficulty="easy",
        theme="forced chain",
    )


def future(game, state):
    """What can still happen: the moves from here, and the future after each."""
    return tuple((move, future(game, game.after(state, move))) for move in game.legal_moves(state))


def test_no_puzzle_comes_twice():
    puzzles = made("divisor-duel", 40, numbers=10)
    futures = [future(match.game, match.state) for match in map(match_of, puzzles)]
    assert len({*futures}) == len(puzzles) == 40


def test_puzzle_seed_reproduces_prefix(some):
    assert made("divisor-duel", 20, numbers=12) == some[:20]
    assert made("divisor-duel", 20, seed=2, numbers=12) != some[:20]


def count_by_hand(slug, way_of, **options):
    """All futures with one winning and some losing way, counted without the puzzle maker."""
    game = load_game(slug, **options)
    kinds = {game.canonical(game.start()): game.start()}
    waiting = [game.start()]
    found = 0
    while waiting:
        state = waiting.pop()
        choices = analyse(game, state).choices
        winning = {way_of(choice.move) for choice in choices if choice.winner is state.to_move}
        found += len(winning) == 1 < len({way_of(choice.move) for choice in choices})
        for move in game.legal_moves(state):
            following = game.after(state, move)
            if kinds.setdefault(game.canonical(following), following) is following:
                waiting.append(following)
    return found


def itself(move):
    return move


def parity(move):
    return move % 2


@pytest.mark.parametrize(
    ("slug", "way_of", "options"),
    [
        ("divisor-duel", itself, {"numbers": 10}),
        ("grundys-game", itself, {}),
        ("sequence-builder", parity, {}),
        ("parity-duel", parity, {"numbers": 8, "jokers": 1}),
    ],
)
def test_where_all_are_found_their_number_is_told(slug, way_of, options):
    stream = Puzzles(load_game(slug, **options), 100_000, 1)
    count = len(list(stream))
    assert count == count_by_hand(slug, way_of, **options)
    are = "is" if count == 1 else "are"
    assert stream.shortage == f"There {are} {count} puzzle{'' if count == 1 else 's'}."


@pytest.mark.long
def test_shortage_counts_puzzles_left_out_for_balance():
    stream = Puzzles(load_game("divisor-duel", numbers=14), 100_000, 1)
    count = len(list(stream))
    left_out = count_by_hand("divisor-duel", itself, numbers=14) - count
    assert left_out > 0
    assert stream.shortage == (
        f"There are {count} puzzles; {left_out} more were left out, so that no simple habit finds"
        " the answers."
    )


def test_where_no_choice_matters_that_is_why_there_are_none():
    for slug in ("parity-duel", "even-odd-match"):
        stream = Puzzles(load_game(slug), 1)
        assert list(stream) == []
        assert stream.shortage == (
            "There are no puzzles: the game is decided before the first move,"
            " and no choice matters."
        )


@pytest.mark.parametrize(
    ("difficulty", "told"),
    [
        (None, "Found no puzzles in 30 positions of random games."),
        ("easy", "Found no easy puzzles in 30 positions of random games."),
    ],
)
def test_shortage_says_where_puzzles_were_looked_for(monkeypatch, difficulty, told):
    monkeypatch.setattr(feature, "_HOPELESS", 30)
    stream = Puzzles(load_game("parity-duel"), 1, difficulty=difficulty)
    assert list(stream) == []
    assert stream.shortage == told


def test_a_game_in_which_there_is_nothing_to_find_says_so():
    stream = Puzzles(load_game("number-split-duel", start=40), 10)
    assert list(stream) == []
    assert stream.shortage.endswith("handing over 1 wins, so there is nothing to find.")


def test_puzzles_at_a_size_of_hundreds():
    puzzles = made("divisor-duel", 1, numbers=300)
    assert len(puzzles) == 1
    assert {puzzle.options["numbers"] for puzzle in puzzles} == {300}


@pytest.mark.untraced
def test_large_game_puzzles_start_late_enough_to_judge():
    (puzzle,) = made("sequence-builder", 1, numbers=39, length=20)
    assert len(puzzle.moves) > 25
    assert puzzle_at(match_of(puzzle).game, puzzle.moves) == puzzle


# How difficult a puzzle is: measured, the same each time, and each level harder than the last.


GRUNDY = {"start": 24}


@pytest.fixture(scope="module")
def levels():
    """Puzzles of each level."""
    return {
        level: [
            *made("divisor-duel", 5, difficulty=level),
            *made("grundys-game", 5, difficulty=level, **GRUNDY),
        ]
        for level in ("easy", "medium", "hard")
    }


def test_a_level_is_cut_from_the_rating(levels):
    for level, puzzles in levels.items():
        assert len(puzzles) == 10
        assert {puzzle.difficulty for puzzle in puzzles} == {level}
    assert all(puzzle.rating >= MEDIUM for puzzle in levels["medium"])
    assert all(HARD <= puzzle.rating <= 100 for puzzle in levels["hard"])
    assert all(HARD_PROOF <= puzzle.proof < EXPERT_PROOF for puzzle in levels["hard"])
    assert level_of(100, 500, worth_thought=False) == level_of(MEDIUM - 1, 9, True) == "easy"
    assert level_of(HARD, HARD_PROOF - 1, worth_thought=True) == "medium"
    assert level_of(HARD, EXPERT_PROOF, worth_thought=True) == "expert"


def mixed(levels):
    """The levels in the order in which a mix gives the puzzles that are found in this one."""

    class Found(Puzzles):
        def _find(self):
            yield from (SimpleNamespace(difficulty=level) for level in levels)

    return [puzzle.difficulty for puzzle in Found(load_game("divisor-duel"), len(levels))]


@pytest.mark.parametrize(
    ("found", "most_easy"),
    [
        (["easy", "medium", "hard", "easy", "easy"], 17),
        (["easy"] * 19 + ["hard"], 30),
        (["easy"] * 45 + ["hard"], 44),  # so rare that it is not waited for all the time
    ],
)
def test_a_mix_is_not_mostly_easy_and_leaves_nothing_out(found, most_easy):
    given = mixed(found * 20)
    assert Counter(given) == Counter(found * 20)
    assert given[:50].count("easy") <= most_easy


@pytest.mark.long
def test_expert_puzzle_has_required_proof_size():
    (puzzle,) = made("divisor-duel", 1, difficulty="expert", numbers=100, opening="even")
    assert puzzle.proof == EXPERT_PROOF


def test_medium_puzzles_have_four_moves_and_no_giveaway(levels):
    for puzzle in (*levels["medium"], *levels["hard"]):
        match = match_of(puzzle)
        answers = [*map(match.game.read_move, puzzle.answers)]
        assert len(puzzle.legal) >= 4
        assert theory_of(match.game).give_away(match.state, answers) is None


def test_the_rating_is_the_same_when_it_is_measured_again(levels):
    for puzzle in levels["hard"][:4]:
        assert puzzle_at(match_of(puzzle).game, puzzle.moves).rating == puzzle.rating


def at(slug, moves, **options):
    match = Match(load_game(slug, **options))
    for move in moves.split():
        match.play(move)
    return match.game, match.state


def given_away(position, answers):
    game, state = position
    return theory_of(game).give_away(state, answers)


@pytest.mark.parametrize(
    ("moves", "answer", "told"),
    [
        ("1 16 2 18 6 12 3 15 5 20", 10, "it wins at once"),
        ("8", 1, "it is 1"),
        ("8", 2, "it is the only prime"),
        ("8 4 12 1 10", 20, "it is the only one not prime"),
        ("8", 16, "it is the only multiple of 8"),
        ("1 12", 3, "it is the only odd number"),
        ("16 8 4 20 10 5 15 3 6 2", 12, None),
    ],
)
def test_what_gives_an_answer_of_divisor_duel_away(moves, answer, told):
    assert given_away(at("divisor-duel", moves), [answer]) == told


def test_what_gives_an_answer_away_in_other_games():
    game, state = at("grundys-game", "16:11 11:6 6:4 4:3")
    assert theory_of(game).give_away(state, [game.read_move("3:2")]) == "it is the only split of 3"
    row = "it goes on with the odd numbers of your own row"
    assert given_away(at("sequence-builder", "9 7 2 8 3 6"), [1, 5]) == row
    assert given_away(at("sequence-builder", "5 4 8 6 7"), [1, 3, 9]) is None
    assert given_away(at("sequence-builder", "6"), [1, 3, 5, 7, 9]) is None
    assert given_away(at("parity-duel", "1 2", jokers=1), [3]) == "it needs no joker"
    more = "there are more numbers of its kind"
    assert given_away(at("parity-duel", "", numbers=7), [1, 3, 5, 7]) == more


# The puzzle of a day.


DAY = date(2026, 11, 16)
ASK = "from datetime import date; from numduel.study import daily_puzzle as d;"
PRINT = "print(*[d(date(2026, 11, day)).id for day in (16, 18)])"


@cache
def puzzle_later(days):
    """The puzzle of so many days later."""
    return daily_puzzle(DAY + timedelta(days=days))


def test_it_is_a_function_of_the_date_alone():
    here = [puzzle_later(days).id for days in (0, 2)]
    elsewhere = run_python(ASK + PRINT, PYTHONHASHSEED="7", TZ="Pacific/Kiritimati")
    assert elsewhere.stdout.split() == here
    assert len(set(here)) == 2


def test_a_week_begins_easy_and_ends_hard():
    week = [puzzle_later(days) for days in range(7)]
    levels = [puzzle.difficulty for puzzle in week]
    assert levels == ["easy"] * 2 + ["medium"] * 3 + ["hard"] * 2
    assert levels == [daily_level(DAY + timedelta(days=days)) for days in range(7)]
    assert len({puzzle.game for puzzle in week}) > 1
    assert len({puzzle.id for puzzle in week}) == 7
    assert min(len(puzzle.legal) for puzzle in week) >= 4  # a guess is seldom right
    assert max(puzzle.chance for puzzle in week) <= 1 / 3


def test_a_result_is_shared_without_the_answer():
    assert tell_share(DAY, True, 12) == "numduel daily 2026-11-16 ★ first try, 12-day streak"
    assert tell_share(DAY, True, 1) == "numduel daily 2026-11-16 ★ first try"
    assert tell_share(DAY, False, 0) == "numduel daily 2026-11-16 ☆ not at the first try"


# Coin tosses.


def test_games_of_coin_tosses_have_no_puzzles_for_people():
    asked = {book.slug for book in our_games() if puzzle_settings(book)}
    assert asked == {"divisor-duel", "grundys-game"}


def test_fair_puzzles_have_three_ways_to_play():
    fair = [*Puzzles(load_game("divisor-duel"), 10, 1, is_fair=True)]
    assert min(len(puzzle.legal) for puzzle in fair) >= 3
    coins = [*Puzzles(load_game("divisor-duel"), 10, 1)]
    assert min(len(puzzle.legal) for puzzle in coins) == 2


# Puzzles in a row.


@pytest.mark.parametrize(
    ("answers", "level"),
    [("11", "medium"), ("101", "easy"), ("1111000000", "easy"), ("110110", "hard")],
)
def test_puzzle_level_rises_with_solver(answers, level):
    assert rising_level(answer == "1" for answer in answers) == level


# What is said to an answer.


def test_the_right_answer_is_praised_and_explained(play):
    match = play("number-split-duel", "4")
    told = solved(match, 1)
    assert told.is_right
    assert told.text == "Right: 3 and 1 (hand over 1) wins."
    assert told.answers == ("1",)
    assert told.truth.why.reply == "1"


def test_wrong_puzzle_answer_is_refuted_without_spoiler(play):
    told = asdict(solved(play("number-split-duel", "4"), 3))
    assert [(choice["move"], choice["mark"]) for choice in told.pop("choices")] == [("3", "▼2")]
    assert told == {
        "form": 1,
        "is_right": False,
        "chosen": "3",
        "right": None,
        "line": ("3", "1"),
        "text": "No: 3 and 1 (hand over 3) loses in 2 moves: your opponent splits 3 into 2 and 1,"
        " handing over 1, and wins because 1 has no split into unequal parts.",
        "answers": (),
        "theme": None,
        "truth": None,
        "why": "",
        "pairs": (),
    }


def test_whoever_gives_up_is_told_what_wins(play):
    told = solved(play("number-split-duel", ""), None)
    assert not told.is_right
    assert told.text == "15 and 1 (hand over 1) and 14 and 2 (hand over 2) win."
    assert told.truth.why.sentences


# Hints in steps: the theme, where to look, the move.


SETTINGS = [
    ("divisor-duel", {}),
    ("grundys-game", {}),
    ("sequence-builder", {}),
    ("parity-duel", {"jokers": 1}),
]


@pytest.fixture(params=SETTINGS, ids=lambda setting: setting[0])
def of_each_game(request):
    slug, options = request.param
    return list(Puzzles(load_game(slug, **options), 8, seed=3))


def test_each_step_tells_more_and_none_tells_what_is_false(of_each_game):
    for puzzle in of_each_game:
        match = match_of(puzzle)
        game, state = match.game, match.state
        theme, where, move = nudges(match)
        answers = {*map(game.read_move, puzzle.answers)}
        assert theme.text.startswith(f"Theme: {puzzle.theme}. ")
        assert theme.moves == ()
        looked_at = [*map(game.read_move, where.moves)]
        kinds = {theory_of(game).kind_of(state, each) for each in looked_at}
        right = {theory_of(game).kind_of(state, each) for each in answers}
        assert len(kinds) > 1, "it does not give the move away"
        assert right < kinds
        assert set(looked_at) <= set(game.legal_moves(state))
        assert move.moves[0] in puzzle.answers


def test_nudge_uses_game_terms_to_narrow_search(play):
    where = nudges(play("divisor-duel", "6 3"))[1]
    assert where.text == "Look for a multiple of 3: 9, 12, 15 or 18."
    where = nudges(play("grundys-game", "14:9 9:6", start=14))[1]
    assert where.text == "Look for a split of 5: 5 into 3 and 2; 5 into 4 and 1."


def test_nudges_go_from_theme_to_move(play):
    match = play("divisor-duel", "18 3")
    assert nudges(match)[0].text == (
        "Theme: 1 is poison. Which of you will have to take 1? You can win in 3 moves."
    )
    assert asdict(nudge_of(match, 3)) == {
        "form": 1,
        "step": 3,
        "steps": 3,
        "text": "Take 9: it wins.",
        "moves": ("9",),
    }
    assert nudge_of(match, 9) == nudge_of(match, 3)


def test_where_nothing_wins_there_is_no_step(play):
    told = nudge_of(play("divisor-duel", "6"), 1)
    assert (told.steps, told.text) == (0, "No move wins here.")
