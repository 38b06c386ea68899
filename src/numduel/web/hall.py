"""The hall where all matches are played: finds them, lets things happen in them, tells it."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from copy import copy
from functools import partial
from time import time
from weakref import WeakValueDictionary

from numduel.errors import NumduelError
from numduel.match import Match
from numduel.players import choose
from numduel.web.duel import Duel, Entry, Header
from numduel.web.live import Announcer, Hub
from numduel.web.problems import Problem, StoreUnavailable
from numduel.web.settings import Settings
from numduel.web.store import Store
from numduel.web.thinking import Thinker
from numduel.web.tokens import is_id

Decision = Callable[[Duel], Entry | None]
_log = logging.getLogger(__name__)
_SECONDS_BETWEEN_CLEANINGS = 3600


class Hall:
    """Everything that lives as long as the server does."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(settings.database, settings.seconds_for_database)
        self.hub = Hub(settings.most_listeners, settings.listeners_per_client)
        self.announcer: Announcer = self.hub
        self.thinker = Thinker(settings.seconds_to_think)
        self._duels: OrderedDict[str, Duel] = OrderedDict()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._replies: dict[str, asyncio.Task[None]] = {}
        self._cleaner: asyncio.Task[None] | None = None
        self._is_closing = asyncio.Event()

    async def open(self) -> None:
        await self.store.open()
        self._cleaner = asyncio.create_task(self._clean(), name="cleaner")

    async def close(self) -> None:
        self.hub.close()
        self._is_closing.set()
        if self._cleaner is not None:
            await self._cleaner
        for reply in list(self._replies.values()):
            reply.cancel()
        self.thinker.close()
        await self.store.close()

    async def create(self, header: Header) -> Duel:
        """Begin a match."""
        duel = Duel(header)
        await self.store.create(header)
        self._keep(duel)
        self._let_computer_reply(duel)
        return duel

    async def find(self, match_id: str) -> Duel:
        """A match by its name, or Problem."""
        duel = self._duels.get(match_id)
        if duel is not None:
            self._duels.move_to_end(match_id)
            return duel
        if not is_id(match_id):
            raise Problem(404, "There is no such match.")
        async with self._lock(match_id):
            duel = await self._find_in_lock(match_id)
        self._let_computer_reply(duel)
        return duel

    async def _find_in_lock(self, match_id: str) -> Duel:
        duel = self._duels.get(match_id)
        if duel is None:
            try:
                duel = await self.store.load(match_id)
            except NumduelError as fault:  # its rule book is gone, or no longer allows it
                raise Problem(404, f"This match cannot be shown any more: {fault}") from None
            if duel is None:
                raise Problem(404, "There is no such match. An old one may have been removed.")
            self._keep(duel)
        return duel

    async def act(self, match_id: str, decide: Decision) -> Duel:
        """Let one thing happen in a match: it is on disk before it is told to anybody."""
        await self.find(match_id)
        async with self._lock(match_id):
            while True:
                duel = await self._find_in_lock(match_id)
                entry = decide(duel)
                if entry is None or await self._append(duel, entry):
                    break
                self._duels.pop(match_id, None)  # another process was first: look again
        if entry is not None:
            self.announcer.announce(match_id, duel.version)
            self._let_computer_reply(duel)
        return duel

    async def _append(self, duel: Duel, entry: Entry) -> bool:
        next_id = entry["rematch"]["next"] if "rematch" in entry else None
        next_header = None if next_id is None else header_of_rematch(duel, next_id)
        try:
            is_new = await self.store.append(duel, entry, _is_last(duel, entry), next_header)
        except StoreUnavailable:
            self._duels.pop(duel.header.id, None)  # it may be on disk or not: look again
            raise
        if is_new:
            duel.apply(entry)
        return is_new

    def _lock(self, match_id: str) -> asyncio.Lock:
        return self._locks.setdefault(match_id, asyncio.Lock())

    def _keep(self, duel: Duel) -> None:
        self._duels[duel.header.id] = duel
        if len(self._duels) > self.settings.most_matches_in_memory:
            for match_id in list(self._duels)[:100]:
                if not self.hub.has_listeners(match_id):
                    del self._duels[match_id]

    @property
    def count(self) -> int:
        return len(self._duels)

    def _let_computer_reply(self, duel: Duel) -> None:
        match_id = duel.header.id
        under_way = self._replies.get(match_id)
        if duel.is_computers_turn and (under_way is None or under_way.done()):
            task = asyncio.create_task(self._reply(match_id))
            self._replies[match_id] = task
            task.add_done_callback(lambda task: self._forget_reply(match_id, task))

    def _forget_reply(self, match_id: str, task: "asyncio.Task[None]") -> None:
        if self._replies.get(match_id) is task:
            del self._replies[match_id]

    async def wait_for_reply(self, match_id: str) -> None:
        """Wait a little for the computer's move, if it is its turn."""
        reply = self._replies.get(match_id)
        if reply is not None:
            await asyncio.wait([reply], timeout=self.settings.seconds_for_reply)

    async def _reply(self, match_id: str) -> None:
        """Make the computer's move; if the match changes meanwhile, think again."""
        try:
            while (duel := await self.find(match_id)).is_computers_turn:
                version = duel.version
                move = await self.thinker.think(partial(_choose, copy(duel.match)))
                await self.act(match_id, partial(_move_unless_changed, version, move))
        except StoreUnavailable:
            _log.warning("the computer's move could not be written; it is made when asked for")
        except Exception:
            _log.exception("the computer found no move")

    async def _clean(self) -> None:
        while not self._is_closing.is_set():
            try:
                removed = await self.store.remove_unfinished(self.settings.keep_days)
            except StoreUnavailable:
                _log.warning("old matches could not be removed; it is tried again later")
            else:
                for match_id in removed:
                    self._duels.pop(match_id, None)
            with suppress(TimeoutError):
                async with asyncio.timeout(_SECONDS_BETWEEN_CLEANINGS):
                    await self._is_closing.wait()


def _choose(match: Match) -> str:
    """The move of the computer whose turn it is."""
    return match.game.write_move(choose(match, match.seat(match.state.to_move).kind))


def _move_unless_changed(version: int, move: str, duel: Duel) -> Entry | None:
    return {"move": move} if duel.version == version else None


def _is_last(duel: Duel, entry: Entry) -> bool:
    """Whether an entry ends its match."""
    if "end" in entry:
        return True
    if "move" not in entry:
        return False
    game = duel.match.game
    after = game.after(duel.match.state, game.read_move(entry["move"]))
    return game.outcome(after) is not None


def header_of_rematch(duel: Duel, match_id: str) -> Header:
    """The same match again with the seats swapped; whoever had a seat has the other now."""
    header = duel.header
    one, two = (seat._replace(join=None) for seat in duel.seats)
    return Header(
        match_id,
        time(),
        header.game,
        header.options,
        header.mode,
        header.level,
        header.seed + 1,
        (two, one),
    )
