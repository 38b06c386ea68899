"""The settings that rule books declare are held to the audit and to the puzzles they give."""

import pytest

from numduel import list_games, load_game
from numduel.catalogue import build_game, same_rules
from numduel.game import presets_of
from numduel.study import Puzzles
from numduel.study.audit import audit_game
from numduel.theory import theory_of

# Puzzles asked of each setting: a few at once, and as many as plenty is in the long tests.
PLENTY = [2, pytest.param(50, marks=pytest.mark.long)]


def declared(purpose):
    return [
        pytest.param(build_game(rule_book, preset.options), id=f"{rule_book.slug} {preset.name}")
        for rule_book in list_games()
        if same_rules(rule_book) is rule_book
        for preset in presets_of(rule_book, purpose)
    ]


def worth(game):
    return audit_game(game, budget=20_000, levels=("hard",), games=20, sampled=25).worth


@pytest.mark.long
@pytest.mark.untraced
@pytest.mark.parametrize("game", declared("play"))
def test_what_is_offered_to_play_is_worth_playing(game):
    assert worth(game) > 0.05


@pytest.mark.parametrize("slug", ["parity-duel", "even-odd-match", "number-split-duel"])
def test_games_not_offered_as_written_have_no_worth(slug):
    assert worth(load_game(slug)) == 0


def test_game_has_puzzle_preset_or_explains_lack(rule_book):
    lack = theory_of(rule_book()).lack_of_puzzles()
    assert (lack is None) == bool(presets_of(rule_book, "puzzles"))


@pytest.mark.untraced
@pytest.mark.parametrize("plenty", PLENTY)
@pytest.mark.parametrize("game", declared("puzzles"))
def test_where_puzzles_are_offered_there_are_plenty(game, plenty):
    found = list(Puzzles(game, plenty))
    assert len({puzzle.id for puzzle in found}) == plenty
