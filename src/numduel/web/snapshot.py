"""A match or a position as JSON, as a page or a program sees it."""

import json
from datetime import UTC, datetime
from typing import Any

from numduel.game import Player
from numduel.match import Match
from numduel.web.duel import Duel
from numduel.words import Line, line, put_names

MOST_LEGAL_MOVES = 1_000  # as many are listed; `legal_count` says how many there are


def position_of(match: Match) -> dict[str, Any]:
    """What a board needs to know of the position that a match has come to."""
    game, state, outcome = match.game, match.state, match.outcome
    legal = [] if outcome else game.legal_moves(state)
    moves = match.written_moves
    return {
        "game": game.slug,
        "title": game.title,
        "board": game.board,
        "options": game.options,
        "moves": moves,
        "ply": len(moves),
        "view": game.view(state),
        "to_move": None if outcome else int(state.to_move),
        "legal": [game.write_move(move) for move in legal[:MOST_LEGAL_MOVES]],
        "legal_count": len(legal),
        "lines": {"turn": _lines_of(match)},
        "last": moves[-1] if moves else None,
        "outcome": outcome and {"winner": int(outcome.winner), "reason": outcome.reason},
    }


def _lines_of(match: Match) -> list[str]:
    """The rule book's words for this turn, or for the ending."""
    game, state = match.game, match.state
    if match.outcome is None:
        lines = game.words.turn(game, state)
    elif match.ended is None:
        lines = game.words.ending(game, state, match.outcome)
    else:
        lines = [line(f"{match.outcome.winner} wins the game {match.outcome.reason}.")]
    return [said for said in (name_people(spoken, match) for spoken in lines) if said]


def name_people(spoken: Line | str, match: Match) -> str:
    """A line with the players' names in it."""
    text = str(spoken)
    if not any(seat.name for seat in match.seats):
        return text
    return str(put_names(line(text), match.names))


def encode_snapshot(duel: Duel, you: tuple[Player, ...]) -> bytes:
    """A match as whoever holds these seats sees it. It is encoded once for each kind of viewer:
    a thousand watchers cost no more than one."""
    encoded = duel.encoded.get(you)
    if encoded is None:
        shared = duel.encoded.get(_SHARED)
        if shared is None:
            shared = duel.encoded[_SHARED] = _dump(_shared_part(duel))
        own = _dump({"you": [int(player) for player in you], "seats": _seats_of(duel, you)})
        encoded = duel.encoded[you] = own[:-1] + b"," + shared[1:]
    return encoded


_SHARED = (Player.TWO, Player.ONE)  # no viewer holds the seats in this order


def _shared_part(duel: Duel) -> dict[str, Any]:
    header = duel.header
    return position_of(duel.match) | {
        "id": header.id,
        "version": duel.version,
        "mode": header.mode,
        "level": header.level,
        "takeback": duel.takeback and int(duel.takeback),
        "rematch": sorted(int(player) for player in duel.rematch),
        "next": duel.next,
        "truth": {"on": duel.is_truth_on, "asked": sorted(int(player) for player in duel.truth)},
        "created": datetime.fromtimestamp(header.created, UTC).isoformat(timespec="seconds"),
    }


def _seats_of(duel: Duel, you: tuple[Player, ...]) -> dict[str, Any]:
    return {
        str(int(player)): {
            "kind": "person" if duel.match.seat(player).is_person else "computer",
            "name": duel.match.seat(player).name,
            "is_taken": duel.seats[player - 1].token is not None
            or not duel.match.seat(player).is_person,
            "is_you": player in you,
        }
        for player in Player
    }


def read_snapshot(duel: Duel, you: tuple[Player, ...]) -> dict[str, Any]:
    """The same as a value, for problem documents."""
    snapshot: dict[str, Any] = json.loads(encode_snapshot(duel, you))
    return snapshot


def _dump(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()
