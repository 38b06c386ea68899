"""Grundy's Game, read from its rule book."""

import pytest

from numduel import BadOption, IllegalMove, Player, UnreadableMove, load_game
from numduel.games.grundys_game import GrundysGame, HeapsState, Split, Splits
from numduel.words import Further


def heaps(match):
    return match.state.heaps


def written(match):
    return [match.game.write_move(move) for move in match.game.legal_moves(match.state)]


def answer(match, text, said=()):
    return match.game.words.answer(match.state, text, said)


def ask(match, said=()):
    return str(match.game.words.question(match.state, said))


def test_the_duel_starts_from_one_heap_of_16(play):
    match = play("grundys-game")
    assert match.state == ((16,), Player.ONE)
    assert match.game.options == {"start": 16}


@pytest.mark.parametrize("start", [1, 2])
def test_ruling_v3_with_1_or_2_player_1_has_no_move_and_loses_at_once(play, start):
    match = play("grundys-game", start=start)
    assert written(match) == []
    assert len(match.game.all_moves()) == 0
    reason = "because no heap is left that can be split into unequal parts"
    assert match.outcome == (Player.TWO, reason)


def test_ruling_v3_both_parts_stay_on_the_table(play):
    match = play("grundys-game", "16:10")
    assert heaps(match) == (10, 6)
    match.play("10:7")
    assert heaps(match) == (7, 6, 3)


def test_any_heap_may_be_split_and_equal_heaps_are_alike(play):
    match = play("grundys-game", "7:4", start=7)
    assert written(match) == ["3:2", "4:3"]
    match.play("4:3")
    assert heaps(match) == (3, 3, 1)
    assert written(match) == ["3:2"]
    match.play("3:2")
    assert heaps(match) == (3, 2, 1, 1)


def test_parts_are_unequal(play, refuse):
    match = play("grundys-game", start=8)
    assert written(match) == ["8:5", "8:6", "8:7"]
    assert str(refuse(match, "4 and 4")) == "Equal splits are not allowed: 4 and 4 are equal."


def test_whoever_finds_no_heap_to_split_loses(play, read):
    match = play("grundys-game", "7:4 4:3 3:2 3:2", start=7)
    assert heaps(match) == (2, 2, 1, 1, 1)
    assert match.outcome.winner is Player.TWO
    told = read(match.game.words.ending(match.state, match.outcome))
    assert told == [
        "Player 1's Turn:",
        "- Heaps: 2, 2, 1, 1, 1",
        "- Possible Splits: None",
        "Player 1 cannot make a valid move. Player 2 wins the game!",
    ]


def test_the_example_of_the_rules_is_told(tell):
    assert tell("grundys-game", "4 and 3\n4\n3 1\n(2,1)\n1,2", start=7).split("\n")[2:] == [
        "Player 1's Turn:",
        "- Heaps: 7",
        "- Possible Splits of 7: (6,1), (5,2), (4,3)",
        "- Choose a split of 7: 4 and 3",
        "Player 1 splits 7 into 4 and 3.",
        "",
        "Player 2's Turn:",
        "- Heaps: 4, 3",
        "- Possible Splits of 4: (3,1)",
        "- Possible Splits of 3: (2,1)",
        "- Choose a heap: 4",
        "- Choose a split of 4: 3 1",
        "Player 2 splits 4 into 3 and 1.",
        "",
        "Player 1's Turn:",
        "- Heaps: 3, 3, 1",
        "- Possible Splits of 3: (2,1)",
        "- Choose a split of 3: (2,1)",
        "Player 1 splits 3 into 2 and 1.",
        "",
        "Player 2's Turn:",
        "- Heaps: 3, 2, 1, 1",
        "- Possible Splits of 3: (2,1)",
        "- Choose a split of 3: 1,2",
        "Player 2 splits 3 into 2 and 1.",
        "",
        "Player 1's Turn:",
        "- Heaps: 2, 2, 1, 1, 1",
        "- Possible Splits: None",
        "Player 1 cannot make a valid move. Player 2 wins the game!",
        "",
    ]


def test_ruling_v3_which_heap_is_asked_only_if_several_sizes_can_be_split(play):
    match = play("grundys-game")
    assert ask(match) == "- Choose a split of 16: "
    match.play("16:10")
    assert ask(match) == "- Choose a heap: "
    assert answer(match, " 10 ") == Further((10,))
    assert ask(match, (10,)) == "- Choose a split of 10: "
    assert answer(match, "3 and 7", (10,)) == Split(10, 7)


@pytest.mark.parametrize("typed", ["10 and 6", "6 and 10", "10 6", "10,6", "(10,6)", " (6, 10) "])
def test_ruling_v3_a_split_is_typed_as_in_number_split_duel(play, typed):
    assert answer(play("grundys-game"), typed) == Split(16, 10)


def test_ruling_v3_the_two_parts_name_the_heap_as_well(play, refuse):
    match = play("grundys-game", "16:13 13:11")
    assert answer(match, "1 and 2") == Split(3, 2)
    assert answer(match, "9+2") == Split(11, 9)
    assert str(refuse(match, "6 and 2")) == "There is no heap of 8."
    assert str(refuse(match, "2 and 0")) == "A heap of 2 cannot be split into unequal parts."


def test_wrong_answers_are_told_what_is_wrong(play, refuse):
    match = play("grundys-game", "16:13 13:11")
    assert heaps(match) == (11, 3, 2)
    assert str(refuse(match, "5")) == "There is no heap of 5."
    assert str(refuse(match, "2")) == "A heap of 2 cannot be split into unequal parts."
    assert str(refuse(match, "two")) == '"two" is not a whole number: enter one of 11, 3.'
    assert str(refuse(match, "8 and 4", (11,))) == "8 and 4 make 12, not 11."
    unreadable = '"8" is not a split: write the two parts, for example 10 and 1.'
    assert str(refuse(match, "8", (11,))) == unreadable


def test_moves_are_written_as_the_heap_and_its_larger_part(play):
    game = load_game("grundys-game")
    assert game.write_move(Split(16, 10)) == "16:10"
    assert game.read_move(" 16:10 ") == Split(16, 10)
    for unreadable in ("16", "16-10", "", "16:", ":10", "16:10:6"):
        with pytest.raises(UnreadableMove):
            game.read_move(unreadable)
    for move, rule in {
        "15:8": "There is no heap of 15.",
        "16:6": "6 is the smaller part: name the larger one, 10.",
        "16:8": "Equal splits are not allowed: 8 and 8 are equal.",
        "16:16": "16 and 0 is not a split: both parts must be at least 1.",
    }.items():
        with pytest.raises(IllegalMove) as refused:
            play("grundys-game").play(move)
        assert refused.value.rule == rule


def test_a_number_alone_is_not_a_written_move():
    with pytest.raises(UnreadableMove) as refused:
        load_game("grundys-game").read_move("16")
    sentence = '"16" is not a heap and its larger part, such as 16:10'
    assert str(refused.value) == sentence


def test_a_split_is_looked_for_between_two_places():
    moves = Splits(9)
    place = moves.index(Split(7, 5))
    assert moves.index(Split(7, 5), place, place + 1) == place
    for start, stop in ((place + 1, 100), (0, place)):
        with pytest.raises(ValueError, match=r"is not in the list$"):
            moves.index(Split(7, 5), start, stop)


@pytest.mark.parametrize("start", [0, -1, 1_001, True, "16"])
def test_other_starts_are_refused(start):
    with pytest.raises(BadOption):
        load_game("grundys-game", start=start)


@pytest.mark.parametrize("limit", range(1, 12))
def test_all_moves_are_listed_by_formula(limit):
    listed = [Split(h, part) for h in range(1, limit + 1) for part in range(h // 2 + 1, h)]
    moves = Splits(limit)
    assert list(moves) == listed
    assert moves[1:-1] == listed[1:-1]
    assert [moves.index(move) for move in listed] == list(range(len(listed)))
    for other in (Split(limit + 1, limit), Split(4, 2), Split(4, 4), Split(2, 1)):
        with pytest.raises(ValueError, match=r"is not in the list$"):
            moves.index(other)
    with pytest.raises(IndexError):
        moves[len(listed)]


def test_the_largest_heap_has_all_its_moves():
    game = load_game("grundys-game", start=1_000)
    moves = game.all_moves()
    assert len(moves) == 999**2 // 4
    assert moves[-1] == Split(1_000, 999)
    assert moves.index(moves[100_000]) == 100_000
    state = game.play(game.start(), Split(1_000, 600))
    assert len(game.legal_moves(state)) == 299 + 199


def test_heaps_of_1_and_2_do_not_count_for_the_canonical(play):
    one, other = play("grundys-game", "16:15 15:13"), play("grundys-game", "16:14 14:13")
    assert heaps(one) == (13, 2, 1)
    assert one.game.canonical(one.state) == other.game.canonical(other.state) == (13,)


def test_a_learner_sees_how_many_heaps_there_are_of_each_size(play):
    match = play("grundys-game", "7:4 4:3", start=7)
    assert match.game.features(match.state) == (1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0)


def test_the_splits_of_several_heaps_are_in_the_order_of_all_moves():
    game = GrundysGame(400)
    state = HeapsState((190, 190, 120, 88, 2), Player.ONE)
    listed = [
        Split(heap, larger) for heap in (88, 120, 190) for larger in range(heap // 2 + 1, heap)
    ]
    assert list(game.legal_moves(state)) == listed
    assert [move for move in game.all_moves() if game.refusal(state, move) is None] == listed
