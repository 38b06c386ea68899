"""Runs a program and ends it, with all that it started, when the arena lets go of it.

Started as a script of its own: `python guard.py LIFELINE COMMAND...`. The lifeline is the reading
end of a pipe that the arena holds open; when the arena closes it, or dies in whatever way, the
program's whole process group is killed. On Linux so is whatever left that group: this process
adopts what has lost its parent, and goes only when it has no child any more.
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
_LONGEST_END = 5.0  # seconds, should something not die: we may not kill what became another user's


def main() -> None:
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    adopt_orphans()
    try:
        program = subprocess.Popen(command, start_new_session=True)
    except OSError as fault:
        sys.stderr.write(f"{command[0]}: {fault.strerror}\n")
        sys.exit(_CANNOT_START)
    # The program has these ends now; were they open here too, nobody would see it close them.
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
    """The program's exit code; with a signal's number, 128 more, as a shell says it."""
    with suppress(ChildProcessError):
        while True:
            process, status = os.waitpid(-1, 0)
            if process == program:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else 128 - code
    return 0


def end(program: int, code: int) -> NoReturn:
    """Kill the program's group, and whatever else lives below this process, and go."""
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
    """Whether any child is left, after those that have ended were seen off."""
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
    for parent in found:  # which grows while it is gone through
        found += [process for process, its_parent in parents.items() if its_parent == parent]
    return found[1:]


if __name__ == "__main__":
    main()
