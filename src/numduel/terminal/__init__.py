"""The command line: commands, the menu and games at the keyboard.

Only this package prints, and the commands of arena, web and adapters.
"""
