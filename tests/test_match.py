"""A match: a game being played by two, with its moves and its ending."""

import pickle
from copy import copy

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from numduel import BadOption, IllegalMove, Match, Player, Seat, UnreadableMove, load_game
from numduel.match import check_name
from numduel.words import printable


@pytest.fixture
def match():
    return Match(load_game("divisor-duel"), (Seat(name="Ada"), Seat(name="Bo")), seed=7)


def play(match, moves):
    for move in moves.split():
        match.play(move)


def test_a_move_is_played_as_a_value_or_in_its_written_form(match):
    match.play(6)
    match.play("3")
    match.play(" 009 ")
    assert match.moves == (6, 3, 9)
    assert (match.written_moves, match.state.last) == (["6", "3", "9"], 9)
    assert match.state.to_move is Player.TWO


@pytest.mark.parametrize(
    ("move", "error", "sentence"),
    [
        (5, IllegalMove, "5 is neither a divisor nor a multiple of 6."),
        ("6", IllegalMove, "6 has been removed."),
        ("six", UnreadableMove, '"six" is not a whole number'),
    ],
)
def test_a_refused_move_changes_nothing(match, move, error, sentence):
    match.play(6)
    before = match.state
    with pytest.raises(error) as refused:
        match.play(move)
    assert str(refused.value) == sentence
    assert (match.state, match.moves) == (before, (6,))


class Counted(type(load_game("divisor-duel"))):
    """Counts how often a move is judged."""

    judged = 0

    def refusal(self, state, move):
        type(self).judged += 1
        return super().refusal(state, move)


def test_judged_move_is_not_judged_again():
    match = Match(Counted())
    Counted.judged = 0
    match.play(match.judge("6"))
    assert Counted.judged == 1
    assert match.judge(3) == 3
    match.play(2)
    assert Counted.judged == 3


def test_a_judgement_holds_for_one_position_only():
    match = Match(load_game("divisor-duel"))
    match.judge(5)
    match.play(6)
    with pytest.raises(IllegalMove, match="5 is neither a divisor nor a multiple of 6"):
        match.play(5)
    match.undo()
    match.play(5)
    assert match.moves == (5,)


def test_a_copy_is_a_match_of_its_own():
    match = Match.at(load_game("parity-duel", numbers=300), range(1, 200))
    for made in (copy(match), pickle.loads(pickle.dumps(match))):
        made.undo(7)
        assert made.moves == tuple(range(1, 193))
        assert made.state == Match.at(match.game, made.moves).state
    assert match.ply == 199


def test_until_is_an_earlier_position_of_its_own(match):
    match.play("6")
    match.play("3")
    match.resign()
    earlier = match.until(1)
    assert (earlier.written_moves, earlier.state, earlier.outcome) == (["6"], match.states[1], None)
    earlier.play("12")
    assert match.written_moves == ["6", "3"]
    assert match.until(0).state == match.game.start()


def test_only_accepted_move_clears_redo(match):
    play(match, "6 3 9")
    match.undo(2)
    with pytest.raises(IllegalMove):
        match.play(5)
    assert match.undone == (3, 9)
    match.play(3)
    with pytest.raises(IllegalMove, match=r"^There is nothing to redo\.$"):
        match.redo()


class UndoAndRedo(RuleBasedStateMachine):
    """A match beside a list of moves and how many of them stand."""

    def __init__(self):
        super().__init__()
        self.match = Match(load_game("divisor-duel", numbers=12))
        self.line = []
        self.stands = 0

    @precondition(lambda self: self.match.outcome is None)
    @rule(data=st.data())
    def play(self, data):
        legal = self.match.game.legal_moves(self.match.state)
        move = data.draw(st.sampled_from(legal))
        self.match.play(move)
        self.line[self.stands :] = [move]
        self.stands += 1

    @rule(count=st.integers(-1, 4))
    def undo(self, count):
        if 1 <= count <= self.stands:
            self.match.undo(count)
            self.stands -= count
        else:
            with pytest.raises(IllegalMove):
                self.match.undo(count)

    @rule(count=st.integers(-1, 4))
    def redo(self, count):
        if 1 <= count <= len(self.line) - self.stands:
            self.match.redo(count)
            self.stands += count
        else:
            with pytest.raises(IllegalMove):
                self.match.redo(count)

    @invariant()
    def is_where_its_moves_lead(self):
        moves = self.line[: self.stands]
        assert list(self.match.moves) == moves
        assert list(self.match.undone) == self.line[self.stands :]
        assert self.match.state == Match.at(self.match.game, moves).state


TestUndoAndRedo = UndoAndRedo.TestCase


@pytest.mark.parametrize("player", Player)
def test_either_player_may_resign_at_any_time(match, player):
    match.resign(player)
    assert match.outcome == (player.opponent, "by resignation")


def test_finished_match_refuses_all_actions(match):
    match.play(6)
    match.resign()
    for refused in [
        lambda: match.play(3),
        match.undo,
        match.resign,
        lambda: match.end(Player.ONE, "on time"),
    ]:
        with pytest.raises(IllegalMove):
            refused()
    assert (match.moves, match.outcome) == ((6,), (Player.ONE, "by resignation"))


def test_a_duel_that_is_over_takes_no_move_and_no_resignation(match):
    play(match, "1 11")
    for refused in (match.resign, lambda: match.play(2), lambda: match.play(99)):
        with pytest.raises(IllegalMove, match=r"^The match is over\.$"):
            refused()
    assert match.ended is None


PEOPLE = [
    "Zoë",
    "山田　太郎",
    "👩‍👩‍👧‍👦",
    "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "می‌خواهم",
    "O'Neil\u00a0Jr.",
    "Player 3",
    "Игорь",
]


@pytest.mark.parametrize("name", PEOPLE)
def test_a_name_may_have_anything_in_it_that_people_see(name):
    assert check_name(name) == name.replace("\u3000", " ").replace("\u00a0", " ")
    assert printable(check_name(name)) == check_name(name)


REFUSED = {
    "invisible characters": "An\nn|\u202eennA|A\u200dn|A\u200bn".split("|"),
    r"^A name must have 1 to 40 characters\.$": ["  ", "a" * 41, "\u2800 \u115f"],
    "is reserved for a seat": (
        "Player 1|PLAYER II|Player #2|Player 02|Рlауеr 2|PIayer 2|Playér 2|Player ٢".split("|")
    ),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_name_that_misleads_is_refused(reason):
    for name in REFUSED[reason]:
        with pytest.raises(BadOption, match=reason):
            check_name(name)


def test_match_begins_with_moves_and_lists_their_positions():
    game = load_game("divisor-duel")
    match = Match.at(game, ["6", 3], seed=7)
    assert (match.moves, match.seed) == ((6, 3), 7)
    assert [*match.turns] == [(game.start(), 6), (game.after(game.start(), 6), 3)]


def test_match_at_error_names_refused_move():
    game = load_game("number-split-duel")
    refused = r'^Move 3, "6": You cannot hand over 6: choose from 1 to 5\.$'
    for moves in (["10", "6", "6"], [10, 6, 6]):
        with pytest.raises(IllegalMove, match=refused):
            Match.at(game, moves)
    with pytest.raises(UnreadableMove, match=r'^Move 2: "six" is not a whole number\.$'):
        Match.at(game, ["10", "six"])


def test_long_name_is_refused_before_it_is_normalised(monkeypatch):
    monkeypatch.setattr("numduel.match.unicodedata", None)  # NFC of 31,000 marks takes seconds
    with pytest.raises(BadOption, match=r"^A name must have 1 to \d+ characters\.$"):
        check_name("a" + 31_000 * "\u0301")
