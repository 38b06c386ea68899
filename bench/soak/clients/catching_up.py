"""How long it takes after a fault until every listener is connected and up to date."""

import asyncio
import time

from bench.soak.clients.duel import Seat

_BETWEEN_LOOKS = 0.05
_PATIENCE = 600  # seconds: only what hangs reaches it


class CatchingUp:
    """Listeners, and the versions that were committed at some moment."""

    def __init__(
        self, what: str, seats: list[Seat], committed: dict[str, int], began: float | None = None
    ) -> None:
        self.what = what
        self._behind = {seat: committed[seat.match] for seat in seats if seat.match in committed}
        self._began = began or time.perf_counter()
        self._task = asyncio.create_task(self._look())
        self.seconds: float | None = None  # until all had heard; None while some have not

    async def _look(self) -> None:
        while True:
            heard = [seat for seat, goal in self._behind.items() if _has_heard(seat, goal)]
            for seat in heard:
                del self._behind[seat]
            if not self._behind:
                self.seconds = time.perf_counter() - self._began
                return
            await asyncio.sleep(_BETWEEN_LOOKS)

    async def wait(self) -> None:
        """Wait until all are up to date."""
        await self.wait_at_most(_PATIENCE)
        if self._behind:
            raise SystemExit(f"After {self.what}, {len(self._behind)} listeners are left behind.")

    async def wait_at_most(self, seconds: float) -> None:
        await asyncio.wait([self._task], timeout=seconds)

    def stop(self) -> None:
        self._task.cancel()


def _has_heard(seat: Seat, goal: int) -> bool:
    return bool(seat.server) and seat.heard >= goal
