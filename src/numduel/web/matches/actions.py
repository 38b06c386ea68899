"""The actions in a match: who may do what, and when.

Each function decides on one request. It returns the entry to be written, or None if there is
nothing left to do, and raises NotAllowed, NotNow or IllegalMove with the reason.
"""

from numduel.errors import IllegalMove
from numduel.game import Player
from numduel.match import BY_RESIGNATION
from numduel.web.errors import NotAllowed, NotNow
from numduel.web.matches.log import LINK, SCREEN, Entry, MatchLog
from numduel.web.matches.snapshot import snapshot_of
from numduel.words import line, put_names

MOST_BESIDE_MOVES = 1_000  # entries of a match that are neither moves nor its end
Players = tuple[Player, ...]


def check_room(log: MatchLog, entry: Entry | None) -> Entry | None:
    """Return an entry if the match has room for it.

    Moves, joins, endings and rematches always fit. Other entries are limited, so that nobody can
    fill a match until a legal move is refused.
    """
    is_free = entry is None or entry.keys() & {"move", "join", "end", "rematch"}
    if not is_free and log.version - log.moves_made >= MOST_BESIDE_MOVES:
        raise NotNow(
            "This match has used up its take-backs and requests. You can still move or resign."
        )
    return entry


def move(log: MatchLog, you: Players, ply: int, text: str, key: str | None = None) -> Entry | None:
    """Play a move as number `ply`, counted from 0. A move with a key counts once, even if it was
    taken back since."""
    _must_play(you)
    if key in log.keys:
        if log.keys[key] != (ply, log.match.game.write_move(log.match.game.read_move(text))):
            raise NotNow("This key was already used for another move.", snapshot_of(log, you))
        return None
    if _is_repeated(log, you, ply, text):
        return None
    _must_be_now(log, you, ply)
    player = _must_go_on(log, you)
    if log.is_waiting:
        raise NotNow("You are still waiting for your friend.", snapshot_of(log, you))
    if player not in you:
        name = log.match.names[player]
        raise NotAllowed(f"It is {name}'s turn.", snapshot_of(log, you))
    try:
        value = log.match.judge(text)
    except IllegalMove as illegal:
        rule = _name_people(illegal.rule, log)
        raise IllegalMove(rule, illegal.move, illegal.state) from None
    entry = {"move": log.match.game.write_move(value)}
    return entry if key is None else entry | {"key": key}


def _is_repeated(log: MatchLog, you: Players, ply: int, text: str) -> bool:
    """Return whether this move was made already; a move sent twice counts once."""
    if ply >= log.ply or log.mover(ply) not in you:
        return False
    played: bool = log.match.moves[ply] == log.match.game.read_move(text)
    return played


def _name_people(rule: str, log: MatchLog) -> str:
    """Return a rule with the players' names in it."""
    if not any(seat.name for seat in log.match.seats):
        return rule
    return str(put_names(line(rule), log.match.names))


def undo(log: MatchLog, you: Players, ply: int) -> Entry:
    """Take back one move at one screen; against the computer, go back to your last turn."""
    _must_play(you)
    if log.mode == LINK:
        raise NotNow("Ask your opponent to let you take the move back.")
    _must_be_now(log, you, ply)
    _must_go_on(log, you)
    return {"undo": 1 if log.mode == SCREEN else _moves_since(log, you[0])}


def redo(log: MatchLog, you: Players, ply: int) -> Entry:
    """Redo one move at one screen; against the computer, your move and its reply."""
    _must_play(you)
    if log.mode == LINK:
        raise NotNow("There is no redo between two people. Play the move again.")
    _must_be_now(log, you, ply)
    _must_go_on(log, you)
    if not log.redoable:
        raise NotNow("There is nothing to redo.")
    return {"redo": 1 if log.mode == SCREEN else min(2, log.redoable)}


def _moves_since(log: MatchLog, player: Player) -> int:
    """Return how many moves to take back until this player chooses again."""
    count = 2 if log.match.state.to_move is player else 1
    if count > log.ply:
        raise NotNow("There is nothing to take back.")
    return count


def resign(log: MatchLog, you: Players) -> Entry:
    """Resign; at one screen, for the player to move."""
    _must_play(you)
    player = _must_go_on(log, you)
    loser = player if log.mode == SCREEN else you[0]
    return {"end": {"winner": int(loser.opponent), "reason": BY_RESIGNATION}}


def takeback(log: MatchLog, you: Players, action: str) -> Entry | None:
    """Ask to take back your last move, agree to it, or decline."""
    _must_play(you)
    if log.mode != LINK:
        raise NotNow("You do not need to ask for a move back here. Use undo.")
    _must_go_on(log, you)
    asker = log.takeback
    if action == "ask":
        _moves_since(log, you[0])
        if asker is None:
            return {"takeback": int(you[0])}
        if asker is you[0]:
            return None
        raise NotNow("Your opponent wants to take a move back. Answer that first.")
    if asker is None:
        raise NotNow("There is no take-back request to answer.", snapshot_of(log, you))
    if action == "decline":
        return {"takeback": None}
    if asker is you[0]:
        raise NotAllowed("This is your own request. Your opponent has to answer it.")
    return {"undo": _moves_since(log, asker)}


def truth(log: MatchLog, you: Players, is_on: bool) -> Entry | None:
    """Show or hide who wins; between two people it is shown when both want it."""
    _must_play(you)
    if (not is_on and not log.truth) or (is_on and log.truth.issuperset(you)):
        return None
    return {"truth": {"player": int(you[0]), "on": is_on}}


def rematch(log: MatchLog, you: Players, next_id: str) -> Entry | None:
    """Play again with the seats swapped; between two people when both want it."""
    _must_play(you)
    if log.outcome is None:
        raise NotNow("The match is not over.", snapshot_of(log, you))
    if not log.is_taken(you[0].opponent):
        raise NotNow("Nobody took the other seat. Start a new match and send its link.")
    if log.next is not None or (log.mode == LINK and you[0] in log.rematch):
        return None
    is_agreed = log.mode != LINK or you[0].opponent in log.rematch
    return {"rematch": {"player": int(you[0]), "next": next_id if is_agreed else None}}


def join(log: MatchLog, join_hash: str, token_hash: str, name: str | None) -> Entry | None:
    """Take the free seat of a join link. Asking again with the same token does nothing."""
    for player in Player:
        seat = log.seats[player - 1]
        if seat.join == join_hash:
            if seat.token == token_hash:
                return None
            if seat.token is not None:
                raise NotAllowed("This seat is taken: the link was used already. You can watch.")
            if log.outcome is not None:
                raise NotNow("The match is over. You can watch.")
            return {"join": {"player": int(player), "token": token_hash, "name": name}}
    raise NotAllowed("This link is not valid for a seat in this match. You can watch.")


def _must_play(you: Players) -> None:
    if not you:
        raise NotAllowed("You are watching. Only players can do this.")


def _must_go_on(log: MatchLog, you: Players) -> Player:
    player = log.to_move
    if player is None:
        raise NotNow("The match is over.", snapshot_of(log, you))
    return player


def _must_be_now(log: MatchLog, you: Players, ply: int) -> None:
    if ply != log.ply:
        played = f"{log.ply} {'move has' if log.ply == 1 else 'moves have'} been played"
        snapshot = snapshot_of(log, you)
        raise NotNow(f"The match has moved on: {played}, not {ply}.", snapshot)
