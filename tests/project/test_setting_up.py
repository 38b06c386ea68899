"""Setting up: what is installed is pinned, is named before, and is refused if it is another."""

import hashlib
import json
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools" / "install_packages.py"


def pins(file):
    return [row.split()[0] for row in (ROOT / file).read_text().splitlines()]


def test_every_pinned_package_has_hashes_and_no_file_names_an_address():
    files = ["constraints.txt", *sorted((ROOT / "tools" / "stacks").glob("*.txt"))]
    assert pins("hashes.txt") == [*dict.fromkeys(pin for file in files for pin in pins(file))]
    rows = (ROOT / "hashes.txt").read_text().splitlines()
    assert all(re.fullmatch(r"\S+==\S+( --hash=sha256:[0-9a-f]{64})+", row) for row in rows)
    for file in ("hashes.txt", *files, "package.json", "package-lock.json"):
        assert "://" not in (ROOT / file).read_text()


def test_packages_of_npm_and_what_builds_numduel_are_pinned():
    wanted = json.loads((ROOT / "package.json").read_text())["devDependencies"]
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
        assert locked[f"node_modules/{name}"]["integrity"].startswith("sha512-")
    builds = re.search(r'^requires = \["(.+)"\]$', (ROOT / "pyproject.toml").read_text(), re.M)[1]
    assert builds in pins("constraints.txt")


@pytest.fixture
def wheel(tmp_path):
    """A package in a file of its own."""
    path = tmp_path / "wheels" / "tiny_package-1.0-py3-none-any.whl"
    path.parent.mkdir()
    about = "tiny_package-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("tiny_package.py", "")
        file.writestr(
            f"{about}/METADATA", "Metadata-Version: 2.1\nName: tiny-package\nVersion: 1.0\n"
        )
        file.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{about}/RECORD", "")
    return path


def set_up(tmp_path, wheel, digest):
    (tmp_path / "constraints.txt").write_text("tiny-package==1.0\n")
    (tmp_path / "hashes.txt").write_text(f"tiny-package==1.0 --hash=sha256:{digest}\n")
    places = {
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": str(wheel.parent),
        "PIP_CONFIG_FILE": os.devnull,
    }
    done = subprocess.run(
        [sys.executable, str(TOOL), "constraints.txt", "a test", "a second", "tiny-package"],
        env=os.environ | places | {"PIP_TARGET": str(tmp_path / "installed")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    return done.returncode, done.stdout


def test_what_is_missing_is_named_and_then_installed(tmp_path, wheel):
    code, told = set_up(tmp_path, wheel, hashlib.sha256(wheel.read_bytes()).hexdigest())
    assert code == 0, told
    assert told.startswith("Setting up a test (once; usually a second) ...\n")
    assert "  to install, 1 package: tiny-package 1.0\n" in told
    assert (tmp_path / "installed" / "tiny_package.py").exists()


@pytest.mark.long
def test_a_file_with_another_hash_is_refused(tmp_path, wheel):
    code, told = set_up(tmp_path, wheel, "0" * 64)
    assert code != 0
    assert "DO NOT MATCH THE HASHES" in told
    assert told.endswith("Setting up a test failed; what pip said stands above.\n")
    assert not (tmp_path / "installed" / "tiny_package.py").exists()


def test_make_test_says_what_it_is_about_to_install_before_it_does(tmp_path):
    told = subprocess.run(
        ["make", "--dry-run", "test", f"VENV={tmp_path}/venv"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    said = told.index("Testing needs, and installs where it is missing")
    assert said < min(told.index("make_venv"), told.index("install_packages"), told.index("npm ci"))
