"""Known faults of what the scheduler tells the adapter caches, and of what a step reads of them."""

from __future__ import annotations

from ...peft.requests import LoraRequest
from ..adapter_pass import AdapterPass
from ..lora import StepLoras
from .registry import fault


@fault("suspended_request_stays_active", id="F-P1", laws=("W1",))
class SuspendedRequestStaysActive(AdapterPass):
    """The scheduler suspends a request, and nobody tells the adapter caches."""

    def suspend(self, r: int) -> None:
        """Tell nobody."""


@fault("preempted_request_stays_active", laws=("W1",))
class PreemptedRequestStaysActive(AdapterPass):
    """The scheduler takes a request's caches, and nobody tells the adapter caches."""

    def preempt(self, r: int) -> None:
        """Tell nobody."""


@fault("ended_request_stays_active", laws=("W1", "D1"))
class EndedRequestStaysActive(AdapterPass):
    """A request ends, and nobody tells the adapter caches."""

    def end(self, r: int) -> None:
        """Tell nobody."""


@fault("host_room_is_not_asked_for", laws=("S16",))
class HostRoomIsNotAskedFor(AdapterPass):
    """A request is chosen whose adapter finds no room on the host, and is in the way of the one that has it there."""

    def check_host_room(self, request: LoraRequest) -> None:
        """Ask for nothing."""


@fault("request_without_its_adapter_stays_in_the_step", laws=("O3",))
class RequestWithoutItsAdapterStaysInTheStep(AdapterPass):
    """A request whose adapter found no room on the host is launched all the same."""

    def enter(self, r: int) -> bool:
        """Say that there was room."""
        return super().enter(r) or True


@fault("step_reads_adapters_where_they_were", laws=("C1",))
class StepReadsAdaptersWhereTheyWere(AdapterPass):
    """A step goes on reading an adapter from the pages that an earlier step has read it from."""

    def loras(self) -> StepLoras:
        """Remember the pages of every adapter that was ever read."""
        device = self.executor.peft.device
        known: dict[int, list[int]] = self.__dict__.setdefault("known", {})
        for entry in self.executor.peft.fenced():
            known.setdefault(entry.task, list(entry.pages))
        here = {entry.task: known[entry.task] for entry in self.executor.peft.fenced()}
        return StepLoras(device.pages, here, device.pages.memory.device)


@fault("only_the_first_page_is_read", laws=("C1",))
class OnlyTheFirstPageIsRead(AdapterPass):
    """A step reads the first page of each adapter only."""

    def loras(self) -> StepLoras:
        """Leave out the pages behind the first."""
        device = self.executor.peft.device
        pages = {entry.task: entry.pages[:1] for entry in self.executor.peft.fenced()}
        return StepLoras(device.pages, pages, device.pages.memory.device)
