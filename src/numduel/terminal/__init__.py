"""The command line: commands, the menu and games at the keyboard.

Only this package and the commands of arena, web and adapters print.
"""
