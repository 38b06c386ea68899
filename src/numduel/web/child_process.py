"""What a process does that must not outlive the server which started it."""

import ctypes
import os
import signal
import sys

_PARENT_DEATH_SIGNAL = 1  # PR_SET_PDEATHSIG


def end_with(parent: int) -> None:
    """Have the kernel kill this process when its parent is gone; on Linux only."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PARENT_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != parent:  # it was gone before the kernel knew
            sys.exit()
