"""The command line: commands, the menu and games at the keyboard.

Apart from the commands that arena and web bring, only this package prints.
"""
