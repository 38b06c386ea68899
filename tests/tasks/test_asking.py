"""What a prompt contains, and what counts as an answer."""

import re
from random import Random

import pytest
from last_stone import LastStone

from numduel import Match, load_game, tasks
from numduel.study.audit import random_moves
from numduel.tasks import Asking, prompt, read, read_answer
from numduel.tasks.reading import feedback, last_in_brackets
from numduel.theory import judge_moves


def test_prompt_has_rules_history_position_and_moves(play):
    told = prompt(play("divisor-duel", "6"))
    assert "You are Player 2 in a game of Divisor Duel." in told
    assert "a player who has no such number left loses" in told
    assert "Moves so far: Player 1 6" in told
    assert "Previous number was 6" in told
    listed = re.search(r"Legal moves: (.*)", told)[1].split(", ")
    assert sorted(listed, key=int) == ["1", "2", "3", "12", "18"]
    assert told.endswith("Answer: MOVE")


def test_each_of_them_can_be_left_out(play):
    match = play("divisor-duel", "6")
    assert "Whoever has no such" not in prompt(match, Asking(rules=False))
    assert "Moves so far" not in prompt(match, Asking(history=False))


@pytest.mark.parametrize(
    ("slug", "moves", "listed"),
    [
        ("divisor-duel", "6", "1, 2, 3, 12, 18"),
        ("parity-duel", "6", "1  3  5"),
        ("number-split-duel", "5", "(4,1)"),
    ],
)
def test_legal_moves_are_listed_once_or_not_at_all(play, slug, moves, listed):
    match = play(slug, moves)
    legal = ", ".join(tasks.shuffled_moves(match))
    assert listed in "\n".join(map(str, match.game.words.board(match.state)))
    told, untold = (prompt(match, Asking(rules=False, legal=legal)) for legal in (True, False))
    assert told.count(f"Legal moves: {legal}\n") == 1
    assert told.replace(f"Legal moves: {legal}\n\n", "") == untold
    assert listed not in untold


def test_prompt_without_words_shows_position():
    match = Match(LastStone(heap=9))
    match.play("2")
    told = prompt(match)
    legal = ", ".join(tasks.shuffled_moves(match))
    assert f"The position now:\n\nPlayer 2's turn.\nStones: 7\n\nLegal moves: {legal}\n" in told
    assert told.count(legal) == 1
    assert "By turns each player takes one, two or three of them." in told


def test_prompt_names_changed_options(play):
    assert "numbers=30, opening=even" in prompt(play("divisor-duel", numbers=30, opening="even"))


def test_prompt_has_variant_rules_without_theory(play):
    told = prompt(play("parity-duel", numbers=7, jokers=2))
    assert "share the numbers 1 to 7." in told
    assert "must play it" in told, "what a joker does"
    assert "Ruling" not in told
    assert "second player always wins" not in told.replace("\n", " ")


def test_the_order_of_the_legal_moves_says_nothing():
    """Always taking the first or the last that is listed is no better than guessing."""
    game, random = load_game("divisor-duel", numbers=40, opening="even"), Random(3)
    surplus = {"first": 0.0, "last": 0.0}
    possible = 0.0
    while possible < 100:
        moves = random_moves(game, random)
        match = Match.at(game, moves[: random.randrange(len(moves))])
        known = judge_moves(game, match.state)
        if not known.matters:
            continue
        listed = re.search(r"Legal moves: (.*)", prompt(match))[1].split(", ")
        assert prompt(match) == prompt(match)
        assert sorted(map(int, listed)) == [*game.legal_moves(match.state)]
        answers = known.moves_won_by(match.state.to_move)
        chance = len(answers) / len(listed)
        surplus["first"] += (int(listed[0]) in answers) - chance
        surplus["last"] += (int(listed[-1]) in answers) - chance
        possible += 1 - chance
    assert all(abs(value) / possible < 0.15 for value in surplus.values())


def test_rules_are_told_for_the_size_that_is_played():
    for slug, wrong in [("divisor-duel", "1 to 20"), ("sequence-builder", "1 to 9")]:
        told = tasks.prompt(Match(load_game(slug, numbers=30)))
        rules, _, _ = told.partition("Example, with")
        assert "1 to 30" in rules
        assert wrong not in rules


@pytest.mark.parametrize(
    ("reply", "move", "failure"),
    [
        ("Answer: 3", "3", None),
        ("Let me think.\nAnswer: 12\n\n", "12", None),
        ("Answer: 3\nNo, better:\nAnswer: 18", None, "unreadable"),
        ("", None, "empty"),
        ("3", None, "unreadable"),
        ("Answer: 3\nAnswer: 3 or 18", None, "unreadable"),
        ("Answer:", None, "unreadable"),
        ("Answer: 3\n**Answer:**\n12", None, "unreadable"),
        ("Answer: 3!", None, "unreadable"),
        ("Answer: 5", None, "illegal"),
        ("Answer: ٣", None, "unreadable"),
    ],
)
def test_the_last_answer_in_the_form_asked_for_counts(play, reply, move, failure):
    match = play("divisor-duel", "6")
    assert read(match, reply)[:2] == (move, failure)


@pytest.mark.parametrize(
    "reply",
    [
        "**Answer: 3**",
        'Answer: "3."',
        "```\nAnswer: 3\n```",
        "> Answer: 3",
        r"Answer: $\boxed{3}$",
        r"Answer: \(\boxed{3}\)",
        r"Answer: $$\boxed{\text{3}}$$",
        r"$\boxed{\text{Answer: 3}}$",
        "Answer:3",
        "Answer: MOVE\n**Answer: 3**",
        "Answer: 3\nI hope that this helps.",
    ],
)
def test_decorated_answer_is_read_but_not_in_form(play, reply):
    reading = read(play("divisor-duel", "6"), reply)
    assert (reading.move, reading.failure, reading.is_in_form) == ("3", None, False)


@pytest.mark.parametrize("reply", ["Answer: 3", "So:\n\nAnswer: 3\n", "**No.**\r\nAnswer: 3"])
def test_the_form_asked_for_is_a_last_line_with_one_move(play, reply):
    assert read(play("divisor-duel", "6"), reply).is_in_form


def test_illegal_move_may_be_in_form(play):
    match = play("divisor-duel", "6")
    assert read(match, "Answer: 5").is_in_form
    assert not read(match, "**Answer: 5**").is_in_form
    assert not read(match, "Answer: six").is_in_form


@pytest.mark.parametrize(
    ("reply", "fault"),
    [
        ("I take 3.", "It has no line that begins with Answer:"),
        ("**Answer:**", "Its last answer line has no move on it."),
        ("Answer: 3 or 18", 'It says "3 or 18", which is not one move and nothing else.'),
        ("Answer: 3\nAnswer: 18", "It has several answer lines, and they do not say the same."),
        ("Answer: six", '"six" is not a whole number.'),
        ("Answer: 5", "5 is neither a divisor nor a multiple of 6."),
        ("Answer: \x1b[2J", r'It says "\x1b[2J", which is not one move and nothing else.'),
    ],
)
def test_what_cannot_be_read_comes_with_what_is_wrong(play, reply, fault):
    match = play("divisor-duel", "6")
    assert read(match, reply).fault == fault
    assert f" {fault} End with one line: Answer: MOVE" in feedback("unreadable", fault)


def test_answer_is_single_word(play):
    match = play("grundys-game")
    assert read(match, "Answer: 16:10")[0] == "16:10"
    assert read(match, "Answer: 16 : 10")[1] == "unreadable"


@pytest.mark.parametrize(
    ("reply", "answer"),
    [("I take [6].", "6"), ("[3]? No: [12]", "12"), ("[ 10 6 ]", " 10 6 "), ("6", None)],
)
def test_last_bracketed_answer_counts(reply, answer):
    assert last_in_brackets(reply) == answer


@pytest.mark.parametrize("answer", [" 15 ", "15.", "15\n", "**15**\n"])
def test_a_bare_move_is_read_whatever_space_is_around_it(play, answer):
    assert read_answer(play("divisor-duel", "5"), answer).move == "15"
