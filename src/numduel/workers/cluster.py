"""A Dask cluster: any number of machines behind a scheduler.

`Cluster` is this machine's side. `perform` runs on a worker, which first checks that it has the
same numduel.
"""

import asyncio
import hashlib
import logging
import pickle
import threading
import warnings
from collections.abc import Callable, Iterable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from functools import cache, partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from numduel.errors import NumduelError, missing_extra
from numduel.workers import Workers

T = TypeVar("T")
_LONGEST_CONNECTING = 10  # seconds
_LONGEST_FAREWELL = 5
_AHEAD = 3  # tasks for each thread of a worker, so that it has the next one at once
_SHOWN = 8  # digits of a fingerprint
_SILENT = ("distributed", "tornado", "asyncio", "bokeh")  # loggers not for users


class Cluster(Workers):
    """The workers behind a scheduler."""

    is_elsewhere = True

    def __init__(self, address: str, tell: Callable[[str], None]) -> None:
        """`tell` gets a sentence when no worker is left."""
        self.address = address
        self._tell = tell
        self._client = _connect(address)
        self._is_idle = False
        self.threads = 0  # of all workers
        super().__init__(_ClusterExecutor(self._client, address), 1)
        self._count()
        if not self.threads:
            self.close()
            raise NumduelError(f"The scheduler at {address} has no workers: start some first.")

    def drop(self, futures: Iterable[Future[Any]]) -> None:
        """Forget these tasks; those already running finish all the same."""
        assert isinstance(self.executor, _ClusterExecutor)
        self.executor.forget(list(futures))

    def look(self) -> None:
        with suppress(OSError, CancelledError):  # the tasks report it themselves
            self._count()
        was_idle, self._is_idle = self._is_idle, not self.threads
        if self._is_idle and not was_idle:
            self._tell(f"No worker is left at {self.address}. Waiting for one to come.")

    def close(self) -> None:
        with suppress(Exception):  # no longer needed
            self._client.close(timeout=_LONGEST_FAREWELL)

    def _count(self) -> None:
        self.threads = int(sum(self._client.nthreads().values()))
        self.ahead = _AHEAD * max(1, self.threads)


class _ClusterExecutor(Executor):
    """An executor that sends functions to workers."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._sent: dict[Future[Any], Any] = {}
        self._lock = threading.Lock()

    def submit(self, function: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        import cloudpickle

        future: Future[T] = Future()
        asked = cloudpickle.dumps((partial(function, **kwargs) if kwargs else function, args))
        key = f"numduel-{uuid4().hex}"
        try:
            sent = self._client.submit(perform, numduel_here(), asked, key=key, pure=False)
        except Exception:  # Dask has no special error for a client that was closed
            raise self._gone() from None
        with self._lock:
            self._sent[future] = sent
        sent.add_done_callback(partial(self._finish, future))
        return future

    def forget(self, futures: list[Future[Any]]) -> None:
        with self._lock:
            sent = [self._sent.pop(future) for future in futures if future in self._sent]
        for future in futures:
            future.cancel()
        with suppress(Exception):  # a scheduler that is gone has no tasks
            self._client.cancel(sent, force=True)

    def _finish(self, future: Future[Any], sent: Any) -> None:
        """Pass on the result of a task, unless it was forgotten."""
        with self._lock:
            is_wanted = self._sent.pop(future, None) is not None
        if not is_wanted or not future.set_running_or_notify_cancel():
            return
        try:
            future.set_result(sent.result())
        except CancelledError:
            future.set_exception(self._gone())
        except NumduelError as error:
            future.set_exception(error)
        except Exception as error:
            future.set_exception(self._explain(error))

    def _gone(self) -> NumduelError:
        return NumduelError(f"The scheduler at {self._address} has gone away.")

    def _explain(self, error: Exception) -> Exception:
        """Return a Dask error as a sentence, and any other unchanged."""
        from distributed.comm import CommClosedError
        from distributed.scheduler import KilledWorker

        if isinstance(error, CommClosedError):
            return self._gone()
        if isinstance(error, KilledWorker):
            died = error.allowed_failures + 1
            return NumduelError(f"{died} workers died one after another at the same task.")
        if "numduel" in str(error) and isinstance(
            error, ImportError | AttributeError | RuntimeError
        ):
            return NumduelError(
                f"The scheduler or a worker at {self._address} has no numduel, or an old one:"
                f" {numduel_here()} must be installed on all machines."
            )
        return error


def _connect(address: str) -> Any:
    try:
        import distributed
    except ModuleNotFoundError as missing:
        raise missing_extra(missing, "A cluster", "cluster") from None
    for name in [*_SILENT, *logging.root.manager.loggerDict]:
        if name.partition(".")[0] in _SILENT:  # Dask sets levels on several of them
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    warnings.filterwarnings("ignore", module="distributed")
    try:
        kind = asyncio.run(_ask_kind(address))
    except TypeError:  # raised by Dask if it has no certificates
        raise NumduelError(f"{address} needs certificates: docs/arena.md says how.") from None
    except ValueError:
        raise NumduelError(f'"{address}" is not an address such as tcp://HOST:8786.') from None
    except (OSError, MemoryError):  # Dask reads another server's first bytes as a huge length
        raise NumduelError(f"No Dask scheduler answers at {address}.") from None
    if kind != "Scheduler":
        raise NumduelError(f"{address} is a {kind.lower()}, not a scheduler.")
    return distributed.Client(address, timeout=_LONGEST_CONNECTING, set_as_default=False)


async def _ask_kind(address: str) -> str:
    """Return the kind of server at an address. A Client would leave threads behind if it failed to
    connect, and print warnings when it is deleted."""
    from distributed.core import rpc
    from distributed.security import Security

    arguments = Security().get_connection_args("client")
    async with asyncio.timeout(_LONGEST_CONNECTING):
        async with rpc(address, connection_args=arguments) as somebody:
            return str((await somebody.identity())["type"])


@cache
def numduel_here() -> str:
    """Return the version of numduel with a fingerprint of its code."""
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
    """Call a function with its arguments, all pickled."""
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
    """Whether the current task is no longer wanted, with the interface of a threading.Event."""

    def __init__(self) -> None:
        from distributed import get_worker

        self._worker = get_worker()
        self._key = self._worker.get_current_task()

    def is_set(self) -> bool:
        task = self._worker.state.tasks.get(self._key)
        return task is None or task.state not in ("executing", "long-running")


def let_others_begin() -> None:
    """Let the worker run another task beside this one, which mostly waits."""
    from distributed import secede

    secede()


def whoami() -> str:
    """Return the name of this worker, to begin a sentence."""
    from distributed import get_worker

    return f"The worker at {get_worker().address}"
