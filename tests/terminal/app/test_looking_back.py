"""Reviews, replays, lists of games and statistics in the app."""

import pytest

from numduel.catalogue import load_game
from numduel.game import Player
from numduel.journal import Journal, entries_of
from numduel.match import Match, Seat
from numduel.terminal.app.game import GameScreen
from numduel.terminal.app.looking_back import (
    FinishedScreen,
    ResumeScreen,
    ReviewScreen,
    StatsScreen,
)
from numduel.terminal.app.settings import SettingsScreen
from numduel.terminal.saved import SavedGames

BOOK = "6 3 9 18 2 12 4 8 16 1 7 14"  # move 11 gives the win away


def played(moves=BOOK):
    match = Match(load_game("divisor-duel"), (Seat(name="Ann"), Seat(name="Bob")))
    for move in moves.split():
        match.play(move)
    return match


@pytest.fixture
def keep(folder):
    """keep(match, "finished"): put a game on disk."""

    def write(match, where):
        SavedGames().make_folders()
        journal = Journal(folder / where / f"{match.ply}.jsonl")
        journal.write(*entries_of(match))
        journal.close()
        return journal.path

    return write


async def test_a_review_steps_back_and_forth_and_marks_mistakes(sit_down):
    async with sit_down(lambda _app: ReviewScreen(played())) as me:
        assert "7?" in me.text
        assert me.app.screen.at == 10  # just before the mistake
        assert "█" in me.text
        await me.press("right")
        assert "would have won" in me.told
        assert "7 loses in 2 moves" in me.told
        await me.press("left", "left")
        assert me.app.screen.at == 9
        await me.press("end")
        assert "Move 11 decided the game." in me.told
        await me.press("home")
        assert me.app.screen.board.match.ply == 0
        await me.press("down")
        assert me.app.screen.at == 11


async def test_what_if_plays_something_else(sit_down):
    async with sit_down(lambda _app: ReviewScreen(played())) as me:
        await me.press("w", "19", "enter")
        assert me.app.screen.tries.written_moves[-1] == "19"
        assert "19 wins" in me.told
        await me.press("escape")
        assert me.app.screen.tries is None
        assert me.app.screen.match.written_moves == BOOK.split()[:10]
        await me.press("p")
        assert isinstance(me.app.screen, GameScreen)
        assert me.match.written_moves[:10] == BOOK.split()[:10]


async def test_a_player_has_one_name(sit_down, keep):
    match = Match(load_game("divisor-duel"), (Seat(), Seat("easy")))
    match.play(6)
    keep(match, "unfinished")
    async with sit_down() as me:
        assert "Divisor Duel, You against Computer (easy), 1 move" in me.text
    async with sit_down(lambda _: ReviewScreen(match)) as me:
        assert "● You  ● Computer (easy)" in me.text
        text = await me.press("w", "12", "enter")
        assert "● You  ● Computer (easy)" in text
        assert "Player" not in text


async def test_replay_starts_at_first_move_hiding_values(sit_down):
    async with sit_down(lambda _app: ReviewScreen(played(), replays=True)) as me:
        assert me.app.screen.at == 0
        assert "█" not in me.text
        await me.press("right", "right")
        assert me.app.screen.board.match.ply == 2
        await me.press("v")
        assert "█" in me.text


async def test_finished_games_are_listed_to_review(sit_down, keep):
    keep(played(), "finished")
    async with sit_down() as me:
        assert "Review" in me.text
    async with sit_down(lambda _app: FinishedScreen()) as me:
        assert "Ann against Bob · Bob won" in me.text
        await me.press("enter")
        assert "Review: Divisor Duel" in me.text


async def test_unfinished_games_are_continued_or_discarded(sit_down, keep):
    path = keep(played("6 3"), "unfinished")
    keep(played("6 3 9"), "unfinished")
    async with sit_down(lambda _app: ResumeScreen()) as me:
        assert "2 moves" in me.text
        assert "3 moves" in me.text
        if "2 moves" in me.rows[2]:
            await me.press("d", "d")
        else:
            await me.press("down", "d", "d")
        assert not path.exists()
        await me.press("enter")
        assert me.match.written_moves == ["6", "3", "9"]
        await me.press("18", "enter")
        assert me.match.ply == 4


async def test_game_continued_in_other_window_is_kept(sit_down, keep):
    path = keep(played("6 3"), "unfinished")
    async with sit_down(lambda _app: ResumeScreen()) as me:
        elsewhere = Journal(path, path.stat().st_size)
        await me.press("enter")
        await me.until("That game is being played in another window.")
        elsewhere.close()
    async with sit_down(lambda _app: ResumeScreen()) as me:
        elsewhere = Journal(path, path.stat().st_size)
        elsewhere.write({"move": "9"})
        elsewhere.close()
        await me.press("enter")
        await me.until("That game has changed in another window")
        await me.press("enter")
        assert me.match.written_moves == ["6", "3", "9"]
    async with sit_down(lambda _app: ResumeScreen()) as me:
        path.unlink()
        await me.press("enter")
        await me.until("That game was finished in another window.")


async def test_what_a_file_says_gives_the_terminal_no_orders(sit_down):
    match = played("6 3")
    match.end(Player.ONE, "by \x1b[2J magic")
    async with sit_down(lambda _app: ReviewScreen(match)) as me:
        await me.press("end")
        assert "\x1b" not in me.text
        assert "\\x1b[2J" in me.text


async def test_statistics_are_told(sit_down, keep):
    keep(played(), "finished")
    async with sit_down(lambda _app: StatsScreen()) as me:
        assert "1 finished game" in me.text
        assert "Ann against Bob" in me.text


async def test_settings_are_kept(sit_down):
    async with sit_down(lambda _app: SettingsScreen()) as me:
        await me.press("right", "down", "right")
        assert not me.app.current_theme.dark
    async with sit_down() as me:
        assert not me.app.current_theme.dark
        await me.press("enter")
        assert "▲13" in me.text  # best moves are shown from the beginning


async def test_moves_tried_in_a_review_are_taken_back(sit_down):
    async with sit_down(lambda _app: ReviewScreen(played())) as me:
        await me.press("home", "w", "7", "enter", "14", "enter", "u")
        assert me.app.screen.tries.written_moves == ["7"]
        assert "7 has been removed." in (await me.press("7", "enter")).replace("\n", " ")
        await me.press("u", "u")
        assert not me.app.screen.tries.written_moves


async def test_a_game_that_is_over_is_not_played_on(sit_down):
    async with sit_down(lambda _app: ReviewScreen(played())) as me:
        await me.press("end", "p")
        assert "step back first" in me.notices
        assert isinstance(me.app.screen, ReviewScreen)


@pytest.mark.parametrize("screen", [ResumeScreen, FinishedScreen])
async def test_without_games_a_list_says_so(sit_down, screen):
    async with sit_down(lambda _app: screen()) as me:
        assert screen.empty in me.text
        assert screen.empty in await me.press("enter", "d", "r")
