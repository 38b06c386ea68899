"""`numduel audit [GAME]`: is it a good game?"""

import json
import sys
from typing import Any

import click

from numduel.catalogue import build_game, list_games
from numduel.game import AnyGame
from numduel.study.audit import Audit, audit
from numduel.study.recommend import LITTLE, candidates, recommend
from numduel.telling.audit import figures_in_words, in_percent, judgement
from numduel.terminal.common_options import AS_JSON, PLAIN
from numduel.terminal.game_commands import GameGroup, given_options
from numduel.terminal.screen import Screen

AUDIT_OPTIONS = [
    AS_JSON,
    click.Option(["--seed"], type=int, default=0, help="Make the sampled figures repeatable."),
    click.Option(
        ["--games"], type=click.IntRange(1, 10_000), default=60, help="Games between each level."
    ),
    click.Option(["--advice/--no-advice"], default=True, help="Search for better settings."),
    PLAIN,
]

_ENOUGH_GAMES = 10


def _audit_game(
    game_class: type[AnyGame],
    as_json: bool,
    seed: int,
    games: int,
    advice: bool,
    plain: bool,
    **given: Any,
) -> None:
    game = build_game(game_class, given_options(game_class, given))
    screen = Screen(plain)
    told, better = _audit(screen, game, seed, games, advice)
    if as_json:
        click.echo(json.dumps(audit_as_json(told, better), ensure_ascii=False))
    else:
        tell_audit(screen, told, better if advice else None)


def _audit(
    screen: Screen, game: AnyGame, seed: int = 0, games: int = 60, advice: bool = False
) -> tuple[Audit, list[Audit]]:
    """The audit and the advice, with a progress bar where somebody watches."""
    bar = click.progressbar(
        length=3 * games + (12 * sum(1 for _ in candidates(type(game))) if advice else 0),
        label=game.title,
        width=0,
        file=sys.stderr,
        hidden=not screen.is_terminal,
    )
    with bar:
        told = audit(game, seed, games=games, tick=lambda: bar.update(1))
        better = recommend(type(game), seed, tick=lambda: bar.update(1)) if advice else []
        bar.update(bar.length or 0)
    return told, better


def tell_audit(screen: Screen, told: Audit, better: list[Audit] | None) -> None:
    """The verdict in a sentence, the figures, and what would be a better game."""
    screen.tell(f"{_settings(told)}: {judgement(told)}\n")
    for label, figure in figures_in_words(told):
        screen.tell(f"  {label:32} {figure}")
    if better is not None:
        screen.tell("")
        advice, others = advise(told, better)
        screen.tell(advice)
        for one in others:
            screen.tell(f"  {_settings(one)}: {_worth(one)}")
    screen.tell("")


def advise(told: Audit, best: list[Audit]) -> tuple[str, list[Audit]]:
    """Whether other settings would make a better game, and which."""
    others = [one for one in best if one.game != told.game]
    better = [one for one in others if one.worth > told.worth]
    about = f"{told.worth:.2f}: the share of choices met that matter, times how even the seats are"
    if best and told.figures.mattering and told.balance_games < _ENOUGH_GAMES:
        return "Too few games to say what this is worth. The best that were tried:", best
    if better:
        return f"Worth more than this ({about}):", better
    if told.worth > LITTLE:
        return f"It is worth playing as it is ({about}). The best others that were tried:", others
    return "No size or variant that was tried makes it worth playing.", []


def _settings(told: Audit) -> str:
    return f"{told.game.title} ({', '.join(f'{k} {v}' for k, v in told.game.options.items())})"


def _worth(one: Audit) -> str:
    matter, won = in_percent(one.figures.met_mattering), in_percent(one.balance["hard"])
    return (
        f"worth {one.worth:.2f}; {matter} of choices matter,"
        f" Player 1 wins {won} of {one.balance_games} games between two hard players"
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
@click.option("--json", "as_json", is_flag=True, help="Print a list of JSON objects.")
@click.pass_context
def audit_command(context: click.Context, as_json: bool) -> None:
    """Measure how good a game is, and which settings would make it better; without GAME, all
    games as written, without that search."""
    if context.invoked_subcommand is not None:
        if as_json:
            raise click.UsageError("Name the GAME first: --json comes after it.")
        return
    screen = Screen()
    audits = (_audit(screen, game_class())[0] for game_class in list_games())
    if as_json:
        told = [audit_as_json(one, []) for one in audits]
        click.echo(json.dumps(told, ensure_ascii=False))
        return
    for one in audits:
        tell_audit(screen, one, None)
