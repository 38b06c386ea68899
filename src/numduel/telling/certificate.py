"""Say what a certificate proves."""

from typing import Any

from numduel.game import Player
from numduel.telling.address import PLAIN
from numduel.telling.position import title_of
from numduel.theory import verify


def tell_proved(certificate: dict[str, Any]) -> str:
    """What a certificate proves, in a sentence; BadCertificate if it proves nothing."""
    match = verify(certificate)
    game, state, reply = match.game, match.state, certificate["reply"]
    after = f" after {' '.join(match.written_moves)}" if match.moves else ""
    winner = Player(certificate["winner"])
    told = f"Proved: {PLAIN.does(winner, 'win')} {title_of(game)}{after}."
    if reply is None:
        return told
    return f"{told} To win, {game.words.to_play(state, game.read_move(reply))}."
