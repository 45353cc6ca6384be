"""Who keeps which copy of an adapter: where an entry is made, taken up again, read, and released."""

from __future__ import annotations

import torch
from torch import Tensor

from ...model.systems.adapters.state import Entry
from .cache import CacheEntry, Reader
from .caches import LoraCaches
from .errors import LoraCacheFull, OutOfTurn, TaskNotCached, expect
from .holders import Holders
from .registry import Adapter


class PeftCacheManager(LoraCaches):
    """The requests that are active or paused on each adapter, and the copies that they keep."""

    holders = Holders

    def __init__(self, adapters: list[Adapter], host_pages: int, device_pages: int, device: torch.device) -> None:
        super().__init__(adapters, host_pages, device_pages, device)
        self.active, self.paused = self.holders(), self.holders()

    # Registrations

    def add(self, task: int, request: int) -> None:
        """Register a request as active: it is paused no longer."""
        self.active.add(task, request)
        self.paused.remove(task, request)

    def mark_request_done(self, task: int, request: int, *, pause: bool = False) -> None:
        """Take a request's registrations back, or pause the active one; one that has none has nothing to pause."""
        was_active = request in self.active.of(task)
        if not was_active and (pause or request not in self.paused.of(task)):
            return
        self.active.remove(task, request)
        if pause:
            self.paused.add(task, request)
        else:
            self.paused.remove(task, request)
        self.release(task)

    def release(self, task: int) -> None:
        """Let the device copy go with the last active request, and the host copy with the last of all."""
        if not self.active.of(task):
            self.device.mark_done(task)
            if not self.paused.of(task):
                self.host.mark_done(task)

    # The host cache

    def current(self, task: int) -> CacheEntry:
        """Return a host entry that is of what the name stands for, and whose load did not fail; or refuse."""
        entry = self.host.find(task)
        if entry is None or entry.failed or entry.content != self.registry[task].latest:
            raise TaskNotCached(f"the host does not have what adapter {task} stands for")
        return entry

    def take_up(self, task: int, request: int) -> CacheEntry:
        """Register a request on the host entry that is there, unless claims count on its pages."""
        entry = self.current(task)
        self.check_promises(entry)
        self.host.bump(task)
        self.add(task, request)
        return entry

    def check_promises(self, entry: CacheEntry) -> None:
        """Refuse to keep a copy whose pages were promised to a claim."""
        if entry.task in self.host.done:
            self.host.check_room(len(entry.pages))

    def put(self, task: int, request: int, weights: Tensor) -> CacheEntry:
        """Register a request and send the adapter's weights to the host, or refuse with the registration undone."""
        expect(self.host.find(task) is None, OutOfTurn, f"the host has adapter {task}")
        adapter = self.registry[task]
        self.add(task, request)
        try:
            entry = self.host.put(task, adapter.weight, adapter.latest)
        except LoraCacheFull:
            self.undo_add(task, request)
            raise
        self.transfers.start_load(entry, weights)
        return entry

    def undo_add(self, task: int, request: int) -> None:
        """Take back the registration of a request whose weights found no room."""
        self.mark_request_done(task, request)

    # The device cache

    def copy_task(self, task: int) -> None:
        """Begin to copy the host entry to the device, or refuse."""
        expect(self.device.find(task) is None, OutOfTurn, f"the device has adapter {task}")
        source = self.source(task)
        entry = self.device.put(task, source.weight, source.content)
        self.transfers.start_copy(source, entry)

    def source(self, task: int) -> CacheEntry:
        """Return the host entry that a copy is made of, or refuse."""
        entry = self.host.find(task)
        if entry is None or self.host.state(task) != Entry.USED:
            raise TaskNotCached(f"adapter {task} is not loaded on the host")
        return entry

    def reuse(self, task: int, content: int | None) -> None:
        """Use a device copy again that could be evicted, if it is of these weights."""
        expect(self.device.state(task) == Entry.DONE, OutOfTurn, f"no device copy of adapter {task} is done")
        self.check_version(task, content)
        self.device.bump(task)

    def keep(self, task: int, content: int | None) -> None:
        """Keep a device copy whose release was put off, if it is of these weights."""
        entry = self.device.find(task)
        waits = entry is not None and entry.done and task in self.device.in_progress
        expect(waits, OutOfTurn, f"no release of adapter {task} is put off")
        self.check_version(task, content)
        self.device.bump(task)

    def check_version(self, task: int, content: int | None) -> None:
        """Refuse a device copy that is not of the weights that a request runs with."""
        entry = self.device.find(task)
        right = entry is not None and entry.content == content
        expect(right, TaskNotCached, f"the device copy of adapter {task} is of other weights")

    def fence(self, task: int) -> None:
        """Let a step read the device copy, or refuse."""
        entry = self.device.find(task)
        if entry is None or self.device.state(task) != Entry.USED:
            raise TaskNotCached(f"adapter {task} is not loaded on the device")
        entry.readers.add(Reader.STEP)

    def fenced(self) -> list[CacheEntry]:
        """Return the device entries that a step reads."""
        return [entry for entry in self.device.entries() if Reader.STEP in entry.readers]

    def lift(self, task: int) -> None:
        """The step reads the device copy no longer; a release that waited for it takes effect."""
        entry = self.device.find(task)
        if entry is None or Reader.STEP not in entry.readers:
            raise OutOfTurn(f"no step read adapter {task}")
        entry.readers.discard(Reader.STEP)
        self.device.honour_done(entry)
