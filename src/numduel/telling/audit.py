"""What an audit shows: whether it is a good game, and which settings would make a better one."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from numduel.game import Player
from numduel.study.audit import Audit, Figures, Setting
from numduel.study.recommend import LITTLE
from numduel.telling.truth import FORM, number_of, within
from numduel.words import count

_ENOUGH_GAMES = 10  # between hard players, to say what a game is worth


def audit_of(told: Audit, better: Sequence[Setting] = ()) -> dict[str, Any]:
    """An audit as JSON; `better` are the settings that are worth most."""
    rows = [{"label": label, "figure": figure} for label, figure in figures_in_words(told)]
    figures = asdict(told.figures) | {"share_mattering": told.figures.share_mattering}
    return {
        "form": FORM,
        "game": told.game.slug,
        "options": told.game.options,
        "judgement": judgement(told),
        "winner": number_of(told.winner),
        "distance": told.distance,
        "openings": told.openings,
        "winning_openings": None if told.winning_openings is None else list(told.winning_openings),
        "figures": figures,
        "rows": rows,
        "balance": told.balance,
        "balance_games": told.balance_games,
        "worth": told.worth,
        "advice": [
            {
                "options": one.game.options,
                "worth": one.worth,
                "balance": one.balance,
                "text": tell_worth(one),
            }
            for one in better
        ],
    }


def advise(told: Audit, best: Sequence[Setting]) -> tuple[str, list[Setting]]:
    """Whether other settings would make a better game, in a sentence, and which ones."""
    others = [one for one in best if one.game != told.game]
    better = [one for one in others if one.worth > told.worth]
    about = f"{told.worth:.2f}: the share of choices met that matter, times how even the seats are"
    if best and told.figures.mattering and told.balance_games < _ENOUGH_GAMES:
        return "Too few games to say what this is worth. The best that were tried:", list(best)
    if better:
        return f"Worth more than this ({about}):", better
    if told.worth > LITTLE:
        return f"It is worth playing as it is ({about}). The best others that were tried:", others
    return "No size or variant that was tried makes it worth playing.", []


def tell_worth(one: Setting) -> str:
    """What settings are worth, and the two figures that say so."""
    return (
        f"worth {one.worth:.2f}; {one.figures.met_mattering:.0%} of choices matter, Player 1 wins"
        f" {one.balance['hard']:.0%} of {one.balance_games} games between two hard players"
    )


def judgement(told: Audit) -> str:
    """What kind of game it is, in plain words."""
    if told.winner is None:
        return "who wins is not known at this size."
    if told.openings == 0 or (told.figures.is_exact and told.figures.mattering == 0):
        return f"decided before the first move: {told.winner} wins, whatever anybody does."
    if told.distance == 1:
        return f"won at once: {told.winner} can end it with the first move."
    return f"with best play {told.winner} wins{_openings(told)}. {_practice(told)}".rstrip()


def _openings(told: Audit) -> str:
    """How many openings win, where that is known."""
    openings = told.winning_openings
    if openings is None:
        return ""
    if not openings:
        return " after any opening"
    return f": {len(openings):,} of {told.openings:,} openings win{'s' * (len(openings) == 1)}"


def _practice(told: Audit) -> str:
    """How often that player wins between the strongest players that were tried."""
    if not told.balance:
        return ""
    level, share = list(told.balance.items())[-1]
    if told.winner is Player.TWO:
        share = 1 - share
    return f"Between two {level} players {told.winner} wins {share:.0%} of games."


def figures_in_words(told: Audit) -> list[tuple[str, str]]:
    """The figures of an audit, each with its label: the two make a sentence."""
    figures = told.figures
    best = f"{told.winner} wins{within(told.distance)}" if told.winner else "who wins is not known"
    how = "random games, for there are too many positions to list"
    if figures.is_exact:
        how = f"all {figures.positions:,} kinds of position"
    rows = [
        ("with best play", best),
        ("the figures come from", how),
        ("the choice decides", f"in {_of_100(figures.met_mattering)} turns of random play"),
        ("the choice can decide", _matter(figures)),
        ("a random move throws a win away", _thrown_away(figures)),
        ("a turn has", f"{figures.branching:.1f} moves to choose from, on average"),
        (
            "a game takes",
            f"{figures.shortest} to {figures.longest} moves, {figures.average_length:.1f} in random"
            " play",
        ),
        ("both random: Player 1 wins", f"{_of_100(figures.random_balance)} games"),
    ]
    for level, share in told.balance.items():
        won = f"{round(share * told.balance_games):,} of {count(told.balance_games, 'game')}"
        rows.append((f"both {level}: Player 1 wins", won))
    return rows


HEADINGS = {
    "choice": "turns of 100, in random play, in which the choice decides who wins",
    "Player 1": "games of 100 that Player 1 wins between two hard players",
    "moves": "in a random game, on average",
}


def key_figures(told: Audit) -> list[str]:
    """The figures of a game under these headings, in their order."""
    figures = told.figures
    shares = figures.met_mattering, told.balance["hard"]
    return [*(f"{100 * share:.0f}" for share in shares), f"{figures.average_length:.0f}"]


def _matter(figures: Figures) -> str:
    if not figures.decisions:
        return "nowhere: there is never a real choice"
    return f"in {figures.mattering:,} of {figures.decisions:,} positions with a choice"


def _thrown_away(figures: Figures) -> str:
    if figures.thrown_away is None:
        return "never"
    return f"{_of_100(figures.thrown_away)} times where it can"


def _of_100(share: float) -> str:
    return f"{round(100 * share)} of 100"
