"""Ends what a test run leaves behind: `python leave_nothing.py MARK`.

A run that is cut off cannot stop its servers, browsers and databases itself. This process waits
until its standard input closes, which happens whenever the run is gone. Then it ends every process
that has NUMDUEL_TEST_RUN=MARK in its environment, as all have that the run started.
"""

import os
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path

# Python's own helper heeds no request to end, and ends with the process that started it.
LEAVES_BY_ITSELF = b"multiprocessing.resource_tracker"


def left_behind(mark):
    """The numbers of the processes with this mark."""
    wanted = f"NUMDUEL_TEST_RUN={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            is_ours = wanted in (folder / "environ").read_bytes().split(b"\0")
            if is_ours and LEAVES_BY_ITSELF not in (folder / "cmdline").read_bytes():
                yield int(folder.name)


def end_all(mark, seconds_to_obey=5.0):
    """Ask the processes to end; after some seconds, kill those that have not."""
    deadline = time.monotonic() + seconds_to_obey
    how = signal.SIGTERM
    while left := list(left_behind(mark)):
        for number in left:
            with suppress(ProcessLookupError):
                os.kill(number, how)
        time.sleep(0.2)
        if time.monotonic() > deadline:
            how = signal.SIGKILL


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.stdin.read()
    end_all(sys.argv[1])
