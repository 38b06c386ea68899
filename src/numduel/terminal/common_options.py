"""Options that several commands share."""

import click

PLAIN = click.Option(["--plain"], is_flag=True, help="No colour, no wrapping.")
AS_JSON = click.Option(["--json", "as_json"], is_flag=True, help="For other programs.")
