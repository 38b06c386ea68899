"""Certificates: who wins a position, with a proof that is checked without trusting its maker.

A certificate is a JSON object (docs/certificates.md describes it). `verify` replays its moves by
the rules and then checks the proof, each kind of proof in a file of its own. Nothing here asks the
theory that made the certificate; import-linter sees to that.
"""

import json
from typing import Any

from numduel.catalogue import build_game, find_game
from numduel.errors import BadCertificate, NumduelError
from numduel.game import Player
from numduel.match import Match
from numduel.theory.proofs import counts, nim_values, pairing, strategy
from numduel.theory.proofs.claim import FORM, Claim, part_of, show

CHECKS = {
    "pairing": pairing.check,
    "nim-values": nim_values.check,
    "counts": counts.check,
    "strategy": strategy.check,
}


def read_certificate(text: str) -> Any:
    """The certificate that a text has in JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise BadCertificate("this is not JSON.") from None


def verify(certificate: Any) -> Match:
    """Check a certificate, and return a match in the position whose winner it proves;
    BadCertificate if it does not prove what it says."""
    form = part_of(certificate, "form", int)
    show(form == FORM, f"its form is {form}, and only form {FORM} is known here.")
    claim = _read_claim(certificate)
    proof = part_of(certificate, "proof", dict)
    kind = part_of(proof, "kind", str)
    show(kind in CHECKS, f"no proof is of the kind {kind[:40]!r}.")
    CHECKS[kind](claim, proof)
    return claim.match


def _read_claim(certificate: dict[str, Any]) -> Claim:
    """Who is said to win which position, and by which move if it is their turn."""
    try:
        game_class = find_game(part_of(certificate, "game", str))
        options = part_of(certificate, "options", dict)
        match = Match(build_game(game_class, options))
        show(match.game.options == options, "it does not name every option.")
        for move in part_of(certificate, "moves", list):
            show(isinstance(move, str), f"{move} is not a move in its written form.")
            match.play(move)
        reply = certificate.get("reply")
        show(reply is None or isinstance(reply, str), "its reply is not a move.")
        move = None if reply is None else match.game.read_move(reply)
        if move is not None:
            match.game.play(match.state, move)
    except BadCertificate:
        raise
    except NumduelError as fault:
        raise BadCertificate(str(fault)) from None
    winner = part_of(certificate, "winner", int)
    show(winner in (1, 2), f"{winner} is not a player.")
    if match.outcome is not None:
        show(match.outcome.winner == winner, f"the duel is over, and Player {winner} lost it.")
    elif (winner == match.state.to_move) != (move is not None):
        show(False, "a reply must be named exactly if the winner is to move.")
    return Claim(match, Player(winner), move)
