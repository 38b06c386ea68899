"""Grundy's Game, read from its rule book."""

import pytest

from numduel import IllegalMove, Player, UnreadableMove, load_game
from numduel.games.grundys_game import Split, Splits
from numduel.words import Further


def heaps(match):
    return match.state.heaps


def written(match):
    return [match.game.write_move(move) for move in match.game.legal_moves(match.state)]


def answer(match, text, said=()):
    return match.game.words.answer(match.state, text, said)


def ask(match, said=()):
    return str(match.game.words.question(match.state, said))


@pytest.mark.parametrize("start", [1, 2])
def test_ruling_v3_heap_of_1_or_2_loses_at_once(play, start):
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


def test_ruling_v3_heap_is_asked_only_if_ambiguous(play):
    match = play("grundys-game")
    assert ask(match) == "- Choose a split of 16: "
    match.play("16:10")
    assert ask(match) == "- Choose a heap: "
    assert answer(match, " 10 ") == Further((10,))
    assert ask(match, (10,)) == "- Choose a split of 10: "
    assert answer(match, "3 and 7", (10,)) == Split(10, 7)


@pytest.mark.parametrize("typed", ["10 and 6", " (6, 10) "])
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


@pytest.mark.parametrize("limit", [1, 2, 3, 8, 11])
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
