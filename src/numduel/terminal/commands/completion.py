"""`numduel completion SHELL`: the script that completes games and options in a shell."""

import click
from click.shell_completion import get_completion_class

SHELLS = {
    "bash": 'eval "$(numduel completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(numduel completion zsh)" in ~/.zshrc',
    "fish": "numduel completion fish > ~/.config/fish/completions/numduel.fish",
}


@click.command(epilog="Put it to use with:\n\n" + "\n\n".join(SHELLS.values()))
@click.argument("shell", type=click.Choice(list(SHELLS)))
def completion(shell: str) -> None:
    """Print the script that makes a shell complete games and options."""
    root = click.get_current_context().find_root()
    maker = get_completion_class(shell)
    assert maker is not None
    click.echo(maker(root.command, {}, "numduel", "_NUMDUEL_COMPLETE").source())
