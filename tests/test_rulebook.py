"""Rule books as they are read: parsed once from the docstring of a game's module."""

from last_stone import LastStone

from numduel.catalogue import (
    book_for,
    build_game,
    find_game,
    list_games,
    rule_book,
    rules_for,
    same_rules,
)
from numduel.errors import BadOption
from numduel.game import options_of

TELL = """
from numduel.catalogue import find_game
from numduel.catalogue import rule_book
print(rule_book(find_game("last-stone")).text())
"""


def test_rulings_are_shown_only_on_request():
    book = rule_book(find_game("divisor-duel"))
    assert [ruling.code for ruling in book.rulings] == ["D1", "D2", "D3", "D4", "V2", "V4"]
    assert book.rulings[3].text == (
        '"Forced Pass" is a heading only: a player without a move does not pass, they lose.'
    )
    assert "D4" not in book.text()
    assert book.text(rulings=True).startswith(book.text() + "\n\nRulings, where the rule book")
    assert '\n- D4. "Forced Pass" is a heading only' in book.text(rulings=True)


def test_rules_of_the_book_leave_its_rulings_out():
    for game in list_games():
        told = rules_for(game())
        assert rule_book(game).text().startswith(told)
        assert told.partition("\n\n")[2].count("\n\nExample") == 1
        assert "Ruling" not in told
        assert "Options:" not in told


def test_options_tell_how_they_change_rules():
    for game in list_games():
        for option in options_of(game):
            others = (
                option.kind
                if isinstance(option.kind, tuple)
                else [option.default - 1, option.default + 1]
            )
            for value in {*others} - {option.default, -1}:
                try:
                    book = book_for(build_game(game, {option.name: value}))
                except BadOption:  # it takes another value of another option too
                    continue
                assert book.rules != rule_book(game).rules or option.tell(value).endswith(".")
                assert "{" not in book.text()


def test_even_odd_match_shares_rules_with_parity_duel():
    twins = {game.slug: same_rules(game).slug for game in list_games()}
    assert twins.pop("even-odd-match") == "parity-duel"
    assert all(slug == other for slug, other in twins.items())


def test_option_without_a_difference_shows_its_help():
    assert rules_for(LastStone(heap=7)).endswith(
        "\n\nIn this game:\n- heap = 7 (how many stones there are)."
    )
    assert "heap = 12" in rules_for(LastStone())


def test_rules_fall_back_on_class_docstring(installed):
    told = installed(
        {"x": "borrowed:Borrowed"},
        TELL,
        borrowed='''
            from last_stone import LastStone
            class Borrowed(LastStone):
                """Take stones."""
        ''',
    )
    assert told.stdout == "Last Stone: Take stones.\n"
