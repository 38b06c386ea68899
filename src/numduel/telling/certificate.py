"""A certificate: who wins a position, with a proof, as JSON. docs/certificates.md describes it."""

from typing import Any

from numduel.game import Player
from numduel.match import Match
from numduel.telling.address import PLAIN
from numduel.telling.position import title_of
from numduel.theory.proofs import verify
from numduel.theory.proofs.claim import FORM
from numduel.theory.proving import certify
from numduel.theory.verdict import BUDGET


def certificate_of(match: Match, budget: int = BUDGET) -> dict[str, Any]:
    """The certificate of the position that a match has come to; TooLarge if there is none."""
    game = match.game
    winner, reply, proof = certify(game, match.state, budget)
    return {
        "form": FORM,
        "game": game.slug,
        "options": game.options,
        "moves": match.written_moves,
        "winner": int(winner),
        "reply": None if reply is None else game.write_move(reply),
        "proof": proof,
    }


def tell_proved(certificate: dict[str, Any]) -> str:
    """What a certificate proves, in a sentence; BadCertificate if it proves nothing."""
    match = verify(certificate)
    game, state, reply = match.game, match.state, certificate["reply"]
    after = f" after {' '.join(match.written_moves)}" if match.moves else ""
    winner = Player(certificate["winner"])
    told = f"Proved: {PLAIN.does(winner, 'win')} {title_of(game)}{after}."
    if reply is None:
        return told
    return f"{told} To win, {game.words.to_play(game, state, game.read_move(reply))}."
