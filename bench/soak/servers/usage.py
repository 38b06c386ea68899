"""The processor time and the memory of processes with all that they have started."""

import asyncio
import os
from contextlib import suppress
from pathlib import Path


def family_of(pid: int) -> list[int]:
    """A process and all below it."""
    family = [pid]
    for member in family:
        with suppress(OSError):
            below = Path(f"/proc/{member}/task/{member}/children").read_text().split()
            family += map(int, below)
    return family


def processor_seconds(pid: int) -> float:
    """What a process and all below it have used, with those that have ended."""
    ticks = 0
    for member in family_of(pid):
        with suppress(OSError):
            fields = Path(f"/proc/{member}/stat").read_text().rpartition(")")[2].split()
            ticks += sum(map(int, fields[11:15]))  # its own, and of children it has waited for
    return ticks / os.sysconf("SC_CLK_TCK")


def megabytes(pid: int) -> float:
    """The memory of a process and all below it; what they share counts once."""
    kilobytes = 0
    for member in family_of(pid):
        with suppress(OSError, ValueError, IndexError):
            told = Path(f"/proc/{member}/smaps_rollup").read_text()
            kilobytes += int(told.partition("\nPss:")[2].split()[0])
    return kilobytes / 1024


class Usage:
    """What some parts use between two moments."""

    def __init__(self, parts: dict[str, int]) -> None:
        """`parts` are names and processes."""
        self._parts = parts
        self._began = {name: processor_seconds(pid) for name, pid in parts.items()}
        self.most = dict.fromkeys(parts, 0.0)  # megabytes
        self._watcher = asyncio.create_task(self._watch())

    async def _watch(self) -> None:
        """Look at one part after another: to weigh all of them at once would hold up the clients,
        whose loop this is."""
        while True:
            for name, pid in self._parts.items():
                self.most[name] = max(self.most[name], megabytes(pid))
                await asyncio.sleep(1)

    def stop(self) -> dict[str, float]:
        """The processor seconds of each since the beginning."""
        self._watcher.cancel()
        return {
            name: processor_seconds(pid) - self._began[name] for name, pid in self._parts.items()
        }
