"""Another program as a player, over its standard input and output, one JSON object a line.

    we say   {"numduel": 1, "type": "start", "game": "…", "options": {"numbers": 20}, "you": 2,
              "seed": 7}
    we say   {"type": "move", "question": 1, "moves": ["6"], "legal": ["1", "2", "3", "12", "18"],
              "state": {…}}
    it says  {"question": 1, "move": "18"}
    we say   {"type": "end"}

A program is started for each game, answers each "move" with one line, and may exit at "end". Each
line must repeat the question's number, so a superfluous line is noticed at the next question, and a
game never depends on when a line arrives. Any failure forfeits the game.
"""

import json
import os
import select
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from numduel.arena.players import Attempt, Keys, Stop, Stopped, Turn
from numduel.errors import NumduelError
from numduel.match import Match
from numduel.tasks import Failure, shuffled_moves
from numduel.tasks.reading import read_move
from numduel.words import printable

PROTOCOL = 1
_GUARD = Path(__file__).with_name("guard.py")
_LONGEST_LINE = 65_536
_TOO_LONG = f"a line of more than {_LONGEST_LINE} bytes"
_GLANCE = 0.1  # seconds between checks for a stop, or for a finished guard
_LONGEST_FAREWELL = 1.0  # seconds that a program has to exit by itself
_LAST_GLANCES = 200  # glances that its guard has to kill it
_NEEDED = ("PATH", "HOME", "TMPDIR", "LANG", "LC_ALL", "LD_LIBRARY_PATH")
_KEPT_BYTES = 4_096  # the last bytes of standard error
_SHOWN_LINES, _SHOWN_LENGTH = 3, 300


class Unusable(NumduelError):
    """The program cannot play at all: it exits without a line of output, so the run stops."""


class _Failed(Exception):
    def __init__(self, failure: Failure, fault: str) -> None:
        super().__init__(fault)
        self.failure = failure


class _Gone(_Failed):
    """The program has exited or closed its output."""

    def __init__(self, fault: str) -> None:
        super().__init__(Failure.BROKEN, fault)


class Program:
    """A program that plays one game."""

    def __init__(
        self,
        command: Sequence[str],
        timeout: float,
        stop: Stop | None = None,
        environment: Mapping[str, str] | None = None,
        keys: Keys | None = None,
    ) -> None:
        """`stop` ends the wait for an answer when the run is stopped."""
        self.command = command
        self.timeout = timeout
        self.stop: Stop = stop or threading.Event()
        self.environment = needed_variables() if environment is None else environment
        self.keys = keys or Keys()
        self._process: subprocess.Popen[bytes] | None = None
        self._last_words: _LastWords | None = None
        self._heard = b""
        self._asked = 0

    def take_turn(self, match: Match) -> Turn:
        began = time.monotonic()
        details: dict[str, Any] = {}
        try:
            line = self.keys.hide_bytes(self._ask(match, began + self.timeout))
            details["reply"] = reply = line.decode(errors="replace")
            move, failure = read_line(match, reply, self._asked)
        except _Failed as failed:
            move, failure = None, failed.failure
            details["fault"] = str(failed)
        details["seconds"] = round(time.monotonic() - began, 3)
        return Turn(move, (Attempt(failure, details),))

    def try_out(self, match: Match) -> None:
        """Ask for one move, ignore the answer and close.

        Raise Unusable if the program exits without a line. Any line shows that it can speak, and a
        slow program may speak later.
        """
        try:
            self._ask(match, time.monotonic() + self.timeout)
        except _Gone as gone:
            command = printable(self.keys.hide(shlex.join(self.command)))
            raise Unusable(f"The program {command} gave no answer: {gone}.") from None
        except _Failed:
            pass
        finally:
            self.close()

    def close(self) -> None:
        """End the program and everything it started."""
        if self._process is None:
            return
        with suppress(_Failed, Stopped):
            self._say({"type": "end"}, time.monotonic() + _LONGEST_FAREWELL)
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(0 if self.stop.is_set() else _LONGEST_FAREWELL)
        self._process.terminate()
        self._process.send_signal(signal.SIGCONT)  # the program may have sent its guard SIGSTOP
        # Count glances, not seconds: a suspended machine suspends the guard too.
        for _ in range(_LAST_GLANCES):
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_GLANCE)
                break
        self._process.kill()
        self._process.wait()
        self._process = None
        if self._last_words is not None:  # None if the start was interrupted
            self._last_words.join(_LONGEST_FAREWELL)

    def _ask(self, match: Match, deadline: float) -> bytes:
        game, state = match.game, match.state
        if self._process is None:
            self._start()
            self._say(
                {
                    "numduel": PROTOCOL,
                    "type": "start",
                    "game": game.slug,
                    "options": game.options,
                    "you": int(state.to_move),
                    "seed": salted(match.seed),
                },
                deadline,
            )
        self._asked += 1
        legal = shuffled_moves(match)
        question = {
            "type": "move",
            "question": self._asked,
            "moves": match.written_moves,
            "legal": legal,
            "state": game.view(state),
        }
        self._say(question, deadline)
        return self._hear(deadline)

    def _start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(_GUARD), str(os.getpid()), *self.command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env=self.environment,
            start_new_session=True,
        )
        assert self._process.stderr is not None
        self._last_words = _LastWords(self._process.stderr, self.keys)
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)

    def _say(self, message: Mapping[str, Any], deadline: float) -> None:
        """Send the program a line. If it has exited, the next read notices."""
        assert self._process is not None
        assert self._process.stdin is not None
        pipe = self._process.stdin.fileno()
        data = json.dumps(message).encode() + b"\n"
        while data:
            if not self._wait(deadline, writing=[pipe]):
                raise _Failed(Failure.TIMEOUT, "it does not listen")
            try:
                data = data[os.write(pipe, data[:_LONGEST_LINE]) :]
            except BlockingIOError:
                continue
            except OSError:
                return

    def _hear(self, deadline: float) -> bytes:
        assert self._process is not None
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._heard:
            if len(self._heard) > _LONGEST_LINE:
                raise _Failed(Failure.BROKEN, _TOO_LONG)
            if not self._wait(deadline, reading=[pipe]):
                raise _Failed(Failure.TIMEOUT, f"no answer in {self.timeout:g} seconds")
            heard = os.read(pipe, _LONGEST_LINE)
            if not heard:
                raise _Gone(self._ending())
            self._heard += heard
        line, _, self._heard = self._heard.partition(b"\n")
        if len(line) > _LONGEST_LINE:
            raise _Failed(Failure.BROKEN, _TOO_LONG)
        return line

    def _ending(self) -> str:
        """Return how the program ended, and the end of its standard error."""
        assert self._process is not None
        assert self._last_words is not None
        try:
            ending = f"it ended with exit code {self._process.wait(_LONGEST_FAREWELL)}"
        except subprocess.TimeoutExpired:
            ending = "it closed its output"
        words = self._last_words.tell()
        return f'{ending}, and wrote last "{words}"' if words else ending

    def _wait(
        self, deadline: float, reading: Sequence[int] = (), writing: Sequence[int] = ()
    ) -> bool:
        """Return whether a pipe is ready before the deadline; Stopped if the run is stopped."""
        while True:
            left = max(0.0, deadline - time.monotonic())
            ready = select.select(reading, writing, [], min(left, _GLANCE))
            if ready[0] or ready[1]:
                return True
            if not left:
                return False
            if self.stop.is_set():
                raise Stopped("The run was stopped.")


def salted(seed: int) -> int:
    """Return a program's own seed: from the match's it could predict its opponent."""
    return int.from_bytes(sha256(f"program/{seed}".encode()).digest()[:6])


def needed_variables() -> dict[str, str]:
    """Return the environment variables that every program gets, without any keys."""
    return {name: os.environ[name] for name in _NEEDED if name in os.environ}


class _LastWords(threading.Thread):
    """A reader of a program's standard error that keeps the end of it."""

    def __init__(self, pipe: IO[bytes], keys: Keys) -> None:
        super().__init__(daemon=True)
        self._pipe = pipe
        self._keys = keys
        self._kept = b""
        self.start()

    def run(self) -> None:
        with self._pipe:
            while written := os.read(self._pipe.fileno(), _KEPT_BYTES):
                self._kept = self._keys.hide_bytes(self._kept + written)[-_KEPT_BYTES:]

    def tell(self) -> str:
        """Return the last few lines as one, after the program has exited."""
        self.join(_LONGEST_FAREWELL)
        lines = [line.strip() for line in self._kept.decode(errors="replace").splitlines()]
        lines = [printable(line) for line in lines]
        return " / ".join([line for line in lines if line][-_SHOWN_LINES:])[-_SHOWN_LENGTH:]


def read_line(
    match: Match, line: str, number: int | None = None
) -> tuple[str | None, Failure | None]:
    """Return the written move in a line, or why there is none. If `number` is given, the line must
    answer that question."""
    if not line.strip():
        return None, Failure.EMPTY
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None, Failure.UNREADABLE
    if not isinstance(told, dict) or not isinstance(told.get("move"), str):
        return None, Failure.UNREADABLE
    question = told.get("question")
    if number is not None and (question != number or isinstance(question, bool)):
        raise _Failed(Failure.UNREADABLE, f'its answer does not have "question": {number}')
    reading = read_move(match, told["move"])
    return reading.move, reading.failure
