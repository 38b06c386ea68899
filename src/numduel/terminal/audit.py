"""`numduel audit [GAME]`: is it a good game?"""

import json
import sys
from typing import Any

import click

from numduel.catalogue import build_game, list_games
from numduel.game import AnyGame
from numduel.study.audit import Audit, Figures, audit
from numduel.study.recommend import candidates, recommend
from numduel.terminal.analyse import moves_in_words
from numduel.terminal.games import GameGroup, given_options
from numduel.terminal.screen import Screen

AUDIT_OPTIONS = [
    click.Option(["--json", "as_json"], is_flag=True, help="For other programs."),
    click.Option(["--seed"], type=int, default=0, help="Make the sampled figures repeatable."),
    click.Option(["--advice/--no-advice"], default=True, help="Search for better settings."),
    click.Option(["--plain"], is_flag=True, help="No colour, no wrapping."),
]


def _audit_game(
    game_class: type[AnyGame], as_json: bool, seed: int, advice: bool, plain: bool, **given: Any
) -> None:
    game = build_game(game_class, given_options(game_class, given))
    screen = Screen(plain)
    told, better = _audit(screen, game, seed, advice)
    if as_json:
        click.echo(json.dumps(audit_as_json(told, better), ensure_ascii=False))
    else:
        tell_audit(screen, told, better if advice else None)


def _audit(screen: Screen, game: AnyGame, seed: int, advice: bool) -> tuple[Audit, list[Audit]]:
    """The audit and the advice, with a progress bar where somebody watches."""
    bar = click.progressbar(
        length=200 + (60 * sum(1 for _ in candidates(type(game))) if advice else 0),
        label=game.title,
        file=sys.stderr,
        hidden=not screen.is_terminal,
    )
    with bar:
        told = audit(game, seed, tick=lambda: bar.update(1))
        better = recommend(type(game), seed, tick=lambda: bar.update(1)) if advice else []
        bar.update(bar.length or 0)
    return told, better


def tell_audit(screen: Screen, told: Audit, better: list[Audit] | None) -> None:
    """The verdict in a sentence, the figures, and what would be a better game."""
    screen.tell(f"{_settings(told)}: {judgement(told)}\n")
    for label, figure in _rows(told):
        screen.tell(f"  {label:32} {figure}")
    if better is not None:
        screen.tell("")
        screen.tell(advice_on(told, better))
        for one in better:
            screen.tell(f"  {_settings(one)}: {_worth(one)}")
    screen.tell("")


def judgement(told: Audit) -> str:
    """What kind of game it is, in plain words."""
    if told.winner is None:
        return "who wins is not known at this size."
    if told.openings == 0 or (told.figures.is_exact and told.figures.mattering == 0):
        return f"decided before the first move: {told.winner} wins, whatever anybody does."
    openings = told.winning_openings
    if told.distance == 1:
        return f"won at once: {told.winner} can end it with the first move."
    if openings is not None and openings:
        share = f"{len(openings)} of {told.openings} openings win"
        return f"it favours {told.winner}, who wins with best play: {share}."
    return f"it favours {told.winner}, who wins with best play after any opening."


def advice_on(told: Audit, better: list[Audit]) -> str:
    """Whether other settings would make a better game."""
    if not better:
        return "No size or variant that was tried makes it worth playing."
    if better[0].worth <= told.worth:
        return "It is worth playing as it is. The best that were tried:"
    return "Worth more than this (the share of decisions that matter, less what the seat decides):"


def _rows(told: Audit) -> list[tuple[str, str]]:
    figures = told.figures
    how = "exact" if figures.is_exact else "sampled in random games"
    best = f"{told.winner} wins" if told.winner else "not known"
    if told.winner and told.distance is not None:
        best += f" in {moves_in_words(told.distance)}"
    rows = [
        ("with best play", best),
        (
            "kinds of position",
            f"{figures.positions:,}" if figures.positions else "too many to list",
        ),
        ("figures are", how),
        ("decisions that matter", _matter(figures)),
        ("a random move throws a win away", _share(figures.thrown_away)),
        ("moves to choose from", f"{figures.branching:.1f} on average"),
        (
            "length",
            f"{figures.shortest} to {figures.longest}, {figures.average_length:.1f} at random",
        ),
        ("Player 1 wins between random", _share(figures.random_balance)),
    ]
    for level, share in told.balance.items():
        games = f"{_share(share)} of {told.balance_games} games"
        rows.append((f"Player 1 wins between {level}", games))
    return rows


def _matter(figures: Figures) -> str:
    if not figures.decisions:
        return "there is never a real choice"
    return f"{figures.mattering:,} of {figures.decisions:,} ({_share(figures.share_mattering)})"


def _share(share: float | None) -> str:
    return "never" if share is None else f"{share:.0%}"


def _settings(told: Audit) -> str:
    return f"{told.game.title} ({', '.join(f'{k} {v}' for k, v in told.game.options.items())})"


def _worth(one: Audit) -> str:
    return (
        f"worth {one.worth:.2f}; {_share(one.figures.share_mattering)} of decisions matter,"
        f" Player 1 wins {_share(one.balance['medium'])} between medium"
    )


def audit_as_json(told: Audit, better: list[Audit]) -> dict[str, Any]:
    """An audit in the form that other programs read."""
    return {
        "game": told.game.slug,
        "options": told.game.options,
        "judgement": judgement(told),
        "winner": told.winner and int(told.winner),
        "distance": told.distance,
        "openings": told.openings,
        "winning_openings": told.winning_openings,
        **told.figures.__dict__,
        "share_mattering": told.figures.share_mattering,
        "balance": told.balance,
        "balance_games": told.balance_games,
        "worth": told.worth,
        "advice": [
            {"options": one.game.options, "worth": one.worth, "balance": one.balance}
            for one in better
        ],
    }


@click.group(
    "audit",
    cls=GameGroup,
    do=_audit_game,
    own_params=AUDIT_OPTIONS,
    invoke_without_command=True,
    subcommand_metavar="[GAME] [OPTIONS]",
)
@click.pass_context
def audit_command(context: click.Context) -> None:
    """Measure how good a game is, and which settings would make it better; without GAME, all."""
    if context.invoked_subcommand is None:
        screen = Screen()
        for game_class in list_games():
            told, _ = _audit(screen, game_class(), 0, advice=False)
            tell_audit(screen, told, None)
