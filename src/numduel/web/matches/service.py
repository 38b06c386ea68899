"""All the matches: find one, act in it, and tell whoever listens."""

import asyncio
from collections.abc import Callable, Iterable

from numduel.errors import NumduelError
from numduel.game import Player
from numduel.web.errors import MatchDamaged, StoreUnavailable, TooBusy
from numduel.web.matches.actions import check_room
from numduel.web.matches.live.cleaning import Cleaning
from numduel.web.matches.live.health import SharedCheck
from numduel.web.matches.live.listeners import Listeners
from numduel.web.matches.live.match_cache import InBackground, MatchCache, MatchStore
from numduel.web.matches.live.memory import LogsInMemory
from numduel.web.matches.live.other_processes import Notice
from numduel.web.matches.live.presence import Presence
from numduel.web.matches.live.replies import Replies
from numduel.web.matches.log import Entry, MatchHeader, MatchLog
from numduel.web.settings import Settings

Decision = Callable[[MatchLog], Entry | None]


class MatchService:
    """The matches of one server process. Those in use are kept in memory.

    If other processes write to the same database, memory may be behind. Whoever asks gets what is
    on disk, and whoever listens is told of changes made elsewhere.
    """

    def __init__(
        self, settings: Settings, store: MatchStore, reading: InBackground, replying: InBackground
    ) -> None:
        """Long matches are read by `reading`, and the computer chooses its moves by `replying`."""
        self.settings = settings
        self.listeners = Listeners(settings.most_listeners, settings.listeners_per_client)
        self.presence = Presence()
        self._store = store
        self._others = store.others
        self._logs = LogsInMemory(settings.most_bytes_of_matches)
        self._cache = MatchCache(self._logs, self.listeners, store, reading)
        self._replies = Replies(
            self.recall,
            self._act,
            lambda match_id: self.listeners.count_of(match_id) > 0,
            replying,
            store.others,
        )
        self._check_store = SharedCheck(self._write_sign, settings.healthy_for)
        self._cleaning = Cleaning(settings, store, self._cache.forget)

    async def start(self) -> None:
        """Begin to hear of other processes, and to remove old matches now and then."""
        if self._others is not None:
            await self._others.listen(self.hear, self._cache.check_all)
        self._cleaning.start()

    async def close(self) -> None:
        self.listeners.close()
        await self._cleaning.close()
        self._replies.close()

    async def check(self) -> None:
        """Raise TooBusy unless moves can be written, and are heard if they are made elsewhere."""
        await self._check_store()
        if self._others is not None and not self._others.is_heard:
            raise TooBusy(
                "Moves made at other servers are not heard at the moment: the connection to the"
                " database that listens for them is being made again.",
                2,
            )

    async def _write_sign(self) -> None:
        try:
            async with asyncio.timeout(self.settings.seconds_for_health):
                await self._store.check()
        except (TimeoutError, StoreUnavailable):
            raise TooBusy("The database cannot be written to at the moment.", 2) from None

    @property
    def count(self) -> int:
        """How many matches are in memory."""
        return len(self._logs)

    async def create(self, header: MatchHeader) -> MatchLog:
        """Begin a match."""
        log = MatchLog(header)
        await self._store.create(header)
        self._logs.keep(log)
        self._replies.begin(log)
        return log

    async def find(self, match_id: str) -> MatchLog:
        """The match with this id as it is on disk now, or NotFound."""
        log = await self._cache.find(match_id)
        self._replies.look_after(log)
        return log

    async def recall(self, match_id: str) -> MatchLog:
        """The match as far as this process has heard, or NotFound. What was acknowledged elsewhere
        may be missing for a moment."""
        log = await self._cache.recall(match_id)
        self._replies.look_after(log)
        return log

    def hear(self, notice: Notice) -> None:
        """Take note of what another process tells."""
        self._cache.hear(notice)
        self._cleaning.note(notice.removed)
        for match_id, player, is_here in notice.presence:
            self.presence.note(match_id, [player], is_here)

    def note_presence(self, match_id: str, players: Iterable[Player], is_here: bool) -> None:
        """Note that these players of a match are at the board, or have just left."""
        players = tuple(players)
        self.presence.note(match_id, players, is_here)
        if self._others is not None:
            for player in players:
                self._others.tell_presence(match_id, player, is_here)

    async def act(self, match_id: str, decide: Decision) -> MatchLog:
        """Carry out one action in a match, and save it before telling anybody."""
        return await self._act(match_id, lambda log: check_room(log, decide(log)))

    async def _act(self, match_id: str, decide: Decision) -> MatchLog:
        await self.recall(match_id)
        async with self._cache.lock(match_id):
            refused = -1
            while True:
                log = await self._cache.find_in_lock(match_id)
                if log.version <= refused:
                    raise MatchDamaged("an entry can neither be read nor written")
                log, entry = await self._decide(log, decide)
                if entry is None or await self._append(log, entry):
                    break
                refused = log.version  # there is such an entry already: look again
                self._logs.drop(match_id)
        if entry is not None:
            self._note_arrival(match_id, entry)
            self.listeners.announce(match_id)
            self._replies.begin(log)
        return log

    def _note_arrival(self, match_id: str, entry: Entry) -> None:
        """Note that whoever has just joined is at the board, and both players when their rematch
        begins. Their pages say so only a moment later."""
        if "join" in entry:
            self.note_presence(match_id, [Player(entry["join"]["player"])], is_here=True)
        elif "rematch" in entry and entry["rematch"]["next"] is not None:
            self.note_presence(entry["rematch"]["next"], Player, is_here=True)

    async def _decide(self, log: MatchLog, decide: Decision) -> tuple[MatchLog, Entry | None]:
        """Decide what to write. Before refusing, make sure that this process is up to date. An
        entry needs no such care: if it is out of date, it is not written."""
        while True:
            entry, refusal = None, None
            try:
                entry = decide(log)
            except NumduelError as fault:
                refusal = fault
            if entry is None and self._others is not None:
                version = log.version
                log = await self._cache.catch_up_in_lock(log, self._others)
                if log.version != version:
                    continue
            if refusal is not None:
                raise refusal
            return log, entry

    async def _append(self, log: MatchLog, entry: Entry) -> bool:
        next_id = entry["rematch"]["next"] if "rematch" in entry else None
        next_header = None if next_id is None else log.rematch_header(next_id)
        try:
            is_new = await self._store.append(log, entry, log.is_ended_by(entry), next_header)
        except StoreUnavailable:
            self._logs.drop(log.header.id)  # it may be on disk or not: look again
            self.listeners.announce(log.header.id)
            raise
        if is_new:
            log.apply(entry)
            self._logs.keep(log)
        return is_new

    async def wait_for_reply(self, match_id: str) -> None:
        """Wait a little for the computer's move, if it is its turn."""
        await self._replies.wait(match_id, self.settings.seconds_for_reply)
