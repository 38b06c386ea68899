"""Golden playthroughs: a file for each set of rules, with what it says and does in one seeded game,
so that a change of behaviour shows in a diff.

`make golden` writes the files in tests/golden/ anew. The tests compare them.
"""

import json
import shutil
from dataclasses import asdict
from itertools import groupby, product
from pathlib import Path
from random import Random

import pytest

from numduel import IllegalMove, Match, UnreadableMove, list_games
from numduel.catalogue import build_game
from numduel.game import options_of
from numduel.study import Address, headline, review_of, tell_deed, truth_of
from numduel.words import Further, Role

FOLDER = Path(__file__).parents[1] / "golden"
ADVICE = "run `make golden` and look at the diff"
SAID = {"form", "game", "options"}  # parts of the truth that are shown at the start and at the end
FIRST, FEW = 3, 1  # positions that are told: the first, and those with few moves left
LONGEST = 10  # of a list more is not shown: the files are read by people


def variants():
    """Every rule book of the catalogue, at its own size, with each change of the rules."""
    for rule_book in list_games():
        options = options_of(rule_book)
        for values in product(*map(values_of, options)):
            named = zip((option.name for option in options), values, strict=True)
            yield build_game(rule_book, dict(named))


def values_of(option):
    """The values of an option that stand for rules of their own: its words, or none and some."""
    if option.kind is not int:
        return option.kind if isinstance(option.kind, tuple) else [False, True]
    return [0, 1] if option.default == 0 else [option.default]


def file_of(game):
    named = "_".join(f"{name}-{value}" for name, value in game.options.items())
    return FOLDER / game.slug / f"{named or 'game'}.txt"


def playthrough(game):
    """One seeded game, with every call of the contract at every step."""
    match, random = Match(game), Random(f"{game.slug}/{game.options}")
    told = [f"{game.title}, {game.options}", f"rules_version: {game.rules_version}"]
    told += [f"board: {game.board}", f"most_moves: {game.most_moves()}"]
    told += [f"preset: {preset}" for preset in game.presets]
    told += [f"all_moves: {len(game.all_moves())}: {written(game, game.all_moves())}"]
    told += ["opening:", *lines(game.words.opening(match.state))]
    while True:
        is_told = len(match.moves) < FIRST or len(game.legal_moves(match.state)) <= FEW
        if is_told:
            told += ["", f"== after {len(match.moves)} moves ==", *position(match, random)]
        if match.outcome:
            break
        move = random.choice(game.legal_moves(match.state))
        told += turn(match, move, is_told)
    told += ["ending:", *lines(game.words.ending(match.state, match.outcome))]
    told += ["review:", *as_json(asdict(review_of(match)))]
    return "".join(f"{row.rstrip()}\n" for row in told)


def position(match, random):
    """What is asked of a position."""
    game, state, words = match.game, match.state, match.game.words
    legal = game.legal_moves(state)
    yield f"to_move: {state.to_move}"
    yield f"legal_moves: {len(legal)}: {written(game, legal)}"
    for move in some_illegal(game, legal, random):
        yield f"refusal of {game.write_move(move)}: {game.refusal(state, move)}"
    yield f"outcome: {game.outcome(state)!r}"
    yield f"canonical: {game.canonical(state)}"
    yield f"view: {json.dumps(game.view(state))}"
    yield f"features: {numbers(game.features(state))}"
    yield f"headline: {headline(match, Address())}"
    told = [tell_deed(turn[0].to_move, words.done(*turn)) for turn in match.turns]
    yield f"last_move: {told[-1] if told else ''}"
    if match.outcome is None:
        yield f"task: {words.task(state)}"
        turn = words.turn(state)
        yield from ["turn:", *lines(turn)]
        for name in ("choices", "board"):
            yield from [f"{name}:", *beyond(turn, getattr(words, name)(state))]
        yield f"answer to nonsense: {answer(match, 'nonsense')}"
    truth = asdict(truth_of(match))
    if match.moves and not match.outcome:
        truth = {name: value for name, value in truth.items() if name not in SAID}
    values = " ".join(value["move"] + value["mark"] for value in truth.pop("choices"))
    yield from ["truth:", *as_json({**truth, "choices": values})]


def turn(match, move, is_told):
    """What is asked and said as a move is made; it is made."""
    game, before, words, said = match.game, match.state, match.game.words, ()
    yield f"-- {game.write_move(move)} --"
    if is_told:
        yield f"to_play: {words.to_play(before, move)}"
        for typed in words.answers(before, move):
            yield f"question: {words.question(before, said)}{typed}"
            answered = words.answer(before, typed, said)
            said = answered.said if isinstance(answered, Further) else ()
        assert answered == move
        yield f"done: {words.done(before, move)}"
    match.play(move)
    yield from lines(words.played(before, move, match.state))


def answer(match, typed):
    try:
        return match.game.words.answer(match.state, typed)
    except (IllegalMove, UnreadableMove) as refused:
        return refused


def some_illegal(game, legal, random):
    """A few moves of the game that are not allowed here."""
    allowed, moves = {*legal}, game.all_moves()
    others = [move for move in moves if move not in allowed]
    return sorted(random.sample(others, min(3, len(others))))


def written(game, moves):
    shown = [game.write_move(move) for move in moves[:LONGEST]]
    return " ".join([*shown, *["…"] * (len(moves) > LONGEST)])


def numbers(values):
    return " ".join(f"{value:g}" for value in values)


def lines(spoken):
    """Lines as they are read, and behind each the roles of its parts."""
    for line in spoken:
        parts = [(span.role, span.move is not None) for span in line if span.role != Role.PLAIN]
        marks = [
            f"{role}{' (a move)' * is_move} x {len([*same])}"
            for (role, is_move), same in groupby(parts)
        ]
        yield f"  | {line}{'   <' + ', '.join(marks) + '>' if marks else ''}"


def beyond(turn, spoken):
    """Lines, of which those that the turn has too are only mentioned."""
    if spoken[-len(turn) :] == turn:
        return [*lines(spoken[: -len(turn)]), "  (the turn)"]
    if turn[-len(spoken) :] == spoken:
        return ["  (as the turn ends)"]
    return lines(spoken)


def as_json(told):
    """JSON with a line for each value, and in lists for each item."""
    for name, value in told.items():
        if isinstance(value, tuple) and value and isinstance(value[0], dict):
            yield f'  "{name}": ['
            yield from (f"    {compact(item)}" for item in value[:LONGEST])
            yield f"    … {len(value)} in all ]" if len(value) > LONGEST else "  ]"
        else:
            yield f'  "{name}": {compact(value)}'


def compact(value):
    return json.dumps(value, ensure_ascii=False)


def write_all():
    shutil.rmtree(FOLDER, ignore_errors=True)
    for game in variants():
        file_of(game).parent.mkdir(parents=True, exist_ok=True)
        file_of(game).write_text(playthrough(game))


@pytest.mark.parametrize(
    "game", [*variants()], ids=lambda game: f"{game.slug}-{file_of(game).stem}"
)
def test_a_game_says_and_does_what_its_golden_file_has(game):
    assert file_of(game).is_file(), f"{file_of(game)} is missing: {ADVICE}."
    assert file_of(game).read_text() == playthrough(game), f"Behaviour has changed: {ADVICE}."


def test_no_golden_file_is_left_over():
    left = {*FOLDER.rglob("*.txt")} - {*map(file_of, variants())}
    assert not left, f"No game has these: {ADVICE}."


if __name__ == "__main__":
    write_all()
