"""The menu: everything that a player needs, without knowing a command."""

import re

import pytest

from numduel import list_games, load_game
from numduel.players import ABOUT, PLAYERS
from numduel.theory import theory_of

GAMES = list_games()
WHICH, WHO_PLAYS, WHO_BEGINS = "What shall it be? [1]: ", "Who plays? [1]: ", "Who begins? [1]: "
NAMES = "Your names, as in Ann,Bob [Player 1,Player 2]: "
OTHERS = [
    "resume",
    "learn",
    "puzzles",
    "daily",
    "review",
    "watch",
    "rules",
    "statistics",
    "options",
    "quit",
]
PEOPLE = ["two", "", ""]  # at the keyboard, without names, the first of them begins
LEVEL = ["random"]
AS_WRITTEN = ["as written", "play it anyway", ""]  # and the usual size, where one is asked for


def test_the_menu_shows_each_game_with_a_line(here):
    told = here()
    assert told.out.startswith("numduel: small number duels for two\n\n")
    rows = told.out.split("\n")
    for number, game in enumerate(GAMES, start=1):
        row = rows[number + 1]
        assert row.startswith(f"  {number:2}  {game.title}")
        assert row.endswith(game.summary)
    assert rows[len(GAMES) + 2] == ""
    assert told.out.endswith(f"{WHICH}\n")


def test_the_menu_offers_all_that_a_player_needs(here):
    names = [row.split()[1] for row in here().out.split("\n")[len(GAMES) + 3 : -2]]
    assert names == OTHERS


def test_play_without_a_game_opens_the_menu(here):
    assert here("play") == here()


def test_enter_alone_is_enough_to_be_in_a_game(here, records):
    here(typed=["", "", "", "", "", "6"])
    assert records("unfinished")[0].match.game.slug == "divisor-duel"
    told = here(typed=["", "", "", "", ""])
    assert "Available Numbers: 1-20\n\nPlayer 1's Turn:\nSelect a number: \n" in told.out
    assert told.err.startswith("You are Player 1, the computer (easy) is Player 2.\n")
    assert told.code == 3


@pytest.mark.parametrize("number", range(1, len(GAMES) + 1))
def test_enter_alone_never_leads_into_a_game_that_is_decided(here, records, number):
    here(typed=[str(number), *[""] * 8, *(str(move) for move in range(1, 10)), "10 6", "6"])
    games = [record.match.game for record in (*records("unfinished"), *records("finished"))]
    assert games
    assert not any(theory_of(game).foregone_winner(game.start()) for game in games)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_a_game_is_chosen_by_number_name_or_slug(here, game):
    number = str(GAMES.index(game) + 1)
    for typed in (number, game.title, game.slug, game.title.upper(), f"  {game.title.lower()} "):
        assert is_chosen(here(typed=[typed, *PEOPLE, *AS_WRITTEN]), game())


@pytest.mark.parametrize(
    ("typed", "slug"),
    [
        ("pa", "parity-duel"),
        ("even", "even-odd-match"),
        ("Even/Odd", "even-odd-match"),
        ("even odd", "even-odd-match"),
        ("number-s", "number-split-duel"),
        ("SEQ", "sequence-builder"),
        ("di", "divisor-duel"),
    ],
)
def test_the_beginning_of_a_name_is_enough(here, typed, slug):
    assert is_chosen(here(typed=[typed, *PEOPLE, *AS_WRITTEN]), load_game(slug))


def is_chosen(told, game):
    """Whether a menu led to this game's first turn."""
    spoken = [*game.words.opening(game.start()), *game.words.turn(game.start())]
    return "".join(f"{row}\n" for row in spoken) in told.out


@pytest.mark.parametrize("wrong", ["0", "99", "-1", "chess", "!", "1.0", "٢", "x" * 50])
def test_a_wrong_answer_gets_one_sentence_and_the_question_again(here, wrong):
    shown = f"{wrong[:40]}…" if len(wrong) > 40 else wrong
    told = here(typed=[wrong, "4"])
    said = f'"{shown}" is not one of these: enter a number from 1 to \\d+[.]\n'
    assert re.search(f"{wrong}\n{said}What shall it be[?] \\[1]: 4\n\n  1  computer ", told.out)


def test_two_people_may_give_their_names(here):
    told = here(typed=["sequence", "two", "Ann, Bob", "Bob", ""])
    assert "  1  Ann\n  2  Bob\n  3  coin  Toss a coin.\n" in told.out
    assert "\nBob, it's your turn.\n" in told.out


def test_a_whole_name_is_not_the_beginning_of_a_longer_one(here):
    told = here(typed=["sequence", "two", "Anna,Ann", "ann", ""])
    assert "\nAnn, it's your turn.\n" in told.out


def test_the_first_of_you_begins_unless_you_say_otherwise(here):
    assert "\nAnn, it's your turn.\n" in here(typed=["seq", "2", "Ann,Bob", "", ""]).out
    assert "\nBob, it's your turn.\n" in here(typed=["seq", "2", "Ann,Bob", "2", ""]).out


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("Ann", 'Give two names with a comma between them, for example "Ann,Bob".'),
        ("Ann,Ann", "The two names must be different."),
        (",", "A name must have 1 to 40 characters."),
        ("1,2", '"1" cannot be a name: it is a way to say who begins.'),
    ],
)
def test_wrong_names_are_asked_for_again(here, wrong, sentence):
    told = here(typed=["", "two", wrong, "Ann,Bob", "", ""])
    assert f"{NAMES}{wrong}\n{sentence}\n{NAMES}Ann,Bob\n" in told.out
    assert "Ann's Turn:" in told.out


@pytest.mark.parametrize("coin", ["3", "coin", "c"])
def test_the_coin_can_be_asked(here, coin):
    told = here(typed=["seq", "two", "Ann,Bob", coin, ""])
    who = "Ann" if "that Ann shall" in told.err else "Bob"
    assert told.err.startswith(f"The coin says that {who} shall begin.\n")
    assert f"\n{who}, it's your turn.\n" in told.out


def test_without_names_the_question_is_which_of_you(here):
    told = here(typed=["seq", "two", "", "the second of you", ""])
    assert "  1  the first of you\n  2  the second of you\n  3  coin " in told.out
    assert "\nPlayer 1, it's your turn.\n" in told.out


@pytest.mark.parametrize("computer", ["1", "computer", "c"])
def test_you_may_play_against_the_computer(here, records, computer):
    told = here(typed=["parity", computer, *LEVEL, "", "", "6"])
    assert NAMES not in told.out
    assert "  1  you\n  2  the computer\n  3  coin " in told.out
    assert "You are Player 1, the computer (random) is Player 2.\n" in told.err
    assert [seat.kind for seat in records("unfinished")[0].match.seats] == ["person", "random"]


def test_the_levels_are_told_and_enter_takes_an_easy_one(here, records):
    told = here(typed=["parity", "computer", "", "", "", "6"])
    rows = [row.split() for row in told.out.split("\n")]
    for number, level in enumerate(PLAYERS, start=1):
        assert [str(number), level, *ABOUT[level].split()] in rows
    assert "How strong is the computer? [2]: " in told.out
    assert [seat.kind for seat in records("unfinished")[0].match.seats] == ["person", "easy"]


def test_the_computer_may_begin(here, records):
    told = here(typed=["parity", "1", *LEVEL, "the computer", ""])
    assert "The computer (random) is Player 1, you are Player 2.\n" in told.err
    assert len(records("unfinished")[0].match.moves) == 1


def test_the_settings_that_a_rule_book_declares_for_playing_are_offered(here, records):
    told = here(typed=["divisor", *PEOPLE, "3", "2"])
    names = [
        row[5:].partition("  ")[0] for row in told.out.splitlines() if re.match("  [1-5]  ", row)
    ]
    presets = [
        "1 to 40, begin with an even number",
        "1 to 100, begin with an even number",
        "Juniper Green: 1 to 100, begin with an even number under 50",
    ]
    assert names[-5:] == ["as written", *presets, "your own"]
    assert "Which settings? [1]: 3\n" in told.out
    assert records("unfinished")[0].match.game.options == {"numbers": 100, "opening": "even"}


def test_settings_are_chosen_by_their_beginning_too(here, records):
    here(typed=["parity", *PEOPLE, "with", "6"])
    assert records("unfinished")[0].match.game.options == {"numbers": 20, "jokers": 1}


def test_what_the_settings_say_is_not_asked_for_again(here):
    told = here(typed=["grundy", *PEOPLE, "a heap of 24"])
    assert "The first heap (" not in told.out
    assert is_chosen(told, load_game("grundys-game", start=24))


def test_options_that_go_together_are_taken_one_after_the_other(here, records):
    told = here(typed=["sequence", *PEOPLE, "your own", "2", "6", "", "3", "", "", "6"])
    assert "numbers must be" in told.out, "2 is too few for any length"
    assert "length 5 needs at least 9 numbers" in told.out, "the usual length, for 6 numbers"
    assert records("unfinished")[0].match.game.options == {"numbers": 6, "length": 3}


def test_number_split_duel_asks_for_n(here):
    """Ruling N1."""
    told = here(typed=["number", *PEOPLE, "1", "23"])
    assert "\nThe first N (15 to 25 make a quick game) [16]: 23\n\nGame Start: N = 23\n" in told.out


def test_enter_takes_the_n_of_the_rule_book(here):
    assert "Game Start: N = 16\n" in here(typed=["number", *PEOPLE, "1", ""]).out


@pytest.mark.parametrize("wrong", ["0", "seventeen", "1001", "15 to 25"])
def test_a_wrong_n_is_asked_for_again(here, wrong):
    told = here(typed=["number", *PEOPLE, "1", wrong, "17"])
    assert told.out.count("The first N (") == 2
    assert "start must be a whole number from 1 to 1000, not " in told.out
    assert "Game Start: N = 17\n" in told.out


@pytest.mark.parametrize("answered", range(6))
def test_where_input_ends_in_the_menu_it_says_goodbye(here, data, answered):
    told = here(typed=["number", *PEOPLE, "1", ""][:answered])
    assert told.err == "Goodbye.\n"
    assert told.out.endswith(": \n")
    assert told.code == 0
    assert not data.exists()


@pytest.mark.parametrize("typed", [["quit"], ["QUIT"], ["", " quit "], ["", "", "", "quit"]])
def test_quit_leaves_the_menu(here, data, typed):
    told = here(typed=typed)
    assert (told.err, told.code) == ("Goodbye.\n", 0)
    assert not data.exists()


def test_an_unfinished_game_is_offered(here, records):
    here("play", "parity-duel", typed=["6", "7"])
    told = here(typed=["resume", "8"])
    assert re.search(r"\n +7  resume +Go on with the unfinished game \(Parity Duel\)\.\n", told.out)
    assert told.err.startswith("Resumed: Parity Duel, Player 1 against Player 2, 2 moves.\n")
    assert "Last Number Removed by Player 2: 7 (odd)\n" in told.out
    assert records("unfinished")[0].match.moves == (6, 7, 8)


@pytest.mark.parametrize("typed", [str(len(GAMES) + 1), "res", "Resume"])
def test_the_unfinished_game_is_chosen_like_any_other(here, typed):
    here("play", "parity-duel", typed=["6"])
    assert here(typed=[typed]).err.startswith("Resumed: ")


def test_of_several_unfinished_games_the_menu_says_how_many(here):
    for slug in ("parity-duel", "divisor-duel", "parity-duel"):
        here("play", slug, typed=["6"])
    here("play", "parity-duel", typed=[])
    assert " Go on with one of 3 unfinished games.\n" in here().out


def test_a_broken_record_does_not_stop_the_menu(here, data):
    (data / "unfinished").mkdir(parents=True)
    (data / "unfinished" / "broken.jsonl").write_text("nonsense\n")
    told = here(typed=["resume"])
    assert "There is no unfinished game.\n" in told.out
    assert told.out.count(WHICH) == 2
    assert told.code == 0


def test_a_newcomer_is_in_a_game_with_five_times_enter(sit):
    sitter = sit()
    for _ in range(5):
        sitter.answer("]: ", "")
    sitter.see("enter help to see what else you can enter.")
    sitter.answer("Select a number: ", "help")
    sitter.see("undo, u")
