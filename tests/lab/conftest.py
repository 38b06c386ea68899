"""What the tests of the lab share: every game of the catalogue in every variant, and a stranger."""

import pytest
from last_stone import LastStone

from numduel import BadOption, list_games
from numduel.catalogue import build_game
from numduel.game import options_of


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


def variants_to_try():
    """All variants of all rule books. `make test` tries each rule book as it is and, where it has
    more options than a size, with the last of them; `make test-long` tries all."""
    for rule_book in list_games():
        variants = [*variants_of(rule_book)]
        for place, game in enumerate(variants):
            is_now = place == 0 or place == len(variants) - 1 > 1
            yield pytest.param(game, marks=() if is_now else pytest.mark.long, id=shown(game))


def shown(game):
    return " ".join([game.slug, *(f"{name}={value}" for name, value in game.options.items())])


@pytest.fixture(params=[*variants_to_try(), pytest.param(LastStone(), id="last-stone")])
def variant(request):
    """A game of the catalogue in one of its variants, or one that another package brings."""
    return request.param
