"""`numduel review`, `replay` and `stats`: finished games."""

from dataclasses import asdict
from pathlib import Path

import click

from numduel.study import review_of
from numduel.terminal.game_commands import AS_JSON, PLAIN
from numduel.terminal.plain import (
    list_finished,
    read_statistics,
    show_replay,
    show_review,
    show_statistics,
)
from numduel.terminal.saved import latest_finished, load_file
from numduel.terminal.screen import Screen, tell_json

_FILE = click.argument("file", required=False, type=click.Path(path_type=Path))


@click.command("review", params=[AS_JSON, PLAIN])
@_FILE
def review_command(file: Path | None, as_json: bool, plain: bool) -> None:
    """Show move by move who was winning; without FILE, choose a finished game at a terminal, or
    take the latest elsewhere."""
    screen = Screen(plain)
    if as_json:
        tell_json(asdict(review_of(load_file(file or latest_finished()).match)))
    elif screen.has_app:
        _look_in_app(file, replays=False)
    else:
        show_review(screen, load_file(file or latest_finished()).match)


@click.command(params=[PLAIN])
@_FILE
def replay(file: Path | None, plain: bool) -> None:
    """Show a saved game from its first move; without FILE, choose one of the finished games, or
    list them if there is no terminal."""
    screen = Screen(plain)
    if screen.has_app:
        _look_in_app(file, replays=True)
    elif file is None:
        list_finished(screen)
    else:
        record = load_file(file)
        if record.is_cut:
            screen.notice("The last line was incomplete and is left out.")
        show_replay(screen, record.match)


def _look_in_app(file: Path | None, replays: bool) -> None:
    from numduel.terminal.app.app import run_app
    from numduel.terminal.app.looking_back import FinishedScreen, ReviewScreen

    match = None if file is None else load_file(file).match
    code = run_app(
        lambda _: FinishedScreen(replays) if match is None else ReviewScreen(match, replays)
    )
    click.get_current_context().exit(code)


@click.command("stats", params=[AS_JSON, PLAIN])
def stats(as_json: bool, plain: bool) -> None:
    """Show your finished games by opponent and by game: how many you won, and how often you found
    the right move where it mattered."""
    screen = Screen(plain)
    if as_json:
        tell_json(asdict(read_statistics(screen.notice)))
    elif screen.has_app:
        from numduel.terminal.app.app import run_app
        from numduel.terminal.app.looking_back import StatsScreen

        click.get_current_context().exit(run_app(lambda _: StatsScreen()))
    else:
        show_statistics(screen)
