"""The duels inside other people's evaluation and training stacks, one thin adapter a file.

Each stands on `numduel.tasks`, so a puzzle has the same prompt, reading and score in all of them.
"""
