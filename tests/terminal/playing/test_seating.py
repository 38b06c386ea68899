"""Who plays under which name, who begins, and what is said before a game that is decided."""

import re

import pytest


def test_names_are_in_the_refusals_too(here):
    told = here("play", "sequence-builder", "--names", "Ann,Bob", typed=["6", "5", "5"])
    assert "Enter your chosen number: 5\n5 has been taken by Bob.\n" in told.out
    assert "Player" not in told.out


@pytest.mark.parametrize("first", [" BOB ", "2", "B"])
def test_whoever_is_named_first_begins(here, first):
    told = here("play", "sequence-builder", "--names", "Ann,Bob", "--first", first)
    assert "\nBob, it's your turn.\n" in told.out


def toss(here, seed, *arguments):
    told = here("play", "sequence-builder", "--first", "random", "--seed", str(seed), *arguments)
    coin = re.match(r"Coin toss: (.+) begins?\.\n", told.err)
    return told, coin[1]


def test_the_coin_says_who_begins_and_it_is_so(here):
    begun = set()
    for seed in range(8):
        told, who = toss(here, seed, "--names", "Ann,Bob")
        assert f"\n{who}, it's your turn.\n" in told.out
        begun.add(who)
    assert begun == {"Ann", "Bob"}


def test_coin_toss_without_names_says_first_or_second(here):
    said = {toss(here, seed)[1] for seed in range(8)}
    assert said == {"the first player", "the second player"}


@pytest.mark.parametrize(
    ("first", "begins"), [("computer", False), ("COMPUTER", False), ("you", True)]
)
def test_the_computer_may_be_named_as_what_it_is(here, records, first, begins):
    here(
        "play", "divisor-duel", "--vs", "random", "--names", "Ann,Bob", "--first", first, typed="6"
    )
    assert records("unfinished")[0].match.seats[0].is_person is begins


def test_without_a_computer_nobody_is_one(here):
    told = here("play", "divisor-duel", "--first", "computer")
    assert told.code == 2
    assert "There is no computer player. Add --vs easy to play against one.\n" in told.err


PARITY = ["play", "parity-duel"]
CANNOT_WIN = "As Player 1 you cannot win this one, whatever you do."
CANNOT_LOSE = "As Player 2 you cannot lose this one, whatever you do."
COUNT = "Choices count with --jokers 1.\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], f"Player 2 wins this one, whatever anybody plays. {COUNT}"),
        (
            ["--vs", "easy"],
            f"{CANNOT_WIN} With --first computer you sit in the other seat. {COUNT}",
        ),
        (["--vs", "easy", "--first", "computer"], f"{CANNOT_LOSE} {COUNT}"),
    ],
)
def test_a_notice_says_who_wins_and_which_options_help(here, arguments, said):
    assert here(*PARITY, *arguments, typed=["quit"]).err.startswith(said)


def test_outlook_recommends_usual_settings(here):
    told = here("play", "divisor-duel", "--numbers", "1", typed=["quit"]).err
    assert "Choices count with the usual settings" in told


@pytest.mark.parametrize("arguments", [[*PARITY, "--jokers", "1"], ["play", "divisor-duel"]])
def test_where_choices_count_nothing_is_said(here, arguments):
    assert here(*arguments, typed=["quit"]).err == "Goodbye.\n"


def test_decided_for_player_1_the_other_is_told_to_begin(here):
    three = ["play", "number-split-duel", "--start", "3", "--vs", "easy", "--first", "2"]
    said = "As Player 2 you cannot win this one, whatever you do. With --first 1 you sit in the"
    assert here(*three).err.startswith(said)


# Every number that may come up: whatever is wrong at the time is refused.
ANYTHING = [str(number) for number in range(1, 21)] * 20
ANY_SPLIT = [entry for n in range(16, 2, -1) for entry in (f"{n - 1} and 1", f"{n - 1}")]


@pytest.mark.parametrize("first", ["you", "the computer"])
def test_a_computers_turn_has_the_same_lines(here, records, slug, first):
    """Ruling A8."""
    against = ["play", slug, "--vs", "random", "--seed", "5", "--first", first]
    assert here(*against, typed=ANY_SPLIT if "split" in slug else ANYTHING).code == 0
    [record] = records("finished")
    seat = record.match.seats.index(next(s for s in record.match.seats if s.is_person))
    game, state, mine, all_typed = record.match.game, record.match.game.start(), [], []
    for ply, move in enumerate(record.match.moves):
        answers = game.words.answers(state, move)
        all_typed += answers
        mine += answers if ply % 2 == seat else []
        state = game.after(state, move)

    with_computer = here(*against, typed=mine)
    between_people = here("play", slug, typed=all_typed)
    assert len(mine) < len(all_typed)
    assert with_computer.out == between_people.out
    assert with_computer.code == between_people.code == 0
    assert with_computer.notices == (
        "You are Player 1, the computer (random) is Player 2.\n"
        if first == "you"
        else "The computer (random) is Player 1, you are Player 2.\n"
    )


def test_the_same_seed_repeats_the_computers_choices(here):
    against = ["play", "parity-duel", "--vs", "random", "--seed"]
    games = [here(*against, seed, typed=ANYTHING) for seed in ("1", "1", "2")]
    assert games[0] == games[1]
    assert games[0].out != games[2].out
