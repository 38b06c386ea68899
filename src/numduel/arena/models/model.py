"""A language model as a player. It is asked in words, and told what was wrong with a reply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from numduel.arena.models.endpoint import Reply
from numduel.arena.players.turn import Attempt, Turn
from numduel.match import Match
from numduel.tasks import Asking, Failure, Reading, prompt, read
from numduel.tasks.asking import feedback

ChatMessage = dict[str, str]

# Only after these failures does it make sense to ask again.
_CORRECTABLE = {Failure.EMPTY, Failure.TRUNCATED, Failure.UNREADABLE, Failure.ILLEGAL}


class Answering(Protocol):
    """Something that answers a conversation."""

    def ask(self, messages: Sequence[Mapping[str, str]]) -> Reply: ...


@dataclass(frozen=True)
class Model:
    """A model at an endpoint. One object can play any number of games at once."""

    endpoint: Answering
    asking: Asking
    literally: bool = False  # as replies were read in the first runs

    def take_turn(self, match: Match) -> Turn:
        messages: list[ChatMessage] = [{"role": "user", "content": prompt(match, self.asking)}]
        attempts: list[Attempt] = []
        while len(attempts) <= self.asking.retries:
            reply = self.endpoint.ask(messages)
            reading = Reading(None, reply.failure)
            if reply.failure is None:
                reading = read(match, reply.text or "", literally=self.literally)
            details = {"prompt": messages[-1]["content"], **reply.details}
            attempts.append(Attempt(reading.failure, details))
            if reading.failure is None or reading.failure not in _CORRECTABLE:
                return Turn(reading.move, tuple(attempts), self._is_trouble(reading.failure))
            messages.append({"role": "assistant", "content": reply.text or ""})
            messages.append(
                {"role": "user", "content": feedback(reading.failure, reading.fault, self.asking)}
            )
        return Turn(None, tuple(attempts))

    def _is_trouble(self, failure: Failure | None) -> bool:
        """Whether the endpoint failed and not the model. In the first runs a request that took too
        long was never known to have begun an answer."""
        return failure is Failure.BROKEN or (self.literally and failure is Failure.TIMEOUT)

    def close(self) -> None:
        pass
