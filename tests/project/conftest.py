"""What the tests of the project's own files share."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from ..conftest import PROJECT


def project_files():
    """What a clone would have: every file that git does not ignore."""
    try:
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"],
            cwd=PROJECT,
            capture_output=True,
            check=True,
        )
        return [Path(os.fsdecode(name)) for name in listed.stdout.split(b"\0") if name]
    except (FileNotFoundError, subprocess.CalledProcessError):  # no git here, or no repository
        built = {".venv", ".git", "__pycache__", "node_modules", "build", "dist"}
        files = (path.relative_to(PROJECT) for path in PROJECT.rglob("*"))
        return [path for path in files if not built & set(path.parts)]


@pytest.fixture
def clone(tmp_path):
    """The project's files in a place of their own, whose name has a space."""
    folder = tmp_path / "a clone"
    for name in project_files():
        if (PROJECT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(PROJECT / name, folder / name)
    return folder
