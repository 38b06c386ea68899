"""What is said before a game that is decided already."""

from last_stone import LastStone

from numduel import load_game
from numduel.study import foregone_of


def test_both_seats_are_told_who_wins_and_what_to_play_instead():
    told = foregone_of(load_game("parity-duel"))
    assert told == {
        "form": 1,
        "winner": 2,
        "text": "Player 2 wins this one, whatever anybody plays.",
        "seats": [
            "As Player 1 you cannot win this one, whatever you do.",
            "As Player 2 you cannot lose this one, whatever you do.",
        ],
        "offer": 'Swap seats, or play it "with a joker"?',
        "better": ["with a joker"],
    }


def test_without_a_preset_in_which_choices_count_there_are_only_the_other_seats():
    told = foregone_of(load_game("number-split-duel", start=3))
    assert (told["winner"], told["better"], told["offer"]) == (1, [], "Swap seats?")


def test_a_game_as_written_is_offered_where_only_its_settings_are_decided():
    assert foregone_of(LastStone(heap=1))["better"] == ["as written"]


def test_nothing_is_said_where_choices_count():
    assert foregone_of(load_game("divisor-duel")) is None
    assert foregone_of(load_game("parity-duel", jokers=1)) is None
