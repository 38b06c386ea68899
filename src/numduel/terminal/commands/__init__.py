"""The subcommands of `numduel`, one file each."""
