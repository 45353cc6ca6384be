"""Weights on their way: from a file or a request to the host, and from the host to the device. They can fail."""

from __future__ import annotations

from torch import Tensor

from ...model.systems.adapters.state import Level
from .cache import CacheEntry, LoraCache, Reader


class Transfers:
    """What is under way into each entry. An entry without pages has it waiting."""

    def __init__(self, host: LoraCache, device: LoraCache) -> None:
        self.caches = {Level.HOST: host, Level.DEVICE: device}
        self.loads: dict[CacheEntry, Tensor] = {}
        """Weights to be written into host entries."""
        self.copies: dict[CacheEntry, CacheEntry] = {}
        """Host entries to be copied into device entries."""

    def start_load(self, entry: CacheEntry, weights: Tensor) -> None:
        """Send weights to a host entry."""
        self.loads[entry] = weights

    def start_copy(self, source: CacheEntry, entry: CacheEntry) -> None:
        """Copy a host entry to a device entry; the host entry stays until that has ended."""
        self.copies[entry] = source
        source.readers.add(Reader.COPY)

    def arrive(self, level: Level, entry: CacheEntry) -> None:
        """Write the weights into the entry's pages; releases that waited for it take effect."""
        self.caches[level].pages.write(entry.pages, self.weights_for(level, entry))
        entry.loaded = True
        self.caches[level].honour_done(entry)
        self.end(level, entry)

    def weights_for(self, level: Level, entry: CacheEntry) -> Tensor:
        """Return what is to be written into an entry."""
        if level == Level.HOST:
            return self.loads[entry]
        return self.caches[Level.HOST].pages.read(self.copies[entry].pages)

    def fail(self, level: Level, entry: CacheEntry) -> None:
        """The weights do not come: a device entry goes, to be tried again; a host entry goes with its last holder."""
        if level == Level.DEVICE or entry.done:
            self.caches[level].drop(entry.task)
        else:
            entry.failed = True
        self.end(level, entry)

    def end(self, level: Level, entry: CacheEntry) -> None:
        """Nothing is under way into the entry any more; the source of a copy may be released."""
        if level == Level.HOST:
            del self.loads[entry]
        else:
            source = self.copies.pop(entry)
            source.readers.discard(Reader.COPY)
            self.caches[Level.HOST].honour_done(source)
