"""Adapters that a pass forgets to count, or that stay on the device."""

from __future__ import annotations

from ....model.systems.slots.state import Phase
from ..adapter_slots import AdapterSlots
from ..admission import Admission
from ..ending import GivingWay
from ..requests import ResidentRequest
from ..resuming import Resuming
from ..scheduling_pass import Plan
from .registry import fault


@fault("open_admissions_forgets_paused_adapters", id="F-G5", laws=("P5",))
class OpenAdmissionsForgetsPausedAdapters(Resuming):
    """The adapters of paused requests, which are not scheduled, count as room for new ones."""

    def budget_for_pass(self) -> int:
        """Count whoever could be scheduled."""
        return self.unclaimed_slots([request for request in self.residents() if request.id not in self.paused])


@fault("retry_forgets_paused_adapters", id="F-G6", laws=("P5",))
class RetryForgetsPausedAdapters(Admission):
    """When the claims are counted again without the refused candidate, the paused requests' are not."""

    def budget_for_retry(self) -> int:
        """Count whoever could be scheduled."""
        return self.unclaimed_slots([request for request in self.residents() if request.id not in self.paused])


@fault("retry_loses_the_room", laws=("P5",))
class RetryLosesTheRoom(Admission):
    """What a refused candidate had claimed is neither claimed nor free for the rest of the pass."""

    def budget_for_retry(self) -> int:
        """Leave the budget as it is."""
        return self.planned().budget


@fault("claim_is_not_counted", id="F-P13", laws=("P5",))
class ClaimIsNotCounted(Admission):
    """Every candidate sees the device as it was before the others had claimed anything."""

    def charge_claim(self, plan: Plan) -> None:
        """Charge nothing."""


@fault("claim_for_each_request", laws=("P5",))
class ClaimForEachRequest(Admission):
    """An adapter is claimed anew for each request that runs with it."""

    def check_unclaimed(self, a: int) -> None:
        """Do not look who has one."""


@fault("claim_for_the_base_model", laws=("P13",))
class ClaimForTheBaseModel(Admission):
    """A request without an adapter claims a device slot."""

    def check_is_adapter(self, a: int) -> None:
        """Take the base model for one."""


@fault("claims_outlive_their_pass", laws=("P5",))
class ClaimsOutliveTheirPass(Resuming):
    """Claims of one pass that were not used are in the next one, beside a budget that does not know of them."""

    def open_plan(self, *, made_room: bool) -> None:
        """Go on with the claims of the last plan."""
        claims: set[int] = getattr(self, "old_claims", set())
        super().open_plan(made_room=made_room)
        self.planned().claims |= claims
        self.old_claims = self.planned().claims


@fault("bring_back_without_a_claim", id="F-P2", laws=("P5",))
class BringBackWithoutAClaim(Admission):
    """A suspended request comes back as if its adapter had stayed where it was, in a slot that others have now."""

    def check_adapter(self, request: ResidentRequest, plan: Plan) -> None:
        """Take the slot for its own."""
        if request.phase is Phase.SUSPENDED and request.adapter:
            self.adapters.slot_of.setdefault(request.adapter, 0)
        super().check_adapter(request, plan)


@fault("bring_back_is_not_counted", id="F-P2", laws=("P8",))
class BringBackIsNotCounted(Admission):
    """A suspended request comes back and runs with its adapter without being registered for it."""

    def take_adapter(self, request: ResidentRequest) -> None:
        """Register new requests only."""
        if request.phase is not Phase.SUSPENDED:
            super().take_adapter(request)


@fault("suspend_keeps_the_adapter", id="F-P1", laws=("P8",))
class SuspendKeepsTheAdapter(GivingWay):
    """A suspended request still counts as running with its adapter."""

    def release_adapter_of_suspended(self, request: ResidentRequest) -> None:
        """Leave it registered."""


@fault("suspend_takes_a_shared_adapter_away", id="F-P6", laws=("P4", "P6"))
class SuspendTakesASharedAdapterAway(AdapterSlots):
    """The adapter leaves the device with the first request that leaves, though another runs with it."""

    def leave_unused(self, adapter: int) -> None:
        """Do not look who else runs with it."""
        self.evict(adapter)


@fault("unused_adapter_stays", laws=("P4",))
class UnusedAdapterStays(AdapterSlots):
    """The last request that runs with an adapter ends, and the adapter keeps its slot."""

    def leave_unused(self, adapter: int) -> None:
        """Leave it where it is."""
