"""Installs Python packages with pip, and says how far it is.

    python tools/install_packages.py WHAT HOW_LONG PIP_ARGUMENT...

pip is silent for minutes or prints hundreds of lines. On a terminal this prints one line that
changes as packages are found and installed; elsewhere a line now and then. If pip fails, all that
it said is printed.
"""

import subprocess
import sys
import sysconfig
import time
from pathlib import Path
from threading import Thread

PACKAGES = Path(sysconfig.get_path("purelib"))
PIP = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
PIP += ["--constraint", "constraints.txt", "--progress-bar", "off", "--no-input"]
OFTEN, SELDOM = 0.5, 15.0  # seconds between two signs of life, on a terminal and elsewhere


class Installation:
    """pip at work, and what it has said so far."""

    def __init__(self, arguments: list[str]) -> None:
        self.began = time.monotonic()
        self.installed_before = installed()
        self.said: list[str] = []
        self.found: set[str] = set()
        self.to_install = 0
        self.pip = subprocess.Popen(
            [*PIP, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.reader = Thread(target=self.listen, daemon=True)
        self.reader.start()

    def listen(self) -> None:
        assert self.pip.stdout is not None
        for row in self.pip.stdout:
            self.said.append(row)
            first, _, rest = row.partition(" ")
            if first == "Collecting":
                self.found.add(rest.split(" (from")[0])
            elif row.startswith("Installing collected packages: "):
                self.to_install = row.count(",") + 1

    def stage(self) -> str:
        """What pip is doing now."""
        seconds = int(time.monotonic() - self.began)
        if self.to_install:
            done = min(installed() - self.installed_before, self.to_install)
            return f"installing package {max(1, done)} of {self.to_install} ({seconds} s)"
        if not self.found:
            return f"getting ready ({seconds} s)"
        return f"finding and downloading packages: {len(self.found)} so far ({seconds} s)"

    def follow(self) -> int:
        """Say how far pip is until it is done; its exit code."""
        is_terminal = sys.stdout.isatty()
        while self.pip.poll() is None:
            if is_terminal:
                show(f"\r\033[K  {self.stage()}")
            try:
                self.pip.wait(OFTEN if is_terminal else SELDOM)
            except subprocess.TimeoutExpired:
                if not is_terminal:
                    show(f"  {self.stage()}\n")
        self.reader.join()
        if is_terminal:
            show("\r\033[K")
        return self.pip.returncode


def installed() -> int:
    """How many packages there are now."""
    return sum(1 for _ in PACKAGES.glob("*.dist-info"))


def show(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def main() -> int:
    what, how_long, *arguments = sys.argv[1:]
    show(f"Setting up {what} (once; usually {how_long}) ...\n")
    installation = Installation(arguments)
    try:
        code = installation.follow()
    except KeyboardInterrupt:
        installation.pip.wait()
        show("\n")
        return 130
    if code:
        show("".join(installation.said))
        show(f"Setting up {what} failed; what pip said stands above.\n")
    else:
        seconds = int(time.monotonic() - installation.began)
        count = installation.to_install
        show(f"  done: {count} package{'s' * (count != 1)} in {seconds} s\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
