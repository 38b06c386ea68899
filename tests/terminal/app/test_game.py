"""A game in the app: moves, advice, undo, its end and what comes next."""

import pytest

from numduel.catalogue import load_game as game_of
from numduel.game import Player
from numduel.journal import load
from numduel.match import Match, Seat, Series
from numduel.terminal.app.game import GameScreen
from numduel.terminal.app.looking_back import ResumeScreen, ReviewScreen

TWO = (Seat(), Seat())
ALONE = (Seat(), Seat("easy"))


def begin(slug, moves="", seats=TWO, **options):
    """A screen with this game, after these moves."""

    def screen(_app):
        match = Match(game_of(slug, **options), seats, seed=1)
        for move in moves.split():
            match.play(move)
        return GameScreen(match)

    return screen


async def test_moves_are_walked_to_or_typed(sit_down):
    async with sit_down(begin("divisor-duel", "6")) as me:
        assert "Player 2 takes a divisor or a multiple of 6." in me.text
        await me.press("12", "enter")
        assert me.match.written_moves == ["6", "12"]
        board = me.app.screen.board
        board.cursor = 5
        assert "5 is neither a divisor nor a multiple of 12." in await me.press("left", "right")
        await me.press("left", "enter")
        assert me.match.written_moves == ["6", "12", "4"]


async def test_what_is_not_allowed_changes_nothing(sit_down):
    async with sit_down(begin("divisor-duel", "6")) as me:
        for number, rule in {
            "7": "7 is neither a divisor nor a multiple of 6.",
            "6": "6 has been removed.",
            "21": "21 is not in the list 1 to 20.",
        }.items():
            await me.press(number, "enter")
            assert rule in me.told
        assert me.match.ply == 1


async def test_every_move_is_on_disk_before_the_next(sit_down, folder):
    async with sit_down(begin("divisor-duel")) as me:
        for ply, move in enumerate(("6", "12", "4"), start=1):
            await me.press(move, "enter")
            [path] = (folder / "unfinished").glob("*.jsonl")
            assert load(path).match.ply == ply
        await me.press("u")
        assert load(path).match.written_moves == ["6", "12"]
        await me.press("y")
        assert load(path).match.written_moves == ["6", "12", "4"]


async def test_the_computer_replies_and_undo_takes_both_back(sit_down):
    async with sit_down(begin("divisor-duel", seats=ALONE)) as me:
        await me.press("6", "enter")
        assert me.match.ply == 2
        assert me.match.state.to_move is Player.ONE
        await me.press("u")
        assert me.match.ply == 0
        await me.press("y")
        assert me.match.ply == 2


async def test_hint_points_and_why_draws_the_pairs(sit_down):
    async with sit_down(begin("divisor-duel", "6 3")) as me:
        await me.press("h")
        assert "Play 12: you win" in me.told
        assert me.app.screen.board.aimed() == "12"
        text = await me.press("w")
        assert "Your opponent took 3" in me.told
        assert me.app.screen.pairs
        assert "┓" in text  # a line between two tiles
        await me.press("w")
        assert not me.app.screen.pairs


async def test_best_moves_have_their_signs_on_the_tiles(sit_down):
    async with sit_down(begin("divisor-duel")) as me:
        text = await me.press("b")
        assert "▲13" in text
        assert "▼2" in text
        assert "▲13" not in await me.press("b")


async def test_a_joker_is_asked_for_before_it_is_spent(sit_down):
    async with sit_down(begin("parity-duel", "7 8 9", jokers=1)) as me:
        assert me.text.count("✦") == 8  # the odd numbers that are left
        await me.press("11", "enter")
        assert me.match.ply == 3
        assert "This spends your joker." in me.text
        await me.press("11", "enter")
        assert me.match.ply == 4


async def test_a_split_is_cut_with_arrows_or_typed(sit_down):
    async with sit_down(begin("number-split-duel")) as me:
        await me.press("left", "left", "enter")
        assert "hand over 13" in me.text
        await me.press("right", "enter")
        assert me.match.written_moves == ["3"]
    async with sit_down(begin("number-split-duel")) as me:
        for sign in ("1", "0", "space", "a", "n", "d", "space", "6"):
            await me.pilot.press(sign)
        await me.press("enter", "6", "enter")
        assert me.match.written_moves == ["6"]
    async with sit_down(begin("number-split-duel")) as me:
        board = me.app.screen.board
        board.at = 9
        await me.press("left")
        assert board.at == 7  # the equal cut is jumped over


async def test_heaps_are_chosen_and_cut(sit_down):
    async with sit_down(begin("grundys-game", "16:10")) as me:
        await me.press("down", "left", "enter")
        assert me.match.written_moves == ["16:10", "6:4"]


async def test_choosing_heap_clears_refusal(sit_down):
    async with sit_down(begin("grundys-game", "16:10 6:4 10:7")) as me:
        text = await me.press("2", "enter")
        assert "A heap of 2 cannot be split" in me.told
        assert "Enter: Split 7 into 6 and 1" in text
        text = await me.press("4", "enter")
        assert "cannot be split" not in me.told
        assert " Choose a split of 4:" in text


async def test_what_enter_does_is_told_whole(sit_down):
    async with sit_down(begin("sequence-builder")) as me:
        await me.press("b", "11")
        told = " ".join(
            row.partition("│")[0].strip() for row in (await me.press("left")).split("\n")
        )
        value = me.app.screen.values[me.app.screen.board.aimed()]
        assert f"{value.mark} {value.text}" in told


async def test_end_tells_winner_and_offers_rematch(sit_down, folder):
    async with sit_down(begin("divisor-duel", "6 1", seats=ALONE)) as me:
        text = await me.press("19", "enter")
        assert "You won!" in text
        assert "no divisor or" in text
        assert "Play again" in text
        await me.press("enter")  # a rematch takes one key
        assert me.match.ply <= 1
        assert me.match.seats[1].is_person  # the seats are swapped
        assert len([*(folder / "finished").glob("*.jsonl")]) == 1


async def test_a_loss_is_explained_and_enter_reviews_it(sit_down):
    async with sit_down(begin("divisor-duel", "11", seats=(Seat("perfect"), Seat()))) as me:
        await me.press("1", "enter")  # all that may follow; then no number is left
        assert "Computer (perfect) won" in me.told.replace("The computer", "Computer (perfect)")
        assert "losing from the start" in me.told
        await me.press("enter")
        assert "Review: Divisor Duel" in me.text


async def test_the_last_move_may_still_be_taken_back(sit_down, folder):
    async with sit_down(begin("divisor-duel", "6 1", seats=ALONE)) as me:
        await me.press("19", "enter")
        assert me.match.outcome is not None
        await me.press("u")
        assert me.match.outcome is None
        assert me.match.written_moves == ["6", "1"]
        [path] = (folder / "unfinished").glob("*.jsonl")
        assert load(path).match.outcome is None
        await me.press("17", "enter", "escape")
        assert not [*(folder / "unfinished").glob("*.jsonl")]


async def test_resigning_is_asked_for_twice(sit_down):
    async with sit_down(begin("divisor-duel", "6", seats=ALONE)) as me:
        await me.press("x")
        assert me.match.outcome is None
        await me.press("x")
        assert me.match.outcome.winner is Player.TWO
        assert "by resignation" in me.text.lower()
        await me.press("u")  # what was given up stays so
        assert me.match.outcome is not None


async def test_the_last_moves_of_a_long_game_are_in_sight(sit_down):
    moves = " ".join(map(str, range(1, 81)))
    async with sit_down(begin("parity-duel", moves, numbers=100)) as me:
        beside = [row.partition("│")[2] for row in me.rows]
        assert any("79  80" in row for row in beside)
        assert not any(" 1  2  3" in row for row in beside)


async def test_a_game_that_is_left_goes_on(sit_down):
    async with sit_down(begin("divisor-duel", "6", seats=ALONE)) as me:
        await me.press("escape")
        await me.until("Game saved.")
        assert "Continue" in me.text
    async with sit_down(lambda _app: ResumeScreen()) as me:
        await me.press("enter")
        assert me.match.written_moves[0] == "6"


async def test_a_series_goes_on_and_seats_change(sit_down):
    def screen(_app):
        series = Series(game_of("divisor-duel", numbers=2), (Seat(name="Ann"), Seat(name="Bob")), 2)
        return GameScreen(series.next_match(), series)

    async with sit_down(screen) as me:
        await me.press("1", "enter", "2", "enter")
        assert "Game 2 of 2" in me.text
        await me.press("enter")
        assert me.match.seats[0].name == "Bob"


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
@pytest.mark.parametrize("numbers", [1, 100, 1000])
async def test_boards_of_every_size_fit(sit_down, numbers, size):
    async with sit_down(begin("divisor-duel", numbers=numbers), size=size) as me:
        board = me.app.screen.board
        cursor = board.cursor
        assert f"›{cursor}‹" in me.text or str(cursor) in me.text
        x, y = board.place(cursor)
        assert board.number_at(x, y) == cursor
        assert 0 <= y < board.size.height - 2
        await me.press(str(numbers), "enter")
        assert me.match.written_moves == [str(numbers)]


@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("number-split-duel", {"start": 1000}),
        ("grundys-game", {"start": 300}),
        ("sequence-builder", {"numbers": 60, "length": 30}),
    ],
)
async def test_large_games_are_played(sit_down, slug, options):
    async with sit_down(begin(slug, **options)) as me:
        await me.press("enter", "enter")
        assert me.match.ply >= 1


@pytest.mark.parametrize(
    ("screen", "slug"), [(GameScreen, "grundys-game"), (ReviewScreen, "sequence-builder")]
)
async def test_no_window_is_too_small(sit_down, screen, slug):
    match = Match(game_of(slug), TWO, seed=1)
    while match.outcome is None:
        match.play(next(iter(match.game.legal_moves(match.state))))
    async with sit_down(lambda _: screen(match)) as me:
        for size in ((1, 1), (15, 5), (33, 2), (40, 5), (20, 7)):
            await me.pilot.resize_terminal(*size)
            await me.settle()
        await me.pilot.resize_terminal(80, 24)
        await me.settle()
        assert "● Player 1  ● Player 2" in me.text


async def test_no_color_marks_cursor_and_values(sit_down, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    async with sit_down(begin("divisor-duel")) as me:
        assert me.app.no_color
        text = await me.press("b")
        assert "›10‹" in text
        assert "▲13" in text


async def test_esc_answers_no_when_asked_to_resign(sit_down):
    async with sit_down(begin("divisor-duel", "6", seats=ALONE)) as me:
        assert "Resign?" in await me.press("x")
        assert "Resign?" not in await me.press("escape")
        assert me.match.outcome is None
        await me.press("x")
        assert me.match.outcome is None  # asked anew


async def test_undo_and_redo_without_a_move_change_nothing(sit_down):
    async with sit_down(begin("divisor-duel")) as me:
        await me.press("u", "y")
        assert "There is nothing to take back." in me.notices
        assert me.match.ply == 0


async def test_a_cut_is_taken_back_before_a_move(sit_down):
    async with sit_down(begin("number-split-duel", "13")) as me:
        await me.press("enter")
        assert me.app.screen.board.part is not None
        await me.press("u")
        assert me.app.screen.board.part is None
        assert me.match.written_moves == ["13"]


async def test_best_moves_stay_shown_from_turn_to_turn(sit_down):
    async with sit_down(begin("divisor-duel")) as me:
        await me.press("b", "6", "enter")
        assert set(me.app.screen.values) == {"1", "2", "3", "12", "18"}
        assert "▲" in me.text


async def test_something_harder_is_begun_with_a_key(sit_down):
    async with sit_down(begin("divisor-duel", "6 1", seats=ALONE)) as me:
        await me.press("19", "enter")
        harder = me.app.screen.suggested["harder"]
        await me.press("n")
        assert me.match.ply <= 1
        assert me.match.game == harder.game != game_of("divisor-duel")


async def test_a_question_is_withdrawn_by_another_panel(sit_down):
    async with sit_down(begin("parity-duel", "7 8 9", jokers=1)) as me:
        await me.press("11", "enter", "w")
        assert "Sure?" not in me.text
        await me.press("enter")
        assert me.match.ply == 3
        assert "Sure?" in me.text


async def test_a_number_outside_leaves_the_cursor(sit_down):
    async with sit_down(begin("divisor-duel")) as me:
        aimed = me.app.screen.board.aimed()
        await me.press("99", "enter")
        assert "99 is not in the list 1 to 20." in me.told
        assert me.app.screen.board.aimed() == aimed


async def test_pairs_go_when_values_are_shown(sit_down):
    async with sit_down(begin("divisor-duel", "6 3")) as me:
        await me.press("w", "b")
        assert not me.app.screen.pairs
        assert not me.app.screen.board.shown.pairs


async def test_a_valid_split_clears_a_refusal(sit_down):
    async with sit_down(begin("number-split-duel")) as me:
        await me.press("16", "enter")
        assert "Not allowed" in me.text
        await me.press("6", "enter")
        assert "hand over 6" in me.text
        assert "Not allowed" not in me.text
