"""Puzzles: positions in which one move wins, found and counted."""

from itertools import islice

import pytest
from numduel.study.learning import finding

from numduel import load_game
from numduel.study import Puzzle, Puzzles, puzzle_at
from numduel.study.puzzles import puzzle_id
from numduel.theory import analyse

from ..conftest import made, match_of


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
        look_ahead=2,
        rating=13,
        difficulty="easy",
        theme="forced chain",
        words=(
            "Remaining Numbers: 3-4, 7-9, 11, 13-15, 17, 19",
            "Player 2's Turn:",
            "Previous number was 18",
            "Valid selections: 3, 9",
        ),
    )


def future(game, state):
    """What can still happen: the moves from here, and the future after each."""
    return tuple((move, future(game, game.after(state, move))) for move in game.legal_moves(state))


def test_no_puzzle_comes_twice():
    puzzles = made("divisor-duel", 60, numbers=10)
    futures = [future(match.game, match.state) for match in map(match_of, puzzles)]
    assert len({*futures}) == len(puzzles) == 60


def test_the_same_seed_gives_the_same_puzzles_and_a_longer_list_begins_with_them(some):
    assert made("divisor-duel", 50, numbers=12) == some[:50]
    assert made("divisor-duel", 50, seed=2, numbers=12) != some[:50]


def test_the_id_follows_from_game_options_and_moves_alone(some):
    for puzzle in some[:5]:
        assert puzzle.id == puzzle_id(match_of(puzzle).game, puzzle.moves)
    assert puzzle_id(load_game("divisor-duel"), ["6"]) != puzzle_id(
        load_game("divisor-duel", numbers=30), ["6"]
    )


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
        ("parity-duel", parity, {"numbers": 7}),
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
def test_those_that_are_left_out_so_that_no_habit_wins_are_counted():
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
def test_where_none_is_found_it_is_told_where_it_was_looked_for(monkeypatch, difficulty, told):
    monkeypatch.setattr(finding, "_HOPELESS", 30)
    stream = Puzzles(load_game("parity-duel"), 1, difficulty=difficulty)
    assert list(stream) == []
    assert stream.shortage == told


def test_where_some_are_found_and_no_more_it_is_told_how_many(monkeypatch):
    monkeypatch.setattr(finding, "_HOPELESS", 30)
    stream = Puzzles(load_game("sequence-builder"), 1_000)
    count = len(list(stream))
    assert 0 < count < 25
    many = f"{count} puzzle{'' if count == 1 else 's'}"
    assert stream.shortage == (f"Found {many}; 30 positions of random games had no other.")


@pytest.mark.parametrize(
    ("slug", "count"),
    [("parity-duel", 0), ("even-odd-match", 0), ("number-split-duel", 0), ("sequence-builder", 25)],
)
def test_the_books_of_few_puzzles(slug, count):
    assert len(made(slug, 1000)) == count


def test_a_game_in_which_there_is_nothing_to_find_says_so():
    stream = Puzzles(load_game("number-split-duel", start=40), 10)
    assert list(stream) == []
    assert stream.shortage.endswith("handing over 1 wins, so there is nothing to find.")


def test_numbers_that_come_to_the_same_are_one_way_to_win():
    for puzzle in made("sequence-builder", 20, numbers=15, length=7):
        parities = {int(answer) % 2 for answer in puzzle.answers}
        alike = [move for move in puzzle.legal if int(move) % 2 in parities]
        assert len(parities) == 1
        assert list(puzzle.answers) == alike != list(puzzle.legal)


def test_nothing_is_said_of_a_shortage_where_there_is_none():
    stream = Puzzles(load_game("divisor-duel"), 3, 1)
    assert len(list(stream)) == 3
    assert stream.shortage is None


def test_as_many_winning_moves_as_asked_for():
    for puzzle in made("divisor-duel", 10, winning_moves=3, numbers=12):
        assert len(puzzle.answers) == 3 < len(puzzle.legal)


def test_puzzles_at_a_size_of_hundreds():
    puzzles = made("divisor-duel", 5, numbers=300)
    assert len(puzzles) == 5
    assert {puzzle.options["numbers"] for puzzle in puzzles} == {300}


@pytest.mark.untraced
def test_in_a_large_game_puzzles_are_looked_for_where_they_can_be_judged():
    (puzzle,) = made("sequence-builder", 1, numbers=39, length=20)
    assert len(puzzle.moves) > 25
    assert puzzle_at(match_of(puzzle).game, puzzle.moves) == puzzle


def test_a_position_without_both_kinds_of_moves_is_no_puzzle():
    assert puzzle_at(load_game("parity-duel"), []) is None


def test_a_rule_book_of_a_stranger_has_puzzles_by_search():
    from last_stone import LastStone

    puzzles = list(islice(Puzzles(LastStone(), 50, 1), 50))
    assert puzzles
    assert all(len(puzzle.answers) == 1 for puzzle in puzzles)
