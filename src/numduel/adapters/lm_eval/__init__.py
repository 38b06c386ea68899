"""Puzzles as a task of the lm-evaluation-harness, in the folder that its --include_path wants."""

from pathlib import Path

FOLDER = Path(__file__).parent
