"""Drawings of positions: what is allowed, who took what, and no more rows than a screen has."""

import re

import pytest
from race import Race
from stacks import Stacks

from numduel import Match, list_games, load_game
from numduel.drawing import draw, draw_above
from numduel.words import Role


def drawing(slug, *moves, width=80, **options):
    """The rows of a drawing after these moves."""
    return [str(row) for row in lines(slug, *moves, width=width, **options)]


def lines(slug, *moves, width=80, **options):
    match = Match(load_game(slug, **options))
    for move in moves:
        match.play(move)
    return draw(match.game, match.state, match.moves, width)


def test_a_grid_has_what_is_allowed_in_brackets_and_what_was_taken_with_its_taker():
    assert drawing("divisor-duel", 6, 3, 12) == [
        "  [1]  [2]   3²  [4]   5    6¹   7    8    9   10",
        "  11  ›12¹  13   14   15   16   17   18   19   20",
        "  [ ] allowed   ¹ Player 1   ² Player 2   › last",
    ]


def test_the_spans_of_a_grid_have_the_taker_s_role_and_the_move_that_is_allowed():
    spans = {span.text.strip(): span for row in lines("divisor-duel", 6, 3, 12) for span in row}
    assert spans["3²"].role is Role.PLAYER_TWO
    assert spans["›12¹"].role is Role.PLAYER_ONE
    assert (spans["[4]"].role, spans["[4]"].move) == (Role.ALLOWED, 4)
    assert (spans["5"].role, spans["5"].move) == (Role.DIM, None)


@pytest.mark.parametrize("slug", ["parity-duel", "even-odd-match"])
def test_numbers_that_cost_a_joker_have_round_brackets(slug):
    rows = drawing(slug, 6, numbers=9, jokers=1)
    assert rows[0] == " [1] (2) [3] (4) [5] ›6¹ [7] (8) [9]"
    assert "( ) with a joker (you 1, opponent 1)" in rows[1]
    assert "(" not in "".join(drawing(slug, 6, numbers=9))


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("slug", ["divisor-duel", "parity-duel", "sequence-builder"])
@pytest.mark.parametrize("numbers", [100, 1_000])
def test_every_number_is_in_the_grid_once(slug, width, numbers):
    rows = drawing(slug, 2, 1, width=width, numbers=numbers)
    shown = re.findall(r"\d+", " ".join(row for row in rows if "Player" not in row))
    assert [int(number) for number in shown][-numbers:] == [*range(1, numbers + 1)]


@pytest.mark.parametrize(("numbers", "rows"), [(20, 4), (40, 4), (100, 13)])
def test_a_grid_fits_into_forty_columns(numbers, rows):
    grid = [row for row in drawing("divisor-duel", 2, width=40, numbers=numbers) if "t" not in row]
    assert len(grid) == rows
    assert max(map(len, grid)) <= 40


def test_a_number_to_split_is_a_bar_with_every_cut_but_the_equal_one():
    assert drawing("number-split-duel", start=6) == [
        "  6  ■¦■¦■ ■¦■¦■",
        "  ¦ a cut that makes unequal parts",
    ]
    assert drawing("number-split-duel", 4, start=10)[:2] == [
        "  10  ■ ■ ■ ■ □ □ □ □ □ □",
        "   4  ■¦■ ■¦■",
    ]
    assert drawing("number-split-duel", 2, start=5) == ["  5  ■ ■ □ □ □", "  2  ■ ■"]


def test_what_was_handed_over_is_in_the_colour_of_who_did_it():
    whole, _, _ = lines("number-split-duel", 4, start=10)
    assert [(span.text, span.role) for span in whole[1:]] == [
        ("■ ■ ■ ■", Role.PLAYER_ONE),
        (" □ □ □ □ □ □", Role.DIM),
    ]


def test_heaps_are_bars_of_the_same_scale_and_equal_ones_are_counted():
    assert drawing("grundys-game", "9:5", "5:4", start=9) == [
        "  4  ■¦■ ■¦■  × 2  new",
        "  1  ■  new",
        "  ¦ a cut that makes unequal parts",
    ]
    assert drawing("grundys-game", "400:300", "300:200", width=40, start=400) == [
        "  200  ■■■■■■■■■■■■■■■■■■■■■■■  new",
        "  100  ■■■■■■■■■■■■  × 2  new",
        "  ■ is 9",
    ]


def test_of_many_heaps_only_the_largest_are_drawn():
    moves = [f"{size}:{size - number}" for number, size in enumerate(sizes(), start=1)]
    rows = drawing("grundys-game", *moves, start=200)
    assert rows[10] == "  … and 6 smaller"
    assert len(rows) == 12


def sizes():
    """200 and what is left of it as 1, 2, 3 and so on are split off."""
    left = 200
    for number in range(1, 16):
        yield left
        left -= number


def test_two_rows_of_slots_have_the_sums_of_neighbours_below_them():
    assert drawing("sequence-builder", 6, 5, 2, 3, 7) == [
        "    6    2    7    _    _   Player 1",
        "      8✓   9",
        "    5    3    _    _    _   Player 2",
        "      8✓",
        "",
        " [1]  2¹  3² [4]  5²  6¹ ›7¹ [8] [9]",
        "  [ ] allowed   ¹ Player 1   ² Player 2   › last",
    ]


def test_of_long_rows_the_end_with_the_next_slot_is_drawn():
    numbers = [*range(1, 31)]
    rows = drawing("sequence-builder", *numbers, numbers=60, length=20)
    first, second = rows[0], rows[2]
    assert first.startswith("…    ")
    assert first.split()[-5:] == ["29", "_", "…", "Player", "1"]
    assert second.split()[-5:] == ["30", "_", "…", "Player", "2"]
    assert max(map(len, rows)) <= 80


def test_a_game_without_a_drawing_of_its_own_gets_one_from_its_view():
    race, stacks = Match(Race(goal=9)), Match(Stacks())
    race.play("3")
    assert [str(row) for row in draw(race.game, race.state, race.moves, 80)] == ["  Total  ■■■  3"]
    assert [str(row) for row in draw(stacks.game, stacks.state, (), 40)] == ["  Stacks  1, 2, 3"]
    assert [str(row) for row in draw(stacks.game, stacks.state, (), 14)] == ["  Stacks  1, …"]


def test_what_is_drawn_from_a_view_is_not_said_again_below():
    game = Stacks()
    state = game.start()
    shown = draw_above(game.words.turn(state), game, state, (), 80)
    assert [str(row) for row in shown] == [
        "  Stacks  1, 2, 3",
        "",
        "Player 1's turn.",
        "You may play: 1:1, 2:1, 2:2, 3:1, 3:2, 3:3",
    ]
    parity = load_game("parity-duel")
    lines = parity.words.turn(parity.start())
    assert draw_above(lines, parity, parity.start(), (), 80)[-len(lines) :] == lines


@pytest.mark.parametrize("game", list_games(), ids=lambda game: game.slug)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_however_large_a_game_is_its_drawing_fits_the_width(game, width):
    option = next(iter(game().options))
    for size, most in ((100, 20), (1_000, 180)):
        match = Match(load_game(game.slug, **{option: size}))
        match.play(match.game.all_moves()[-1])
        rows = [str(row) for row in draw(match.game, match.state, match.moves, width)]
        assert len(rows) <= most
        assert max(map(len, rows)) <= width
        assert all(row == row.rstrip() for row in rows)
