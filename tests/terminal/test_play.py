"""`numduel play GAME`: its options, who plays, and series of games."""

import re
import resource

import pytest


@pytest.mark.parametrize(
    ("arguments", "opening"),
    [
        (["parity-duel", "--numbers", "4"], "Available Numbers:\n1  2  3  4\n"),
        (["even-odd-match", "--numbers", "3"], "Initial Numbers: [1, 2, 3]\n"),
        (["divisor-duel", "--numbers", "1000000"], "Available Numbers: 1-1000000\n"),
        (["divisor-duel", "--numbers", "007"], "Available Numbers: 1-7\n"),
        (["number-split-duel", "--start", "23"], "Game Start: N = 23\n"),
        (["number-split-duel"], "Game Start: N = 16\n"),
        (["sequence-builder", "--numbers", "3", "--length", "2"], "Current Number Pool: [1, 2, 3]"),
        (["PARITY-DUEL", "--numbers=2"], "Available Numbers:\n1  2\n"),
    ],
)
def test_the_size_is_an_option(here, arguments, opening):
    assert here("play", *arguments).out.startswith(opening)


def test_length_is_how_many_numbers_make_a_sequence(here):
    told = here(
        "play", "sequence-builder", "--numbers", "3", "--length", "2", typed=["1", "2", "3"]
    )
    winner = "Player 1 wins with two numbers whose adjacent pairs all sum to even numbers."
    assert told.out.endswith(f"\nWinner: {winner}\n")
    assert told.code == 0


@pytest.mark.parametrize("game", ["parity-duel", "even-odd-match"])
def test_jokers_let_a_player_remove_the_wrong_parity(here, game):
    told = here("play", game, "--numbers", "5", "--jokers", "1", typed=["1", "3", "5", "2"])
    assert "With a joker (1 left): " in told.out
    assert "Player 2 plays a joker and removes 3" in told.out
    assert "Player 1 plays a joker and removes 5" in told.out
    assert "With a joker (0 left): " in told.out


def test_an_even_opening_must_be_even(here):
    told = here("play", "divisor-duel", "--opening", "even", typed=["3", "6"])
    assert "Select a number: 3\n3 is odd: the first number must be even.\n" in told.out
    assert "Select a number: 6\nRemaining Numbers: 1-5, 7-20\n" in told.out


def test_with_a_start_of_2_player_1_loses_at_once(here):
    told = here("play", "number-split-duel", "--start", "2")
    assert told.out.endswith("Player 1 cannot make a valid move. Player 2 wins the game!\n")
    assert told.code == 0


WHOLE = "a whole number from"
WRONG_USAGE = [
    (["parity-duel", "--numbers", "0"], f"numbers must be {WHOLE} 1 to 1000000, not 0."),
    (["parity-duel", "--numbers", "-3"], f"numbers must be {WHOLE} 1 to 1000000, not -3."),
    (["divisor-duel", "--numbers", "1000001"], f"must be {WHOLE} 1 to 1000000, not 1000001."),
    (["even-odd-match", "--numbers", "ten"], f'must be {WHOLE} 1 to 1000000, not "ten".'),
    (["even-odd-match", "--numbers", ""], f'must be {WHOLE} 1 to 1000000, not "".'),
    (["even-odd-match", "--numbers", "1_0"], f'must be {WHOLE} 1 to 1000000, not "1_0".'),
    (["even-odd-match", "--numbers", "+7"], f'must be {WHOLE} 1 to 1000000, not "+7".'),
    (["even-odd-match", "--numbers", "1.5"], f'must be {WHOLE} 1 to 1000000, not "1.5".'),
    (["even-odd-match", "--numbers", "٧"], f'must be {WHOLE} 1 to 1000000, not "٧".'),
    (["even-odd-match", "--numbers", "9" * 5000], f'1 to 1000000, not "{"9" * 40}".'),
    (["number-split-duel", "--start", "0"], f"start must be {WHOLE} 1 to 1000000, not 0."),
    (["parity-duel", "--jokers", "-1"], f"jokers must be {WHOLE} 0 to 1000000, not -1."),
    (["divisor-duel", "--opening", "odd"], 'opening must be one of any, even, not "odd".'),
    (["divisor-duel", "--opening", "even", "--numbers", "1"], "needs at least 2 numbers"),
    (["sequence-builder", "--length", "1"], f"length must be {WHOLE} 2 to 500000, not 1."),
    (["sequence-builder", "--length", "6"], "length 6 needs at least 11 numbers"),
    (["parity-duel", "--start", "5"], "No such option"),
    (["parity-duel", "7"], "Got unexpected extra argument (7)"),
    (["parity-duel", "--numbers"], "requires an argument"),
    (["parity-duell"], 'There is no game "parity-duell". Did you mean "parity-duel"?'),
    (["chess"], 'There is no game "chess". There is: '),
    (["parity-duel", "--series", "3"], "a series has an even number of games"),
    (["parity-duel", "--series", "0"], "a series has an even number of games"),
    (["parity-duel", "--series", "-2"], "a series has an even number of games"),
    (["parity-duel", "--series", "two"], "'two' is not a valid integer"),
    (["parity-duel", "--vs", "nobody"], "'nobody' is not one of"),
    (["parity-duel", "--seed", "x"], "'x' is not a valid integer"),
    (["parity-duel", "--names", ""], "Give two names with a comma between them"),
    (["parity-duel", "--names", "Ann"], "Give two names with a comma between them"),
    (["parity-duel", "--names", "Ann,Bob,Cyd"], "Give two names with a comma between them"),
    (["parity-duel", "--names", "Ann,"], "A name must have 1 to 40 characters"),
    (["parity-duel", "--names", f"Ann,{'b' * 41}"], "A name must have 1 to 40 characters"),
    (["parity-duel", "--names", "Ann,B\x1b[31m"], "A name must have 1 to 40 characters"),
    (["parity-duel", "--names", "Ann,Random"], '"Random" cannot be a name'),
    (["parity-duel", "--names", "2,Ann"], '"2" cannot be a name'),
    (["parity-duel", "--names", "Ann,ANN"], "The two names must be different."),
    (["parity-duel", "--first", "Zed"], '"Zed" is nobody here'),
    (["parity-duel", "--names", "Ann,Bob", "--first", "3"], "who begins is Ann, Bob, 1, 2 or"),
]


@pytest.mark.parametrize(
    ("arguments", "sentence"), WRONG_USAGE, ids=lambda part: str(part)[:60] if part else ""
)
def test_a_wrong_value_gets_one_sentence(here, data, arguments, sentence):
    told = here("play", *arguments)
    assert told.code == 2
    assert told.out == ""
    *usage, error = told.err.removesuffix("\n").split("\n")
    assert error.startswith("Error: ")
    assert sentence in error
    assert error[-1] in ".?)"
    assert not any(line.startswith("Error") for line in usage)
    assert not data.exists()


def test_a_wrong_value_is_told_with_its_option(here):
    told = here("play", "divisor-duel", "--numbers", "1000001")
    assert "Error: Invalid value for '--numbers': numbers must be" in told.err
    assert told.err.startswith("Usage: numduel play divisor-duel [OPTIONS]\n")


def test_wrong_usage_shows_no_traceback(run):
    told = run("play", "sequence-builder", "--length", "6")
    assert (told.out, told.code) == ("", 2)
    assert "Traceback" not in told.err


def test_names_are_in_the_refusals_too(here):
    told = here("play", "sequence-builder", "--names", "Ann,Bob", typed=["6", "5", "5"])
    assert "Enter your chosen number: 5\n5 has been taken by Bob.\n" in told.out
    assert "Player" not in told.out


def test_what_was_typed_is_quoted_as_it_was_typed(here):
    told = here("play", "parity-duel", "--names", "Ann,Bob", typed=["Player 1"])
    assert '"Player 1" is not a whole number' in told.out


@pytest.mark.parametrize("first", ["Bob", "bob", " BOB ", "2", "B", "b"])
def test_whoever_is_named_first_begins(here, first):
    told = here("play", "sequence-builder", "--names", "Ann,Bob", "--first", first)
    assert "\nBob, it's your turn.\n" in told.out


@pytest.mark.parametrize("first", ["Ann", "1", "A"])
def test_the_one_at_the_first_place_can_be_named_too(here, first):
    told = here("play", "sequence-builder", "--names", "Ann,Bob", "--first", first)
    assert "\nAnn, it's your turn.\n" in told.out


def test_a_name_wins_over_the_letters_for_the_places(here):
    told = here("play", "sequence-builder", "--names", "B,A", "--first", "A")
    assert "\nA, it's your turn.\n" in told.out


def toss(here, seed, *arguments):
    told = here("play", "sequence-builder", "--first", "random", "--seed", str(seed), *arguments)
    coin = re.match(r"The coin says that (.+) shall begin\.\n", told.err)
    return told, coin[1]


def test_the_coin_says_who_begins_and_it_is_so(here):
    begun = set()
    for seed in range(8):
        told, who = toss(here, seed, "--names", "Ann,Bob")
        assert f"\n{who}, it's your turn.\n" in told.out
        begun.add(who)
    assert begun == {"Ann", "Bob"}


def test_the_same_seed_tosses_the_same_coin(here):
    tossed = [toss(here, seed, "--names", "Ann,Bob")[1] for seed in range(8)]
    assert [toss(here, seed, "--names", "Ann,Bob")[1] for seed in range(8)] == tossed


def test_without_names_the_coin_speaks_of_the_first_and_the_second(here):
    said = {toss(here, seed)[1] for seed in range(8)}
    assert said == {"the first of you", "the second of you"}


def test_against_the_computer_the_coin_says_you_or_the_computer(here):
    said = {toss(here, seed, "--vs", "random")[1] for seed in range(8)}
    assert said == {"you", "the computer"}


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
        answers = game.words.answers(game, state, move)
        all_typed += answers
        mine += answers if ply % 2 == seat else []
        state = game.after(state, move)

    with_computer = here(*against, typed=mine)
    between_people = here("play", slug, typed=all_typed)
    assert len(mine) < len(all_typed)
    assert with_computer.out == between_people.out
    assert with_computer.code == between_people.code == 0
    assert with_computer.err == (
        "You are Player 1, the computer (random) is Player 2.\n"
        if first == "you"
        else "The computer (random) is Player 1, you are Player 2.\n"
    )


def test_the_same_seed_repeats_the_computers_choices(here):
    against = ["play", "parity-duel", "--vs", "random", "--seed"]
    games = [here(*against, seed, typed=ANYTHING) for seed in ("1", "1", "2")]
    assert games[0] == games[1]
    assert games[0].out != games[2].out


def test_without_a_seed_the_computer_chooses_anew(here):
    against = ["play", "divisor-duel", "--numbers", "1000", "--vs", "random", "--first", "2"]
    assert len({here(*against).out for _ in range(5)}) > 1


def test_the_computer_may_have_a_name(here):
    told = here(
        "play", "sequence-builder", "--vs", "random", "--names", "Ann,Hal", "--first", "Hal"
    )
    assert "\nHal, it's your turn.\n" in told.out
    assert told.err.startswith("Hal is Player 1, Ann is Player 2.\n")


def test_against_the_computer_one_name_is_enough(here):
    told = here("play", "sequence-builder", "--vs", "random", "--names", "Ann")
    assert "\nAnn, it's your turn.\n" in told.out
    assert told.err.startswith("Ann is Player 1, the computer (random) is Player 2.\n")


QUICK = ["play", "number-split-duel", "--start", "3"]
WIN = ["2 and 1", "1"]


def test_in_a_series_the_first_move_alternates_and_the_score_is_kept(here, records):
    told = here(*QUICK, "--series", "4", "--names", "Ann,Bob", typed=WIN * 4)
    assert told.err.split("\n") == [
        "Game 1 of 4: Ann is Player 1, Bob is Player 2.",
        "Score: Ann 1, Bob 0.",
        "Game 2 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 1, Bob 1.",
        "Game 3 of 4: Ann is Player 1, Bob is Player 2.",
        "Score: Ann 2, Bob 1.",
        "Game 4 of 4: Bob is Player 1, Ann is Player 2.",
        "Score: Ann 2, Bob 2.",
        "",
    ]
    assert re.findall("^(.+)'s Turn:", told.out, re.M) == ["Ann", "Bob", "Bob", "Ann"] * 2
    assert told.code == 0
    assert len(records("finished")) == 4
    assert records("unfinished") == []


def test_a_resigned_game_of_a_series_counts_for_the_other(here):
    resign = ["resign", "yes"]
    told = here(*QUICK, "--series", "2", "--names", "Ann,Bob", typed=resign + WIN)
    assert "Score: Ann 0, Bob 1.\n" in told.err
    assert told.err.endswith("Score: Ann 0, Bob 2.\n")


def test_without_names_a_series_is_between_a_and_b(here):
    told = here(*QUICK, "--series", "2", "--first", "b", typed=WIN * 2)
    assert told.err.startswith("Game 1 of 2: B is Player 1, A is Player 2.\nScore: B 1, A 0.\n")
    assert "B's Turn:" in told.out


def test_a_series_against_the_computer_is_between_you_and_the_computer(here):
    told = here(*QUICK, "--series", "2", "--vs", "random", "--seed", "1", typed=WIN * 2)
    assert told.err.startswith("Game 1 of 2: you are Player 1, the computer (random) is Player 2.")
    assert "Game 2 of 2: the computer (random) is Player 1, you are Player 2.\n" in told.err
    assert "Score: you 1, the computer (random) 0.\n" in told.err


def test_a_series_can_be_left_between_its_games(here, records):
    told = here(*QUICK, "--series", "2", typed=[*WIN, "quit"])
    assert told.code == 0
    assert told.err.endswith("Goodbye. The game is saved: numduel resume goes on with it.\n")
    assert len(records("finished")) == len(records("unfinished")) == 1


def test_over_a_thousand_choices_are_shortened_and_counted(here):
    told = here("play", "parity-duel", "--numbers", "5000")
    listed = told.out.split("\n")[1]
    assert listed.startswith("1  2  3  4  5  6  7")
    assert listed.endswith("999  1000  … (5000 in all; enter moves to see what is allowed)")


@pytest.mark.parametrize(
    ("arguments", "typed", "choices"),
    [
        (["parity-duel", "--numbers", "5000"], [], range(1, 5001)),
        (["parity-duel", "--numbers", "5000"], ["2"], range(1, 5001, 2)),
        (["even-odd-match", "--numbers", "5000"], ["1"], range(2, 5001, 2)),
        (["divisor-duel", "--numbers", "5000"], ["1"], range(2, 5001)),
        (["sequence-builder", "--numbers", "5000"], ["1"], range(2, 5001)),
        (["number-split-duel", "--start", "5000"], [], range(4999, 2500, -1)),
    ],
)
def test_moves_gives_all_of_them(here, arguments, typed, choices):
    """Ruling A9."""
    told = here("play", *arguments, typed=[*typed, "moves"])
    asked = told.out.partition(": moves\n")[2].partition("\n")[0]
    label, _, listed = asked.partition(": ")
    assert "…" not in asked
    assert label
    numbers = re.findall(r"\((\d+),\d+\)|(\d+)", listed)
    assert [int(split or number) for split, number in numbers] == list(choices)


def test_exactly_a_thousand_choices_are_all_shown(here):
    told = here("play", "even-odd-match", "--numbers", "1000")
    assert told.out.split("\n")[0].endswith("998, 999, 1000]")


def little_work():
    """Allow the program that is started a minute of processor time, however long that takes."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


@pytest.mark.parametrize(
    ("slug", "typed"),
    [
        ("divisor-duel", ["6", "x", "3", "1", "1000000"]),
        ("even-odd-match", ["6", "x", "3", "1000000", "1"]),
        ("parity-duel", ["6", "x", "3", "1000000", "1"]),
        ("sequence-builder", ["6", "x", "3", "1000000", "1"]),
    ],
)
def test_a_million_numbers_are_still_quick(run, records, slug, typed):
    told = run("play", slug, "--numbers", "1000000", typed=typed, preexec_fn=little_work)
    assert told.code == 3
    [record] = records("unfinished")
    assert record.match.moves == tuple(int(move) for move in typed if move != "x")


def test_a_split_of_a_million_is_still_quick(run, records):
    splits = ["999999 1", "999999", "999998 1", "999998", "x", "999990 8", "8"]
    sizes = ["--start", "1000000"]
    told = run("play", "number-split-duel", *sizes, typed=splits, preexec_fn=little_work)
    assert told.code == 3
    assert records("unfinished")[0].match.moves == (999999, 999998, 8)
