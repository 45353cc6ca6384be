"""Drafter slots that are lost, kept, shared, or written to by somebody else."""

from __future__ import annotations

from ....model.systems.slots.state import NO_SLOT, SCRATCH, Phase
from ..core import Core
from ..drafter import DrafterContexts
from ..stepping import Planning
from .registry import fault


@fault("drop_slot_of_a_displaced_request", id="F-G2", laws=("G9", "G8"))
class DropSlotOfADisplacedRequest(Core):
    """The drafter keeps the batch and the paused requests, and forgets that a live one can be in neither."""

    def retained(self) -> set[int]:
        """Leave the displaced out."""
        return super().retained() - {request.id for request in self.displaced()}


@fault("drop_slot_of_a_paused_request", id="F-G3", laws=("G9", "G2", "G8"))
class DropSlotOfAPausedRequest(Core):
    """The drafter drops whoever is not in the batch, though a request may only be paused."""

    def retained(self) -> set[int]:
        """Leave the paused out."""
        return super().retained() - set(self.paused.records)


@fault("suspend_keeps_the_drafter_slot", id="F-G4", laws=("G9",))
class SuspendKeepsTheDrafterSlot(Core):
    """A request whose KV has left the device counts among those whose drafter context is kept."""

    def retained(self) -> set[int]:
        """Take the suspended for displaced."""
        suspended = {request.id for request in self.requests.values() if request.phase is Phase.SUSPENDED}
        return super().retained() | suspended


@fault("launch_before_slots_are_dropped", id="F-G4", laws=("G9",))
class LaunchBeforeSlotsAreDropped(Planning):
    """The batch starts while the drafter has contexts of requests whose KV has left the device."""

    def check_nothing_lapsed(self) -> None:
        """Do not look."""


@fault("land_in_the_scratch_slot", id="F-G12", laws=("G9",))
class LandInTheScratchSlot(DrafterContexts):
    """Buffers sized for a small batch put a live slot where padding writes."""

    def check_reserved(self, slot: int) -> None:
        """Refuse only what is no slot."""
        if slot != SCRATCH:
            super().check_reserved(slot)


@fault("padding_writes_to_a_live_slot", id="F-G13", laws=("G9", "G2"))
class PaddingWritesToALiveSlot(DrafterContexts):
    """Rows of padding are given the first slot there is, and write into the context of whoever has it."""

    def padding_slot(self) -> int:
        """Return the lowest slot that requests get."""
        return min(self.slot_of.values())


@fault("land_takes_over_a_slot", id="F-G14", laws=("G9",))
class LandTakesOverASlot(DrafterContexts):
    """On overflow a request gets the slot of another, whose context is lost without a word."""

    def check_nobody_has(self, slot: int) -> None:
        """Do not look."""


@fault("land_leaves_the_slot_free", laws=("G9",))
class LandLeavesTheSlotFree(DrafterContexts):
    """The slot is used but stays among the free ones, from which the next request takes it."""

    def claim_slot(self, slot: int) -> None:
        """Leave it there."""


@fault("land_computes_no_context", laws=("G9",))
class LandComputesNoContext(DrafterContexts):
    """A request gets a slot, and drafts from whatever is in it."""

    def fill(self, block: int, context: list[float]) -> None:
        """Leave the block as it is."""


@fault("dropped_context_stays_readable", laws=("S18",))
class DroppedContextStaysReadable(DrafterContexts):
    """A context is dropped, and whoever gets its block drafts from it."""

    def poison(self, block: int) -> None:
        """Leave the context where it is."""


@fault("dropped_slot_is_not_found_again", laws=("G9",))
class DroppedSlotIsNotFoundAgain(DrafterContexts):
    """A slot is dropped and stays taken: the drafter runs out of numbers."""

    def remove(self, request: int) -> None:
        """Forget to free the number."""
        slot = self.slot_of.get(request, NO_SLOT)
        super().remove(request)
        self.free_slots.discard(slot)


@fault("dropped_slot_still_refers_to_its_block", laws=("G9",))
class DroppedSlotStillRefersToItsBlock(DrafterContexts):
    """The graphs read and write through the table, where a slot that nobody has leads to the context of somebody."""

    def forget_block(self, slot: int) -> None:
        """Leave the table as it is."""
