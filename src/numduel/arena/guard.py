"""Runs a program, and ends it with everything it started when the arena is done with it.

This is a script of its own: `python guard.py ARENA COMMAND...`, where ARENA is the number of the
process that starts it. The arena ends it with SIGTERM. On Linux the kernel helps: this process
becomes the parent of every process below it that loses its own, is told when the arena dies, and
the program dies with it. Elsewhere the program's process group is ended, and no more.
"""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NoReturn

ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
SIGNAL_AT_PARENTS_DEATH = 1  # PR_SET_PDEATHSIG
SHOW_MEMORY = 4  # PR_SET_DUMPABLE
_CANNOT_START = 127  # as a shell says it
_GLANCE = 0.002  # seconds between looks at what is left
_MOST_LOOKS = 1_000  # a process that became another user's cannot be killed

started: list[int] = []  # the program, which leads a process group of its own


def main() -> None:
    arena, command = int(sys.argv[1]), sys.argv[2:]
    signal.signal(signal.SIGTERM, end)
    ask_kernel(ADOPT_ORPHANS, 1)
    ask_kernel(SIGNAL_AT_PARENTS_DEATH, signal.SIGTERM)
    if os.getppid() != arena:
        return  # it died before the kernel was asked
    # While the program begins, it is in no group of its own yet: a request to end has to wait.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        program = subprocess.Popen(command, start_new_session=True, preexec_fn=begin_program)
    except OSError as fault:
        sys.stderr.write(f"{command[0]}: {fault.strerror}\n")
        sys.exit(_CANNOT_START)
    started.append(program.pid)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    # The program has these now. If they stayed open here, nobody would notice it closing them.
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)
    code = wait_for(program.pid)
    end(code=code)


def end(*_: object, code: int = 0) -> NoReturn:
    """End the program with everything it started, and this process."""
    for group in started:
        with suppress(OSError):
            os.killpg(group, signal.SIGKILL)
    end_strays()
    os._exit(code)


def ask_kernel(what: int, value: int) -> None:
    """Set a property of this process (prctl), on Linux only."""
    if sys.platform == "linux":
        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def begin_program() -> None:
    """Set PR_SET_PDEATHSIG and unblock SIGTERM in the program's process."""
    ask_kernel(SIGNAL_AT_PARENTS_DEATH, signal.SIGKILL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})


def wait_for(program: int) -> int:
    """Return the program's exit code, or 128 plus the signal that killed it, as in a shell."""
    while True:
        process, status = os.waitpid(-1, 0)
        if process == program:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code


def end_strays(spared: frozenset[int] = frozenset()) -> None:
    """Kill the children of this process that belong to other sessions. Their children then become
    its own, and are killed too.

    It gives up after a number of looks, not of seconds, because a machine may stand still."""
    for _ in range(_MOST_LOOKS):
        strays = find_strays() - spared
        if not strays:
            return
        for process in strays:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
                os.waitpid(process, os.WNOHANG)
        time.sleep(_GLANCE)


def find_strays() -> frozenset[int]:
    """Return the children of this process that belong to other sessions, as /proc lists them.

    Programs and whatever they start have sessions of their own; workers of the arena do not."""
    own, session, found = str(os.getpid()), str(os.getsid(0)), set()
    for process in filter(str.isdigit, _list_processes()):
        # It may end while we look, which the system tells in more than one way.
        with suppress(OSError, ValueError):
            told = Path(f"/proc/{process}/stat").read_text("latin-1")
            _, parent, _, its_session = told.rpartition(")")[2].split()[:4]
            if parent == own and its_session != session:
                found.add(int(process))
    return frozenset(found)


def _list_processes() -> list[str]:
    try:
        return os.listdir("/proc")
    except OSError:
        return []


@contextmanager
def adopting_orphans() -> Iterator[None]:
    """Adopt, inside this block, processes whose program killed its guard; kill them at its end.
    Programs cannot look into this process meanwhile."""
    before = find_strays()
    ask_kernel(ADOPT_ORPHANS, 1)
    ask_kernel(SHOW_MEMORY, 0)
    try:
        yield
    finally:
        end_strays(spared=before)
        ask_kernel(SHOW_MEMORY, 1)
        ask_kernel(ADOPT_ORPHANS, 0)


if __name__ == "__main__":
    main()
