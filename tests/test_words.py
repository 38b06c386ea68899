"""The words of every game, and what they are made of."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from numduel import Game, IllegalMove, Match, NumduelError, Player, UnreadableMove, Words
from numduel.catalogue import build_game
from numduel.game import read_number
from numduel.options import options_of
from numduel.words import (
    Further,
    Line,
    put_names,
    quote,
)

NAMES = {Player.ONE: "Ada", Player.TWO: "Player 1"}


def spoken(game, state):
    """All that words say of a position, without its question."""
    words, outcome = game.words, game.outcome(state)
    lines = [*words.opening(game, state), *words.turn(game, state), *words.board(game, state)]
    lines += words.choices(game, state)
    return lines + (words.ending(game, state, outcome) if outcome else [])


def test_the_written_answers_to_the_questions_make_the_move(small, positions):
    words = small.words
    for state in positions:
        for move in small.legal_moves(state):
            *first, last = words.answers(small, state, move)
            said = ()
            for text in first:
                assert str(words.question(small, state, said)).endswith(" ")
                further = words.answer(small, state, text, said)
                assert isinstance(further, Further)
                said = further.said
            assert str(words.question(small, state, said)).endswith(" ")
            assert words.answer(small, state, last, said) == move


def test_words_have_lines_for_every_position(small, positions):
    different = set()  # most lines are said in many positions
    for state in positions:
        lines = spoken(small, state)
        for move in small.legal_moves(state):
            lines += small.words.played(small, state, move, small.after(state, move))
        assert all(isinstance(told, Line) for told in lines)
        different.update(lines)
    for told in different:
        assert re.fullmatch(r"([^\n]*[^\s])?", str(told))
        assert "Player 2" not in str(put_names(told, NAMES))


def test_a_turn_names_who_is_to_move_and_an_ending_who_has_won(small, positions):
    for state in positions:
        outcome = small.outcome(state)
        told = (
            small.words.ending(small, state, outcome) if outcome else small.words.turn(small, state)
        )
        name = str(outcome.winner if outcome else state.to_move)
        assert any(name in str(line) for line in told)


def test_ruling_a9_all_that_is_allowed_is_listed_and_nothing_else(small, positions):
    for state in positions:
        listed = {
            span.move
            for line in small.words.choices(small, state, shorten=False)
            for span in line
            if span.move is not None
        }
        assert listed == set(small.legal_moves(state))


def test_ruling_a9_thousands_of_choices_are_cut_short_unless_all_are_asked_for(rule_book):
    size, *others = (option for option in options_of(rule_book) if option.kind is int)
    variant = {option.name: option.minimum + 1 for option in others}
    game = build_game(rule_book, {size.name: 4004} | variant)
    moves = game.legal_moves(game.start())
    for state in (
        game.start(),
        *(game.after(game.start(), move) for move in (moves[0], moves[-1])),
    ):
        every = {span.move for told in game.words.choices(game, state, False) for span in told}
        some = {span.move for told in game.words.choices(game, state) for span in told}
        assert every - {None} == {*game.legal_moves(state)}
        assert len(some) < len(every) or len(every) < 2010  # two lists of a thousand, and "None"


UNREADABLE = [
    *["", "   ", "seven", "+7", "1_0", "1.5", "7.", "٧", "７", "²", "0x7", "7e0", "--7", "-", "7-"],
    *["- 7", "−7", "7\x00", "\x1b[31m7", "7\u2028", "nan", "9" * 13, "0" * 13, "-" + "1" * 13],
    *["1" * 5000, "\ud800", "Player 1", "7;", "7 seven", "\u00a07"],
]


def test_ruling_a2_what_is_not_a_move_gets_one_sentence_and_changes_nothing(ordinary, refuse):
    if type(ordinary).read_move is not Game.read_move:
        pytest.skip("its moves are not numbers")
    for typed in UNREADABLE:
        match = Match(ordinary)
        with pytest.raises(UnreadableMove):
            match.play(typed)
        refused = refuse(match, typed)
        assert isinstance(refused, UnreadableMove)
        assert str(refused).startswith(quote(typed.strip(" ")))
        assert str(refused).endswith(".")
        assert str(refused).isprintable()
        assert match.moves == ()


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("7", 7),
        (" 7\t", 7),
        ("7\r\n", 7),
        ("007", 7),
        ("000000000007", 7),
        ("-5", -5),
        ("-0", 0),
        ("-999999999999", -999999999999),
    ],
)
def test_ruling_a2_spaces_leading_zeros_and_a_minus_are_allowed(typed, number):
    assert read_number(typed) == number


@given(random=st.randoms(use_true_random=False), typed=st.text())
def test_whatever_is_typed_is_a_move_another_question_or_a_refusal(ordinary, random, typed):
    state = random_position(ordinary, random)
    said, pieces = (), [typed, *map(str, (random.randint(-5, 30), random.randint(0, 20)))]
    for text in [*pieces, " ".join(pieces[1:]), *answers_of_some_move(ordinary, state, random)]:
        answered = answer_or_refusal(ordinary, state, text, said)
        if isinstance(answered, Further):
            said = answered.said
        elif isinstance(answered, NumduelError):
            assert re.fullmatch(r"[^\n]+[^\s]\.", str(answered))
        else:
            assert ordinary.refusal(state, answered) is None
            said = ()


def answer_or_refusal(game, state, text, said):
    try:
        return game.words.answer(game, state, text, said)
    except (IllegalMove, UnreadableMove) as refused:
        return refused


def random_position(game, random):
    state = game.start()
    for _ in range(random.randint(0, 20)):
        moves = game.legal_moves(state)
        if not moves:
            break
        state = game.play(state, random.choice(moves))
    return state


def answers_of_some_move(game, state, random):
    moves = game.legal_moves(state)
    return game.words.answers(game, state, random.choice(moves)) if moves else []


def test_ruling_a9_at_the_largest_size_words_shorten_their_lists_and_say_so(largest):
    assert max(len(str(line)) for line in spoken(largest, largest.start())) < 25_000
    shortened = [str(line) for line in largest.words.choices(largest, largest.start())]
    moves = len(largest.legal_moves(largest.start()))
    assert moves <= 1000 or any(" in all; enter moves to see" in line for line in shortened)


def test_ruling_a9_an_unreadable_answer_gets_a_shortened_list_too(play, refuse):
    sentence = str(refuse(play("parity-duel", "2", numbers=5000), "x"))
    assert sentence.startswith('"x" is not a whole number: enter one of 1  3  5  7  ')
    assert sentence.endswith("  1999  … (2500 in all; enter moves to see what is allowed).")


def test_a_rule_book_without_words_of_its_own_has_plain_ones(read):
    from last_stone import LastStone

    game = LastStone(5)
    state, words = game.start(), game.words
    assert type(words) is Words
    assert read(words.opening(game, state)) == ["Last Stone", ""]
    assert read(words.turn(game, state)) == [
        "Player 1's turn.",
        "Stones: 5",
        "You may play: 1, 2, 3",
    ]
    assert words.board(game, state) == words.turn(game, state)
    assert str(words.question(game, state)) == "Your move: "
    assert words.answers(game, state, 3) == ["3"]
    assert read(words.played(game, state, 3, game.play(state, 3))) == ["Player 1 plays 3.", ""]
    end = game.play(game.play(state, 3), 2)
    assert read(words.ending(game, end, game.outcome(end))) == [
        "Player 2 wins by taking the last stone."
    ]


def test_a_view_is_shown_a_named_value_a_line(read):
    class Views(Words):
        def choices(self, game, state, shorten=True):
            return []

    class Viewed:
        def view(self, state):
            return {
                "stacks": [3, 5],
                "last_taken": None,
                "rows": [[1, 2], []],
                "is_open": True,
                "owners": {"one": 1},
                "to_move": 1,
            }

    assert read(Views().position(Viewed(), None)) == [
        "Stacks: 3, 5",
        "Last taken: none",
        "Rows: 1, 2",
        "Rows: none",
        "Is open: yes",
        "Owners: one 1",
    ]
