"""Who may do what in a match, and when.

Each function decides on one request: it returns the entry that it makes, or None if it has been
done already, and raises Problem with the sentence that says why not.
"""

from typing import Any

from numduel.errors import UnreadableMove
from numduel.game import Player
from numduel.web.duel import LINK, SCREEN, Duel, Entry
from numduel.web.problems import Problem, sentence
from numduel.web.snapshot import name_people, read_snapshot

Players = tuple[Player, ...]


def move(duel: Duel, you: Players, ply: int, text: str) -> Entry | None:
    """Play a move before which `ply` moves were played."""
    _must_play(you)
    if _is_repeated(duel, you, ply, text):
        return None
    _must_be_now(duel, you, ply)
    player = _must_go_on(duel, you)
    if player not in you:
        name = duel.match.names[player]
        raise Problem(403, f"It is {name}'s turn.", match=read_snapshot(duel, you))
    game = duel.match.game
    value = _read(duel, text)
    rule = game.refusal(duel.match.state, value)
    if rule is not None:
        raise Problem(422, sentence(name_people(rule, duel.match)))
    return {"move": game.write_move(value)}


def _is_repeated(duel: Duel, you: Players, ply: int, text: str) -> bool:
    """Whether this very move was made already: sent twice, it counts once."""
    return ply < duel.ply and duel.movers[ply] in you and duel.match.moves[ply] == _read(duel, text)


def _read(duel: Duel, text: str) -> Any:
    try:
        return duel.match.game.read_move(text)
    except UnreadableMove as unreadable:
        raise Problem(422, sentence(str(unreadable))) from None


def undo(duel: Duel, you: Players, ply: int) -> Entry:
    """Take back one move at one screen, or all since one's own last against the computer."""
    _must_play(you)
    if duel.mode == LINK:
        raise Problem(409, "Between two people a move is taken back by agreement: ask for it.")
    _must_be_now(duel, you, ply)
    _must_go_on(duel, you)
    return {"undo": 1 if duel.mode == SCREEN else _moves_since(duel, you[0])}


def _moves_since(duel: Duel, player: Player) -> int:
    """How many moves ago a player moved last."""
    if player not in duel.movers:
        raise Problem(409, "There is nothing to take back.")
    return duel.movers[::-1].index(player) + 1


def resign(duel: Duel, you: Players) -> Entry:
    """Give the match up; at one screen whoever is to move does."""
    _must_play(you)
    player = _must_go_on(duel, you)
    loser = player if duel.mode == SCREEN else you[0]
    return {"end": {"winner": int(loser.opponent), "reason": "by resignation"}}


def takeback(duel: Duel, you: Players, action: str) -> Entry | None:
    """Ask for one's last move back, agree to it or decline."""
    _must_play(you)
    if duel.mode != LINK:
        raise Problem(409, "Here a move is taken back without asking: use undo.")
    _must_go_on(duel, you)
    asker = duel.takeback
    if action == "ask":
        _moves_since(duel, you[0])
        return None if asker is you[0] else _ask_or_wait(duel, you)
    if asker is None:
        raise Problem(409, "Nobody asks for a move back.", match=read_snapshot(duel, you))
    if action == "decline":
        return {"takeback": None}
    if asker is you[0]:
        raise Problem(403, "You asked for it: your opponent has to agree.")
    return {"undo": _moves_since(duel, asker)}


def _ask_or_wait(duel: Duel, you: Players) -> Entry:
    if duel.takeback is not None:
        raise Problem(409, "Your opponent asks for a move back: answer first.")
    return {"takeback": int(you[0])}


def truth(duel: Duel, you: Players, is_on: bool) -> Entry | None:
    """Show who wins: at once where one person decides, between two when both want it."""
    _must_play(you)
    if (not is_on and not duel.truth) or (is_on and duel.truth.issuperset(you)):
        return None
    return {"truth": {"player": int(you[0]), "on": is_on}}


def rematch(duel: Duel, you: Players, next_id: str) -> Entry | None:
    """Play again with the seats swapped; between two people when both want it."""
    _must_play(you)
    if duel.outcome is None:
        raise Problem(409, "The match is not over.", match=read_snapshot(duel, you))
    if duel.next is not None or (duel.mode == LINK and you[0] in duel.rematch):
        return None
    is_agreed = duel.mode != LINK or you[0].opponent in duel.rematch
    return {"rematch": {"player": int(you[0]), "next": next_id if is_agreed else None}}


def join(duel: Duel, join_hash: str, token_hash: str, name: str | None) -> Entry:
    """Take the free seat that a join link stands for."""
    for player in Player:
        seat = duel.seats[player - 1]
        if seat.join == join_hash:
            if seat.token is not None:
                raise Problem(403, "This seat is taken: the link was used already. You may watch.")
            return {"join": {"player": int(player), "token": token_hash, "name": name}}
    raise Problem(403, "This link gives no seat in this match. You may watch.")


def _must_play(you: Players) -> None:
    if not you:
        raise Problem(403, "You are watching: only those who play may do this.")


def _must_go_on(duel: Duel, you: Players) -> Player:
    player = duel.to_move
    if player is None:
        raise Problem(409, "The match is over.", match=read_snapshot(duel, you))
    return player


def _must_be_now(duel: Duel, you: Players, ply: int) -> None:
    if ply != duel.ply:
        played = f"{duel.ply} {'move has' if duel.ply == 1 else 'moves have'} been played"
        snapshot = read_snapshot(duel, you)
        raise Problem(409, f"The match has moved on: {played}, not {ply}.", match=snapshot)
