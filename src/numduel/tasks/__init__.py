"""A position as a question: how it is put, how a reply is read, and what an answer is worth."""

from numduel.tasks.asking import Asking, prompt
from numduel.tasks.reading import Failure, Reading, read

__all__ = ["Asking", "Failure", "Reading", "prompt", "read"]
