"""How good a game is: figures that are exact where possible, and sampled where not."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from random import Random
from typing import Any, NamedTuple

from numduel.errors import TooLarge
from numduel.game import AnyGame, Player
from numduel.players import GradedPlayer, find_player
from numduel.study.balance import balance
from numduel.study.kinds import Kind, ListedGame, chances_of_winning, list_kinds
from numduel.study.random_games import random_moves, states_along
from numduel.theory import Analysis, analyse
from numduel.workers import HERE, Workers, in_bundles, in_order

GAMES = 60  # between players of each level
MOST_MOVES = 500_000  # that listing all kinds of position may try
JUDGED_BUDGET = 2_000  # moves tried to judge a sampled position, where no theorem does


# Called with the name of a part of the work, and with the share of it that is done, from 0 to 1.
# The share grows evenly with time, so that the time left can be estimated.
ReportProgress = Callable[[str, float], None]


def quietly(_part: str, _done: float) -> None:
    """Report nothing: for callers who do not need to know the progress."""


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
class Setting:
    """A game's figures, and how even it is between players of one level."""

    game: AnyGame
    figures: Figures
    balance: dict[str, float]  # by level: how often Player 1 wins between two of them
    balance_games: int

    @property
    def worth(self) -> float:
        """How much a game is worth playing, from 0 to 1: the share of choices met that matter,
        times how even the seats are between `hard` players."""
        return self.figures.met_mattering * (1 - abs(2 * self.balance["hard"] - 1))


@dataclass(frozen=True)
class Audit(Setting):
    """A setting with its figures, and who wins with best play."""

    winner: Player | None
    distance: int | None
    openings: int
    winning_openings: tuple[str, ...] | None


def audit(
    game: AnyGame,
    seed: int = 0,
    *,
    budget: int = MOST_MOVES,
    levels: tuple[str, ...] = ("easy", "medium", "hard"),
    games: int = GAMES,
    sampled: int = 200,
    progress: ReportProgress = quietly,
    workers: Workers = HERE,
) -> Audit:
    """Audit a game. Its positions are listed if that takes no more than `budget` moves."""
    analysis = analyse(game, game.start())
    known = all(choice.winner for choice in analysis.choices)
    winning = map(game.write_move, analysis.moves_won_by(Player.ONE))
    figures, listed = look_at(game, seed, budget, sampled, progress, workers)
    if figures.is_exact and not figures.mattering:
        games = min(games, 2)  # the others would end in the same way
    balances, efforts = {}, [*accumulate(map(_effort, levels), initial=0.0)]
    for level, (start, end) in zip(levels, pairwise(efforts), strict=True):

        def tell(done: float, start: float = start, end: float = end) -> None:
            progress("games between players", (start + done * (end - start)) / efforts[-1])

        balances[level] = balance(game, level, seed, games, listed, tell, workers)
    return Audit(
        game,
        figures,
        balances,
        games,
        analysis.winner,
        analysis.distance,
        len(analysis.choices),
        tuple(winning) if known else None,
    )


def look_at(
    game: AnyGame,
    seed: int,
    budget: int,
    sampled: int,
    progress: ReportProgress = quietly,
    workers: Workers = HERE,
) -> tuple[Figures, ListedGame | None]:
    """The figures of a game, and the game with its positions listed, unless there are too many."""
    try:
        kinds = list_kinds(game, budget, partial(progress, "listing positions"))
    except TooLarge:
        return sample(game, sampled, Random(f"{seed}/sample"), progress, workers), None
    return measure(kinds), ListedGame(kinds)


def measure(kinds: list[Kind]) -> Figures:
    """The exact figures of a game from all its kinds of position."""
    wins: list[bool] = []
    shortest: list[int] = []
    longest: list[int] = []
    length: list[float] = []
    decisions = mattering = inner = branches = 0
    thrown: list[float] = []
    for kind in kinds:
        followers = kind.followers
        if kind.mover_won is not None:
            wins.append(kind.mover_won)
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
        chances_of_winning(kinds)[-1],
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


class _Sampled(NamedTuple):
    """What a random game shows."""

    branches: int
    decisions: int
    mattering: int
    thrown: list[float]
    is_won: bool  # by Player 1
    length: int


def sample(
    game: AnyGame,
    games: int,
    random: Random,
    progress: ReportProgress = quietly,
    workers: Workers = HERE,
) -> Figures:
    """The same figures from random games, where there are too many positions to list."""
    drawn = (random_moves(game, random) for _ in range(games))
    seen: list[_Sampled] = []
    for some in in_order(workers, partial(_look_at_games, game), in_bundles(workers, drawn, games)):
        progress("random games", len(seen) / games)
        seen += some
    lengths = [one.length for one in seen]
    thrown = [share for one in seen for share in one.thrown]
    decisions, mattering = sum(one.decisions for one in seen), sum(one.mattering for one in seen)
    return Figures(
        False,
        None,
        decisions,
        mattering,
        sum(thrown) / len(thrown) if thrown else None,
        sum(one.branches for one in seen) / max(1, sum(lengths)),
        min(lengths),
        max(lengths),
        sum(lengths) / len(lengths),
        sum(one.is_won for one in seen) / games,
        mattering / decisions if decisions else 0.0,
    )


def _look_at_games(game: AnyGame, drawn: Sequence[Sequence[Any]]) -> list[_Sampled]:
    return [_look_at_game(game, moves) for moves in drawn]


def _look_at_game(game: AnyGame, played: Sequence[Any]) -> _Sampled:
    branches = decisions = mattering = 0
    thrown = []
    *states, end = states_along(game, played)
    for state in states:
        analysis = _judge(game, state)
        moves, losing = len(analysis.choices), analysis.count_won(state.to_move.opponent)
        branches += moves
        decisions += losing is not None and moves > 1
        if losing and analysis.matters:
            mattering += 1
            thrown.append(losing / moves)
    is_won = analyse(game, end).winner is Player.ONE
    return _Sampled(branches, decisions, mattering, thrown, is_won, len(states))


def _judge(game: AnyGame, state: Any) -> Analysis:
    """Who wins after each move, as far as a theorem or a short search knows. How far away the end
    is takes most of the time to find out, and is not needed here."""
    analysis = analyse(game, state, 0)
    return analysis if analysis.winner else analyse(game, state, JUDGED_BUDGET)


def _effort(level: str) -> float:
    """How long a game between two players of a level takes, compared with others."""
    player = find_player(level)
    return player.moves * player.games if isinstance(player, GradedPlayer) else 10
