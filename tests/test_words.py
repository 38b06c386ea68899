"""The words of every game, what they are made of, and tables in shape."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from numduel import Game, IllegalMove, Match, NumduelError, Player, UnreadableMove, Words
from numduel.game import read_number
from numduel.tables import draw_grid, draw_table
from numduel.words import (
    Further,
    Line,
    Role,
    Span,
    count,
    is_printable,
    line,
    listed,
    listing,
    put_names,
    quote,
    turn_of,
)

UNREADABLE = [
    *["", "   ", "seven", "+7", "1_0", "1.5", "7.", "٧", "７", "²", "0x7", "7e0", "--7", "-", "7-"],
    *["- 7", "−7", "7\x00", "\x1b[31m7", "7\u2028", "nan", "9" * 13, "0" * 13, "-" + "1" * 13],
    *["1" * 5000, "\ud800", "Player 1", "7;", "7 seven", "\u00a07"],
]


def test_ruling_a2_unreadable_move_is_explained(ordinary, refuse):
    if type(ordinary).read_move is not Game.read_move:
        pytest.skip("its moves are not numbers")
    for typed in UNREADABLE:
        match = Match(ordinary)
        with pytest.raises(UnreadableMove):
            match.play(typed)
        refused = refuse(match, typed)
        assert isinstance(refused, UnreadableMove)
        told = quote(typed.strip(" ")) if typed.strip() else "Nothing was typed: "
        assert str(refused).startswith(told)
        assert str(refused).endswith(".")
        assert str(refused).isprintable()
        assert match.moves == ()


@pytest.mark.parametrize(
    ("typed", "number"),
    [(" 7\t", 7), ("7\r\n", 7), ("000000000007", 7), ("-0", 0), ("-999999999999", -999999999999)],
)
def test_ruling_a2_spaces_zeros_and_minus_are_allowed(typed, number):
    assert read_number(typed) == number


@given(random=st.randoms(use_true_random=False), typed=st.text())
def test_any_input_is_move_question_or_refusal(ordinary, random, typed):
    state = random_position(ordinary, random)
    said, pieces = (), [typed, *map(str, (random.randint(-5, 30), random.randint(0, 20)))]
    for text in [*pieces, " ".join(pieces[1:]), *answers_of_some_move(ordinary, state, random)]:
        answered = answer_or_refusal(ordinary, state, text, said)
        if isinstance(answered, Further):
            said = answered.said
        elif isinstance(answered, NumduelError):
            assert re.fullmatch(r"[^\n]+[^\s]\.", str(answered))
        else:
            said = ()


def answer_or_refusal(game, state, text, said):
    try:
        answered = game.words.answer(state, text, said)
        if not isinstance(answered, Further):
            game.play(state, answered)
        return answered
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
    return game.words.answers(state, random.choice(moves)) if moves else []


def test_game_without_words_gets_defaults(read):
    from last_stone import LastStone

    game = LastStone(5)
    state, words = game.start(), game.words
    assert type(words) is Words
    assert read(words.opening(state)) == ["Last Stone", ""]
    assert read(words.turn(state)) == ["Player 1's turn.", "Stones: 5", "You may play: 1, 2, 3"]
    assert words.board(state) == words.turn(state)
    assert str(words.question(state)) == "Your move: "
    assert words.answers(state, 3) == ["3"]
    assert read(words.played(state, 3, game.play(state, 3))) == ["Player 1 plays 3.", ""]
    end = game.play(game.play(state, 3), 2)
    assert read(words.ending(end, game.outcome(end))) == ["Player 2 wins by taking the last stone."]


def test_a_view_is_shown_a_named_value_a_line(read):
    class Views(Words):
        def choices(self, state):
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

    assert read(Views(Viewed()).position(None)) == [
        "Stacks: 3, 5",
        "Last taken: none",
        "Rows: 1, 2",
        "Rows: none",
        "Is open: yes",
        "Owners: one 1",
    ]


NAMES = {Player.ONE: "Ada", Player.TWO: "Player 1"}


def test_listing_dims_what_is_not_allowed():
    assert listing([1, 2, 3], is_allowed=lambda number: number == 2) == [
        Span("1", Role.DIM),
        Span(", "),
        Span("2", Role.ALLOWED, 2),
        Span(", "),
        Span("3", Role.DIM),
    ]


def test_names_stand_where_player_1_and_player_2_stood():
    told = line(turn_of(Player.ONE, "Player 1's turn"), " after Player 2, Player 12 and Players 1")
    named = put_names(told, {Player.ONE: "Ada", Player.TWO: "Bo"})
    assert str(named) == "Ada's turn after Bo, Player 12 and Players 1"
    assert [span.role for span in named] == [span.role for span in told]


def test_a_person_may_be_called_player_2():
    told = line("Player 1 splits 16 into 10 and 6. New N for Player 2 is 6.")
    named = put_names(told, {Player.ONE: "Player 2", Player.TWO: "Player 1"})
    assert str(named) == "Player 2 splits 16 into 10 and 6. New N for Player 1 is 6."


def test_putting_names_keeps_the_moves_that_spans_stand_for():
    named = put_names(line(Span("7", Role.ALLOWED, 7)), NAMES)
    assert named == (Span("7", Role.ALLOWED, 7),)
    assert isinstance(named, Line)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("", '""'),
        ("x" * 40, f'"{"x" * 40}"'),
        ("x" * 41, f'"{"x" * 40}…"'),
        ("\x1b[2J", r'"\x1b[2J"'),
        ("a\tb\x00", r'"a\tb\x00"'),
        ("\u202eabc", r'"\u202eabc"'),
        ("\udc80", r'"\udc80"'),
        ("grün ½", '"grün ½"'),
    ],
)
def test_ruling_a2_quoted_input_is_cut_and_escaped(typed, shown):
    assert quote(typed) == shown


@given(st.text(st.characters()))
def test_ruling_a2_a_quotation_is_short_and_printable(typed):
    assert is_printable(quote(typed))  # which knows emoji that are newer than Python's
    assert len(quote(typed)) <= 2 + 10 * 40 + 1


def test_lists_read_well():
    assert [listed([]), listed([3]), listed([3, 4]), listed([3, 4, 5])] == [
        "",
        "3",
        "3 and 4",
        "3, 4 and 5",
    ]
    assert listed(range(20), 4) == "0, 1, 2 and 17 more"
    assert (count(1, "move"), count(1200, "move")) == ("1 move", "1,200 moves")


LONG = "openai:mixed-model-70b-instruct+rules=no+history=no+retries=2"


def test_wide_table_is_split_repeating_names():
    rows = [["anne", "12345678", "1"], ["bert", "23456789", "2"]]
    head = ["player", "so right", "won as the first of two"]
    assert draw_table(head, rows, width=32).splitlines() == [
        "player  so right",
        "----------------",
        "anne    12345678",
        "bert    23456789",
        "",
        "player  won as the first of two",
        "-------------------------------",
        "anne    1",
        "bert    2",
    ]


def test_long_names_go_on_below_themselves():
    rows = [[LONG, "7", "1"], ["hard", "8", "0"]]
    lines = draw_table(["player", "right", "won"], rows, width=60).splitlines()
    assert lines[2:] == [
        "openai:mixed-model-70b-instruct  7      1",
        "  +rules=no",
        "  +history=no",
        "  +retries=2",
        "hard                             8      0",
    ]


def test_columns_are_measured_in_cells():
    rows = [["模型七", "100%", "1"], ["e\u0301cole", "8%", "0"], ["hard[bold]", "9%", "0"]]
    _, _, *lines = draw_table(["player", "right", "won"], rows).splitlines()
    for told, (name, right, _) in zip(lines, rows, strict=True):
        assert told.startswith(name)
        assert cell_len(told[: told.index(right)]) == 12
        assert cell_len(told) == 20


def test_a_name_cannot_make_rows_of_its_own():
    table = draw_table(["player", "won"], [["me\nperfect\x1b[2J", "1"]], width=30)
    assert table.splitlines()[2:] == ["me\\nperfect\\x1b[2J  1"]


def test_figures_stand_on_the_right_of_wide_characters_too():
    table = draw_table(["game", "moves"], [["漢字", "9"], ["Chomp", "20"]], right=True)
    assert table.splitlines()[2:] == ["漢字       9", "Chomp     20"]


def test_the_last_column_of_a_grid_is_wrapped():
    rows = [["漢字", "is two characters in four cells"], ["a", "b"]]
    assert draw_grid(rows, 26).splitlines() == [
        "  漢字  is two characters",
        "        in four cells",
        "  a     b",
    ]
