"""Saves a match on disk while it is played."""

from contextlib import suppress
from typing import Any

from numduel.errors import BadRecord, reason_of
from numduel.journal import Journal, entries_of
from numduel.match import Match, Series
from numduel.terminal.saved.saved_games import SavedGames, has_begun, how_to_resume
from numduel.terminal.screen import Screen


class Autosave:
    """Writes a match's journal. A disk that fails is reported once, and the game goes on."""

    def __init__(
        self,
        screen: Screen,
        match: Match,
        series: Series | None,
        journal: Journal | None,
    ) -> None:
        self.screen = screen
        self.saved_games = SavedGames()
        self.match = match
        self.series = series
        self.journal = journal
        self.waiting: list[dict[str, Any]] = []  # entries to write once the folder exists
        self.was_resumed = has_begun(match, series)
        self.has_failed = False

    def begin(self, match: Match, series: Series | None) -> None:
        """Begin to save a new match."""
        self.match, self.series, self.was_resumed = match, series, False
        self.journal = self.saved_games.new_journal(match)
        self.waiting.clear()
        self.write(*entries_of(match, series))

    def write(self, *entries: dict[str, Any]) -> None:
        """Put entries on disk before returning."""
        assert self.journal is not None
        self.waiting += entries
        try:
            self.saved_games.make_folders()
            entries = tuple(self.waiting)
            self.waiting.clear()  # from here on the journal keeps what cannot be written
            self.journal.write(*entries)
        except OSError as fault:
            if not self.has_failed:
                told = f"This game is not being saved: {reason_of(fault)}. You can play on."
                self.screen.notice(told)
            self.has_failed = True
            return
        if self.has_failed:
            self.screen.notice("Saving works again; the whole game is saved.")
        self.has_failed = False

    def finish(self) -> None:
        """Move a finished match to the finished ones."""
        assert self.journal is not None
        with suppress(OSError, BadRecord):  # a failing disk has been reported
            self.saved_games.finish(self.journal)
        self.journal = None

    def close(self) -> None:
        """Close the journal, so that the match can be resumed in another window."""
        if self.journal is not None:
            self.journal.close()

    def say_goodbye(self) -> None:
        """Say goodbye, and how to go on with the game."""
        self.screen.notice(f"Goodbye.{self._how_to_go_on(how_to_resume())}")

    def say_saved(self) -> None:
        """Say on the way to the menu that the game is saved, if there is anything to save."""
        told = self._how_to_go_on("the menu").strip()
        if told:
            self.screen.notice(told)

    def _how_to_go_on(self, way: str) -> str:
        """One sentence, or nothing. A game without a move is deleted."""
        if self.journal is not None and not has_begun(self.match, self.series):
            with suppress(OSError):
                self.journal.path.unlink()
            self.close()
            self.journal = None
            if self.was_resumed:
                return " Every move was taken back, so there is no game to keep."
        if self.journal is None:
            return ""
        if self.has_failed:
            return " This game could not be saved."
        return f" The game is saved: {way} goes on with it."
