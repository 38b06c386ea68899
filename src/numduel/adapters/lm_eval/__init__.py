"""Puzzles as a task of the lm-evaluation-harness, in a folder for its --include_path."""

from pathlib import Path

FOLDER = Path(__file__).parent
