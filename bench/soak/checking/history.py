"""Writes down what clients do and see, in the form that `checker.py` reads."""

import json
import time
from pathlib import Path
from typing import Any

Json = dict[str, Any]


class History:
    """A file of JSON lines, in the order in which things happen."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("w", encoding="utf-8")
        self._operations = 0

    def invoke(self, **asked: Any) -> int:
        """Note that a client asks for something. Returns the number of that operation."""
        self._operations += 1
        self._write({"type": "invoke", "op": self._operations, **asked})
        return self._operations

    def finish(self, operation: int, result: str, snapshot: Json | None, **more: Any) -> None:
        """Note what came of it: "ok", "refused" or "unknown"."""
        seen = None if snapshot is None else seen_in(snapshot)
        self._write({"type": result, "op": operation, "seen": seen, **more})

    def hear(self, client: str, match: str, snapshot: Json) -> None:
        """Note an event of a client's stream."""
        seen = seen_in(snapshot)
        self._write({"type": "seen", "client": client, "match": match, "seen": seen})

    def end(self, client: str, match: str) -> None:
        """The client's stream is closed, and should have told everything."""
        self._write({"type": "end", "client": client, "match": match})

    def close(self) -> None:
        self._file.close()

    def _write(self, line: Json) -> None:
        line["at"] = round(time.perf_counter(), 6)
        self._file.write(json.dumps(line, separators=(",", ":")) + "\n")


def seen_in(snapshot: Json) -> Json:
    """What the checker compares of a snapshot."""
    outcome = snapshot["outcome"]
    is_given_up = outcome is not None and outcome["reason"] == "by resignation"
    return {
        "version": snapshot["version"],
        "moves": snapshot["moves"],
        "takeback": snapshot["takeback"],
        "joined": [int(seat) for seat, about in snapshot["seats"].items() if about["is_taken"]],
        "resigned": outcome["winner"] if is_given_up else None,
    }
