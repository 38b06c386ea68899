"""The size of a proof, the theme of a puzzle, which games are decided, and Number Split Duel."""

from random import Random

import pytest
from last_stone import LastStone
from leave_the_last import LeaveTheLast
from positions import reachable

from numduel import Match, Player, load_game
from numduel.study import explain
from numduel.study.audit import random_moves, states_along
from numduel.theory import Theory, analyse, judge_moves, proof_size, theory_of


def smallest_tree(game, state):
    """The fewest positions that any strategy answers, counted anew wherever they come again."""
    won = judge_moves(game, state).moves_won_by(state.to_move)
    return 1 + min(answers_needed(game, game.after(state, move)) for move in won)


def answers_needed(game, after):
    if game.outcome(after):
        return 0
    replies = [game.after(after, move) for move in game.legal_moves(after)]
    return sum(smallest_tree(game, reply) for reply in replies if not game.outcome(reply))


@pytest.mark.parametrize(
    ("slug", "options"), [("divisor-duel", {"numbers": 12}), ("grundys-game", {"start": 11})]
)
def test_it_is_a_proof_and_seldom_larger_than_the_smallest(slug, options):
    game, random = load_game(slug, **options), Random(5)
    sizes = []
    while len(sizes) < 60:
        for state in states_along(game, random_moves(game, random))[:-1]:
            if judge_moves(game, state).winner is state.to_move:
                sizes.append((proof_size(game, state), smallest_tree(game, state)))
    assert all(size == tree for size, tree in sizes if tree == 1)
    assert sum(size > tree for size, tree in sizes) <= len(sizes) / 20
    assert max(size for size, _ in sizes) > 5


def test_a_win_in_three_moves_answers_every_reply_once():
    game = load_game("number-split-duel")
    assert proof_size(game, game.start()) == 1
    large = load_game("divisor-duel", numbers=100, opening="even")
    assert proof_size(large, large.start()) == 500
    assert proof_size(large, large.start(), most=20) == 20


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


@pytest.mark.parametrize(
    ("start", "sentences"),
    [
        (
            4,
            [
                "You can win at once.",
                "Split 4 into 3 and 1, and hand over 1.",
                "1 cannot be split, so your opponent has no move and loses.",
                "Hand over 3, and your opponent can do the same to you.",
            ],
        )
    ],
)
def test_the_reason_is_told(start, sentences):
    game = load_game("number-split-duel", start=start)
    why = explain(game, game.start())
    assert list(why.sentences) == sentences
    assert why.reply == 1


def test_the_largest_number_is_no_harder():
    game = load_game("number-split-duel", start=1_000)
    analysis = analyse(game, game.start())
    assert len(analysis.choices) == 998
    assert [choice.move for choice in analysis.choices if choice.best] == [1, 2]


ONE, TWO = Player


def winner(slug, **options):
    game = load_game(slug, **options)
    return theory_of(game).foregone_winner(game.start())


@pytest.mark.parametrize("slug", ["parity-duel", "even-odd-match"])
def test_even_pool_always_goes_to_player_2(slug):
    assert [winner(slug, numbers=numbers) for numbers in (2, 20, 1_000)] == [TWO] * 3


def test_odd_pool_above_1_is_not_foregone():
    assert winner("parity-duel", numbers=1) is ONE
    assert [winner("parity-duel", numbers=numbers) for numbers in (3, 21, 999)] == [None] * 3


@pytest.mark.parametrize("numbers", range(1, 9))
@pytest.mark.parametrize("jokers", range(3))
def test_counting_agrees_with_all_reachable_endings(numbers, jokers):
    game = load_game("parity-duel", numbers=numbers, jokers=jokers)
    for state in reachable(game):
        assert theory_of(game).foregone_winner(state) is Theory(game).foregone_winner(state)
        assert Theory(game).foregone_winner(state) is the_only_winner(game, state)


def the_only_winner(game, state):
    """By definition, looking at every state."""
    winners, waiting = set(), [state]
    while waiting:
        state = waiting.pop()
        if outcome := game.outcome(state):
            winners.add(outcome.winner)
        waiting += {game.after(state, move) for move in game.legal_moves(state)}
    return winners.pop() if len(winners) == 1 else None


def test_foregone_search_merges_positions_and_gives_up():
    twenty, many = (load_game("parity-duel", numbers=numbers) for numbers in (20, 400))
    assert Theory(twenty).foregone_winner(twenty.start()) is TWO
    assert theory_of(many).foregone_winner(many.start()) is TWO  # by counting
    assert Theory(many).foregone_winner(many.start()) is None


@pytest.mark.parametrize(
    "slug", ["divisor-duel", "number-split-duel", "sequence-builder", "grundys-game"]
)
def test_theoretical_loss_is_not_foregone(slug):
    assert winner(slug) is None


def test_number_with_at_most_one_split_is_foregone():
    assert [winner("number-split-duel", start=start) for start in (1, 2, 3, 4)] == [
        TWO,
        TWO,
        ONE,
        None,
    ]


def test_game_too_large_to_search_is_not_foregone():
    assert winner("divisor-duel", numbers=1_000) is None
    assert Theory(load_game("grundys-game", start=200)).foregone_winner(None) is None


def test_foregone_without_theory_searches_all_endings():
    assert theory_of(LastStone(heap=1)).foregone_winner(LastStone(heap=1).start()) is ONE
    assert theory_of(LastStone(heap=2)).foregone_winner(LastStone(heap=2).start()) is None
