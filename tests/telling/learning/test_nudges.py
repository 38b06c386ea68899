"""Hints in steps: the theme, where to look, the move."""

import pytest

from numduel import load_game
from numduel.study import Puzzles, match_of, nudge_of, nudges
from numduel.theory import kind_of

SETTINGS = [
    ("divisor-duel", {}),
    ("grundys-game", {}),
    ("sequence-builder", {}),
    ("parity-duel", {"jokers": 1}),
]


@pytest.fixture(params=SETTINGS, ids=lambda setting: setting[0])
def puzzles(request):
    slug, options = request.param
    return list(Puzzles(load_game(slug, **options), 20, seed=3))


def test_each_step_tells_more_and_none_tells_what_is_false(puzzles):
    for puzzle in puzzles:
        match = match_of(puzzle)
        game, state = match.game, match.state
        theme, where, move = nudges(match)
        answers = {game.read_move(answer) for answer in puzzle.answers}
        assert theme.text.startswith(f"Theme: {puzzle.theme}. ")
        assert theme.moves == ()
        kinds = {kind_of(game, state, each) for each in where.moves}
        right = {kind_of(game, state, each) for each in answers}
        assert len(kinds) > 1, "it does not give the move away"
        assert right < kinds
        assert set(where.moves) <= set(game.legal_moves(state))
        assert move.moves[0] in answers


def test_where_to_look_has_the_games_own_name_if_that_narrows_it(play):
    where = nudges(play("divisor-duel", "6 3"))[1]
    assert where.text == "Look for a multiple of 3: 9, 12, 15 or 18."
    where = nudges(play("grundys-game", "14:9 9:6", start=14))[1]
    assert where.text == "Look for a split of 5: 5 into 3 and 2; 5 into 4 and 1."


def test_otherwise_a_few_moves_are_compared(play):
    where = nudges(play("divisor-duel", "7 14"))[1]
    assert where.text == "Compare 1 and 2: only one of them wins."


def test_the_first_step_says_how_far_the_win_is_and_the_last_what_to_do(play):
    match = play("divisor-duel", "18 3")
    assert nudges(match)[0].text == (
        "Theme: 1 is poison. Which of you will have to take 1? You can win in 3 moves."
    )
    assert nudges(match)[2].text == "Take 9: it wins."


def test_a_hint_is_the_same_whenever_it_is_asked_for(play):
    assert nudges(play("sequence-builder", "5 6 2 4")) == nudges(
        play("sequence-builder", "5 6 2 4")
    )


def test_as_json_steps_count_from_one_and_the_last_comes_again(play):
    match = play("divisor-duel", "18 3")
    assert nudge_of(match, 3) == {
        "form": 1,
        "step": 3,
        "steps": 3,
        "text": "Take 9: it wins.",
        "moves": ["9"],
    }
    assert nudge_of(match, 9) == nudge_of(match, 3)


def test_where_nothing_wins_there_is_no_step(play):
    told = nudge_of(play("divisor-duel", "6"), 1)
    assert (told["steps"], told["text"]) == (0, "No move wins here.")
