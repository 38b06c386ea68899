"""Tables in shape: measured in cells, cut where they are too wide, and without markup."""

from rich.cells import cell_len

from numduel.tables import draw_grid, draw_table

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
    for line, (name, right, _) in zip(lines, rows, strict=True):
        assert line.startswith(name)
        assert cell_len(line[: line.index(right)]) == 12
        assert cell_len(line) == 20


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
