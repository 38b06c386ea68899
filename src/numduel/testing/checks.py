"""The checks of a rule book: its class, moves, single positions, words, and whole games.

A check takes a game and something in it, and returns a sentence that names the fault, or None.
`Findings` keeps the first fault of each check.
"""

import copy
import dataclasses
import inspect
import json
import math
import pickle
import re
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from numduel.catalogue import build_game, rule_book
from numduel.errors import BadOption, IllegalMove, UnreadableMove
from numduel.game import AnyGame, Game, Option, Outcome, Player, options_of
from numduel.match import Match
from numduel.testing.faults import Findings
from numduel.testing.samples import COMES_BACK, Walk, small_games
from numduel.theory.search import Positions, backward_induction
from numduel.words import Further, Line, quote

_PURPOSES = ("play", "puzzles", "arena")
_MOST_TRIED = 2_000  # moves; of more, only a sample is tried
_SAMPLE = 60
_FEW_MOVES = 30
_BEYOND_ALL = (-10, -1, 0, 10**12 - 1)  # numbers that are hardly ever a move
_NO_MOVES = ("", " ", "?", "no such move", "9" * 30, "-", "½", "\x00", "x" * 1000)
_SENTENCE = re.compile(r"[^\n]*[^\s.]\.")
_CLAUSE = re.compile(r"[a-z][^\n]*[^\s.!]")
_PLAIN_LINE = re.compile(r"([^\n]*[^\s])?")

PositionCheck = Callable[[AnyGame, Any, tuple[Any, ...]], str | None]
FaultAndMoves = tuple[str, tuple[Any, ...] | None]
WholeCheck = Callable[[Walk], FaultAndMoves | None]


# The class: names, options, presets and rules, and that a game is a value.


def check_class(game_class: type[AnyGame], findings: Findings) -> bool:
    """Check the class; return whether its games can be built and played."""
    for subject, sentence in _introduction(game_class):
        findings.add(subject, sentence)
    for subject, sentence in _whole(game_class):
        findings.add(subject, sentence)
        return False
    with findings.asking():
        for option in options_of(game_class):
            for sentence in _option_faults(game_class, option):
                findings.add(f"option {option.name}", sentence)
        for sentence in _preset_faults(game_class):
            findings.add("presets", sentence)
        for sentence in _rule_book_faults(game_class):
            findings.add("rules", sentence)
        game = game_class()
        for sentence in _value_faults(game):
            findings.add("value", sentence, game)
        return hash(game) == hash(build_game(game_class, game.options))
    return False


def _introduction(game_class: type[AnyGame]) -> Iterator[tuple[str, str]]:
    """Yield faults in the names and version of a rule book, each with its subject."""
    for name in ("slug", "title", "summary"):
        if not isinstance(getattr(game_class, name, None), str):
            yield name, f"The rule book has no {name}: give the class a text of that name."
    slug = getattr(game_class, "slug", "a")
    if isinstance(slug, str) and not re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", slug):
        yield "slug", f'The slug "{slug}" is not made of small letters, digits and single hyphens.'
    if getattr(game_class, "title", "a") == "":
        yield "title", "The title is empty."
    summary = getattr(game_class, "summary", ".")
    if isinstance(summary, str) and not summary.endswith("."):
        yield "summary", "The summary is not a sentence that ends with a full stop."
    version = game_class.rules_version
    if type(version) is not int or version < 1:
        yield "rules_version", f"rules_version is {version!r}, not a whole number from 1."


def _whole(game_class: type[AnyGame]) -> Iterator[tuple[str, str]]:
    """Yield faults that prevent building any game, each with its subject."""
    missing = sorted(getattr(game_class, "__abstractmethods__", ()))
    if missing:
        yield "abstract", f"The rule book does not say {', '.join(missing)}."
    fields = {field.name for field in dataclasses.fields(game_class)}
    for name, hint in inspect.get_annotations(game_class).items():
        if "ClassVar" not in str(hint) and name not in fields:
            sentence = f"{name} is no option: @dataclass(frozen=True) is missing above the class."
            yield "dataclass", sentence
    for name in sorted(fields & set(dir(Game))):
        sentence = f"The option {name} hides what Game calls {name}: call the field otherwise"
        yield "hidden", f'{sentence}, and give it option(..., name="{name}").'


def _option_faults(game_class: type[AnyGame], option: Option) -> Iterator[str]:
    if not option.help:
        yield f"The option {option.name} has no help: declare it with option(default, help)."
    if not re.fullmatch("[a-z][a-z0-9_]*", option.name):
        yield f'The name "{option.name}" of an option is not made of small letters, digits and _.'
    for word in option.words:
        if not re.fullmatch("[A-Za-z0-9_.-]+", word):
            signs = "letters, digits, _, . and -"
            yield f'{option.name} can be "{word}", which is not made of {signs}.'
    try:
        option.check(option.default)
    except BadOption as bad:
        yield f"The default of the option {option.name} is not allowed: {bad}"
        return
    for value in _wrong_values(option):
        try:
            build_game(game_class, {option.name: value})
        except BadOption:
            continue
        yield f"The option {option.name} can be {value!r}, though it should be refused."
        return


def _wrong_values(option: Option) -> list[Any]:
    if option.kind is not int:
        return ["no such value", 7]
    below = [] if option.minimum is None else [option.minimum - 1]
    above = [] if option.maximum is None else [option.maximum + 1, 10**30]
    return ["7", 7.5, True, *below, *above]


def _preset_faults(game_class: type[AnyGame]) -> Iterator[str]:
    names = [preset.name for preset in game_class.presets]
    for preset in game_class.presets:
        if not preset.name or names.count(preset.name) > 1:
            yield f'The name "{preset.name}" of a preset is empty, or stands for two of them.'
        if not set(preset.purposes) <= set(_PURPOSES) or not preset.purposes:
            yield f'The preset "{preset.name}" is for none of {", ".join(_PURPOSES)}.'
        try:
            build_game(game_class, preset.options)
        except BadOption as bad:
            yield f'The preset "{preset.name}" cannot be played: {bad}'


def _rule_book_faults(game_class: type[AnyGame]) -> Iterator[str]:
    """Compare the title that the rules begin with, if any, with the game's."""
    book = rule_book(game_class)
    if book.title != getattr(game_class, "title", book.title):
        yield f'The rules begin with "{book.title}: " and not with the title of the game.'


def _value_faults(game: AnyGame) -> Iterator[str]:
    """Check that a game is determined by its options."""
    again = build_game(type(game), json.loads(json.dumps(game.options)))
    if again != game or hash(again) != hash(game):
        yield "Two games with the same options are not equal."
    try:
        copied = pickle.loads(pickle.dumps(game))
    except (pickle.PicklingError, AttributeError) as unpicklable:
        yield f"The game cannot be sent to another process: {unpicklable}."
    else:
        if copied != game:
            yield "The game is not equal to its copy in another process."


# The moves of a game, without a position: their indices and written forms.


def check_moves(game: AnyGame, findings: Findings) -> None:
    """Check the moves of a game."""
    for check in (moves_have_their_places, moves_have_one_written_form):
        findings.passes(check, game)


def tried_moves(game: AnyGame) -> Sequence[Any]:
    """Return all moves of a game, or a sample in their order if there are very many."""
    moves = game.all_moves()
    if len(moves) <= _MOST_TRIED:
        return moves
    places = Random(len(moves)).sample(range(len(moves)), _SAMPLE)
    return [moves[place] for place in sorted({0, *places, len(moves) - 1})]


def moves_have_their_places(game: AnyGame) -> str | None:
    moves = game.all_moves()
    for move in tried_moves(game):
        place = moves.index(move)
        if moves[place] != move:
            return f"all_moves has {moves[place]!r} at the place of {move!r}."
    if len(tried_moves(game)) == len(moves) != len(set(moves)):
        return "all_moves has a move twice."
    if [moves[place] for place in range(min(len(moves), 100))] != list(moves[:100]):
        return "all_moves gives other moves by their places than one after another."
    return None


def moves_have_one_written_form(game: AnyGame) -> str | None:
    seen = set()
    for move in tried_moves(game):
        written = game.write_move(move)
        if not re.fullmatch("[A-Za-z0-9:.-]+", written):
            allowed = "letters, digits and : . - are allowed"
            return f'The move {move!r} is written "{written}", where only {allowed}.'
        if written in seen:
            return f'Two moves are written "{written}".'
        seen.add(written)
        again = game.read_move(written)
        if again != move or type(again) is not type(move):
            return f'The move {move!r} is written "{written}", which is read as {again!r}.'
    return None


# Every single position.


def check_positions(walk: Walk, findings: Findings) -> None:
    """Check every position of a walk; keep the first fault of each check."""
    for check in _POSITION_CHECKS:
        if not findings.has(check):
            for state, moves in walk.positions.items():
                if not findings.passes(check, walk.game, state, moves, moves=moves):
                    break


def legal_moves_agree_with_refusal(
    game: AnyGame, state: Any, _moves: tuple[Any, ...]
) -> str | None:
    legal, everything = list(game.legal_moves(state)), game.all_moves()
    known, write = set(legal), game.write_move
    for move in legal if len(legal) <= _MOST_TRIED else Random(0).sample(legal, _SAMPLE):
        if move not in everything:
            return f"legal_moves has {write(move)}, which is not one of all_moves."
        rule = game.refusal(state, move)
        if rule is not None:
            return f'legal_moves has {write(move)}, which refusal forbids: "{rule}"'
    for move in tried_moves(game):
        if move not in known and game.refusal(state, move) is None:
            return f"legal_moves leaves out {write(move)}, which refusal allows."
    places = [everything.index(move) for move in legal[:_MOST_TRIED]]
    if places != sorted(set(places)):
        return "legal_moves is not in the order of all_moves, each move once."
    return None


def refusal_is_a_sentence(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    for move in tried_moves(game):
        rule = game.refusal(state, move)
        if rule is not None and not _is_sentence(rule):
            return f"refusal gives {rule!r} for {game.write_move(move)}, which is not a sentence."
    return None


def moves_of_other_games_are_refused(
    game: AnyGame, state: Any, _moves: tuple[Any, ...]
) -> str | None:
    for move in _moves_of_other_games(game):
        rule = game.refusal(state, move)
        if rule is None:
            return f"refusal allows {move!r}, which is not one of all_moves."
        if not _is_sentence(rule):
            return f"refusal gives {rule!r} for {move!r}, which is not a sentence."
    return None


def play_asks_refusal(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    for move in tried_moves(game):
        rule, written = game.refusal(state, move), game.write_move(move)
        try:
            after = game.play(state, move)
        except IllegalMove as illegal:
            if rule is None:
                return f"play refuses {written}, which refusal allows."
            if (illegal.rule, illegal.move, illegal.state) != (rule, move, state):
                return f"play refuses {written} with something else than what refusal says."
        else:
            if rule is not None:
                return f"play accepts {written}, which refusal forbids."
            if after != game.after(state, move):
                return f"play and after lead to different states by {written}, or by chance."
    return None


def over_without_moves(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    legal, outcome = game.legal_moves(state), game.outcome(state)
    if outcome is None and not legal:
        return "There is no legal move, but outcome is None."
    if outcome is not None and legal:
        return f"The duel is over, but legal_moves has {game.write_move(legal[0])}."
    return None


def somebody_wins_for_a_reason(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    outcome = game.outcome(state)
    if outcome is None:
        return None
    if not isinstance(outcome, Outcome) or not isinstance(outcome.winner, Player):
        return f"outcome gives {outcome!r}, not an Outcome with a Player who has won."
    told, reason = 'which does not complete "Player 1 wins …"', outcome.reason
    if not isinstance(reason, str) or not re.fullmatch(r"[a-z][^\n]*[^\s.]", reason):
        return f"outcome gives the reason {reason!r}, {told}."
    if "Player" in reason:
        return f"outcome gives the reason {reason!r}, which names a player."
    return None


def states_are_values(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    before, hash_before = copy.deepcopy(state), hash(state)
    for move in game.legal_moves(state)[:_SAMPLE]:
        game.play(state, move)
        if state != before or hash(state) != hash_before:
            return f"A state is changed by playing {game.write_move(move)}."
    game.outcome(state), game.canonical(state), game.view(state), game.features(state)
    game.words.board(state)
    if state != before or hash(state) != hash_before:
        return "A state is changed by looking at it."
    if pickle.loads(pickle.dumps(state)) != state:
        return "A state is not equal to its copy in another process."
    return None


def replay_leads_here_again(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> str | None:
    match = Match.at(game, " ".join(map(game.write_move, moves)).split())
    if match.moves != moves or match.state != state or hash(match.state) != hash(state):
        return "The same moves, written down and played again, lead to another state."
    return None


def legal_moves_are_nobody_elses(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    legal = game.legal_moves(state)
    before = list(legal)
    if isinstance(legal, list):
        legal.clear()
    if list(game.legal_moves(state)) != before:
        return "legal_moves gives another answer when it is asked again."
    return None


def canonical_is_hashable(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    try:
        hash(game.canonical(state))
    except TypeError as unhashable:
        return f"canonical is not a hashable value: {unhashable}."
    return None


def view_is_json(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    view, names = game.view(state), list(game.view(game.start()))
    try:
        copied = json.loads(json.dumps(view, allow_nan=False))
    except (TypeError, ValueError) as unwritable:
        return f"view is not made of JSON values: {unwritable}."
    if copied != view:
        return "view is not made of JSON values: written and read again, it is another."
    if list(view) != names:
        return f"view has the names {', '.join(view)}, but {', '.join(names)} at the start."
    if view.get("to_move") != int(state.to_move):
        return "view does not have the number of the player to move as to_move."
    return None


def features_are_numbers(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    features, length = game.features(state), len(game.features(game.start()))
    if len(features) != length:
        return f"features has {len(features)} numbers here, but {length} at the start."
    for value in features:
        if type(value) is not float or not math.isfinite(value):
            return f"features has {value!r}, which is not a finite float."
    return None


def _is_sentence(text: object) -> bool:
    return isinstance(text, str) and _SENTENCE.fullmatch(text) is not None


@lru_cache(maxsize=4)
def _moves_of_other_games(game: AnyGame) -> list[Any]:
    """Return moves that are never legal in this game: those of the same rule book at other sizes,
    and numbers."""
    known = set(tried_moves(game))
    found = {*_moves_of_small_games(type(game))}
    if known and all(type(move) is int for move in known):
        found |= set(_BEYOND_ALL)
    everything = game.all_moves()
    return [move for move in found if move not in everything]


@lru_cache(maxsize=4)
def _moves_of_small_games(game_class: type[AnyGame]) -> list[Any]:
    others = [game.all_moves() for game in small_games(game_class)]
    return [move for moves in others if len(moves) <= _MOST_TRIED for move in moves]


# The words, in every single position.


def words_are_lines(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    for method, lines in _spoken(game, state):
        if not isinstance(lines, list) or not all(isinstance(line, Line) for line in lines):
            return f"words.{method} does not give a list of Line."
        for line in lines:
            if not _PLAIN_LINE.fullmatch(str(line)):
                return f"words.{method} gives {quote(str(line))}, which is not one plain line."
    return None


def words_are_clauses(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    words = game.words
    clauses = [("task", words.task(state))] if game.outcome(state) is None else []
    for move in game.legal_moves(state)[:_FEW_MOVES]:
        clauses.append(("to_play", words.to_play(state, move)))
        clauses.append(("done", words.done(state, move)))
    for method, clause in clauses:
        is_left_out = clause is None and method == "task"
        is_clause = isinstance(clause, str) and _CLAUSE.fullmatch(clause)
        if not (is_left_out or is_clause):
            return f"words.{method} gives {clause!r}, which is not a clause within a sentence."
    return None


def whose_turn_is_said(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    outcome = game.outcome(state)
    if outcome is None:
        method, player, lines = "turn", state.to_move, game.words.turn(state)
    else:
        method, player = "ending", outcome.winner
        lines = game.words.ending(state, outcome)
    if not any(str(player) in str(line) for line in lines):
        return f"words.{method} does not name {player}."
    return None


def allowed_moves_are_listed(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    lines = game.words.choices(state)
    listed = {span.move for line in lines for span in line if span.move is not None}
    if listed != set(game.legal_moves(state)):
        return "words.choices does not list exactly the legal moves."
    return None


def answers_make_the_move(game: AnyGame, state: Any, _moves: tuple[Any, ...]) -> str | None:
    for move in game.legal_moves(state)[:_FEW_MOVES]:
        said: tuple[Any, ...] = ()
        answered: Any = None
        for text in game.words.answers(state, move):
            if not str(game.words.question(state, said)).endswith(" "):
                return "words.question does not end with a space, before which nobody can type."
            answered = game.words.answer(state, text, said)
            said = answered.said if isinstance(answered, Further) else said
        if answered != move:
            return f"What words.answers gives for {game.write_move(move)} does not make that move."
    return None


def nonsense_is_refused(game: AnyGame, state: Any, moves: tuple[Any, ...]) -> str | None:
    if len(moves) > 1 or game.outcome(state) is not None:  # the first two positions are enough
        return None
    for text in _NO_MOVES:
        try:
            game.refusal(state, game.read_move(text))
            game.words.answer(state, text)
        except (UnreadableMove, IllegalMove):
            continue
        except Exception as raised:
            return (
                f"{quote(text)} is not a move, and instead of UnreadableMove"
                f" {type(raised).__name__} is raised: {raised}."
            )
    return None


def _spoken(game: AnyGame, state: Any) -> Iterator[tuple[str, Any]]:
    """Yield all texts of the words in a position, with their methods."""
    words, outcome = game.words, game.outcome(state)
    yield "opening", words.opening(state)
    yield "turn", words.turn(state)
    yield "board", words.board(state)
    yield "choices", words.choices(state)
    if outcome is not None:
        yield "ending", words.ending(state, outcome)
    for move in game.legal_moves(state)[:_FEW_MOVES]:
        yield "played", words.played(state, move, game.after(state, move))


_POSITION_CHECKS: tuple[PositionCheck, ...] = (
    legal_moves_agree_with_refusal,
    refusal_is_a_sentence,
    moves_of_other_games_are_refused,
    play_asks_refusal,
    over_without_moves,
    somebody_wins_for_a_reason,
    states_are_values,
    replay_leads_here_again,
    legal_moves_are_nobody_elses,
    canonical_is_hashable,
    view_is_json,
    features_are_numbers,
    words_are_lines,
    words_are_clauses,
    whose_turn_is_said,
    allowed_moves_are_listed,
    answers_make_the_move,
    nonsense_is_refused,
)


# Whole games: their length, and positions compared with each other.


def check_whole_game(walk: Walk, findings: Findings) -> None:
    """Check a game as a whole, as far as the walk reaches."""
    if not walk.positions or findings.has(states_are_values):
        return
    for check in (*_ALWAYS, *(_WHEN_WHOLE if walk.is_whole else ())):
        if not findings.has(check):
            with findings.asking(walk.game):
                found = check(walk)
                if found is not None:
                    findings.add(check, found[0], walk.game, found[1])


def views_differ(walk: Walk) -> FaultAndMoves | None:
    return _unlike(
        walk,
        "Two positions that differ have the same view",
        lambda state: json.dumps(walk.game.view(state), sort_keys=True),
        lambda state: state,
    )


def features_tell_the_moves(walk: Walk) -> FaultAndMoves | None:
    return _unlike(
        walk,
        "Two positions have the same features but not the same legal moves",
        lambda state: tuple(walk.game.features(state)),
        lambda state: tuple(walk.game.legal_moves(state)),
    )


def no_position_comes_back(walk: Walk) -> FaultAndMoves | None:
    circle = _circle(walk.graph, walk.choices)
    return (COMES_BACK, circle) if circle else None


def no_canonical_key_comes_back(walk: Walk) -> FaultAndMoves | None:
    circle = _circle(*_merge_by_canonical_key(walk))
    if circle and not _circle(walk.graph, walk.choices):
        sentence = "A canonical key comes back in the course of a game, though no position does."
        return sentence, circle
    return None


def no_game_is_longer_than_said(walk: Walk) -> FaultAndMoves | None:
    most, graph = walk.game.most_moves(), walk.graph
    longest = [0] * len(graph.states)  # longest play from each place
    for place in graph.ends_first():
        longest[place] = max((1 + longest[other] for other in graph.successors[place]), default=0)
    for moves, further in zip(walk.positions.values(), longest, strict=True):
        if most is not None and len(moves) + further > most:
            length = len(moves) + further
            return f"most_moves says {most}, but a game can take {length} moves.", moves
    return None


def equal_canonical_keys_are_worth_the_same(walk: Walk) -> FaultAndMoves | None:
    values = backward_induction(walk.game, walk.graph)
    if 0 in values:  # a position comes back, or nobody wins: faults of other checks
        return None
    return _unlike(
        walk,
        "Two positions have the same canonical key but not the same value (who wins, how soon)",
        walk.game.canonical,
        lambda state: values[walk.graph.places[state]],
    )


_ALWAYS: tuple[WholeCheck, ...] = (
    no_position_comes_back,
    views_differ,
    features_tell_the_moves,
)
_WHEN_WHOLE: tuple[WholeCheck, ...] = (
    no_game_is_longer_than_said,
    equal_canonical_keys_are_worth_the_same,
    no_canonical_key_comes_back,
)


def _circle(graph: Positions, choices: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """Return moves that lead from the start around a cycle of positions; empty if there is none."""
    circling = set(range(len(graph.states))).difference(graph.ends_first())
    if not circling:
        return ()
    place, met, moves = 0, set(), []  # whatever leads to a cycle is left over, as is the start
    while place not in met:
        met.add(place)
        steps = zip(choices[place], graph.successors[place], strict=True)
        around = [step for step in steps if step[1] in circling]
        move, place = min(around, key=lambda step: step[1] not in met)
        moves.append(move)
    return tuple(moves)


def _merge_by_canonical_key(walk: Walk) -> tuple[Positions, list[list[Any]]]:
    """Return the graph of a walk with all positions of a key merged, and the choices there."""
    keys = [walk.game.canonical(state) for state in walk.graph.states]
    places = {key: place for place, key in enumerate(dict.fromkeys(keys))}
    merged: list[list[int]] = [[] for _ in places]
    choices: list[list[Any]] = [[] for _ in places]
    for key, following, moves in zip(keys, walk.graph.successors, walk.choices, strict=True):
        merged[places[key]] += [places[keys[other]] for other in following]
        choices[places[key]] += moves
    return Positions(list(places), [*map(tuple, merged)], places), choices


def _unlike(
    walk: Walk, sentence: str, name: Callable[[Any], Hashable], fact: Callable[[Any], object]
) -> FaultAndMoves | None:
    """Find two positions with equal names but different facts."""
    known: dict[Hashable, Any] = {}
    for state, moves in walk.positions.items():
        earlier = known.setdefault(name(state), state)
        if fact(earlier) != fact(state):
            other = " ".join(map(walk.game.write_move, walk.positions[earlier]))
            where = f"after the moves {other}" if other else "at the start"
            return f"{sentence}. The other one is {where}.", moves
    return None
