"""Who wins, what to play and why, in the sentences that every door uses."""

from dataclasses import asdict

import pytest
from stacks import Stacks

from numduel import Match, Player, analyse, explain, load_game
from numduel.study import Ending, foregone_of, hint, mark, truth_of
from numduel.study.analysis import _outlook, tell_value
from numduel.theory import Analysis, Choice

ONE, TWO = Player
MISTAKE = "Your opponent wins unless they make a mistake"


@pytest.mark.parametrize(
    ("winner", "distance", "bounds", "settled", "told"),
    [
        (TWO, 1, (1, 1), True, "Your opponent wins with your next move, whatever it is."),
        (ONE, None, (3, 9), False, "You can win in at most 9 moves."),
        (ONE, None, (1, None), False, "You can win."),
        (TWO, None, (4, 20), False, f"{MISTAKE}; you can hold out for at least 4 moves."),
        (TWO, None, (2, None), False, f"{MISTAKE}."),
    ],
)
def test_who_wins_is_said_to_the_player_to_move(winner, distance, bounds, settled, told):
    assert _outlook(Analysis(winner, distance, (), None, *bounds), winner is ONE, settled) == told


@pytest.mark.parametrize(
    ("slug", "moves", "verdict"),
    [
        ("divisor-duel", "6 3", "Player 1 wins in 9 moves with best play."),
        ("parity-duel", "7", "Player 2 wins in 19 moves, whatever anybody does."),
        ("divisor-duel", "11 1 13", "The game is over: Player 1 won because no divisor or"),
    ],
)
def test_verdict_tells_winner_and_distance(play, slug, moves, verdict):
    assert truth_of(play(slug, moves)).verdict.startswith(verdict)


def test_a_hint_is_written_as_it_is_typed(play):
    match = play("number-split-duel", "")
    assert hint(match.game, match.state).text == "Play 15 and 1 (hand over 1): you win at once."


def test_a_lost_position_has_a_hint_as_well(play):
    match = play("parity-duel", "")
    assert hint(match.game, match.state).text == ("You are losing, and 1 is as good as any move.")


def test_what_is_too_large_to_know_is_said_to_be():
    truth = truth_of(Match(Stacks(height=9)))
    assert (truth.winner, truth.hint, truth.is_settled) == (None, None, False)
    assert truth.verdict == f"Who wins is not known: {truth.unknown}"
    assert [*truth.why.sentences] == [f"Who wins here is not known. {truth.unknown}"]
    assert {choice.text for choice in truth.choices} == {"not known"}


def test_a_match_that_was_resigned_has_no_hint(play):
    match = play("divisor-duel", "6")
    match.resign()
    truth = truth_of(match)
    assert truth.outcome == Ending(ONE, "by resignation")
    assert (truth.hint, truth.choices) == (None, ())
    assert truth.winner == 1


@pytest.mark.parametrize(
    ("choice", "sign", "text"),
    [
        (Choice(4, ONE, 3, True), "▲3", "wins in 3 moves"),
        (Choice(4, TWO, None, True), "▼", "loses"),
        (Choice(4, ONE, None, True, 3, 7), "▲≤7", "wins in at most 7 moves"),
        (Choice(4, TWO, None, True, 6, 20), "▼≥6", "loses in 6 moves or more"),
        (Choice(4, None, None, False), "?", "not known"),
    ],
)
def test_a_choice_has_a_mark_and_words(choice, sign, text):
    assert mark(choice, ONE) == sign
    assert tell_value(choice, ONE) == text


# What is said before a game that is decided already.


def test_foregone_tells_winner_and_alternative():
    assert asdict(foregone_of(load_game("parity-duel"))) == {
        "form": 1,
        "winner": 2,
        "text": "Player 2 wins this one, whatever anybody plays.",
        "seats": (
            "As Player 1 you cannot win this one, whatever you do.",
            "As Player 2 you cannot lose this one, whatever you do.",
        ),
        "offer": 'Swap seats, or play it "with a joker"?',
        "better": ("with a joker",),
    }


def test_foregone_without_better_preset_offers_seat_swap():
    told = foregone_of(load_game("number-split-duel", start=3))
    assert (told.winner, told.better, told.offer) == (1, (), "Swap seats?")


def test_nothing_is_said_where_choices_count():
    assert foregone_of(load_game("divisor-duel")) is None
    assert foregone_of(load_game("parity-duel", jokers=1)) is None


@pytest.mark.parametrize("opening", ["6", "14"])
def test_hint_and_why_agree(play, opening):
    match = play("divisor-duel", opening)
    told = truth_of(match)
    assert told.hint.move == told.why.reply
    distance = next(each.distance for each in told.choices if each.move == told.hint.move)
    if told.winner is told.to_move and distance > 1:
        assert told.hint.text.endswith(f": you win in {distance} moves.")
        assert told.why.sentences[0].startswith(f"You can win in {distance} moves (")


def test_why_lists_few_pairs_most_relevant_first():
    game = load_game("divisor-duel", numbers=100, opening="even")
    state = game.after(game.start(), 2)
    why = explain(game, state, budget=0)
    told = next(sentence for sentence in why.sentences if "–" in sentence)
    assert told.count("–") == 7
    assert told.endswith(f" and {len(why.pairs) - 7} more.")
    after = state if analyse(game, state, 0).winner is not state.to_move else None
    soon = {*game.legal_moves(after or game.after(state, why.reply))}
    needed = [not soon.isdisjoint(pair) for pair in why.pairs]
    assert needed == sorted(needed, reverse=True)
