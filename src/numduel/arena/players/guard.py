"""Runs a program, and ends it with everything it started when the arena is done with it.

This is a script of its own: `python guard.py LIFELINE COMMAND...`. The lifeline is the reading end
of a pipe that the arena holds open. When the arena closes it, or dies, the program's whole process
group is killed. On Linux, processes that left the group are killed as well: this process becomes
the parent of those that lost theirs, and ends only when it has no child left.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

_CANNOT_START = 127  # as a shell says it
_ADOPT = 36  # PR_SET_CHILD_SUBREAPER
_GLANCE = 0.002  # seconds between looks at what is left
_LONGEST_END = 5.0  # seconds; a process that became another user's cannot be killed


def main() -> None:
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    adopt_orphans()
    try:
        program = subprocess.Popen(command, start_new_session=True)
    except OSError as fault:
        sys.stderr.write(f"{command[0]}: {fault.strerror}\n")
        sys.exit(_CANNOT_START)
    # The program has these now. If they stayed open here, nobody would notice it closing them.
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)
    threading.Thread(target=end_when_let_go, args=(lifeline, program.pid), daemon=True).start()
    end(program.pid, wait_for(program.pid))


def adopt_orphans() -> None:
    """Become the parent of every process below this one that loses its own; on Linux only."""
    if sys.platform == "linux":
        with suppress(ImportError, OSError, AttributeError):
            import ctypes

            ctypes.CDLL(None).prctl(_ADOPT, 1, 0, 0, 0)


def end_when_let_go(lifeline: int, program: int) -> None:
    os.read(lifeline, 1)
    end(program, 0)


def wait_for(program: int) -> int:
    """The program's exit code, or 128 and the signal's number if one killed it, as in a shell."""
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, 0)
            if process == program:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else 128 - code
    return 0


def end(program: int, code: int) -> NoReturn:
    """Kill the program's group and every other process below this one, and exit."""
    with suppress(OSError):
        os.killpg(program, signal.SIGKILL)
    deadline = time.monotonic() + _LONGEST_END
    while has_children() and time.monotonic() < deadline:
        for process in descendants():
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        time.sleep(_GLANCE)
    os._exit(code)


def has_children() -> bool:
    """Whether any child is left, once those that have ended are collected."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def descendants() -> list[int]:
    """Every process below this one, where the system lists them in /proc."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError, ValueError, IndexError):
            after_name = path.read_bytes().rpartition(b")")[2]
            parents[int(path.parent.name)] = int(after_name.split()[1])
    found = [os.getpid()]
    for parent in found:  # the list grows in the loop
        found += [process for process, its_parent in parents.items() if its_parent == parent]
    return found[1:]


if __name__ == "__main__":
    main()
