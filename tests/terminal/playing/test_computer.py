"""The computer's turns look like a person's."""

import pytest

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
