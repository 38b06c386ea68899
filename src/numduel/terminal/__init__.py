"""The command line: commands, the menu and games at the keyboard. Only this package prints."""
