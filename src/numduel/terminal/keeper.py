"""Keeps a match on disk while it is played."""

from contextlib import suppress
from typing import Any

from numduel.errors import BadRecord
from numduel.journal import Journal, entries_of
from numduel.match import Match, Series
from numduel.terminal.screen import Screen
from numduel.terminal.shelf import Shelf, has_begun, how_to_resume


class Keeper:
    """Writes a match's journal. A disk that fails is told once, and the game goes on."""

    def __init__(
        self,
        screen: Screen,
        shelf: Shelf,
        match: Match,
        series: Series | None = None,
        journal: Journal | None = None,
    ) -> None:
        self.screen = screen
        self.shelf = shelf
        self.match = match
        self.series = series
        self.journal = journal
        self.waiting: list[dict[str, Any]] = []  # entries for which there was no folder
        self.has_failed = False

    def begin(self, match: Match, series: Series | None = None) -> None:
        """Put a new match on disk."""
        self.match, self.series = match, series
        self.journal = self.shelf.new_journal(match)
        self.waiting.clear()
        self.keep(*entries_of(match, series))

    def keep(self, *entries: dict[str, Any]) -> None:
        """Put entries on disk before anything else happens."""
        assert self.journal is not None
        self.waiting += entries
        try:
            self.shelf.make_folders()
            entries = tuple(self.waiting)
            self.waiting.clear()  # from here on the journal keeps what cannot be written
            self.journal.write(*entries)
        except OSError as fault:
            if not self.has_failed:
                reason = fault.strerror or str(fault)
                self.screen.notice(f"This game is not being saved: {reason}. You can play on.")
            self.has_failed = True
            return
        if self.has_failed:
            self.screen.notice("Saving works again; the whole game is saved.")
        self.has_failed = False

    def finish(self) -> None:
        """Put a finished match with the finished ones."""
        assert self.journal is not None
        with suppress(OSError, BadRecord):  # a disk that failed has been told of
            self.shelf.finish(self.journal)
        self.journal = None

    def close(self) -> None:
        """Let other windows have the match."""
        if self.journal is not None:
            self.journal.close()

    def say_goodbye(self) -> None:
        """How to go on, in one line. A game in which nobody has moved is not kept."""
        if self.journal is not None and not has_begun(self.match, self.series):
            with suppress(OSError):
                self.journal.path.unlink()
            self.close()
            self.journal = None
        if self.journal is None:
            self.screen.notice("Goodbye.")
        elif self.has_failed:
            self.screen.notice("Goodbye. This game could not be saved.")
        else:
            self.screen.notice(f"Goodbye. The game is saved: {how_to_resume()} goes on with it.")
