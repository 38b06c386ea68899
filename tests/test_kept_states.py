"""The states that a match keeps, so that moves are taken back quickly."""

import pickle
from copy import copy, deepcopy
from random import Random

from numduel import Match, load_game
from numduel.match import KeptStates

ParityDuel = type(load_game("parity-duel"))


class Counted(ParityDuel):
    """Counts how many moves are made."""

    made = 0

    def after(self, state, move):
        Counted.made += 1
        return super().after(state, move)


def test_taking_moves_back_costs_about_as_much_as_making_them():
    match, chance = Match(Counted(numbers=600)), Random(1)
    Counted.made = played = 0
    for _ in range(4_000):
        back = chance.randint(1, 4)
        if chance.random() < 0.3 and len(match.moves) > back:
            match.undo(back)
        elif match.outcome is None:
            match.play(chance.choice(match.game.legal_moves(match.state)))
            played += 1
    assert Counted.made < 1.2 * played


def test_back_and_forth_where_a_state_is_kept_replays_nothing():
    match = Match(Counted(numbers=300))
    for move in range(1, 300):
        match.play(move)
        Counted.made = 0
        for _ in range(20):
            match.undo()
            match.play(move)
        assert Counted.made == 20
    while match.moves:
        match.undo()
    assert Counted.made < 700


def test_of_a_long_match_all_of_the_newest_states_are_kept_and_few_of_the_old():
    kept = KeptStates(0)

    def last_before(ply):
        last, state = deepcopy(kept).back_to(ply)
        assert last == state
        return last

    for ply in range(1, 20_001):
        kept.keep(ply, ply)
        if ply == 16_000:
            assert all(ply - last_before(ply) < 64 for ply in range(0, 15_871, 33))
    assert [last_before(ply) for ply in range(19_873, 20_001)] == [*range(19_873, 20_001)]
    assert last_before(19_871) < 19_871
    old = {last_before(ply) for ply in range(0, 19_871, 64)}
    assert len(old) <= 256
    assert all(ply - last_before(ply) < 128 for ply in range(0, 19_871, 33))


def test_a_state_after_taking_back_is_the_one_that_was_there():
    match = Match(ParityDuel(numbers=20_000))
    states = [hash(match.state)]
    for move in range(1, 18_001):
        match.play(move)
        states.append(hash(match.state))
    for count in (1, 1, 62, 63, 64, 65, 127, 128, 129, 3_000, 1, 4_000):
        match.undo(count)
        assert hash(match.state) == states[len(match.moves)]
    again = copy(match)
    again.undo(7)
    assert hash(again.state) == states[len(match.moves) - 7]
    assert hash(match.state) == states[len(match.moves)]


def test_a_match_that_is_sent_elsewhere_brings_few_of_its_states_and_takes_moves_back():
    match = Match(Counted(numbers=3_000))
    for move in range(1, 3_000):
        match.play(move)
    sent = pickle.loads(pickle.dumps(match))
    assert (match.states_kept, sent.states_kept) == (128 + 45, 7)
    Counted.made = 0
    while sent.moves:
        sent.undo()
    assert Counted.made < 2 * 3_000
    assert sent.state == Counted(numbers=3_000).start()
