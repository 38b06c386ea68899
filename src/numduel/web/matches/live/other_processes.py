"""The other server processes on the same database: what they are asked, and what they tell.

A process tells the others its news as a text of words:

    Vx3kQ8/12 AAAAAAAAAAAAAAAA:16:0f3a:{"move":"6"} BBBBBBBBBBBBBBBB:removed CCCCCCCCCCCCCCCC:1:here

The first word says who tells it, and in which of its batches. Then a match has a new entry, number
16 counted from 0, with the seal 0f3a (in truth it is longer); another one was removed, and in a
third one Player 1 is at the board. Of an entry that is too long, AAAAAAAAAAAAAAAA:17 tells only how
many entries the match has now.
"""

import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, Protocol

from numduel.game import Player

MOST_BYTES = 7_900  # PostgreSQL takes less than 8,000
_LONGEST = 1_000  # characters of an entry that is told whole
_FAILED_KEPT = 1_000


class Tail(NamedTuple):
    """The news of a match since some version: how many entries it has now, and the new ones, each
    with its number, its text as JSON and its seal."""

    length: int
    entries: list[tuple[int, str, str]]


def add_news(news: dict[str, Tail], match_id: str, number: int, text: str, seal: str) -> None:
    """Add the next entry of a match, as compact JSON."""
    before = news.get(match_id, Tail(0, [])).entries
    news[match_id] = Tail(number + 1, [*before, (number, text, seal)])


class Others(Protocol):
    """The server processes on the same database, as one of them sees them."""

    @property
    def is_heard(self) -> bool:
        """Whether everything that the others commit is heard."""

    async def listen(
        self, hear: Callable[["Notice"], None], check_all: Callable[[], Awaitable[None]]
    ) -> None:
        """Call `hear` for all that others tell from now on, and `check_all` whenever something may
        have been missed."""

    async def tail(self, match_id: str, version: int) -> Tail | None:
        """What has happened in a match since that version, or None if it is not there any more."""

    async def lengths(self, match_ids: Collection[str]) -> dict[str, int]:
        """How many entries each of these matches has, of those that are there."""

    def claim(self, match_id: str) -> AbstractAsyncContextManager[bool]:
        """Whether this process may let the computer think in a match. While the context lasts, no
        other process may."""

    def tell_presence(self, match_id: str, player: Player, is_here: bool) -> None:
        """Tell the others who is at the board, or has just left."""


@dataclass
class Notice:
    """What one process tells."""

    sender: str = ""  # the process and its batch
    news: dict[str, Tail] = field(default_factory=dict)  # of a match; entries may be left out
    removed: list[str] = field(default_factory=list)
    presence: list[tuple[str, Player, bool]] = field(default_factory=list)


def write_notices(
    sender: str,
    removed: Iterable[str] = (),
    presence: Mapping[tuple[str, Player], bool] | None = None,
) -> list[str]:
    """The texts that tell this. None of them is too long."""
    words = [f"{match_id}:removed" for match_id in removed]
    for (match_id, player), is_here in (presence or {}).items():
        words.append(f"{match_id}:{int(player)}:{'here' if is_here else 'left'}")
    told = groupby(zip(split_into_notices(sender, words), words, strict=True), itemgetter(0))
    return [" ".join([sender, *(word for _, word in text)]) for _, text in told]


def tell_entry(match_id: str, number: int, text: str, seal: str) -> str:
    """The word that tells of a new entry, whose text is compact JSON."""
    # Spaces separate words. Compact JSON has spaces only in its strings.
    word = f"{match_id}:{number}:{seal}:{text}".replace(" ", "\\u0020")
    return word if len(word) <= _LONGEST else f"{match_id}:{number + 1}"


def split_into_notices(sender: str, words: Iterable[str]) -> Iterator[int]:
    """For each word, the number of the text in which it is told, so that none is too long."""
    text, length = 0, len(sender)
    for word in words:
        length += 1 + len(word)
        if length > MOST_BYTES:
            text, length = text + 1, len(sender) + 1 + len(word)
        yield text


def read_notice(text: str) -> Notice:
    """The notice in a text. Unknown words, of another version of numduel, are skipped."""
    sender, *words = text.split(" ") if text else [""]
    notice = Notice(sender)
    for word in words:
        match_id, *told = word.split(":", 3)
        match told:
            case [number] if number.isdecimal():
                notice.news[match_id] = Tail(int(number), [])
            case [number, seal, text] if number.isdecimal():
                add_news(notice.news, match_id, int(number), text, seal)
            case ["removed"]:
                notice.removed.append(match_id)
            case ["1" | "2" as player, "here" | "left" as what]:
                notice.presence.append((match_id, Player(int(player)), what == "here"))
    return notice


class Sender:
    """The name of this process in what it tells, with a number for each batch that it writes."""

    def __init__(self) -> None:
        self._process = secrets.token_urlsafe(6)
        self._batches = 0
        self._failed: deque[str] = deque(maxlen=_FAILED_KEPT)

    def next_batch(self) -> str:
        self._batches += 1
        return f"{self._process}/{self._batches}"

    def note_failure(self, batch: str) -> None:
        """A batch was not acknowledged. If it is committed all the same, this process must hear of
        it like every other."""
        self._failed.append(batch)

    def is_known(self, sender: str) -> bool:
        """Whether this process told it, and knows that it is committed."""
        return sender.startswith(f"{self._process}/") and sender not in self._failed
