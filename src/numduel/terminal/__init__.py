"""The command line: commands, the rule books' dialogue, and the full-screen app.

Only this package and the commands of arena, web and adapters print.
"""
