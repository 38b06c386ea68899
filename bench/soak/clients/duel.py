"""A duel as its two players see it, each at their own page."""

import time
from dataclasses import dataclass, field
from typing import Any

from bench.soak.clients.visitor import Visitor

Json = dict[str, Any]


@dataclass
class Sent:
    """A move on its way: when it was sent, by which server it was acknowledged, and when and by
    which server the opponent heard of it."""

    move: str
    began: float = field(default_factory=time.perf_counter)
    acknowledged: float | None = None
    by: str = ""
    seen: float | None = None
    seen_by: str = ""


@dataclass(eq=False)
class Seat:
    """A player. It does one thing at a time, and knows only what it was told."""

    match: str
    player: int
    cookie: str
    snapshot: Json  # the newest that it has seen
    heard: int = -1  # the newest version that its stream told of
    visitor: Visitor | None = None  # of its stream
    is_busy: bool = False
    sent: dict[int, Sent] = field(default_factory=dict)  # by ply

    @property
    def name(self) -> str:
        return f"{self.match}/{self.player}"

    @property
    def server(self) -> str:
        """Where its stream comes from; empty if it has none."""
        return self.visitor.server if self.visitor else ""

    @property
    def version(self) -> int:
        version: int = self.snapshot["version"]
        return version

    @property
    def is_over(self) -> bool:
        return self.snapshot["outcome"] is not None

    @property
    def may_move(self) -> bool:
        return not self.is_over and self.snapshot["to_move"] == self.player

    @property
    def is_asked(self) -> bool:
        """Whether the opponent asks for a move back."""
        return not self.is_over and self.snapshot["takeback"] == 3 - self.player

    def take(self, snapshot: Json) -> None:
        """Take a snapshot from anywhere, unless it is older than the newest."""
        if snapshot["version"] > self.version:
            self.snapshot = snapshot


@dataclass(eq=False)
class Duel:
    """A match with both seats taken."""

    one: Seat
    two: Seat

    @property
    def seats(self) -> tuple[Seat, Seat]:
        return self.one, self.two

    @property
    def is_over(self) -> bool:
        return self.one.is_over or self.two.is_over

    @property
    def version(self) -> int:
        """The newest version that a player has been told of."""
        return max(self.one.version, self.two.version)

    def other(self, seat: Seat) -> Seat:
        return self.two if seat is self.one else self.one
