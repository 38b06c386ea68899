"""Writes hashes.txt: the SHA-256 of every file of every package that is pinned, for numduel in
constraints.txt and for the evaluation stacks in tools/stacks.

    INDEX=ADDRESS python tools/make_hashes.py

ADDRESS is a package index with the simple interface. It is not written down: whoever installs may
use any index or mirror, and gets the same files from it or an error.
"""

import html
import os
import re
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from packaging.specifiers import SpecifierSet

LINK = re.compile(
    r'href="[^"]*/([^/"#]+)#sha256=([0-9a-f]{64})"(?:[^>]* data-requires-python="([^"]*)")?'
)
OLDEST = "3.11.2"  # Debian's Python, for which every pin must be
# Files for a Python that numduel is not for.
OLD = re.compile(r"-(cp2\d*|cp3\d?|cp310|pp\d+|py2)-(?!abi3)")
UNHASHED = {"torch"}  # whose builds for processors and graphics cards differ


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def version_of(file: str, name: str) -> str:
    """The version in a file's name: NAME-VERSION-TAGS.whl or NAME-VERSION.tar.gz."""
    stem = re.sub(r"\.(tar\.gz|zip|whl|tar\.bz2)$", "", file)
    if file.endswith(".whl"):
        return stem.split("-")[1]
    return stem[len(name) + 1 :]


def hashes_of(pin: str) -> str:
    name, version = pin.split("==")
    with urllib.request.urlopen(f"{os.environ['INDEX'].rstrip('/')}/{normal(name)}/") as page:
        links = LINK.findall(page.read().decode())
    files = [link for link in links if version_of(link[0], name) == version]
    hashes = sorted({digest for file, digest, _ in files if not OLD.search(file)})
    assert hashes, pin
    for file, _, pythons in files:
        assert OLDEST in SpecifierSet(html.unescape(pythons)), f"{file} is not for Python {OLDEST}."
    return " ".join([pin, *(f"--hash=sha256:{digest}" for digest in hashes)])


if __name__ == "__main__":
    files = [Path("constraints.txt"), *sorted(Path("tools/stacks").glob("*.txt"))]
    pins = dict.fromkeys(pin for file in files for pin in file.read_text().split())
    with ThreadPoolExecutor(8) as several:
        rows = several.map(hashes_of, [pin for pin in pins if pin.split("==")[0] not in UNHASHED])
    Path("hashes.txt").write_text("".join(f"{row}\n" for row in rows))
