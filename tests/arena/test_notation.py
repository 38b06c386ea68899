"""Games and players as they are named on a command line."""

import pytest

from numduel import NumduelError, Preset, load_game
from numduel.arena.plan import read_games
from numduel.arena.players import read_players, split_names
from numduel.games.divisor_duel import DivisorDuel
from numduel.study.audit import can_matter


def test_all_selects_games_where_skill_matters():
    games = read_games("all")
    assert [game.slug for game in games] == ["divisor-duel", "grundys-game"]
    assert all(map(can_matter, games))


def test_all_leaves_out_what_the_seats_or_a_habit_decide(monkeypatch):
    preset = Preset("decided", {}, ("arena",))
    monkeypatch.setattr(DivisorDuel, "presets", (preset._replace(options={"numbers": 1}),))
    assert "divisor-duel" not in {game.slug for game in read_games("all")}
    for name in ("parity-duel/jokers=1", "even-odd-match", "number-split-duel"):
        assert len(read_games(name)) == 1, "but it can be named"


def test_game_ids_and_quoted_player_names_are_parsed():
    games = read_games("sequence-builder,divisor-duel/numbers=40,opening=even,sequence-builder")
    even = load_game("divisor-duel", numbers=40, opening="even")
    assert games == [load_game("sequence-builder"), even]
    assert split_names('random, "program:play a,b"') == ["random", "program:play a,b"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" , ", "at least one game"),
        ("chess", "no game"),
        ("divisor-duel/size=3", 'Unknown option "size"'),
        ("divisor-duel/6,3", "is a position: leave out its moves"),
    ],
)
def test_games_that_cannot_be_are_refused(text, reason):
    with pytest.raises(NumduelError, match=reason):
        read_games(text)


def test_a_models_name_may_have_colons_and_a_plus():
    players = read_players(["openai:llama3:8b+chat+rules=no"], "http://localhost/v1")
    ((name, settings),) = players.items()
    assert (name, settings["model"]) == ("openai:llama3:8b+chat+rules=no", "llama3:8b+chat")
    assert (settings["rules"], settings["legal"]) == (False, True)
    assert settings["base_url"] == "http://localhost/v1"
