"""Even/Odd Match, read from its rule book."""

import pytest

from numduel import UnreadableMove, load_game


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


def test_ruling_e4_a_game_may_end_with_numbers_left(tell):
    assert tell("even-odd-match", "2\n1", numbers=3).endswith("""\
Player 2 inputs: 1
Player 2 removes 1
Numbers Remaining: [3]

Player 1 has no valid moves remaining.
Player 2 wins the game!
""")


def test_ruling_a2_non_number_is_quoted_with_choices(play, refuse):
    refused = refuse(play("even-odd-match", "6", numbers=6), "nine")
    assert isinstance(refused, UnreadableMove)
    assert str(refused) == '"nine" is not a whole number: enter one of 1, 3, 5.'
