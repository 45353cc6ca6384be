"""A request is served with weights that it was not admitted with, or a copy is of other weights than it says."""

from __future__ import annotations

from torch import Tensor

from ....model.systems.adapters.state import Level
from ..cache import CacheEntry, LoraCache
from ..errors import TaskNotCached
from ..lives import Admission
from ..manager import PeftCacheManager
from ..requests import LoraRequest
from ..transfers import Transfers
from ..upkeep import Upkeep
from .registry import fault


@fault("stale_host_copy_is_admitted", laws=("V1",))
class StaleHostCopyIsAdmitted(PeftCacheManager):
    """The host copy is found by its name, though the name stands for other weights since."""

    def current(self, task: int) -> CacheEntry:
        """Take whatever the host has under that name."""
        entry = self.host.find(task)
        return entry if entry is not None and not entry.failed else super().current(task)


@fault("stale_device_copy_is_reused", laws=("V2",))
class StaleDeviceCopyIsReused(PeftCacheManager):
    """The device copy is found by its name, though the request was admitted with newer weights."""

    def check_version(self, task: int, content: int | None) -> None:
        """Do not compare."""


@fault("reload_overwrites_host_copy", laws=("V2", "V1"))
class ReloadOverwritesHostCopy(Upkeep):
    """The new weights are written over the old ones, under the requests that run with them."""

    def reload(self, a: int, c: int) -> None:
        """Write into the pages that the host has."""
        super().reload(a, c)
        entry = self.peft.host.find(a)
        if entry is not None and entry.loaded:
            self.peft.host.pages.write(entry.pages, self.peft.registry[a].weights())


@fault("load_reads_newest_file", laws=("V2", "V1"))
class LoadReadsNewestFile(PeftCacheManager):
    """A file is read when its weights are written, and may have been replaced since the request was admitted."""

    def load(self, level: Level, task: int) -> None:
        """Read the file again."""
        entry = self.under_way(level, task)
        if level == Level.HOST:
            self.transfers.loads[entry] = self.registry[task].weights()
        super().load(level, task)


@fault("copy_starts_before_source_is_loaded", laws=("V2",))
class CopyStartsBeforeSourceIsLoaded(PeftCacheManager):
    """The host copy is copied to the device while its weights are still on their way."""

    def source(self, task: int) -> CacheEntry:
        """Copy whatever is there."""
        entry = self.host.find(task)
        if entry is None:
            raise TaskNotCached(f"the host does not have adapter {task}")
        return entry


@fault("failed_load_is_served", laws=("V2",))
class FailedLoadIsServed(LoraCache):
    """The entry of weights that never came stays with the last holder gone, for the next one to find."""

    def mark_done(self, task: int) -> None:
        """Take a failed load for a loaded one."""
        entry = self.find(task)
        if entry is not None and entry.failed:
            entry.failed, entry.loaded = False, True
        super().mark_done(task)


@fault("device_copy_is_of_nothing", laws=("V2",))
class DeviceCopyIsOfNothing(Transfers):
    """Nobody waits for the copy: it counts as loaded while its pages hold what freed memory holds."""

    def weights_for(self, level: Level, entry: CacheEntry) -> Tensor:
        """Write back what is in the pages of the device."""
        if level == Level.DEVICE:
            return self.caches[level].pages.read(entry.pages)
        return super().weights_for(level, entry)


@fault("brought_weights_stay", laws=("P2",))
class BroughtWeightsStay(Admission):
    """The weights that a request came with are used up by its admission, and stay in memory with it."""

    def enter(self, request: LoraRequest, entry: CacheEntry | None) -> None:
        """Keep them."""
        brought = request.weights
        super().enter(request, entry)
        request.weights = brought
