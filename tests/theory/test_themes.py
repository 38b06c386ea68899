"""The theme of a puzzle, as the theory of its game tells it."""

import pytest
from last_stone import LastStone
from leave_the_last import LeaveTheLast

from numduel import Match, load_game
from numduel.theory import analyse, theory_of

TOLD = {
    "11 is prime, and twice 11 is not on the list: only 1 can follow it.": "big prime",
    "No divisor or multiple of 7 is left.": "dead end",
    "Whoever takes 1 lets the other take any number that is left.": "1 is poison",
    "After 10 every reply of your opponent is forced.": "forced chain",
    "Every number that your opponent can come to has a partner for you.": "pairing",
    "No heap is left that can be split.": "last split",
    "The heaps are equal two by two: copy what your opponent does.": "copying",
    "After the right split your opponent has no choice.": "forced chain",
    "The values of the heaps cancel out after the right split.": "heap sums",
    "Go on with odd numbers before they run out.": "keep your row",
    "You and your opponent both need odd numbers.": "both want it",
    "An odd number costs you a pair and is worth more than that.": "break your row",
    "An odd number decides the count of pairs.": "last number",
    "There are more odd numbers than others.": "parity",
    "A joker on the scarcer kind is needed later.": "save the joker",
    "The right move ends the game.": "win at once",
    "After the right move every reply of your opponent is forced.": "forced chain",
    "The right move is found by looking ahead.": "look ahead",
}

THEMES = [
    (load_game("divisor-duel"), "5 1", "big prime"),
    (load_game("divisor-duel"), "18 1 14", "dead end"),
    (load_game("divisor-duel"), "14", "1 is poison"),
    (load_game("divisor-duel"), "16 8 4 20 10 5 15 3 6 2", "1 is poison"),
    (load_game("divisor-duel"), "6 2 20 4 1", "forced chain"),
    (load_game("divisor-duel"), "5 1 12 4 20", "pairing"),
    (load_game("grundys-game", start=3), "", "last split"),
    (load_game("grundys-game", start=8), "8:5", "copying"),
    (load_game("grundys-game"), "16:12 12:11 4:3 11:7 3:2 7:5", "copying"),
    (load_game("grundys-game", start=8), "8:6", "forced chain"),
    (load_game("grundys-game"), "16:10 6:5 10:8 8:7 7:4", "heap sums"),
    (load_game("sequence-builder"), "9 7 2 8 3 6", "keep your row"),
    (load_game("sequence-builder"), "8 1 5 9", "both want it"),
    (load_game("sequence-builder"), "5 4 8 6 7", "break your row"),
    (
        load_game("sequence-builder", numbers=15, length=7),
        "1 15 8 9 13 2 12 7 11 4 14 3 6",
        "last number",
    ),
    (load_game("parity-duel", numbers=7), "", "parity"),
    (load_game("parity-duel", numbers=5, jokers=1), "1 2", "save the joker"),
    (LastStone(2), "", "win at once"),
    (LeaveTheLast(2), "", "forced chain"),
    (LastStone(5), "", "look ahead"),
]


@pytest.mark.parametrize(("game", "moves", "name"), THEMES)
def test_a_theme_has_its_name_and_its_sentence(game, moves, name):
    match = Match(game)
    for move in moves.split():
        match.play(move)
    choices = analyse(game, match.state).choices
    answers = [choice.move for choice in choices if choice.winner is match.state.to_move]
    theme = theory_of(game).theme(match.state, answers)
    assert theme.name == name == TOLD[theme.text]
    assert theme.nudge


def test_kind_is_parity_where_only_parity_counts():
    game = load_game("sequence-builder")
    assert theory_of(game).kind_of(game.start(), 1) == theory_of(game).kind_of(game.start(), 3)
    assert theory_of(game).kind_of(game.start(), 1) != theory_of(game).kind_of(game.start(), 2)
    game = load_game("divisor-duel")
    assert theory_of(game).kind_of(game.start(), 1) != theory_of(game).kind_of(game.start(), 3)
