"""Where was it lost? A finished or unfinished game, move by move, against the exact truth."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from numduel.game import AnyGame, Outcome, Player
from numduel.theory import Analysis, analyse

_NAMED = 3  # how many better moves a sentence names


@dataclass(frozen=True)
class Step:
    """One move of a game: who was winning before it and after it."""

    ply: int
    player: Player
    move: str
    winner_before: Player | None
    winner_after: Player | None
    distance_before: int | None
    distance_after: int | None
    is_mistake: bool
    mattered: bool  # whether some moves here would have won and others lost
    better: tuple[str, ...]  # what would have won, if this threw the game away


@dataclass(frozen=True)
class Review:
    """A game, move by move, and what it comes to in words."""

    steps: tuple[Step, ...]
    winners: tuple[Player | None, ...]  # who is winning before the first move and after each
    outcome: Outcome | None
    sentences: tuple[str, ...]

    @property
    def mistakes(self) -> list[Step]:
        return [step for step in self.steps if step.is_mistake]

    @property
    def mattered(self) -> bool:
        """Whether anybody ever had a choice between winning and losing."""
        return any(step.mattered for step in self.steps)


def review(game: AnyGame, moves: Sequence[Any], ended: Outcome | None = None) -> Review:
    """Review the game these moves make; `ended` is an ending that the rules do not know."""
    state = game.start()
    analyses = [analyse(game, state)]
    steps = []
    for ply, move in enumerate(moves, start=1):
        player = state.to_move
        state = game.after(state, move)
        analyses.append(analyse(game, state))
        steps.append(_step(game, ply, player, move, *analyses[-2:]))
    winners = tuple(analysis.winner for analysis in analyses)
    outcome = ended or game.outcome(state)
    return Review(tuple(steps), winners, outcome, tuple(_sentences(steps, winners, outcome)))


def _step(
    game: AnyGame, ply: int, player: Player, move: Any, before: Analysis, after: Analysis
) -> Step:
    is_mistake = before.winner is player and after.winner is player.opponent
    winning = [choice for choice in before.choices if choice.winner is player]
    winning.sort(key=lambda choice: not choice.best)
    return Step(
        ply,
        player,
        game.write_move(move),
        before.winner,
        after.winner,
        before.distance,
        after.distance,
        is_mistake,
        len({choice.winner for choice in before.choices}) > 1,
        tuple(game.write_move(choice.move) for choice in winning) if is_mistake else (),
    )


def _sentences(
    steps: list[Step], winners: tuple[Player | None, ...], outcome: Outcome | None
) -> list[str]:
    told = []
    if None in winners:
        told.append("Some of these positions are too large to know who was winning.")
    mistakes = [step for step in steps if step.is_mistake]
    for step in mistakes:
        told.append(
            f"Move {step.ply}: {step.player} played {step.move} and gave the win away."
            f" {_either(step.better)} would have kept it."
        )
    if not mistakes and winners[0] is not None:
        always = "was winning from the first move to the last"
        if outcome is None:
            always = "has been winning all along"
        told.append(f"{winners[0]} {always}. Nobody gave a win away.")
    if None not in winners and not any(step.mattered for step in steps):
        told.append("At no point did anybody's choice change who would win.")
    elif outcome is not None and mistakes and mistakes[-1].player is not outcome.winner:
        told.append(f"Move {mistakes[-1].ply} decided the game.")
    if outcome is not None and outcome.winner is not winners[-1] is not None:
        told.append(f"{winners[-1]} could still have won when the game ended.")
    return told


def _either(moves: tuple[str, ...]) -> str:
    """Some of the moves that would have won, as "4 or 8" or "4, 8 or 3 others"."""
    named = list(moves[:_NAMED])
    others = len(moves) - len(named)
    if others:
        named.append(f"{others} other{'s' if others > 1 else ''}")
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} or {named[-1]}"
