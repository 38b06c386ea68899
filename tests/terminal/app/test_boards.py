"""Boards in the app: what is drawn, and where a click leads."""

import pytest
from last_stone import LastStone

from numduel.catalogue import load_game
from numduel.match import Match, Seat
from numduel.terminal.app.game import GameScreen


def two_play(game, moves=""):
    match = Match(game, (Seat(), Seat()))
    for move in moves.split():
        match.play(move)
    return lambda _app: GameScreen(match)


async def test_a_game_without_a_board_lists_its_moves(sit_down):
    async with sit_down(two_play(LastStone())) as me:
        assert "Stones" in me.text
        assert "■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■ ■" in me.text
        assert "›2‹" in me.text
        assert "›3‹" in await me.press("right", "down")
        await me.press("enter", "1")
        assert me.app.screen.board.aimed() == "1"
        await me.press("enter", "b")
        value = me.app.screen.values["2"]
        assert f"2  {value.mark}" in me.text
        place, y, _ = me.app.screen.board.places[0]
        await me.pilot.click("PlainBoard", offset=(place, y))
        await me.settle()
        assert me.match.written_moves == ["3", "1", "1"]


async def test_moves_in_several_rows_are_walked(sit_down):
    game = load_game("divisor-duel", numbers=60)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(game), "board", "none")
        async with sit_down(two_play(game)) as me:
            board = me.app.screen.board
            before = board.places[board.cursor]
            await me.press("down")
            after = board.places[board.cursor]
            assert after[1] > before[1]
            await me.press("up", "enter")
            assert me.match.written_moves == [before[2]]


async def test_a_heap_is_cut_by_a_second_click(sit_down):
    async with sit_down(two_play(load_game("grundys-game"), "16:10")) as me:
        await me.press("b")
        board = me.app.screen.board
        place = board.sizes.index(6)
        row = board.tops[place]
        spot = board.label + 1 + int(2 * board.unit)
        assert "▲" in me.rows[board.region.y + row + board.thick]
        await me.pilot.click("CutBoard", offset=(spot, row))
        await me.settle()
        assert (board.heap, board.at) == (place, 2)
        assert me.match.ply == 1
        await me.pilot.click("CutBoard", offset=(spot, row))
        await me.settle()
        assert me.match.written_moves[1] == "6:4"


async def test_a_click_chooses_the_part_to_hand_over(sit_down):
    async with sit_down(two_play(load_game("number-split-duel"))) as me:
        await me.press("b", "10", "enter")
        board = me.app.screen.board
        assert "hand over 10" in me.text
        assert me.app.screen.values["10"].mark in me.text
        below = board.tops[0] + board.thick + 2
        await me.pilot.click("CutBoard", offset=(board.label + 2, below))
        await me.settle()
        assert me.match.written_moves == [str(board.match.game.start().number - 10)]
