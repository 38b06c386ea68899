"""Parity Duel, Even/Odd Match (the same rules) and their jokers, read from their rule books."""

import pytest

from numduel import IllegalMove, Player, load_game
from numduel.words import put_names


def remaining(match):
    return match.game.view(match.state)["remaining"]


def test_parity_duel_ends_with_other_parity_left(play):
    match = play("parity-duel", "2 1", numbers=3)
    assert remaining(match) == [3]
    assert match.outcome == (Player.TWO, "because no even number is left to remove")
    match = play("parity-duel", "1 2 3 4", numbers=4)
    assert match.outcome == (Player.TWO, "because no odd number is left to remove")


def test_ruling_a7_the_stuck_player_is_shown_none_and_loses(tell):
    assert tell("parity-duel", "1", numbers=1).endswith("""\
Player 1 removes 1 (odd).

Available Numbers:
None

Player 2's Turn
----------------
Last Number Removed by Player 1: 1 (odd)
You must select an even number.
Available Even Numbers: None
Player 2 cannot make a valid move and loses the game.
Player 1 wins the game!
""")


def test_ruling_p3_turn_rule_is_always_sixteen_dashes(play, read):
    match = play("parity-duel")
    names = {Player.ONE: "Bartholomew the Elder", Player.TWO: "Al"}
    lines = [put_names(line, names) for line in match.game.words.turn(match.state)]
    assert read(lines)[3:5] == ["Bartholomew the Elder's Turn", "-" * 16]


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


@pytest.fixture
def slug():
    """Even/Odd Match has the same rules (ruling E1)."""
    return "parity-duel"


def legal(match):
    return list(match.game.legal_moves(match.state))


def choices(match):
    return match.game.words.choices(match.state)


def test_ruling_v1_parity_binds_after_joker_is_spent(play, slug):
    match = play(slug, "2 4 1", numbers=7, jokers=1)
    assert match.state.jokers == (1, 0)
    assert legal(match) == [6]
    with pytest.raises(IllegalMove, match=r"^3 is odd: you must remove an even number\.$"):
        match.play(3)


def test_ruling_v1_joker_must_be_played_if_only_move(play, slug):
    match = play(slug, "2 1", numbers=3, jokers=1)
    assert match.outcome is None
    assert legal(match) == [3]
    match.play(3)
    assert match.outcome == (Player.ONE, "because no even number is left to remove")


def test_ruling_v1_joker_move_leaves_next_turn_unchanged(play, slug):
    match = play(slug, "1 3", numbers=6, jokers=1)
    with pytest.raises(IllegalMove, match="1 has been removed"):
        match.play(1)
    match.play(5)
    assert match.state.jokers == (0, 0)
    assert legal(match) == [2, 4, 6]


def test_ruling_v1_a_player_without_a_joker_is_offered_none(play, read):
    match = play("parity-duel", "2 4 1", numbers=6, jokers=1)
    assert read(choices(match)) == ["Available Even Numbers: 6", "With a joker (0 left): None"]
    match = play("even-odd-match", "2 4 1", numbers=6, jokers=1)
    assert read(choices(match)) == ["Numbers Remaining: [6]", "With a joker (0 left): []"]


def test_ruling_v1_only_joker_moves_are_listed_if_forced(play, read):
    match = play("even-odd-match", "2 1", numbers=3, jokers=1)  # 3 is left, and even is due
    assert read(choices(match)) == ["Numbers Remaining: []", "With a joker (1 left): [3]"]
    match = play("parity-duel", "2 1", numbers=3, jokers=1)
    assert read(choices(match)) == ["Available Even Numbers: None", "With a joker (1 left): 3"]


def test_ruling_v1_last_joker_is_announced_once(tell):
    told = tell("even-odd-match", "1\n3\n2", numbers=3, jokers=1)
    assert told.endswith("""\
Player 2 plays a joker and removes 3
Numbers Remaining: [2]

Player 1 must remove an EVEN number.
Numbers Remaining: [2]
With a joker (1 left): []
Player 1 inputs: 2
Player 1 removes 2
Numbers Remaining: []

Player 2 has no valid moves remaining.
Player 1 wins the game!
""")
    told = tell("even-odd-match", "2\n1\n3", numbers=3, jokers=1)
    assert told.endswith("""\
Player 1 inputs: 3
Player 1 plays a joker and removes 3
Numbers Remaining: []

Player 2 has no valid moves remaining.
Player 1 wins the game!
""")


def test_ruling_v1_joker_cost_is_announced(play, slug):
    match = play(slug, "8", jokers=3)
    words = match.game.words
    assert words.cost(match.state, 7) is None
    assert words.cost(match.state, 6) == "This spends one of your 3 jokers."
    match.play(6)
    assert words.cost(match.state, 4) == "This spends one of your 3 jokers."
    for move in (4, 2, 10):
        match.play(move)
    assert words.cost(match.state, 12) == "This spends your last joker."
    only = play(slug, "8", jokers=1)
    assert only.game.words.cost(only.state, 6) == "This spends your joker."
