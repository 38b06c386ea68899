"""Setting up: what is pinned is installed, anything else is refused, and Ctrl-C does no harm."""

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import tomllib
import zipfile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from ..conftest import PATIENCE, PROJECT, mostly_long

PROJECT_FILE = tomllib.loads((PROJECT / "pyproject.toml").read_text())
FILES = sorted((PROJECT / "requirements").glob("*.txt"))
UNHASHED = {"torch"}


def pins(file):
    """Return the pinned version of each package."""
    rows = re.findall(r"^([^\s=]+)==(\S+)", file.read_text(), re.MULTILINE)
    return {canonicalize_name(name): version for name, version in rows}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_requirements_are_hashed_and_match_pyproject(file):
    """`make requirements` has been run since pyproject.toml changed."""
    text = file.read_text()
    requirements = re.findall(r"^[^#\s].*(?:\n .*)*", text, re.MULTILINE)
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", row) for row in requirements)
    assert "://" not in text

    pinned = pins(file)
    for requirement in needed_by(file.stem):
        if requirement.name not in UNHASHED:
            assert pinned[canonicalize_name(requirement.name)] in requirement.specifier


def needed_by(name):
    """Yield what numduel needs with the extra `name`, or to play."""
    project = PROJECT_FILE["project"]
    if name == "play":
        names = project["dependencies"] + PROJECT_FILE["dependency-groups"]["build"]
    else:
        names = project["optional-dependencies"][name]
    for requirement in map(Requirement, names):
        if requirement.name == "numduel":
            for extra in requirement.extras:
                yield from needed_by(extra)
        else:
            yield requirement


def test_requirements_pin_same_versions():
    dev = pins(PROJECT / "requirements" / "dev.txt")
    for name in ("play", "arena", "cluster", "fast", "lab", "postgres", "web", "bench", "train"):
        shared = pins(PROJECT / "requirements" / f"{name}.txt")
        assert {key: shared[key] for key in shared if key in dev}.items() <= dev.items()


def test_what_builds_numduel_is_installed_by_hash():
    assert set(PROJECT_FILE["build-system"]["requires"]) <= {
        *PROJECT_FILE["dependency-groups"]["build"]
    }


def test_npm_packages_are_pinned_by_hash():
    wanted = json.loads((PROJECT / "package.json").read_text())["devDependencies"]
    text = (PROJECT / "package-lock.json").read_text()
    locked = json.loads(text)["packages"]
    for name, version in wanted.items():
        assert locked[f"node_modules/{name}"]["version"] == version
        assert locked[f"node_modules/{name}"]["integrity"].startswith("sha512-")
    assert "://" not in text


BACKEND = """
import pathlib, shutil

pathlib.Path({ran!r}).touch()

def build_wheel(directory, settings=None, metadata=None):
    return pathlib.Path(shutil.copy({wheel!r}, directory)).name
"""


def write_wheel(folder, name, code):
    """Write a package that is one module."""
    about = f"{name}-1.0.dist-info"
    folder.mkdir(exist_ok=True)
    with zipfile.ZipFile(folder / f"{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", code)
        wheel.writestr(f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(
            f"{about}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        wheel.writestr(f"{about}/RECORD", "")
    return folder / f"{name}-1.0-py3-none-any.whl"


class TinyProject:
    """A project that is set up as numduel is, from packages on disk, in a folder with a space."""

    def __init__(self, folder):
        self.folder = folder / "a project"
        self.environment = self.folder / "an environment"
        self.packages = folder / "packages"
        self.ran = folder / "backend-ran"
        built = write_wheel(folder / "built", "tiny", "")
        self.code = BACKEND.format(ran=str(self.ran), wheel=str(built))
        self.backend = write_wheel(self.packages, "backend", self.code)
        files = {
            "pyproject.toml": '[project]\nname = "tiny"\nversion = "1.0"\n'
            '[build-system]\nrequires = ["backend"]\nbuild-backend = "backend"\n',
            "requirements/play.txt": "backend==1.0 --hash=sha256:"
            + hashlib.sha256(self.backend.read_bytes()).hexdigest(),
            "tools/set_up": (PROJECT / "tools/set_up").read_text(),
        }
        for name, text in files.items():
            (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
            (self.folder / name).write_text(text)

    def set_up(self):
        """Start setting up."""
        sources = {
            "PIP_NO_INDEX": "1",
            "PIP_FIND_LINKS": self.packages.as_uri(),
            "PIP_CONFIG_FILE": os.devnull,
        }
        return subprocess.Popen(
            ["sh", "tools/set_up", str(self.environment), "a test (a second)", "."],
            cwd=self.folder,
            env=os.environ | sources | {"PYTHON": sys.executable},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def is_installed(self):
        return any(self.environment.glob("lib/python*/site-packages/tiny.py"))


@pytest.fixture
def project(tmp_path):
    return TinyProject(tmp_path)


def test_a_tampered_build_backend_is_refused_and_not_run(project):
    genuine = project.backend.read_bytes()
    write_wheel(project.packages, "backend", project.code + "# tampered")
    setting_up = project.set_up()
    told, _ = setting_up.communicate()
    assert setting_up.returncode != 0
    assert told.startswith("Setting up a test (a second) ...\n")
    assert "DO NOT MATCH THE HASHES" in told
    assert not project.ran.exists()

    project.backend.write_bytes(genuine)
    setting_up = project.set_up()
    told, _ = setting_up.communicate()
    assert setting_up.returncode == 0, told
    assert project.ran.exists()
    assert project.is_installed()


@pytest.mark.parametrize(
    "moment", mostly_long("bin/python", "lib/python*/site-packages/backend.py", now=[1])
)
def test_a_set_up_that_was_interrupted_is_begun_anew(project, moment):
    setting_up = project.set_up()
    end = time.monotonic() + PATIENCE
    while not [*project.environment.glob(moment)]:
        assert time.monotonic() < end
        time.sleep(0.01)
    os.killpg(setting_up.pid, signal.SIGINT)
    setting_up.communicate()
    assert setting_up.returncode != 0

    setting_up = project.set_up()
    told, _ = setting_up.communicate()
    assert setting_up.returncode == 0, told
    assert project.is_installed()
