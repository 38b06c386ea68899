"""A cache of answers, with a limit in bytes."""

from collections import OrderedDict
from collections.abc import Hashable
from hashlib import sha256

_OVERHEAD = 200  # bytes that a small answer takes in memory besides itself


class AnswerCache:
    """Encoded answers by their question. The least recently used make room for new ones."""

    def __init__(self, most_bytes: int) -> None:
        self.most_bytes = most_bytes
        self.bytes = 0
        self._answers: OrderedDict[bytes, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._answers)

    def find(self, question: bytes) -> bytes | None:
        answer = self._answers.get(question)
        if answer is not None:
            self._answers.move_to_end(question)
        return answer

    def keep(self, question: bytes, answer: bytes) -> None:
        """Keep an answer, unless it would take more than a tenth of the room."""
        weight = len(answer) + _OVERHEAD
        if weight > self.most_bytes / 10 or question in self._answers:
            return
        self._answers[question] = answer
        self.bytes += weight
        while self.bytes > self.most_bytes:
            _, dropped = self._answers.popitem(last=False)
            self.bytes -= len(dropped) + _OVERHEAD


def question_of(*parts: Hashable) -> bytes:
    """A short name for a question of any length. Equal parts give equal names."""
    return sha256(repr(parts).encode("utf-8", "surrogatepass")).digest()
