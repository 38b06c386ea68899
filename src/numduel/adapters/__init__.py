"""Adapters that bring the duels into evaluation and training stacks of others, one a file.

All build on `numduel.tasks`, so a puzzle has the same prompt, parser and score everywhere.
"""
