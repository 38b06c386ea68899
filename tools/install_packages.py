"""Installs Python packages with pip, and says what, and how far it is.

    python tools/install_packages.py PINS WHAT HOW_LONG PIP_ARGUMENT...

First pip only works out what is missing, in the versions that the file PINS gives, and that is
told. Then those packages are installed, each of them only if its file has a hash that hashes.txt
gives for it. A package that stands neither there nor in PINS, on another system than ours, is named
and installed without.

pip is silent for minutes or prints hundreds of lines. On a terminal this prints one line that
changes as packages are found and installed; elsewhere a line now and then. If pip fails, all that
it said is printed.
"""

import json
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
import textwrap
import time
from pathlib import Path
from threading import Thread

PACKAGES = Path(sysconfig.get_path("purelib"))
PIP = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check"]
PIP += ["--progress-bar", "off", "--no-input"]
# What builds numduel is pinned too: pip reads the second where it makes a place for building, and
# an old pip the first.
PINNED_BY = ["PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"]
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
            [*PIP, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
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


class Failed(Exception):
    """pip failed, and this is its exit code."""


def run_pip(*arguments: str) -> None:
    installation = Installation(list(arguments))
    try:
        code = installation.follow()
    except KeyboardInterrupt:
        installation.pip.wait()
        raise
    if code:
        show("".join(installation.said))
        raise Failed(code)


def find_missing(arguments: list[str], folder: Path) -> list[str]:
    """The packages that are missing, as NAME==VERSION."""
    report = folder / "report.json"
    run_pip("--dry-run", "--report", str(report), *arguments)
    found = json.loads(report.read_text(encoding="utf-8"))["install"]
    packages = [item["metadata"] for item in found if "dir_info" not in item["download_info"]]
    return sorted(f"{package['name']}=={package['version']}" for package in packages)


def install(missing: list[str], folder: Path) -> None:
    """Install packages, those of hashes.txt with their hashes."""
    rows = Path("hashes.txt").read_text(encoding="utf-8").splitlines()
    hashed = {normal(row.split()[0]): row for row in rows}
    known = [hashed[normal(package)] for package in missing if normal(package) in hashed]
    unknown = [package for package in missing if normal(package) not in hashed]
    if known:
        wanted = folder / "requirements.txt"
        wanted.write_text("\n".join(known), encoding="utf-8")
        run_pip("--no-deps", "--require-hashes", "--requirement", str(wanted))
    if unknown:
        show(f"  without a hash to compare with: {', '.join(unknown)}\n")
        run_pip("--no-deps", *unknown)


def normal(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def main() -> int:
    pins, what, how_long, *arguments = sys.argv[1:]
    os.environ.update(dict.fromkeys(PINNED_BY, str(Path(pins).absolute())))
    show(f"Setting up {what} (once; usually {how_long}) ...\n")
    began = time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as folder:
            missing = find_missing(arguments, Path(folder))
            told = f"{len(missing)} package{'s' * (len(missing) != 1)}"
            if missing:
                row = f"to install, {told}: {', '.join(missing).replace('==', ' ')}"
                show(textwrap.indent(textwrap.fill(row, 96), "  ") + "\n")
            install(missing, Path(folder))
            run_pip("--no-deps", *arguments)
    except KeyboardInterrupt:
        show("\n")
        return 130
    except Failed as failed:
        show(f"Setting up {what} failed; what pip said stands above.\n")
        return int(failed.args[0])
    show(f"  done: {told} in {int(time.monotonic() - began)} s\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
