"""Settings worth choosing, as rule books declare them. Whether an audit agrees is in study/."""

from last_stone import LastStone

from numduel import list_games
from numduel.catalogue import build_game, find_game
from numduel.game import presets_of

PURPOSES = ("play", "puzzles", "arena")


def test_every_preset_is_a_game_that_can_be_played(rule_book):
    names = [preset.name for preset in rule_book.presets]
    assert len(names) == len({*names})
    for preset in rule_book.presets:
        assert build_game(rule_book, preset.options).start()
        assert {*preset.purposes} <= {*PURPOSES}


def test_default_preset_is_game_as_written():
    assert [presets_of(LastStone, purpose)[0].options for purpose in PURPOSES] == [{}, {}, {}]


def test_decided_games_are_not_offered_as_written():
    for slug in ("parity-duel", "even-odd-match"):
        played = presets_of(find_game(slug), "play")
        assert [preset.options for preset in played] == [{"jokers": 1}]
    assert presets_of(find_game("number-split-duel"), "play") == []
    assert presets_of(find_game("number-split-duel"), "puzzles") == []


def test_the_duel_as_written_is_offered_in_every_menu(rule_book):
    offered = [preset for preset in presets_of(rule_book) if preset.is_offered]
    assert [preset.name for preset in offered if not preset.options] == ["as written"]
    assert all(preset in offered for preset in presets_of(rule_book, "play"))


def test_the_arena_has_one_setting_of_every_game():
    assert all(len(presets_of(game, "arena")) == 1 for game in list_games())
