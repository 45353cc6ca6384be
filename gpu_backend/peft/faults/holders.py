"""A registration or a name is forgotten, taken twice, or given up by the wrong one."""

from __future__ import annotations

from collections.abc import Collection

from ....model.systems.adapters.state import Entry, Phase
from ...refusal import OutOfRoom
from ..cache import CacheEntry
from ..holders import Holders
from ..lives import Admission, Leaving
from ..manager import PeftCacheManager
from ..planning import Planning
from ..registry import AdapterRegistry
from ..requests import LoraRequest
from .registry import fault


@fault("suspend_keeps_adapter_active", id="F-P1", laws=("P7",))
class SuspendKeepsAdapterActive(Leaving):
    """A suspended request stays active on its adapter, whose device pages nobody can have."""

    def park(self, request: LoraRequest) -> None:
        """Leave a suspended request registered as it was."""
        if request.phase is not Phase.SUSPENDED:
            super().park(request)


@fault("resume_forgets_registration", id="F-P2", laws=("P6",))
class ResumeForgetsRegistration(Planning):
    """A resumed request is active on nothing, and its adapter may go with the last request that shares it."""

    def register_again(self, request: LoraRequest) -> None:
        """Let go of the paused registration, and take no active one."""
        self.peft.paused.remove(request.task, request.id)


@fault("refused_put_parks_request", id="F-P3", laws=("P2", "P3"))
class RefusedPutParksRequest(PeftCacheManager):
    """A request whose weights found no room on the host is parked, though it never ran."""

    def undo_add(self, task: int, request: int) -> None:
        """Pause the registration instead of taking it back."""
        self.mark_request_done(task, request, pause=True)


@fault("resume_registers_before_outcome", id="F-P5", laws=("P7", "P2"))
class ResumeRegistersBeforeOutcome(Planning):
    """A resume registers the request first; where its adapter does not fit, it stays registered."""

    def check_budget(self, request: LoraRequest) -> None:
        """Register a suspended request before anything is decided."""
        if request.phase is Phase.SUSPENDED:
            self.register_again(request)
        super().check_budget(request)


@fault("suspend_releases_shared_copy", id="F-P6", laws=("P4",))
class SuspendReleasesSharedCopy(PeftCacheManager):
    """The device copy is released with one request, while others run with it."""

    def release(self, task: int) -> None:
        """Let a loaded device copy go, whoever else is active."""
        if self.device.state(task) == Entry.USED and not self.fenced():
            self.device.mark_done(task)
        super().release(task)


@fault("suspend_releases_host_copy", id="F-P7", laws=("P3",))
class SuspendReleasesHostCopy(PeftCacheManager):
    """The host copy may be evicted with the last active request, though others are parked on it."""

    def release(self, task: int) -> None:
        """Let both copies go together."""
        super().release(task)
        if not self.active.of(task):
            self.host.mark_done(task)


@fault("preempt_drops_only_copy", id="F-P14", laws=("P10",))
class PreemptDropsOnlyCopy(Leaving):
    """A preempted request lets go of weights that only the host has, and cannot be admitted again."""

    def release_victim(self, request: LoraRequest) -> None:
        """Let go of whatever it is."""
        self.let_go(request)


@fault("preempt_keeps_registration", id="F-P15", laws=("P9", "P2"))
class PreemptKeepsRegistration(Leaving):
    """A preempted request starts over, and its first life goes on keeping the adapter."""

    def release_victim(self, request: LoraRequest) -> None:
        """Leave everything as it is."""


@fault("end_leaves_request_paused", id="F-P16", laws=("P9",))
class EndLeavesRequestPaused(Leaving):
    """A request that is cancelled while it is suspended stays parked on its adapter."""

    def release_ended(self, request: LoraRequest) -> None:
        """Let go of active registrations only."""
        if request.phase is not Phase.SUSPENDED:
            super().release_ended(request)


@fault("registrations_are_counted", id="F-P17", laws=("P8",))
class RegistrationsAreCounted(Holders):
    """Registrations are counted: who is registered again with each step counts more than once."""

    def __init__(self) -> None:
        super().__init__()
        self.lists: dict[int, list[int]] = {}

    def of(self, task: int) -> Collection[int]:
        """Return an entry for each registration."""
        return self.lists.get(task, [])

    def add(self, task: int, request: int) -> None:
        """Count one more."""
        super().add(task, request)
        self.lists.setdefault(task, []).append(request)

    def remove(self, task: int, request: int) -> None:
        """Count one less."""
        super().remove(task, request)
        if request in self.of(task):
            self.lists[task].remove(request)


@fault("base_model_registers", id="F-P20", laws=("P13",))
class BaseModelRegisters(Admission):
    """A request without an adapter is registered too."""

    def enter(self, request: LoraRequest, entry: CacheEntry | None) -> None:
        """Register it on the base model."""
        super().enter(request, entry)
        self.peft.add(request.task, request.id)


@fault("failed_resume_drops_hold", id="F-P21", laws=("P7",))
class FailedResumeDropsHold(Planning):
    """Where the adapter does not fit, the resume fails and takes the paused registration with it."""

    def resume(self, r: int) -> None:
        """Clean up too much."""
        try:
            super().resume(r)
        except OutOfRoom:
            self.peft.mark_request_done(self.requests[r].task, r)
            raise


@fault("pause_does_not_protect", laws=("G2",))
class PauseDoesNotProtect(Leaving):
    """A request that was only left out is taken for a victim, and loses its place on the device."""

    def suspend(self, r: int) -> None:
        """Suspend a paused request as well."""
        if r in self.requests and self.requests[r].phase is Phase.PAUSED and not self.step.forming:
            self.unpause(r)
        super().suspend(r)


@fault("admit_goes_by_queue", laws=("P2",))
class AdmitGoesByQueue(Admission):
    """A waiting request is admitted though the pass has not chosen it."""

    def check_chosen(self, r: int) -> None:
        """Take whoever waits."""


@fault("resume_waits_for_failed_load", laws=("P6",))
class ResumeWaitsForFailedLoad(Planning):
    """A request is resumed though the weights of its adapter never came."""

    def check_weights_came(self, request: LoraRequest) -> None:
        """Hope for the best."""


@fault("end_keeps_reference", laws=("A1",))
class EndKeepsReference(Leaving):
    """The registry goes on counting a request that has ended, and unregistering waits for ever (SGLang #34205)."""

    def drop_reference(self, request: LoraRequest) -> None:
        """Leave it in the registry."""


@fault("unregister_leaves_copies", laws=("A3",))
class UnregisterLeavesCopies(AdapterRegistry):
    """The name goes and its copies stay, to be found by whoever gets the name next."""

    def check_copies(self, task: int, copies: int) -> None:
        """Do not ask."""
