"""Computer players, by name, the weakest first.

The graded players between random and perfect consider a few moves and sample random games after
each. People can beat them: they have no plan, miss moves that they do not consider, and walk into
traps that lie deeper than they look. A position that they cannot solve is valued by the share of
the sampled games that they win.
"""

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from numduel.errors import NumduelError, TooLarge
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.theory import analyse, analyse_briefly, theory_of
from numduel.theory.search import backward_induction, explore

_WON, _LOST = 2.0, -1.0  # certain; estimates lie between 0 and 1
_MOST_LOOKED_AT = 200_000  # simulated moves in a turn; then the best move so far is played
_MOST_SEARCHED = 5_000  # budget of the search for a win that is near
_COMPARED = 12  # moves compared in a lost position of unknown length


class Chooser(Protocol):
    """A computer player: a function that returns a legal move, with no randomness but the given
    one."""

    def __call__(self, game: AnyGame, state: Any, random: Random) -> Any: ...


def choose_at_random(game: AnyGame, state: Any, random: Random) -> Any:
    """Return a random legal move."""
    return random.choice(game.legal_moves(state))


def choose_by_habit(game: AnyGame, state: Any, random: Random) -> Any:
    """Return the game's habit move, without any lookahead (`Theory.habit`)."""
    del random
    return theory_of(game).habit(state)


class Thought:
    """One turn's thinking by the player to move."""

    def __init__(self, game: AnyGame, random: Random, player: Player) -> None:
        self.game = game
        self.random = random
        self.player = player
        self.left = _MOST_LOOKED_AT

    @property
    def is_over(self) -> bool:
        return self.left <= 0

    def value(self, state: Any, games: int, alert: bool) -> float:
        """Return the estimated value of a position to the player who has just moved."""
        outcome = self.game.outcome(state)
        if outcome is not None:
            return _WON if outcome.winner is self.player else _LOST
        if alert and self.wins_at_once(state):
            return _LOST
        return sum(self.imagine(state) for _ in range(games)) / games

    def wins_at_once(self, state: Any) -> list[Any]:
        """Return the moves that win at once."""
        moves = self.game.legal_moves(state)
        self.left -= len(moves)
        ends = ((move, self.game.outcome(self.game.after(state, move))) for move in moves)
        return [move for move, end in ends if end is not None and end.winner is state.to_move]

    def imagine(self, state: Any) -> float:
        """Return 1 if a random game from here is won, 0 if it is lost, ½ if it gets too long."""
        legal_moves, after, choice = self.game.legal_moves, self.game.after, self.random.choice
        left = self.left
        while moves := legal_moves(state):
            left -= len(moves)
            if left <= 0:
                self.left = left
                return 0.5
            state = after(state, choice(moves))
        self.left = left
        outcome = self.game.outcome(state)
        return float(outcome is not None and outcome.winner is self.player)


@dataclass(frozen=True)
class GradedPlayer:
    """A player that considers `moves` moves, and samples `games` random games after each.

    An `alert` player sees every win in one move, its own and the opponent's. It considers more
    moves while each of them would let the opponent win at once. Others never win with the first
    move of a duel, before the opponent has had a turn.
    """

    moves: int
    games: int
    alert: bool = False

    def __call__(self, game: AnyGame, state: Any, random: Random) -> Any:
        legal = game.legal_moves(state)
        thought = Thought(game, random, state.to_move)
        if self.alert and (wins := thought.wins_at_once(state)):
            return random.choice(wins)
        if not self.alert and state == game.start():
            wins = thought.wins_at_once(state)
            legal = [move for move in legal if move not in wins] or legal
        best, highest = None, _LOST - 1
        for place, move in enumerate(random.sample(legal, len(legal))):
            if thought.is_over or (place >= self.moves and highest > _LOST):
                break
            value = thought.value(game.after(state, move), self.games, self.alert)
            if value > highest:
                best, highest = move, value
        return best


_WHERE_NOTHING_IS_KNOWN = GradedPlayer(moves=12, games=20, alert=True)


def choose_perfectly(game: AnyGame, state: Any, random: Random) -> Any:
    """Return one of the best moves; a promising one if the winner is unknown."""
    known = analyse(game, state, 0)
    if known.unknown:  # the winner takes a long search, but a win may be near
        if wins := fastest_wins(game, state):
            return random.choice(wins)
        known = analyse_briefly(game, state)
    best = [choice for choice in known.choices if choice.best]
    if not best:
        return _WHERE_NOTHING_IS_KNOWN(game, state, random)
    if best[0].distance is not None or best[0].winner is state.to_move:
        return random.choice(best).move
    compared = random.sample(best, min(len(best), _COMPARED))
    return min(compared, key=lambda choice: _ease(game, game.after(state, choice.move))).move


def _ease(game: AnyGame, state: Any) -> float:
    """Return how easily the player to move finds a win: the share of moves that win."""
    known = analyse(game, state, 0)
    return len(known.moves_won_by(state.to_move)) / max(1, len(known.choices))


def fastest_wins(game: AnyGame, state: Any) -> list[Any]:
    """List the fastest winning moves, if a short search finds a win within three moves."""
    for depth in (1, 2, 3):
        try:
            positions = explore(game, state, _MOST_SEARCHED, key=_itself, depth=depth)
        except TooLarge:
            return []
        values = backward_induction(game, positions)
        if values[0] > 0:  # as in `backward_induction`, for the player to move
            moves = zip(game.legal_moves(state), positions.successors[0], strict=True)
            return [move for move, place in moves if values[place] == 1 - values[0]]
    return []


def _itself(state: Any) -> Any:
    """Return the state as its own key: canonical keys cost more than they save near the root."""
    return state


PLAYERS: dict[str, Chooser] = {
    "random": choose_at_random,
    "easy": GradedPlayer(moves=2, games=1),
    "medium": GradedPlayer(moves=4, games=3),
    "hard": GradedPlayer(moves=6, games=8, alert=True),
    "perfect": choose_perfectly,
}
BASELINES: dict[str, Chooser] = {"random": choose_at_random, "habits": choose_by_habit}
"""Who shows no skill: what every measurement is compared with. `habits` is nobody's opponent."""
DEFAULT_LEVEL = "easy"  # the level for newcomers
ABOUT = {
    "random": "Plays anything that is allowed.",
    "easy": "Compares two moves, without much thought.",
    "medium": "Compares four moves, and thinks a little.",
    "hard": "Compares six moves, thinks more, and sees every win at once.",
    "perfect": "Never loses a won game.",
}


def find_player(name: str) -> Chooser:
    """Return the computer player of that name."""
    found = PLAYERS.get(name) or BASELINES.get(name)
    if found is None:
        raise NumduelError(f'There is no computer player "{name[:40]}": {", ".join(PLAYERS)}.')
    return found


def choose_move(match: Match, name: str) -> Any:
    """Return a computer player's move. The random seed follows from the match's seed and the ply,
    so that undo and resume repeat it."""
    random = Random(f"{match.seed}/{len(match.moves)}")
    return find_player(name)(match.game, match.state, random)
