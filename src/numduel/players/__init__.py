"""Who chooses a move: computer players, found by name, the weakest first."""

from random import Random
from typing import Any, Protocol

from numduel.errors import NumduelError
from numduel.game import AnyGame
from numduel.match import Match
from numduel.players.graded import GradedPlayer
from numduel.players.perfect import choose_perfectly
from numduel.players.random_player import choose_at_random


class Chooser(Protocol):
    """A computer player. It picks one of the legal moves, and draws only from the given random."""

    def __call__(self, game: AnyGame, state: Any, random: Random) -> Any: ...


PLAYERS: dict[str, Chooser] = {
    "random": choose_at_random,
    "easy": GradedPlayer(moves=2, games=1),
    "medium": GradedPlayer(moves=4, games=3),
    "hard": GradedPlayer(moves=6, games=8, alert=True),
    "perfect": choose_perfectly,
}
DEFAULT_LEVEL = "easy"  # whom a newcomer meets
ABOUT = {
    "random": "Plays anything that is allowed.",
    "easy": "Compares two moves, without much thought.",
    "medium": "Compares four moves, and thinks a little.",
    "hard": "Compares six moves, thinks more, and sees every win at once.",
    "perfect": "Never loses a won game.",
}


def find_player(name: str) -> Chooser:
    """The computer player of that name."""
    if name not in PLAYERS:
        raise NumduelError(f'There is no computer player "{name[:40]}": {", ".join(PLAYERS)}.')
    return PLAYERS[name]


def choose_move(match: Match, name: str) -> Any:
    """The move that a computer player chooses in a match. It depends only on the seed and the
    number of moves so far. So it stays the same after a move is taken back or a game is resumed."""
    random = Random(f"{match.seed}/{len(match.moves)}")
    return find_player(name)(match.game, match.state, random)
