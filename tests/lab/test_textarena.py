"""The duels by text, as TextArena sees them."""

import pytest

from numduel import Player, list_games
from numduel.lab.environment import environment_id
from numduel.words import put_names


@pytest.fixture(scope="module", autouse=True)
def registered():
    """TextArena takes seconds to load, so it is left to the process that runs these tests."""
    import numduel.lab.textarena  # noqa: F401


def open_duel(game, **options):
    from numduel.lab.textarena import TextDuel

    env = TextDuel(game, **options)
    env.reset(num_players=2, seed=1)
    return env


def read(env):
    """Who is to answer, and what they have been told since they last were."""
    player, messages = env.get_observation()
    return player, "\n".join(text for _, text, _ in messages)


@pytest.mark.parametrize("book", list_games(), ids=lambda game: game.slug)
def test_a_game_is_played_through_textarena_itself(book):
    import textarena

    from numduel.lab.textarena import NAMES

    env = textarena.make(environment_id(book))
    env.reset(num_players=2, seed=1)
    game, is_over = book(), False
    state = game.start()
    while not is_over:
        move, said = game.legal_moves(state)[-1], ()
        for answer in game.words.answers(state, move):
            player, told = env.get_observation()
            assert player == state.to_move - 1
            asked = put_names(game.words.question(state, said), NAMES)
            assert str(asked).strip() in told
            is_over, _ = env.step(answer)
            said = getattr(game.words.answer(state, answer, said), "said", ())
        state = game.after(state, move)
    rewards, about = env.close()
    winner = game.outcome(state).winner - 1
    assert rewards == {winner: 1, 1 - winner: -1}
    assert about[0]["reason"].startswith(f"Player {winner} wins ")


def test_the_rules_are_the_rule_books_without_its_rulings():
    player, told = read(open_duel("divisor-duel", numbers=12))
    assert player == 0
    assert "take a divisor or a multiple of the number just taken" in told
    assert "Both players share the numbers 1 to 12." in told
    assert "Player 0 begins by taking any number" in told
    assert told.endswith("Available Numbers: 1-12\nPlayer 0's Turn:\nSelect a number:")
    assert "D1." not in told
    assert "Player 2" not in told
    _, told = read(open_duel("parity-duel", numbers=7, jokers=2))
    assert "share the numbers 1 to 7." in told
    assert "Jokers of each player: 2." in told


def test_a_turn_may_ask_two_questions():
    env = open_duel("number-split-duel")
    read(env)
    assert env.step("[10 and 6]") == (False, {})
    player, told = read(env)
    assert player == 0
    assert told.endswith("- Select new N for Player 1:")
    env.step("[6]")
    player, told = read(env)
    assert player == 1
    assert "Player 0 splits 16 into 10 and 6. New N for Player 1 is 6." in told


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("[7]", "7 is neither a divisor nor a multiple of 6."),
        ("[6]", "6 has been removed."),
        ("[seven]", '"seven" is not a whole number'),
        ("12", "There is no answer in square brackets."),
    ],
)
def test_a_wrong_answer_is_explained_once_and_then_loses(action, reason):
    env = open_duel("divisor-duel")
    env.step("[6]")
    read(env)
    is_over, _ = env.step(action)
    player, told = read(env)
    assert not is_over
    assert player == 1
    assert "Player 1 attempted an invalid move." in told
    assert reason in told
    is_over, _ = env.step(action)
    rewards, about = env.close()
    assert is_over
    assert rewards == {1: -1, 0: 1}
    assert about[1]["invalid_move"]
    assert reason in about[1]["reason"]


def test_a_right_answer_after_a_wrong_one_goes_on():
    env = open_duel("divisor-duel")
    for action in ("[0]", "[3] would be nice, but I take [6]", "[0]", "[12]"):
        is_over, _ = env.step(action)
        assert not is_over
    assert env.position.last == 12


@pytest.mark.parametrize("suffix", ["", "-train", "-raw"])
def test_textarena_wrappers_explain_wrong_answer(suffix):
    import textarena

    env = textarena.make(f"numduel/DivisorDuel-v0{suffix}", numbers=9)
    env.reset(num_players=2, seed=1)
    env.get_observation()
    env.step("[99]")
    player, told = env.get_observation()
    text = told if isinstance(told, str) else "\n".join(message for _, message, _ in told)
    assert player == 0
    assert "99 is not in the list 1 to 9." in text
    assert text.endswith("Select a number:")
    env.step("[6]")
    env.step("[3]")
    _, told = env.get_observation()
    text = told if isinstance(told, str) else "\n".join(message for _, message, _ in told)
    assert text.endswith("Valid selections: 1, 9\nSelect a number:")


def test_textarena_start_tells_both_players_past_moves():
    begun = set()
    for seed in range(8):
        env = open_duel("divisor-duel", begin="random", plies=(2, 5))
        env.reset(num_players=2, seed=seed)
        game, state = env.game, env.position
        player, told = read(env)
        assert player == state.to_move - 1
        assert f"Previous number was {state.last}" in told
        assert told.count("Remaining Numbers: ") >= 2
        begun.add(state)
        move = game.legal_moves(state)[0]
        env.step(f"[{move}]")
        assert env.position == game.after(state, move)
        assert env.state.done or read(env)[0] == 1 - player
    assert len(begun) > 3
    assert {state.to_move for state in begun} == {*Player}
