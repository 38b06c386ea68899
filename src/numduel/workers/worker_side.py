"""What runs on a worker of a cluster. The worker first makes sure that it has the same numduel as
the machine that asks."""

import hashlib
import pickle
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from numduel.errors import NumduelError

_SHOWN = 8  # digits of a fingerprint


@cache
def numduel_here() -> str:
    """The version of numduel, and what distinguishes its code from any other of that version."""
    root = Path(__file__).parents[1]
    code = hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        code.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
    try:
        number = version("numduel")
    except PackageNotFoundError:
        number = "not installed"
    return f"{number} ({code.hexdigest()[:_SHOWN]})"


def perform(numduel: str, asked: bytes) -> Any:
    """Call a function with its arguments, both of which are pickled."""
    if numduel != numduel_here():
        raise NumduelError(
            f"{whoami()} has numduel {numduel_here()}, and this is numduel {numduel}: the same"
            " must be installed on both."
        )
    try:
        function, arguments = pickle.loads(asked)
    except (ImportError, AttributeError) as missing:
        raise NumduelError(
            f"{whoami()} lacks something that is installed here: {missing}. Rule books of other"
            " packages must be installed there too."
        ) from None
    return function(*arguments)


class Dropped:
    """Whether this task is no longer wanted, with the interface of a threading.Event. The task
    itself makes it."""

    def __init__(self) -> None:
        from distributed import get_worker

        self._worker = get_worker()
        self._key = self._worker.get_current_task()

    def is_set(self) -> bool:
        task = self._worker.state.tasks.get(self._key)
        return task is None or task.state not in ("executing", "long-running")


def let_others_begin() -> None:
    """Let the worker take another task beside this one, which mostly waits."""
    from distributed import secede

    secede()


def whoami() -> str:
    """The worker that runs this, as the beginning of a sentence."""
    from distributed import get_worker

    return f"The worker at {get_worker().address}"
