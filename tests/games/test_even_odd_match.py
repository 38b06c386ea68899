"""Even/Odd Match, read from its rule book."""

import pytest

from numduel import IllegalMove, Match, Player, UnreadableMove, load_game


def legal(match):
    return list(match.game.legal_moves(match.state))


def remaining(match):
    return match.game.view(match.state)["remaining"]


def test_the_list_is_1_to_20_and_player_1_removes_any_number(play):
    match = play("even-odd-match")
    assert remaining(match) == legal(match) == list(range(1, 21))
    assert match.state.to_move is Player.ONE


def test_after_an_odd_number_an_even_one_must_be_removed(play):
    assert legal(play("even-odd-match", "7")) == list(range(2, 21, 2))


def test_after_an_even_number_an_odd_one_must_be_removed(play):
    assert legal(play("even-odd-match", "16")) == list(range(1, 21, 2))


def test_a_removed_number_cannot_be_chosen_again(play):
    match = play("even-odd-match", "7 16 5")
    assert not {7, 16, 5} & set(remaining(match))
    assert 16 not in legal(match)


def test_who_has_no_number_of_the_required_kind_loses(play):
    match = play("even-odd-match", "3 2 1", numbers=3)
    assert legal(match) == []
    assert match.outcome == (Player.ONE, "because no even number is left to remove")


# Each turn's mover and number, and from turn 8 on the list of what may be removed.
EXAMPLE = [
    (1, 7, None),
    (2, 16, None),
    (1, 5, None),
    (2, 18, None),
    (1, 15, None),
    (2, 20, None),
    (1, 17, None),
    (2, 14, [2, 4, 6, 8, 10, 12, 14]),
    (1, 13, [1, 3, 9, 11, 13, 19]),
    (2, 12, [2, 4, 6, 8, 10, 12]),
    (1, 19, [1, 3, 9, 11, 19]),
    (2, 10, [2, 4, 6, 8, 10]),
    (1, 11, [1, 3, 9, 11]),
    (2, 8, [2, 4, 6, 8]),
    (1, 9, [1, 3, 9]),
    (2, 6, [2, 4, 6]),
    (1, 3, [1, 3]),
    (2, 4, [2, 4]),
    (1, 1, [1]),
    (2, 2, [2]),
]


def test_the_example_move_by_move(play):
    match, left = play("even-odd-match"), list(range(1, 21))
    for mover, number, allowed in EXAMPLE:
        assert match.outcome is None
        assert match.state.to_move == mover
        assert allowed is None or legal(match) == allowed
        match.play(number)
        left.remove(number)
        assert remaining(match) == left
    assert remaining(match) == []
    assert match.outcome == (Player.TWO, "because no odd number is left to remove")


def test_the_lists_of_the_example(play):
    updated = {
        3: [1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20],
        7: [1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 19],
        11: [1, 2, 3, 4, 6, 8, 9, 10, 11],
        14: [1, 2, 3, 4, 6, 9],
        16: [1, 2, 3, 4],
        18: [1, 2],
        19: [2],
    }
    for turn, numbers in updated.items():
        moves = " ".join(str(number) for _, number, _ in EXAMPLE[:turn])
        assert remaining(play("even-odd-match", moves)) == numbers


@pytest.mark.parametrize("options", [{"numbers": 5}, {"numbers": 4, "jokers": 1}])
def test_ruling_e1_its_rules_are_parity_duels(options):
    parity, even_odd = load_game("parity-duel", **options), load_game("even-odd-match", **options)
    assert parity != even_odd

    def compare(state):
        assert even_odd.legal_moves(state) == parity.legal_moves(state)
        assert even_odd.outcome(state) == parity.outcome(state)
        assert even_odd.canonical(state) == parity.canonical(state)
        for move in range(-1, options["numbers"] + 2):
            assert even_odd.refusal(state, move) == parity.refusal(state, move)
        for move in parity.legal_moves(state):
            after = parity.play(state, move)
            assert even_odd.play(state, move) == after
            compare(after)

    assert even_odd.start() == parity.start()
    compare(parity.start())


def test_ruling_e1_the_words_are_its_own(play, read):
    parity, even_odd = play("parity-duel", "7"), play("even-odd-match", "7")
    assert type(parity.game.words) is not type(even_odd.game.words)
    for match, told in [
        (parity, "Enter the number to remove: "),
        (even_odd, "Player 2 inputs: "),
    ]:
        assert str(match.game.words.question(match.state)) == told


def test_ruling_p2_player_2_wins_from_1_to_20_whatever_is_played():
    match = Match(load_game("even-odd-match"))
    while match.outcome is None:
        match.play(legal(match)[-1])
    assert match.outcome.winner is Player.TWO
    assert len(match.moves) == 20


def test_ruling_e2_the_list_holds_what_may_be_removed_and_after_the_move_all_that_remains(tell):
    sample = """\
Initial Numbers: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]

Player 1's turn. Remove any number:
Player 1 inputs: 7
Numbers Remaining: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]

Player 2 must remove an EVEN number.
Numbers Remaining: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20]
Player 2 inputs: 16
Numbers Remaining: [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20]

Player 1 must remove an ODD number.
Numbers Remaining: [1, 3, 5, 9, 11, 13, 15, 17, 19]
Player 1 inputs: 5
Numbers Remaining: [1, 2, 3, 4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20]

"""
    assert tell("even-odd-match", "7\n16\n5") == sample


def test_ruling_e2_on_the_opening_turn_only_the_prompt_is_shown(play, read):
    match = play("even-odd-match", numbers=3)
    assert read(match.game.words.turn(match.state)) == ["Player 1's turn. Remove any number:"]


def test_ruling_e4_the_move_that_ends_the_game_is_announced_as_well(tell):
    sample = """\
Initial Numbers: [1, 2]

Player 1's turn. Remove any number:
Player 1 inputs: 1
Numbers Remaining: [2]

Player 2 must remove an EVEN number.
Numbers Remaining: [2]
Player 2 inputs: 2
Player 2 removes 2
Numbers Remaining: []

Player 1 has no valid moves remaining.
Player 2 wins the game!
"""
    assert tell("even-odd-match", "1\n2", numbers=2) == sample


def test_ruling_e4_a_game_may_end_with_numbers_left(tell):
    assert tell("even-odd-match", "2\n1", numbers=3).endswith("""\
Player 2 inputs: 1
Player 2 removes 1
Numbers Remaining: [3]

Player 1 has no valid moves remaining.
Player 2 wins the game!
""")


def test_the_board_shows_all_that_remains_and_what_may_be_removed(play, read):
    match = play("even-odd-match", "1 2", numbers=4)
    assert read(match.game.words.board(match.state)) == [
        "Numbers Remaining: [3, 4]",
        "",
        "Player 1 must remove an ODD number.",
        "Numbers Remaining: [3]",
    ]


def test_what_may_be_removed_is_told_on_asking(play, read):
    match = play("even-odd-match", numbers=3)
    words = match.game.words
    assert read(words.choices(match.state)) == ["Numbers Remaining: [1, 2, 3]"]


@pytest.mark.parametrize(
    ("moves", "typed", "sentence"),
    [
        ("", "21", "21 is not in the list 1 to 20."),
        ("", "0", "0 is not in the list 1 to 20."),
        ("7", "-5", "-5 is not in the list 1 to 20."),
        ("7", "7", "7 has been removed."),
        ("7", "9", "9 is odd: you must remove an even number."),
        ("16", "8", "8 is even: you must remove an odd number."),
    ],
)
def test_ruling_a3_the_first_rule_that_applies_is_named(play, refuse, moves, typed, sentence):
    refused = refuse(play("even-odd-match", moves), typed)
    assert isinstance(refused, IllegalMove)
    assert str(refused) == sentence


def test_ruling_a2_what_is_not_a_number_is_quoted_with_what_may_be_entered(play, refuse):
    refused = refuse(play("even-odd-match", "6", numbers=6), "nine")
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == '"nine" is not a whole number: enter one of 1, 3, 5.'
