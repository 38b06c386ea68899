"""Runs a program and ends it, with all that it started, when the arena lets go of it.

Started as a script of its own: `python guard.py LIFELINE COMMAND...`. The lifeline is the reading
end of a pipe that the arena holds open; when the arena closes it, or dies in whatever way, the
program's whole process group is killed.
"""

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress


def main() -> None:
    lifeline, command = int(sys.argv[1]), sys.argv[2:]
    try:
        program = subprocess.Popen(command, start_new_session=True)
    except OSError as fault:
        sys.exit(f"{command[0]}: {fault.strerror}")
    # The program has these ends now; were they open here too, nobody would see it close them.
    os.dup2(os.open(os.devnull, os.O_RDWR), 0)
    os.dup2(0, 1)

    def end() -> None:
        with suppress(ProcessLookupError):
            os.killpg(program.pid, signal.SIGKILL)
        os._exit(0)

    def wait_for_program() -> None:
        program.wait()
        end()

    threading.Thread(target=wait_for_program, daemon=True).start()
    os.read(lifeline, 1)
    end()


if __name__ == "__main__":
    main()
