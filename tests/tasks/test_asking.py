"""What a prompt contains."""

import re
from random import Random

import pytest
from last_stone import LastStone

from numduel import Match, load_game, tasks
from numduel.study.audit import random_moves
from numduel.tasks import Asking, prompt
from numduel.theory import judge_moves


def test_prompt_has_rules_history_position_and_moves(play):
    told = prompt(play("divisor-duel", "6"))
    assert "You are Player 2 in a game of Divisor Duel." in told
    assert "a player who has no such number left loses" in told
    assert "Moves so far: Player 1 6" in told
    assert "Previous number was 6" in told
    listed = re.search(r"Legal moves: (.*)", told)[1].split(", ")
    assert sorted(listed, key=int) == ["1", "2", "3", "12", "18"]
    assert told.endswith("Answer: MOVE")


def test_each_of_them_can_be_left_out(play):
    match = play("divisor-duel", "6")
    assert "Whoever has no such" not in prompt(match, Asking(rules=False))
    assert "Moves so far" not in prompt(match, Asking(history=False))


@pytest.mark.parametrize(
    ("slug", "moves", "listed"),
    [
        ("divisor-duel", "6", "1, 2, 3, 12, 18"),
        ("parity-duel", "6", "1  3  5"),
        ("number-split-duel", "5", "(4,1)"),
    ],
)
def test_legal_moves_are_listed_once_or_not_at_all(play, slug, moves, listed):
    match = play(slug, moves)
    legal = ", ".join(tasks.shuffled_moves(match))
    assert listed in "\n".join(map(str, match.game.words.board(match.state)))
    told, untold = (prompt(match, Asking(rules=False, legal=legal)) for legal in (True, False))
    assert told.count(f"Legal moves: {legal}\n") == 1
    assert told.replace(f"Legal moves: {legal}\n\n", "") == untold
    assert listed not in untold


def test_prompt_without_words_shows_position():
    match = Match(LastStone(heap=9))
    match.play("2")
    told = prompt(match)
    legal = ", ".join(tasks.shuffled_moves(match))
    assert f"The position now:\n\nPlayer 2's turn.\nStones: 7\n\nLegal moves: {legal}\n" in told
    assert told.count(legal) == 1
    assert "By turns each player takes one, two or three of them." in told


def test_prompt_names_changed_options(play):
    assert "numbers=30, opening=even" in prompt(play("divisor-duel", numbers=30, opening="even"))


def test_prompt_has_variant_rules_without_theory(play):
    told = prompt(play("parity-duel", numbers=7, jokers=2))
    assert "share the numbers 1 to 7." in told
    assert "must play it" in told, "what a joker does"
    assert "Ruling" not in told
    assert "second player always wins" not in told.replace("\n", " ")


def test_the_order_of_the_legal_moves_says_nothing():
    """Always taking the first or the last that is listed is no better than guessing."""
    game, random = load_game("divisor-duel", numbers=40, opening="even"), Random(3)
    surplus = {"first": 0.0, "last": 0.0}
    possible = 0.0
    while possible < 100:
        moves = random_moves(game, random)
        match = Match.at(game, moves[: random.randrange(len(moves))])
        known = judge_moves(game, match.state)
        if not known.matters:
            continue
        listed = re.search(r"Legal moves: (.*)", prompt(match))[1].split(", ")
        assert prompt(match) == prompt(match)
        assert sorted(map(int, listed)) == [*game.legal_moves(match.state)]
        answers = known.moves_won_by(match.state.to_move)
        chance = len(answers) / len(listed)
        surplus["first"] += (int(listed[0]) in answers) - chance
        surplus["last"] += (int(listed[-1]) in answers) - chance
        possible += 1 - chance
    assert all(abs(value) / possible < 0.15 for value in surplus.values())


def test_rules_are_told_for_the_size_that_is_played():
    for slug, wrong in [("divisor-duel", "1 to 20"), ("sequence-builder", "1 to 9")]:
        told = tasks.prompt(Match(load_game(slug, numbers=30)))
        rules, _, _ = told.partition("Example, with")
        assert "1 to 30" in rules
        assert wrong not in rules
