"""How good a game is: figures that are exact where possible, and sampled where not."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from numduel.errors import TooLarge
from numduel.game import AnyGame, Player
from numduel.match import Match, Seat
from numduel.players import choose_move
from numduel.study.kinds import Kind, list_kinds
from numduel.study.random_games import random_moves, states_along
from numduel.theory import analyse

MOST_KINDS = 250_000
JUDGED_BUDGET = 2_000  # positions searched to judge a sampled one where no theorem does


@dataclass(frozen=True)
class Figures:
    """Figures of a game, from all of its positions or from a sample of random games."""

    is_exact: bool
    positions: int | None  # kinds of position; None if only sampled
    decisions: int  # positions with moves that lead to different kinds
    mattering: int  # of these, the ones with both a winning and a losing move
    thrown_away: float | None  # share of moves that lose, where the mover can win and can lose
    branching: float  # moves to choose from, on average over positions that are not the end
    shortest: int
    longest: int
    average_length: float  # in random play
    random_balance: float  # how often Player 1 wins in random play
    met_mattering: float  # share that matters of the choices met in random play

    @property
    def share_mattering(self) -> float:
        return self.mattering / self.decisions if self.decisions else 0.0


@dataclass(frozen=True)
class Audit:
    """A game's figures, who wins it, and how even it is between players of one level."""

    game: AnyGame
    winner: Player | None
    distance: int | None
    openings: int
    winning_openings: tuple[str, ...] | None
    figures: Figures
    balance: dict[str, float]  # by level: how often Player 1 wins between two of them
    balance_games: int

    @property
    def worth(self) -> float:
        """How much a game is worth playing, from 0 to 1: the share of choices met that matter,
        times how even the seats are between `hard` players."""
        return self.figures.met_mattering * (1 - abs(2 * self.balance["hard"] - 1))


def audit(
    game: AnyGame,
    seed: int = 0,
    *,
    budget: int = MOST_KINDS,
    levels: tuple[str, ...] = ("easy", "medium", "hard"),
    games: int = 60,
    sampled: int = 200,
    tick: Callable[[], None] = lambda: None,
) -> Audit:
    """Audit a game; `tick` is called often, for a progress bar."""
    analysis = analyse(game, game.start())
    known = all(choice.winner for choice in analysis.choices)
    winning = (choice for choice in analysis.choices if choice.winner is Player.ONE)
    try:
        figures = measure(list_kinds(game, budget))
        tick()
    except TooLarge:
        figures = sample(game, sampled, Random(f"{seed}/sample"), tick)
    if figures.is_exact and not figures.mattering:
        games = min(games, 2)  # they all end alike
    return Audit(
        game,
        analysis.winner,
        analysis.distance,
        len(analysis.choices),
        tuple(game.write_move(choice.move) for choice in winning) if known else None,
        figures,
        {level: balance(game, level, seed, games, tick) for level in levels},
        games,
    )


def measure(kinds: list[Kind]) -> Figures:
    """The exact figures of a game from all its kinds of position."""
    wins: list[bool] = []
    shortest: list[int] = []
    longest: list[int] = []
    chance: list[float] = []  # that the player to move wins in random play
    length: list[float] = []
    decisions = mattering = inner = branches = 0
    thrown: list[float] = []
    for kind in kinds:
        followers = kind.followers
        if kind.mover_won is not None:
            wins.append(kind.mover_won)
            chance.append(float(kind.mover_won))
            shortest.append(0)
            longest.append(0)
            length.append(0.0)
            continue
        moves = sum(followers.values())
        losing = sum(count for place, count in followers.items() if wins[place])
        inner += 1
        branches += moves
        if len(followers) > 1:
            decisions += 1
            mattering += 0 < losing < moves
        if 0 < losing < moves:
            thrown.append(losing / moves)
        wins.append(losing < moves)
        shortest.append(1 + min(shortest[place] for place in followers))
        longest.append(1 + max(longest[place] for place in followers))
        lost = sum(count * chance[place] for place, count in followers.items())
        chance.append(1 - lost / moves)
        rest = sum(count * length[place] for place, count in followers.items())
        length.append(1 + rest / moves)
    return Figures(
        True,
        len(kinds),
        decisions,
        mattering,
        sum(thrown) / len(thrown) if thrown else None,
        branches / inner if inner else 0.0,
        shortest[-1],
        longest[-1],
        length[-1],
        chance[-1],
        _met_mattering(kinds, wins),
    )


def _met_mattering(kinds: list[Kind], wins: list[bool]) -> float:
    """The share of choices that matter, each counted as often as random play meets it."""
    often = [0.0] * len(kinds)
    often[-1] = 1.0
    choices = mattering = 0.0
    for place in reversed(range(len(kinds))):  # a kind stands behind all that can follow it
        followers = kinds[place].followers
        moves = sum(followers.values())
        for after, count in followers.items():
            often[after] += often[place] * count / moves
        if moves > 1:
            choices += often[place]
            mattering += often[place] * (len({wins[after] for after in followers}) > 1)
    return mattering / choices if choices else 0.0


def sample(game: AnyGame, games: int, random: Random, tick: Callable[[], None]) -> Figures:
    """The same figures from random games, where there are too many positions to list."""
    lengths: list[int] = []
    thrown: list[float] = []
    branches = decisions = mattering = won = 0
    for _ in range(games):
        tick()
        *states, end = states_along(game, random_moves(game, random))
        for state in states:
            analysis = analyse(game, state, JUDGED_BUDGET)
            moves, losing = len(analysis.choices), analysis.count_won(state.to_move.opponent)
            branches += moves
            decisions += losing is not None and moves > 1
            if losing and analysis.matters:
                mattering += 1
                thrown.append(losing / moves)
        won += analyse(game, end).winner is Player.ONE
        lengths.append(len(states))
    return Figures(
        False,
        None,
        decisions,
        mattering,
        sum(thrown) / len(thrown) if thrown else None,
        branches / max(1, sum(lengths)),
        min(lengths),
        max(lengths),
        sum(lengths) / len(lengths),
        won / games,
        mattering / decisions if decisions else 0.0,
    )


def balance(game: AnyGame, level: str, seed: int, games: int, tick: Callable[[], None]) -> float:
    """How often Player 1 wins between two computer players of the same level."""
    won = 0
    for number in range(games):
        tick()
        match = Match(game, (Seat(level), Seat(level)), seed * games + number)
        while match.outcome is None:
            match.play(choose_move(match, level))
        won += match.outcome.winner is Player.ONE
    return won / games
