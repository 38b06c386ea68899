"""Options that several commands share."""

import click

PLAIN = click.Option(["--plain"], is_flag=True, help="No colour, no wrapping.")
SHOW_VALUES = click.Option(
    ["--show-values"],
    is_flag=True,
    help="Mark each allowed move ▲ winning or ▼ losing, with how far the end is.",
)
AS_JSON = click.Option(["--json", "as_json"], is_flag=True, help="For other programs.")
