"""Faults in who keeps an adapter where (F-P)."""

from __future__ import annotations

from ...model.instance import Instance
from ...model.sorts import Phase
from ..adapters import AdapterCache
from ..admission import Admission
from ..ending import Ending
from ..requests import Request
from ..suspension import Suspension
from .registry import fault


@fault("suspend_keeps_adapter", id="F-P1", laws=("P7", "P2"))
class SuspendKeepsAdapter(Suspension):
    """A suspended request keeps its adapter active, so that its device slot cannot be evicted."""

    def park_adapter(self, request: Request) -> None:
        """Leave the adapter as it is."""


@fault("resume_forgets_adapter", id="F-P2", laws=("P6",))
class ResumeForgetsAdapter(Suspension):
    """A resumed request is not registered on its adapter again, which is evicted once its sharers end."""

    def reactivate_adapter(self, request: Request) -> None:
        """Let go of the parked hold, and take no active one."""
        self.adapters.unpark(request.adapter, request.id)


@fault("failed_admission_parks_adapter", id="F-P3", laws=("P2", "P3", "K9"))
class FailedAdmissionParksAdapter(Admission):
    """The cleanup of a failed admission parks the adapter of a request that never held it."""

    def clean_up_failed_admission(self, request: Request) -> None:
        """Park the adapter too, as if the request had been suspended."""
        super().clean_up_failed_admission(request)
        if request.adapter:
            self.adapters.park(request.adapter, request.id)


@fault("resumed_request_registers_each_step", id="F-P4", laws=("P8",))
class ResumedRequestRegistersEachStep(Suspension):
    """A request that was resumed once is registered on its adapter again with every later step."""

    def __init__(self, instance: Instance, seed: int) -> None:
        super().__init__(instance, seed)
        self.resumed: set[int] = set()

    def reactivate_adapter(self, request: Request) -> None:
        """Note that the request was resumed."""
        super().reactivate_adapter(request)
        self.resumed.add(request.id)

    def reserve(self, request: Request, tokens: int) -> None:
        """Register a resumed request once more."""
        super().reserve(request, tokens)
        if request.adapter and request.id in self.resumed:
            self.adapters.add_active(request.adapter, request.id)


@fault("resume_registers_before_pages", id="F-P5", laws=("P7", "P2", "K9"))
class ResumeRegistersBeforePages(Suspension):
    """A resume registers the adapter before the pages are back; where they find no room it stays registered."""

    def bring_back(self, request: Request) -> None:
        """Do it in the wrong order, with nothing undone."""
        self.reactivate_adapter(request)
        self.kv.onload(request.cache)


@fault("suspend_releases_shared_slot", id="F-P6", laws=("P4",))
class SuspendReleasesSharedSlot(AdapterCache):
    """A suspension lets the adapter's device slot be evicted although another request still uses it."""

    def park(self, adapter: int, request: int) -> None:
        """Unpin the device slot, whoever else is active."""
        super().park(adapter, request)
        self.device.pinned.discard(adapter)


@fault("suspend_releases_host_copy", id="F-P7", laws=("P3", "P4"))
class SuspendReleasesHostCopy(AdapterCache):
    """A suspension lets the adapter's host copy be evicted as well, from which the resume is to be made."""

    def park(self, adapter: int, request: int) -> None:
        """Unpin the host copy, although the request is parked on it."""
        super().park(adapter, request)
        self.host.pinned.discard(adapter)


@fault("failed_chunk_loses_claim", id="F-P9", laws=("P4", "K9"))
class FailedChunkLosesClaim(Admission):
    """A request whose next chunk finds no pages loses its claim on its adapter's device slot."""

    def keep_claim(self, request: Request) -> None:
        """Unpin the device slot, as if the request held it no longer."""
        self.adapters.device.pinned.discard(request.adapter)


@fault("preempt_keeps_adapter", id="F-P15", laws=("P9", "P2"))
class PreemptKeepsAdapter(Suspension):
    """A preempted request gives its pages back and keeps its adapter."""

    def release_adapter_of_victim(self, request: Request) -> None:
        """Leave the adapter as it is."""


@fault("abort_leaves_adapter_parked", id="F-P16", laws=("P9", "P2"))
class AbortLeavesAdapterParked(Ending):
    """An abort of a suspended request leaves it parked on its adapter."""

    def let_go_of_adapter(self, request: Request) -> None:
        """Let go of active holds only."""
        if request.phase is not Phase.SUSPENDED:
            super().let_go_of_adapter(request)


@fault("active_holder_counts_twice", id="F-P17", laws=("P8",))
class ActiveHolderCountsTwice(AdapterCache):
    """An active holder is counted twice, and lets go once."""

    def add_active(self, adapter: int, request: int) -> None:
        """Count the holder twice."""
        super().add_active(adapter, request)
        super().add_active(adapter, request)
