"""Quality of a game: exact figures where possible, labelled samples elsewhere.

If its positions are few enough, all are listed; those of equal canonical key count as one.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial, reduce
from itertools import accumulate
from random import Random
from statistics import median
from typing import Any, NamedTuple

from numduel.errors import TooLarge
from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.players import choose_move
from numduel.study.analysis import within
from numduel.study.form import Form, OptionValues, Part
from numduel.study.review import quick_judge
from numduel.theory import analyse, judge_moves
from numduel.theory.search import Positions, explore, random_playout
from numduel.words import count
from numduel.workers import HERE, Workers, in_bundles, in_order

GAMES = 60  # games between players of each level
MOST_MOVES = 500_000  # budget for listing all positions
_RANDOM_GAMES = 50  # games to estimate the length, and whether choices can matter


# Called with the name of a part of the work, and the share of it that is done.
ReportProgress = Callable[[str, float], None]


def quietly(_part: str, _done: float) -> None:
    """Ignore the progress."""


@dataclass(frozen=True)
class Figures(Part):
    """Figures of a game, from all its positions or from random games."""

    is_exact: bool
    """whether all positions were looked at"""
    positions: int | None
    """different positions; null if only sampled"""
    decisions: int
    """positions with more than one legal move"""
    mattering: int
    """of these, the ones with both a winning and a losing move"""
    thrown_away: float | None
    """share of moves that lose, where the mover can win and can lose"""
    branching: float
    """moves to choose from, on average over positions that are not the end"""
    shortest: int
    """moves of the shortest game"""
    longest: int
    average_length: float
    """in random play"""
    random_balance: float
    """how often Player 1 wins in random play"""
    met_mattering: float
    """share of the choices met in random play that matter"""


@dataclass(frozen=True)
class Row(Part):
    """A figure with its label; together they make a sentence."""

    label: str
    figure: str


@dataclass(frozen=True, kw_only=True)
class Audit(Form):
    """The result of an audit of a game."""

    game: str
    options: OptionValues
    judgement: str
    """what kind of game it is, in a sentence"""
    winner: Player | None
    """who wins with best play"""
    distance: int | None
    openings: int
    """how many first moves there are"""
    winning_openings: tuple[str, ...] | None
    figures: Figures
    rows: tuple[Row, ...]
    """the figures to read"""
    balance: dict[str, float]
    """by level, how often Player 1 wins between two players of it"""
    balance_games: int
    """how many games were played between players of each level"""
    worth: float | None
    """from 0 to 1: the share of choices met that matter, times how even the seats are between hard
    players; null if these did not play"""


def audit_game(
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
    """Audit a game. If listing its positions takes more than `budget` moves, `sampled` random games
    are played instead."""
    analysis = analyse(game, game.start())
    known = all(choice.winner for choice in analysis.choices)
    winning = map(game.write_move, analysis.moves_won_by(Player.ONE))
    try:
        figures = measure(game, explore(game, game.start(), budget))
    except TooLarge:
        figures = sample(game, sampled, Random(f"{seed}/sample"), progress, workers)
    if figures.is_exact and not figures.mattering:
        games = min(games, 2)  # the others would end alike
    balances = {
        level: balance(
            game, level, seed, games, partial(progress, f"games between {level} players"), workers
        )
        for level in levels
    }
    evenness = 1 - abs(2 * balances["hard"] - 1) if "hard" in balances else None
    told = Audit(
        game=game.slug,
        options=game.options,
        judgement="",
        winner=analysis.winner,
        distance=analysis.distance,
        openings=len(analysis.choices),
        winning_openings=tuple(winning) if known else None,
        figures=figures,
        rows=(),
        balance=balances,
        balance_games=games,
        worth=None if evenness is None else figures.met_mattering * evenness,
    )
    return replace(told, judgement=judgement(told), rows=tuple(_rows(told)))


# Exact figures.


def measure(game: AnyGame, positions: Positions) -> Figures:
    """Return the exact figures of a game from the list of its positions."""
    size = len(positions.states)
    wins, shortest, longest, length = [False] * size, [0] * size, [0] * size, [0.0] * size
    chances = [0.0] * size  # winning chances of the player to move in random play
    decisions = mattering = inner = branches = 0
    thrown: list[float] = []
    for place in positions.ends_first():
        state, after = positions.states[place], positions.successors[place]
        if not after:
            outcome = game.outcome(state)
            wins[place] = outcome is not None and outcome.winner is state.to_move
            chances[place] = float(wins[place])
            continue
        moves, losing = len(after), sum(wins[then] for then in after)
        inner += 1
        branches += moves
        decisions += moves > 1
        if 0 < losing < moves:
            mattering += 1
            thrown.append(losing / moves)
        wins[place] = losing < moves
        shortest[place] = 1 + min(shortest[then] for then in after)
        longest[place] = 1 + max(longest[then] for then in after)
        length[place] = 1 + sum(length[then] for then in after) / moves
        chances[place] = 1 - sum(chances[then] for then in after) / moves
    return Figures(
        True,
        size,
        decisions,
        mattering,
        sum(thrown) / len(thrown) if thrown else None,
        branches / inner if inner else 0.0,
        shortest[0],
        longest[0],
        length[0],
        chances[0],
        _met_mattering(positions, wins),
    )


def _met_mattering(positions: Positions, wins: list[bool]) -> float:
    """Return the share of choices that matter, weighted by how often random play meets them."""
    often = [1.0, *[0.0] * (len(wins) - 1)]
    choices = mattering = 0.0
    for place in reversed(positions.ends_first()):
        after = positions.successors[place]
        for then in after:
            often[then] += often[place] / len(after)
        if len(after) > 1:
            choices += often[place]
            mattering += often[place] * (len({wins[then] for then in after}) > 1)
    return mattering / choices if choices else 0.0


# Random games.


def random_moves(game: AnyGame, random: Random) -> list[Any]:
    """Return the moves of a whole random game."""
    return [move for move, _ in random_playout(game, game.start(), random)]


def state_after(game: AnyGame, moves: Iterable[Any]) -> Any:
    """Return the state after these legal moves."""
    return reduce(game.after, moves, game.start())


def states_along(game: AnyGame, moves: Sequence[Any]) -> list[Any]:
    """Return the first state, and the state after each of these moves."""
    return [*accumulate(moves, game.after, initial=game.start())]


@lru_cache(maxsize=256)
def usual_length(game: AnyGame) -> float:
    """Return the median length of some random games, always the same ones."""
    return median(map(len, _draw(game)))


@lru_cache(maxsize=256)
def can_matter(game: AnyGame) -> bool:
    """Return whether a choice matters anywhere in some random games, always the same ones."""
    return any(
        judge_moves(game, state).matters
        for moves in _draw(game)
        for state in states_along(game, moves)
    )


def _draw(game: AnyGame) -> Iterator[list[Any]]:
    random = Random(0)
    return (random_moves(game, random) for _ in range(_RANDOM_GAMES))


class _Sampled(NamedTuple):
    """Figures of a random game."""

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
    """Return the figures of a game with too many positions to list, from random games."""
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
        analysis = quick_judge(game, state)
        moves, losing = len(analysis.choices), analysis.count_won(state.to_move.opponent)
        branches += moves
        decisions += losing is not None and moves > 1
        if losing and analysis.matters:
            mattering += 1
            thrown.append(losing / moves)
    is_won = judge_moves(game, end).winner is Player.ONE
    return _Sampled(branches, decisions, mattering, thrown, is_won, len(states))


# Games between players of the same level.


def balance(
    game: AnyGame,
    level: str,
    seed: int,
    games: int,
    progress: Callable[[float], None] = lambda _done: None,
    workers: Workers = HERE,
) -> float:
    """Return the share of games between two computer players of a level that Player 1 wins."""
    seeds = range(seed * games, (seed + 1) * games)
    done = won = 0
    bundles = in_bundles(workers, seeds, games)
    for some in in_order(workers, partial(_play_between, game, level), bundles):
        progress(done / games)
        done += len(some)
        won += sum(some)
    return won / games


def _play_between(game: AnyGame, level: str, seeds: Sequence[int]) -> list[bool]:
    """Play games between two players of a level; return for each whether Player 1 wins. May run in
    another process."""
    won = []
    for seed in seeds:
        match = Match(game, seed=seed)
        while match.outcome is None:
            match.play(choose_move(match, level))
        won.append(match.outcome.winner is Player.ONE)
    return won


# Sentences.

HEADINGS = {
    "choice": "turns of 100, in random play, in which the choice decides who wins",
    "Player 1": "games of 100 that Player 1 wins between two hard players",
    "moves": "in a random game, on average",
}


def key_figures(told: Audit) -> list[str]:
    """Return the figures of a game under HEADINGS, in their order."""
    figures = told.figures
    shares = figures.met_mattering, told.balance["hard"]
    return [*(f"{100 * share:.0f}" for share in shares), f"{figures.average_length:.0f}"]


def judgement(told: Audit) -> str:
    """Return what kind of game it is, as a sentence."""
    if told.winner is None:
        return "who wins is not known at this size."
    if told.openings == 0 or (told.figures.is_exact and told.figures.mattering == 0):
        return f"decided before the first move: {told.winner} wins, whatever anybody does."
    if told.distance == 1:
        return f"won at once: {told.winner} can end it with the first move."
    return f"with best play {told.winner} wins{_openings(told)}. {_practice(told)}".rstrip()


def _openings(told: Audit) -> str:
    """Return how many openings win, if known, to follow the winner."""
    openings = told.winning_openings
    if openings is None:
        return ""
    if not openings:
        return " after any opening"
    return f": {len(openings):,} of {told.openings:,} openings win{'s' * (len(openings) == 1)}"


def _practice(told: Audit) -> str:
    """Return how often the winner wins between the strongest players tried, as a sentence."""
    if not told.balance:
        return ""
    level, share = list(told.balance.items())[-1]
    if told.winner is Player.TWO:
        share = 1 - share
    return f"Between two {level} players {told.winner} wins {share:.0%} of games."


def _rows(told: Audit) -> Iterator[Row]:
    figures = told.figures
    best = f"{told.winner} wins{within(told.distance)}" if told.winner else "who wins is not known"
    yield Row("with best play", best)
    how = "random games: there are too many positions to list"
    if figures.is_exact:
        how = f"all {figures.positions:,} kinds of position"
    yield Row("the figures come from", how)
    decides = f"in {_of_100(figures.met_mattering)} turns of random play"
    yield Row("the choice decides", decides)
    matter = f"in {figures.mattering:,} of {figures.decisions:,} positions with a choice"
    if figures.is_exact and not figures.mattering:
        matter = "nowhere: no choice changes who wins"
    yield Row("the choice can decide", matter)
    thrown = "never"
    if figures.thrown_away is not None:
        thrown = f"{_of_100(figures.thrown_away)} times where it can"
    yield Row("a random move throws a win away", thrown)
    yield Row("a turn has", f"{figures.branching:.1f} moves to choose from, on average")
    lengths = f"{figures.shortest} to {figures.longest} moves"
    yield Row("a game takes", f"{lengths}, {figures.average_length:.1f} in random play")
    yield Row("both random: Player 1 wins", f"{_of_100(figures.random_balance)} games")
    for level, share in told.balance.items():
        won = f"{round(share * told.balance_games):,} of {count(told.balance_games, 'game')}"
        yield Row(f"both {level}: Player 1 wins", won)


def _of_100(share: float) -> str:
    return f"{round(100 * share)} of 100"
