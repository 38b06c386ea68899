"""The first screen, and how quickly one is in a game."""

import pytest

from numduel.catalogue import list_games
from numduel.study import first_offer, truth_as_written


async def test_every_game_has_its_goal_and_what_is_worth_knowing(sit_down):
    async with sit_down() as me:
        for game in list_games():
            assert game.title in me.text
            assert game.summary in me.text
            assert truth_as_written(game) in me.text
        assert "Continue" not in me.text
        assert "Review" not in me.text


@pytest.mark.parametrize("place", [0, 2, 5])
async def test_enter_plays_offer_and_a_plays_as_written(sit_down, place):
    async with sit_down() as me:
        game = list_games()[place]
        offer = first_offer(game)
        await me.press(*["down"] * place, "enter")
        assert me.match.game == offer.game
        assert me.match.seat(offer.seat).is_person
        assert me.match.seat(offer.seat.opponent).kind == offer.level
        await me.press("escape", "a")
        assert me.match.game == game()


async def test_a_letter_jumps_to_a_name(sit_down):
    async with sit_down() as me:
        await me.press("g", "enter")
        assert me.match.game.title == "Grundy's Game"


async def test_help_rules_and_the_theme_have_keys(sit_down):
    async with sit_down() as me:
        assert "Esc closes" in await me.press("question_mark")
        await me.press("escape")
        assert "Divisor Duel: the rules" in await me.press("r")
        await me.press("escape")
        assert me.app.current_theme.dark
        await me.press("t")
        assert not me.app.current_theme.dark
    async with sit_down() as me:
        assert not me.app.current_theme.dark


async def test_a_game_with_options_of_ones_own(sit_down):
    async with sit_down() as me:
        await me.press("down", "down", "o", "down", "backspace", "backspace", "10")
        assert "Player 2 wins" not in me.text
        assert "‹ your own ›" in me.text
        await me.press("down", "backspace", "0")
        assert "wins this one, whatever anybody plays." in me.text
        await me.press("down", "left", "left", "enter")
        assert me.match.game.options == {"numbers": 10, "jokers": 0}
        assert all(seat.is_person for seat in me.match.seats)


async def test_wrong_options_are_refused_in_a_sentence(sit_down):
    async with sit_down() as me:
        await me.press("o", "down", "backspace", "backspace", "0")
        assert "numbers must be a whole number from 1 to 1000, not 0." in me.text
        await me.press("enter")
        assert "Divisor Duel: options" in me.text


async def test_a_click_plays(sit_down):
    async with sit_down() as me:
        await me.pilot.click("#games", offset=(5, 0))
        await me.settle()
        x, y = me.app.screen.board.place(6)
        await me.pilot.click("TilesBoard", offset=(x + 2, y + 1))
        await me.settle()
        assert me.match.written_moves[0] == "6"


async def test_escape_hides_a_notice_and_does_not_quit(sit_down):
    async with sit_down() as me:
        me.app.notify("Game saved.")
        await me.press("escape", "escape")
        assert not me.notices
        assert me.app.is_running
        assert "Puzzle of the day" in me.text


async def test_home_shows_everything_after_games(sit_down):
    async with sit_down() as me:
        await me.press("enter", "11", "enter", "x", "x", "escape")
        text = await me.press("enter", "11", "enter", "escape")
        assert "Game saved." in text
        for told in ("Continue", "Review", "Quit", "against the computer (easy).", "two people, a"):
            assert told in text


async def test_a_preset_fills_in_the_options(sit_down):
    async with sit_down() as me:
        await me.press("o", "right")
        form = me.app.screen
        options = form.presets[form.query_one("#preset").value]
        await me.press("enter")
        assert me.match.game.options.items() >= options.items()
        assert options
