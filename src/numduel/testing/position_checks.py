"""Checks that every single position must pass.

A check takes a game, a state and the moves that lead to it. It returns a sentence that names the
fault, or None.
"""

import copy
import json
import math
import pickle
import re
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Any

from numduel.errors import IllegalMove
from numduel.game import AnyGame, Outcome, Player
from numduel.match import Match
from numduel.testing import builds
from numduel.testing.faults import Findings
from numduel.testing.move_checks import MOST_TRIED, SAMPLE, tried_moves
from numduel.testing.walk import Walk
from numduel.testing.word_checks import WORD_CHECKS

PositionCheck = Callable[[AnyGame, Any, tuple[Any, ...]], str | None]

_SENTENCE = re.compile(r"[^\n]*[^\s.]\.")
_BEYOND_ALL = (-10, -1, 0, 10**12 - 1)  # numbers that are hardly ever a move


def check_positions(walk: Walk, findings: Findings) -> None:
    """Check every position of a walk, and keep the first fault of each check."""
    for check in (*CHECKS, *WORD_CHECKS):
        if not findings.has(check):
            for state, moves in walk.positions.items():
                if not findings.passes(check, walk.game, state, moves, moves=moves):
                    break


def legal_moves_agree_with_refusal(
    game: AnyGame, state: Any, _moves: tuple[Any, ...]
) -> str | None:
    legal, everything = list(game.legal_moves(state)), game.all_moves()
    known, write = set(legal), game.write_move
    for move in legal if len(legal) <= MOST_TRIED else Random(0).sample(legal, SAMPLE):
        if move not in everything:
            return f"legal_moves has {write(move)}, which is not one of all_moves."
        rule = game.refusal(state, move)
        if rule is not None:
            return f'legal_moves has {write(move)}, which refusal forbids: "{rule}"'
    for move in tried_moves(game):
        if move not in known and game.refusal(state, move) is None:
            return f"legal_moves leaves out {write(move)}, which refusal allows."
    places = [everything.index(move) for move in legal[:MOST_TRIED]]
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
    for move in game.legal_moves(state)[:SAMPLE]:
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


CHECKS: tuple[PositionCheck, ...] = (
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
)


def _is_sentence(text: object) -> bool:
    return isinstance(text, str) and _SENTENCE.fullmatch(text) is not None


@lru_cache(maxsize=4)
def _moves_of_other_games(game: AnyGame) -> list[Any]:
    """Moves that are never legal in this game: those of the same rule book at other sizes, and
    numbers."""
    known = set(tried_moves(game))
    found = {*_moves_of_small_games(type(game))}
    if known and all(type(move) is int for move in known):
        found |= set(_BEYOND_ALL)
    everything = game.all_moves()
    return [move for move in found if move not in everything]


@lru_cache(maxsize=4)
def _moves_of_small_games(game_class: type[AnyGame]) -> list[Any]:
    others = [game.all_moves() for game in builds.small_games(game_class)]
    return [move for moves in others if len(moves) <= MOST_TRIED for move in moves]
