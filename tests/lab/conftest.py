"""What the tests of the lab share: every game of the catalogue in every variant, and a stranger."""

import pytest
from last_stone import LastStone

from numduel import BadOption, list_games
from numduel.catalogue import build_game
from numduel.options import options_of


def variants_of(rule_book):
    """The rule book as it is, and with each of its further options changed."""
    yield build_game(rule_book, {})
    sizes = [option for option in options_of(rule_book) if option.kind is int]
    for option in options_of(rule_book):
        if option in sizes[:1]:
            values = [option.default + 3]
        elif option.kind is int:
            values = [option.default + 1]
        else:
            values = [True, False] if option.kind is bool else option.kind
        for value in values:
            if value != option.default:
                try:
                    yield build_game(rule_book, {option.name: value})
                except BadOption:
                    yield build_game(rule_book, {option.name: option.default - 1})


CATALOGUE = [game for rule_book in list_games() for game in variants_of(rule_book)]


def shown(game):
    return " ".join([game.slug, *(f"{name}={value}" for name, value in game.options.items())])


@pytest.fixture(params=[*CATALOGUE, LastStone()], ids=shown)
def variant(request):
    """A game of the catalogue in one of its variants, or one that another package brings."""
    return request.param


@pytest.fixture(params=CATALOGUE, ids=shown)
def listed(request):
    """A game of the catalogue in one of its variants."""
    return request.param
