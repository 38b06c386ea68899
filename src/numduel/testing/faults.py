"""Faults of a rule book: a sentence for each, and the moves that show it."""

import sysconfig
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from numduel.game import AnyGame

_HERE = Path(__file__).parent
_PYTHONS = sysconfig.get_path("stdlib")
_LONGEST = 200


class ContractFault(NamedTuple):
    """A way in which a rule book breaks the contract: a sentence, and the options and moves that
    show it. `moves` is None if no position is needed, and `options` too if no game is."""

    sentence: str
    options: dict[str, Any] | None = None
    moves: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return " ".join([self.sentence, *self.shown_by])

    @property
    def shown_by(self) -> list[str]:
        """Return where the fault is seen; empty if everywhere."""
        places = []
        if self.options:
            given = ", ".join(f"{name}={value}" for name, value in self.options.items())
            places.append(f"with {given}")
        if self.moves is not None:
            played = " ".join(self.moves)
            places.append(f"after the moves {played}" if played else "at the start")
        return [f"Seen {', '.join(places)}."] if places else []


class ContractBroken(AssertionError):
    """A rule book breaks the contract; `faults` says how."""

    def __init__(self, game_class: type[AnyGame], faults: Sequence[ContractFault]) -> None:
        told = "".join(f"\n- {fault}" for fault in faults)
        super().__init__(f"{game_class.__name__} breaks the contract:{told}")
        self.faults = list(faults)


class Findings:
    """The faults found so far, one for each subject. It `is_hopeless` to check further if a fault
    keeps the game from being played at all."""

    def __init__(self) -> None:
        self._found: dict[object, ContractFault] = {}
        self.is_hopeless = False

    @property
    def faults(self) -> list[ContractFault]:
        """The faults, one for each sentence: the same may be found in several ways."""
        first: dict[str, ContractFault] = {}
        for fault in self._found.values():
            first.setdefault(fault.sentence, fault)
        return list(first.values())

    def has(self, subject: object) -> bool:
        return subject in self._found

    def add(
        self,
        subject: object,
        sentence: str,
        game: AnyGame | None = None,
        moves: Sequence[Any] | None = None,
        *,
        is_hopeless: bool = False,
    ) -> None:
        """Keep a fault, unless its subject has one."""
        self.is_hopeless |= is_hopeless
        if not self.has(subject):
            options = None if game is None else _options_of(game)
            written = None
            if game is not None and moves is not None:
                written = tuple(_write(game, move) for move in moves)
            self._found[subject] = ContractFault(sentence, options, written)

    def asking(
        self,
        game: AnyGame | None = None,
        moves: Sequence[Any] | None = None,
        further: Sequence[Any] = (),
    ) -> "_Blaming":
        """Return a context in which exceptions of the rule book become faults. `moves` and
        `further` lead to it."""
        return _Blaming(self, game, moves, further)

    def passes(
        self,
        check: Callable[..., str | None],
        game: AnyGame,
        *asked: Any,
        moves: Sequence[Any] | None = None,
    ) -> bool:
        """Return whether a check finds no fault; keep the one it finds."""
        with self.asking(game, moves):
            sentence = check(game, *asked)
            if sentence is not None:
                self.add(check, sentence, game, moves)
            return sentence is None
        return False


class _Blaming:
    """The context of `Findings.asking`. It is entered for every move and check, so it is a class,
    which is faster than a generator."""

    def __init__(
        self,
        findings: Findings,
        game: AnyGame | None,
        moves: Sequence[Any] | None,
        further: Sequence[Any],
    ) -> None:
        self._about = findings, game, moves, further

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, raised: BaseException | None, _trace: object) -> bool:
        if raised is None or isinstance(raised, KeyboardInterrupt):
            return False
        findings, game, moves, further = self._about
        place, is_theirs, sentence = describe_exception(raised)
        # Other code fails as a consequence of faults found already.
        if is_theirs or not findings.faults:
            shown = moves if moves is None else [*moves, *further]
            findings.add(place, sentence, game, shown)
        return True


def describe_exception(raised: BaseException) -> tuple[object, bool, str]:
    """Return where an exception was raised, whether that is the rule book's own code, and a
    sentence that names the method that was called."""
    frames = [frame for frame in traceback.extract_tb(raised.__traceback__) if frame.name[0] != "<"]
    asked = [frame for frame in frames if not Path(frame.filename).is_relative_to(_HERE)]
    method, last = asked[0].name if asked else "asking", frames[-1]
    message = " ".join(str(raised).split())[:_LONGEST]
    told = f"{type(raised).__name__}: {message}" if message else type(raised).__name__
    where = f"{Path(last.filename).name}, line {last.lineno}"
    place = type(raised), last.filename, last.lineno
    return place, _is_theirs(last.filename), f"{method} raises {told.rstrip('.')} ({where})."


def _is_theirs(filename: str) -> bool:
    path = Path(filename)
    if path.is_relative_to(_HERE.parent):
        return path.is_relative_to(_HERE.parent / "games")
    return not filename.startswith(_PYTHONS) or "site-packages" in filename


def _options_of(game: AnyGame) -> dict[str, Any]:
    try:
        return game.options
    except Exception:
        return {}


def _write(game: AnyGame, move: Any) -> str:
    """Write a move for a message, even if its rule book cannot."""
    try:
        return str(game.write_move(move))
    except Exception:
        return repr(move)
