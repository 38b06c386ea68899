"""Lists of subcommands with whole sentences. Click would cut each of them to one row."""

import click


class WholeHelpGroup(click.Group):
    """A group whose subcommands are listed with the first paragraph of their help."""

    commands_heading = "Commands"

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for name in self.list_commands(ctx):
            command = self.get_command(ctx, name)
            if command is not None and not command.hidden:
                about = (command.help or "").strip().partition("\n\n")[0]
                rows.append((name, " ".join(about.split())))
        if rows:
            with formatter.section(self.commands_heading):
                formatter.write_dl(rows)
