"""The benchmark's set: frozen, balanced, without two positions of one future."""

from collections import Counter, defaultdict
from itertools import islice

import pytest

from numduel import BadRecord, Match, load_game, tasks
from numduel.tasks.bench_set import (
    FORMS,
    LEVELS,
    NAME,
    SEED,
    Balance,
    bench_games,
    frozen_set,
    hash_of,
    make_questions,
    read_questions,
)
from numduel.theory import proof_size, theory_of

SHA256 = "963e6b2271d6122401b6ef98fcd124318a20d4738cf537a4f47738aaed5803c8"


@pytest.fixture(scope="module")
def questions():
    return read_questions(frozen_set().splitlines())


def test_the_set_is_frozen():
    assert (NAME, hash_of(frozen_set())) == ("numduel-bench-1", SHA256)


def test_it_follows_from_its_seed(questions):
    again = [*islice(make_questions(SEED), 6)]
    assert again == questions[:6]


@pytest.mark.long
@pytest.mark.untraced
def test_the_whole_set_follows_from_its_seed():
    assert "".join(f"{question}\n" for question in make_questions(SEED)) == frozen_set()


def test_another_seed_makes_other_questions(questions):
    known = {question.position for question in questions}
    fresh = [question.position for question in islice(make_questions(SEED + 1), 12)]
    assert sum(position in known for position in fresh) <= 4, "some are the start of a game"


def test_no_two_positions_have_the_same_future(questions):
    futures = Counter(
        (question.match.game.slug, question.match.game.canonical(question.match.state))
        for question in questions
    )
    assert max(futures.values()) == 1
    parts = Counter(question.part for question in questions)
    assert parts["test"] > parts["train"] > 300


def test_every_stratum_and_form_is_there(questions):
    games = {settings[0].slug for settings in bench_games()}
    assert {question.match.game.slug for question in questions} == games
    assert {question.level for question in questions} == {*LEVELS}
    assert {question.form for question in questions} == {*FORMS}
    assert max(question.match.game.options.get("numbers", 0) for question in questions) == 200


def test_proofs_are_as_large_as_told(questions):
    for question in questions[::60]:
        match = question.match
        most = question.proof + 1 if question.proof < 60 else question.proof
        assert proof_size(match.game, match.state, most) == question.proof


def test_no_habit_is_right_more_often_than_a_guess(questions):
    balances = defaultdict(Balance)
    for question in questions:
        game, state = question.match.game, question.match.state
        balance = balances[game.slug]
        answers = theory_of(game).winning_moves(state)
        balance.surplus = balance.after(game, state, answers)
    assert all(max(balance.surplus) <= 1.0 for balance in balances.values())


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("test 57 book", "it is not a question"),
        ("test 57 book divisor-duel/6 more", "it is not a question"),
        ("test 900 book divisor-duel/6", "a proof has 1 to 500"),
        ("test 5 book divisor-duel/21", "not in the list"),
        ("test 5 book parity-duel/1", "no choice matters"),
    ],
)
def test_a_line_that_is_no_question_is_refused(line, fault):
    with pytest.raises(BadRecord, match=fault):
        read_questions([line])


@pytest.mark.parametrize(
    ("slug", "options", "moves"),
    [
        ("divisor-duel", {"numbers": 30, "opening": "even"}, ["6"]),
        ("grundys-game", {"start": 20}, ["20:12"]),
        ("sequence-builder", {"numbers": 12, "length": 6}, ["3", "4"]),
    ],
)
def test_twin_prompt_shares_moves_but_not_words(slug, options, moves):
    match = Match.at(load_game(slug, **options), moves)
    book, twin = (tasks.prompt(match, tasks.Asking(twin=twin)) for twin in (False, True))
    legal = f"Legal moves: {', '.join(tasks.shuffled_moves(match))}"
    assert legal in book
    assert legal in twin
    title = match.game.title
    assert title in book
    assert title not in twin
    for word in ("divisor", "multiple", "heap", "sequence", "pool", "{"):
        assert word not in twin.lower()
    assert str(options.get("numbers", options.get("start"))) in twin
