"""What an audit advises: the settings that are worth more."""

from dataclasses import replace

from numduel.telling.audit import advise

from numduel import load_game
from numduel.study.audit import audit


def audited(start, share, games=30):
    """Grundy's Game as if Player 1 had won this share between hard players."""
    told = audit(load_game("grundys-game", start=start), games=1, levels=())
    return replace(told, balance={"hard": share}, balance_games=games)


def test_advice_names_only_what_is_worth_more():
    told, same = audited(12, 0.4), audited(12, 0.5)
    better, worse = audited(16, 0.5), audited(18, 0.9)
    heading, others = advise(told, [better, same, worse])
    assert heading.startswith(f"Worth more than this ({told.worth:.2f}: ")
    assert others == [better]


def test_a_game_that_is_the_best_that_was_tried_is_told_so():
    told, worse = audited(12, 0.5), audited(16, 0.9)
    heading, others = advise(told, [worse])
    assert heading.startswith("It is worth playing as it is")
    assert others == [worse]


def test_too_few_games_say_nothing_of_what_a_game_is_worth():
    heading, _ = advise(audited(12, 1.0, games=3), [audited(16, 0.5)])
    assert heading.startswith("Too few games to say what this is worth.")
