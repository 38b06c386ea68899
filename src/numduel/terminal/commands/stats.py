"""`numduel stats`: your games so far."""

from dataclasses import asdict

import click

from numduel.terminal.common_options import AS_JSON, PLAIN
from numduel.terminal.looking_back.statistics import read_statistics, show_statistics
from numduel.terminal.screen import Screen, tell_json


@click.command("stats", params=[AS_JSON, PLAIN])
def stats(as_json: bool, plain: bool) -> None:
    """Tell your finished games by opponent and by game: how many you won, and how often you found
    the right move where it mattered."""
    screen = Screen(plain)
    if as_json:
        tell_json(asdict(read_statistics(screen)))
    else:
        show_statistics(screen)
