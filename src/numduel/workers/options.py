"""Command-line options for commands that can use several workers."""

import click

from numduel.words import printable

WORKERS = click.Option(
    ["--workers"], type=click.IntRange(min=1), metavar="N", help="Number of local processes."
)
CLUSTER = click.Option(
    ["--cluster"], metavar="ADDRESS", help="Use the workers of this Dask scheduler instead."
)


def tell_error(text: str) -> None:
    """Print a sentence below a progress bar."""
    click.echo(printable(f"\n{text}", keep="\n"), err=True)
