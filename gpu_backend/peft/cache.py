"""One level of adapters: entries with their pages, promises of pages, and what may be evicted, the oldest first."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from ...model.systems.adapters.state import Entry
from .errors import LoraCacheFull
from .pages import LoraCachePageManager


class Reader(Enum):
    """What reads an entry's pages whether or not a request holds it."""

    COPY = "a copy to the device"
    STEP = "a launched step"


@dataclass(eq=False, slots=True)
class CacheEntry:
    """An adapter in one cache, and the pages it has; none while it waits for what it was promised."""

    task: int
    weight: int
    """The pages it needs."""
    content: int
    """The version of the adapter that it is of, from beginning to end."""
    pages: list[int] = field(default_factory=list)
    loaded: bool = False
    failed: bool = False
    done: bool = False
    """Nobody holds it: it may be evicted as soon as it is loaded and read no longer."""
    readers: set[Reader] = field(default_factory=set)


class LoraCache:
    """Entries of one level in two lists, in progress and done, the newest at the end of each."""

    def __init__(self, pages: LoraCachePageManager, full: type[LoraCacheFull]) -> None:
        self.pages, self.full = pages, full
        self.in_progress: OrderedDict[int, CacheEntry] = OrderedDict()
        self.done: OrderedDict[int, CacheEntry] = OrderedDict()

    def entries(self) -> Iterator[CacheEntry]:
        """Yield every entry."""
        yield from self.in_progress.values()
        yield from self.done.values()

    def find(self, task: int) -> CacheEntry | None:
        """Return the entry of an adapter, if there is one."""
        return self.in_progress.get(task) or self.done.get(task)

    def state(self, task: int) -> Entry:
        """Say where the entry of an adapter stands."""
        entry = self.find(task)
        if entry is None:
            return Entry.ABSENT
        if entry.failed:
            return Entry.FAILED
        if not entry.loaded:
            return Entry.LOADING if entry.pages else Entry.CLAIMING
        return Entry.DONE if task in self.done else Entry.USED

    @property
    def promised(self) -> int:
        """Pages that entries wait for."""
        return sum(entry.weight for entry in self.in_progress.values() if not entry.pages)

    @property
    def evictable(self) -> int:
        """Pages of copies that nobody holds."""
        return sum(len(entry.pages) for entry in self.done.values())

    def check_room(self, pages: int) -> None:
        """Refuse unless so many pages are free or evictable, beside those promised to others."""
        needed, there = self.promised + pages, len(self.pages.free) + self.evictable
        if needed > there:
            raise self.full(f"{needed} {self.pages.free.what} are needed, {there} are free or evictable")

    def put(self, task: int, weight: int, content: int) -> CacheEntry:
        """Make an entry, with free pages if they suffice, else with the promise of evictable ones; or refuse."""
        self.check_room(weight)
        at_once = self.promised + weight <= len(self.pages.free)
        entry = self.in_progress[task] = CacheEntry(task, weight, content)
        if at_once:
            self.take_pages(entry)
        return entry

    def take_pages(self, entry: CacheEntry) -> None:
        """Give an entry its pages, or refuse."""
        entry.pages = self.pages.claim(entry.weight)

    def claim_pages_with_evict(self, entry: CacheEntry) -> list[int]:
        """Evict the oldest copies that nobody holds until the entry can have its pages. Return who was evicted."""
        evicted = []
        while entry.weight > len(self.pages.free):
            evicted.append(next(iter(self.done)))
            self.drop(evicted[-1])
        self.take_pages(entry)
        return evicted

    def bump(self, task: int) -> None:
        """Keep an entry from being evicted, now and once it is loaded: it is the newest in progress."""
        entry = self.done.pop(task, None) or self.in_progress.pop(task)
        entry.done = False
        self.in_progress[task] = entry

    def mark_done(self, task: int) -> None:
        """Nobody holds the entry any more: let it be evicted, at once or as soon as nothing needs it."""
        entry = self.in_progress.get(task)
        if entry is None:
            return
        entry.done = True
        if entry.failed:
            self.drop(task)
        else:
            self.honour_done(entry)

    def honour_done(self, entry: CacheEntry) -> None:
        """Let an entry be evicted whose release was put off, if nothing needs it any more."""
        if entry.done and entry.loaded and not entry.readers:
            self.done[entry.task] = self.in_progress.pop(entry.task)

    def drop(self, task: int) -> None:
        """Take an entry out and free its pages."""
        entry = self.done.pop(task, None) or self.in_progress.pop(task)
        self.pages.release(entry.pages)
        entry.pages = []
