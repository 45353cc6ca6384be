"""Both caches of adapters, and what happens to an entry of either: it is filled, fails, or is given up."""

from __future__ import annotations

import torch

from ...model.systems.adapters.state import Entry, Level
from .cache import CacheEntry, LoraCache
from .errors import AdapterInUse, DeviceCacheFull, HostCacheFull, OutOfTurn, expect
from .pages import LoraCachePageManager
from .registry import Adapter, AdapterRegistry
from .transfers import Transfers


class LoraCaches:
    """The host cache, and the device cache that is filled from it."""

    page_manager = LoraCachePageManager
    lora_cache = LoraCache
    transfer_queue = Transfers
    adapter_registry = AdapterRegistry

    def __init__(self, adapters: list[Adapter], host_pages: int, device_pages: int, device: torch.device) -> None:
        self.registry = self.adapter_registry(adapters)
        on_gpu = device.type == "cuda"
        host = self.page_manager(host_pages, "host pages of adapters", torch.device("cpu"), pinned=on_gpu)
        self.host = self.lora_cache(host, HostCacheFull)
        self.device = self.lora_cache(
            self.page_manager(device_pages, "device pages of adapters", device), DeviceCacheFull
        )
        self.transfers = self.transfer_queue(self.host, self.device)

    def cache(self, level: Level) -> LoraCache:
        """Return the cache of one level."""
        return self.host if level == Level.HOST else self.device

    def take(self, level: Level, task: int) -> None:
        """Give an entry the pages that it was promised."""
        entry = self.cache(level).find(task)
        if entry is None or self.cache(level).state(task) != Entry.CLAIMING:
            raise OutOfTurn(f"no pages are promised to adapter {task}")
        self.cache(level).take_pages(entry)

    def load(self, level: Level, task: int) -> None:
        """The weights of an entry have arrived."""
        self.transfers.arrive(level, self.under_way(level, task))

    def fail_load(self, level: Level, task: int) -> None:
        """The weights of an entry will not arrive."""
        self.transfers.fail(level, self.under_way(level, task))

    def under_way(self, level: Level, task: int) -> CacheEntry:
        """Return an entry whose weights are on their way into its pages, or refuse."""
        entry = self.cache(level).find(task)
        if entry is None or self.cache(level).state(task) != Entry.LOADING:
            raise OutOfTurn(f"no weights are on their way for adapter {task}")
        return entry

    def evict(self, level: Level, task: int) -> None:
        """Give up a copy that nobody holds, for a claim that lacks pages."""
        cache = self.cache(level)
        self.unheld(level, task)
        expect(cache.promised > len(cache.pages.free), OutOfTurn, "no claim lacks pages")
        cache.drop(task)

    def discard(self, level: Level, task: int) -> None:
        """Give up a copy that nobody holds, of what its name no longer stands for."""
        entry = self.unheld(level, task)
        expect(entry.content != self.registry[task].latest, AdapterInUse, "its name stands for these weights")
        self.cache(level).drop(task)

    def unload(self, level: Level, task: int) -> None:
        """Give up a copy of an adapter that no request names."""
        self.unheld(level, task)
        expect(not self.registry[task].requests, AdapterInUse, f"requests name adapter {task}")
        self.cache(level).drop(task)

    def unheld(self, level: Level, task: int) -> CacheEntry:
        """Return a loaded copy that nobody holds, or refuse."""
        entry = self.cache(level).find(task)
        if entry is None or self.cache(level).state(task) != Entry.DONE:
            raise AdapterInUse(f"no copy of adapter {task} may be given up")
        return entry
