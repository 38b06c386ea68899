"""Runs a program, and kills it with everything it started when the arena is done with it.

A script of its own: `python guard.py ARENA COMMAND...`, where ARENA is the pid of the process that
starts it, which ends it with SIGTERM. On Linux it is the child subreaper of all orphans below it,
gets SIGTERM when the arena dies, and the program is killed when it dies itself. Elsewhere it only
kills the program's process group.
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
_GLANCE = 0.002  # seconds between looks at the remaining processes
_MOST_LOOKS = 1_000  # a process of another user cannot be killed

started: list[int] = []  # pid of the program, the leader of its own process group


def main() -> None:
    arena, command = int(sys.argv[1]), sys.argv[2:]
    signal.signal(signal.SIGTERM, end)
    ask_kernel(ADOPT_ORPHANS, 1)
    ask_kernel(SIGNAL_AT_PARENTS_DEATH, signal.SIGTERM)
    if os.getppid() != arena:
        return  # the arena died before prctl
    # Block SIGTERM until the program is in its own group.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
    try:
        program = subprocess.Popen(command, start_new_session=True, preexec_fn=begin_program)
    except OSError as fault:
        sys.stderr.write(f"{command[0]}: {fault.strerror}\n")
        sys.exit(_CANNOT_START)
    started.append(program.pid)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGTERM})
    # Close our copies of the pipes, so that the arena sees EOF when the program closes them.
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)
    code = wait_for(program.pid)
    end(code=code)


def end(*_: object, code: int = 0) -> NoReturn:
    """Kill the program with everything it started, and exit."""
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
    """Kill the children of this process that belong to other sessions. Their children are then
    reparented to it, and are killed too.

    Counts looks, not seconds, because the machine may be suspended.
    """
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
        # It may exit meanwhile, which raises either of these.
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
    """Inside this block, adopt processes whose program killed its guard; kill them at its end.
    Meanwhile programs cannot read this process's memory."""
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
