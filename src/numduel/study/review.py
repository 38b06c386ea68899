"""Review of a game, move by move: who was winning, and where that was given away."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from numduel.game import AnyGame, Player
from numduel.match import Match
from numduel.study.address import PLAIN, Address
from numduel.study.analysis import Ending, Refutation, foregone_winner, refute, within
from numduel.study.form import Form, OptionValues, Part
from numduel.theory import Analysis, analyse, analyse_briefly
from numduel.words import listed

_NAMED = 3  # better moves that a sentence names
QUICK_BUDGET = 2_000  # budget for the winner where no theorem knows


@dataclass(frozen=True)
class ReviewedMove(Part):
    """A move of a game, with who was winning before it and after it."""

    ply: int
    """the number of the move, from 1"""
    player: Player
    move: str
    name: str
    """the move as people read it"""
    winner_before: Player | None
    winner_after: Player | None
    distance_before: int | None
    distance_after: int | None
    is_mistake: bool
    """whether it gave a win away"""
    mattered: bool
    """whether some moves here won and others lost"""
    better: tuple[str, ...]
    """what would have won, if this was a mistake"""
    better_names: tuple[str, ...]
    text: str
    """who is winning after it"""
    refutation: Refutation | None
    """what beats a mistake, addressed to the player who made it"""


@dataclass(frozen=True, kw_only=True)
class Review(Form):
    """A game compared with best play."""

    game: str
    options: OptionValues
    moves: tuple[ReviewedMove, ...]
    outcome: Ending | None
    winners: tuple[Player | None, ...]
    """who was winning before the first move and after each"""
    start: str
    """who was winning before the first move, to read"""
    mattered: bool
    """whether anybody ever had a choice between winning and losing"""
    decided: str
    """what decided a game that is over, in a sentence"""
    deciding: int | None
    """the number of the move that decided it; null if none did, or that is not known"""
    sentences: tuple[str, ...]
    """the whole game in a few sentences"""

    @property
    def mistakes(self) -> list[ReviewedMove]:
        """The moves that gave a win away."""
        return [move for move in self.moves if move.is_mistake]


def review_of(
    match: Match,
    address: Address = PLAIN,
    judge: Callable[[AnyGame, Any], Analysis] = analyse_briefly,
    *,
    refutes: bool = True,
) -> Review:
    """Review a match. For many of them, `judge` can be a cached or cheaper analysis, and without
    `refutes` mistakes have no refutations."""
    game = match.game
    analyses = [judge(game, state) for state in match.states]
    moves = []
    for ply, (before, move) in enumerate(match.turns, start=1):
        known = analyses[ply - 1], analyses[ply]
        reviewed = _review_move(game, ply, before, move, *known, address)
        if refutes and reviewed.is_mistake:
            reviewed = replace(reviewed, refutation=refute(game, before, move))
        moves.append(reviewed)
    told = Review(
        game=game.slug,
        options=game.options,
        moves=tuple(moves),
        outcome=Ending.of(match.outcome),
        winners=tuple(analysis.winner for analysis in analyses),
        start=_who_wins(analyses[0].winner, None, address),
        mattered=any(move.mattered for move in moves),
        decided="",
        deciding=None,
        sentences=(),
    )
    decided, deciding = _decision(game, told, address)
    told = replace(told, decided=decided, deciding=deciding)
    return replace(told, sentences=tuple(_sentences(told, address)))


def decision_of(match: Match, address: Address = PLAIN) -> tuple[str, int | None]:
    """Return what decided a finished game, in a sentence, and the number of the deciding move, if
    any. Quicker than a review: distances and refutations are left out."""
    told = review_of(match, address, quick_judge, refutes=False)
    return told.decided, told.deciding


def quick_judge(game: AnyGame, state: Any) -> Analysis:
    """Analyse a position by theorems or a short search, for callers that need no distances."""
    analysis = analyse(game, state, 0)
    return analysis if analysis.winner else analyse(game, state, QUICK_BUDGET)


def _decision(game: AnyGame, told: Review, address: Address) -> tuple[str, int | None]:
    """Find what decided a game: the last mistake, if the player who made it lost."""
    if told.outcome is None:
        return "", None
    winner, loser = told.outcome.winner, told.outcome.winner.opponent
    if told.winners[-1] is loser:
        return _given_up(loser, address), None
    if foregone := foregone_winner(game):
        named = address.name(foregone)
        seat = str(foregone) if named == str(foregone) else f"{foregone} ({named})"
        rules = "with these options" if game.changed_options else "with the original rules"
        return f"{seat} always wins {rules}: no choice mattered.", None
    if told.mistakes and None not in told.winners[told.mistakes[-1].ply :]:
        last = told.mistakes[-1]
        better = f"{_either(last.better_names)} would have"
        if last.ply <= 2:
            mine = "Your" if loser in address.you else f"{address.who(loser)}'s"
            return f"{mine} first move lost it: {better} won.", last.ply
        return f"{address.who(loser)} had it won until move {last.ply}: {better} kept it.", last.ply
    if None in told.winners:
        return "What decided it is not known: some of the positions are too large.", None
    if loser in address.you:
        won = f", and {address.name(winner)} made no mistake" if told.mattered else ""
        return f"You were losing from the start{won}.", None
    won = " and made no mistake" if told.mattered else ""
    return f"{address.was(winner)} winning from the start{won}.", None


def _review_move(
    game: AnyGame,
    ply: int,
    state: Any,
    move: Any,
    before: Analysis,
    after: Analysis,
    address: Address,
) -> ReviewedMove:
    player: Player = state.to_move
    is_mistake = before.winner is player and after.winner is player.opponent
    winning = [choice for choice in before.choices if choice.winner is player]
    winning.sort(key=lambda choice: not choice.best)
    better = [choice.move for choice in winning] if is_mistake else []
    names = tuple(game.words.name_move(state, move) for move in better)
    text = _who_wins(after.winner, after.distance, address)
    return ReviewedMove(
        ply,
        player,
        game.write_move(move),
        game.words.name_move(state, move),
        before.winner,
        after.winner,
        before.distance,
        after.distance,
        is_mistake,
        before.matters,
        tuple(map(game.write_move, better)),
        names,
        f"{text}; {_either(names)} would have won" if is_mistake else text,
        None,
    )


def _who_wins(winner: Player | None, distance: int | None, address: Address) -> str:
    if winner is None:
        return "nobody knows who wins"
    return f"{address.does(winner, 'win')}{within(distance or None)}"


def tell_mistake(move: ReviewedMove, address: Address = PLAIN) -> str:
    """Return who gave the win away, and what would have kept it, as sentences."""
    return (
        f"Move {move.ply}: {address.name(move.player)} played {move.name} and gave the win away."
        f" {_either(move.better_names)} would have kept it."
    )


def _sentences(told: Review, address: Address) -> list[str]:
    said = []
    winners, outcome, mistakes = told.winners, told.outcome, told.mistakes
    if None in winners:
        said.append("Some of these positions are too large to know who was winning.")
    for move in mistakes:
        said.append(tell_mistake(move, address))
    if not told.moves:
        said.append("No move was made." if outcome else "No move has been made yet.")
    elif not mistakes and winners[0] is not None:
        kept = "" if outcome and outcome.winner is not winners[0] else " Nobody gave a win away."
        said.append(f"{_always(winners[0], address, outcome is None)}.{kept}")
    if told.moves and None not in winners and not told.mattered:
        said.append("No move could change who wins.")
    elif outcome is not None and mistakes and mistakes[-1].player is not outcome.winner:
        said.append(f"Move {mistakes[-1].ply} decided the game.")
    if outcome is not None and winners[-1] is outcome.winner.opponent:
        said.append(_given_up(winners[-1], address))
    return said


def _given_up(loser: Player, address: Address) -> str:
    return f"{address.who(loser)} gave up a game that could still be won."


def _always(winner: Player, address: Address, goes_on: bool) -> str:
    if goes_on:
        return f"{address.has(winner)} been winning all along"
    return f"{address.was(winner)} winning from the first move to the last"


def _either(moves: tuple[str, ...]) -> str:
    """Join some of the winning moves: "4 or 8", "4, 8, 9 or any of 3 others"."""
    if len(moves) <= _NAMED + 1:
        return listed(moves, word="or")
    return listed([*moves[:_NAMED], f"any of {len(moves) - _NAMED} others"], word="or")
