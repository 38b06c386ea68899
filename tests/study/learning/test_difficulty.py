"""How difficult a puzzle is: measured, the same each time, and each level harder than the last."""

from random import Random

import pytest
from numduel.study.learning.difficulty import HARD, MEDIUM, level_of

from numduel import Match, load_game
from numduel.players import PLAYERS
from numduel.study import puzzle_at
from numduel.theory import give_away

from ..conftest import made, match_of

GRUNDY = {"start": 24}


@pytest.fixture(scope="module")
def levels():
    """Puzzles of each level."""
    return {
        level: [
            *made("divisor-duel", 10, difficulty=level),
            *made("grundys-game", 10, difficulty=level, **GRUNDY),
        ]
        for level in ("easy", "medium", "hard")
    }


def share_missed(puzzles, name, tries=6):
    """How often a player misses the answer, with other seeds than those of the rating."""
    if name == "random":
        return 1 - sum(puzzle.chance for puzzle in puzzles) / len(puzzles)
    missed = 0
    for puzzle in puzzles:
        match = match_of(puzzle)
        for attempt in range(tries):
            move = PLAYERS[name](match.game, match.state, Random(f"test/{puzzle.id}/{attempt}"))
            missed += match.game.write_move(move) not in puzzle.answers
    return missed / tries / len(puzzles)


@pytest.mark.parametrize(
    "name",
    [
        "random",
        *(pytest.param(name, marks=pytest.mark.long) for name in ("easy", "medium", "hard")),
    ],
)
def test_each_level_is_harder_than_the_one_before(levels, name):
    easy, medium, hard = (share_missed(puzzles, name) for puzzles in levels.values())
    assert easy < medium < hard


def test_a_perfect_player_misses_none(levels):
    assert not any(share_missed(puzzles, "perfect", 1) for puzzles in levels.values())


def test_a_level_is_cut_from_the_rating(levels):
    for level, puzzles in levels.items():
        assert len(puzzles) == 20
        assert {puzzle.difficulty for puzzle in puzzles} == {level}
    assert all(MEDIUM <= puzzle.rating < HARD for puzzle in levels["medium"])
    assert all(HARD <= puzzle.rating <= 100 for puzzle in levels["hard"])
    assert level_of(100, worth_thought=False) == level_of(MEDIUM - 1, worth_thought=True) == "easy"


def test_from_medium_on_there_are_four_moves_and_nothing_gives_the_answer_away(levels):
    for puzzle in (*levels["medium"], *levels["hard"]):
        match = match_of(puzzle)
        answers = [*map(match.game.read_move, puzzle.answers)]
        assert len(puzzle.legal) >= 4
        assert give_away(match.game, match.state, answers) is None


def test_the_rating_is_the_same_when_it_is_measured_again(levels):
    for puzzle in levels["hard"][:10]:
        assert puzzle_at(match_of(puzzle).game, puzzle.moves).rating == puzzle.rating


@pytest.mark.long
def test_taking_the_largest_is_not_better_than_other_guesses():
    puzzles = made("divisor-duel", 40, difficulty="hard", numbers=40, opening="even")
    right = sum(puzzle.legal[-1] in puzzle.answers for puzzle in puzzles)
    assert 0 < right < 16, "of those found at random, more than half"


def at(slug, moves, **options):
    match = Match(load_game(slug, **options))
    for move in moves.split():
        match.play(move)
    return match.game, match.state


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
    assert give_away(*at("divisor-duel", moves), [answer]) == told


def test_one_of_several_answers_may_give_them_away():
    assert give_away(*at("divisor-duel", "1"), [2, 11]) == "it wins at once"
    assert give_away(*at("divisor-duel", "1"), [2, 4]) is None


def test_a_single_divisor_among_multiples_gives_itself_away():
    assert give_away(*at("divisor-duel", "1 2 8", numbers=40), [4]) == "it is the only divisor of 8"


def test_what_gives_an_answer_away_in_other_games():
    game, state = at("grundys-game", "16:11 11:6 6:4 4:3")
    assert give_away(game, state, [game.read_move("3:2")]) == "it is the only split of 3"
    row = "it goes on with the odd numbers of your own row"
    assert give_away(*at("sequence-builder", "9 7 2 8 3 6"), [1, 5]) == row
    assert give_away(*at("sequence-builder", "5 4 8 6 7"), [1, 3, 9]) is None
    assert give_away(*at("sequence-builder", "6"), [1, 3, 5, 7, 9]) is None
    assert give_away(*at("parity-duel", "1 2", jokers=1), [3]) == "it needs no joker"
    more = "there are more numbers of its kind"
    assert give_away(*at("parity-duel", "", numbers=7), [1, 3, 5, 7]) == more
