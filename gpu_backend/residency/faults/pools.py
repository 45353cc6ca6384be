"""Pools with too little room or too much, entries that are lost, given twice, or hold what is somebody else's."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from ....model.systems.slots.state import Phase, Slots, Stage
from ..admission import Admission, Queueing
from ..ending import GivingWay, Leaving
from ..recurrent import RecurrentStates
from ..requests import ResidentRequest
from ..scheduling_pass import Plan
from ..setup import Setup
from ..slot_pool import SequenceSlots
from .registry import fault


@fault("reserve_before_the_checks", id="F-G10", laws=("G13",))
class ReserveBeforeTheChecks(Setup):
    """A pool gets headroom as soon as pausing is named, whether it may be on or not."""

    def check_prepared(self) -> None:
        """Let pools grow before anything is checked."""
        if self.stage != Stage.SETUP:
            super().check_prepared()


@fault("start_keeps_headroom_without_pausing", id="F-G10", laws=("G13",))
class StartKeepsHeadroomWithoutPausing(Setup):
    """A short pool turns pausing off, and the other pools keep the room that they got for it."""

    def fall_back(self) -> None:
        """Repair the short pools only."""
        for kind in self.short_pools():
            self.pools.by_kind[kind].resize(self.max_batch)


class Overlooking(Setup):
    """A startup check that does not look at one of the pools."""

    overlooked: Slots

    def short_pools(self) -> list[Slots]:
        """Leave one out."""
        return [kind for kind in super().short_pools() if kind != self.overlooked]


@fault("start_forgets_the_recurrent_pool", id="F-G8", laws=("G13",))
class StartForgetsTheRecurrentPool(Overlooking):
    """The number of resident states is taken to be the size of the batch."""

    overlooked = Slots.RECURRENT


@fault("start_forgets_the_index_pool", id="F-G9", laws=("G13",))
class StartForgetsTheIndexPool(Overlooking):
    """One computation of the quota counts the headroom, the other one does not."""

    overlooked = Slots.INDEX


@fault("start_forgets_the_drafter_pool", id="F-G11", laws=("G13",))
class StartForgetsTheDrafterPool(Overlooking):
    """The drafter has slots for the batch only, so that a new request finds none while another is paused."""

    overlooked = Slots.DRAFTER


@fault("start_forgets_the_sequence_pool", id="F-S21", laws=("G13", "S19"))
class StartForgetsTheSequencePool(Overlooking):
    """The pool of sequence slots is sized for the batch, and the index mapper lets more requests in."""

    overlooked = Slots.SEQUENCE


@fault("prepare_turns_pausing_on", laws=("G13", "S18"))
class PrepareTurnsPausingOn(Setup):
    """Pausing is on as soon as its prerequisites hold, whatever sizes the pools will get."""

    def prepare(self) -> None:
        """Turn it on at once."""
        super().prepare()
        self.pausing = True


@fault("start_with_an_empty_batch", laws=("S5",))
class StartWithAnEmptyBatch(Setup):
    """Nobody checks that a batch takes a request at all."""

    def check_batch_size(self) -> None:
        """Take any size."""


@fault("submit_before_the_start", laws=("S18",))
class SubmitBeforeTheStart(Queueing):
    """A request is taken in while the pools are being sized."""

    def check_started(self) -> None:
        """Take whoever comes."""


@fault("unmatch_loses_the_slot", laws=("S18",))
class UnmatchLosesTheSlot(Queueing):
    """A refused admission forgets the recurrent-state slot of the match (SGLang #16067)."""

    def drop_match(self, r: int) -> None:
        """Forget whose the slot is, and free nothing."""
        del self.pools.recurrent.slot_of[r]


@fault("admit_without_a_seat", laws=("S19", "S18", "G3"))
class AdmitWithoutASeat(Admission):
    """Whoever finds slots is admitted: the headroom that is for paused requests fills up with new ones."""

    def check_seat(self, plan: Plan) -> None:
        """Look at slots only."""


@fault("sequence_slot_is_freed_twice", laws=("S18",))
class SequenceSlotIsFreedTwice(SequenceSlots):
    """An entry stands in the free list twice, and two requests will get it."""

    def give_back(self, slot: int) -> None:
        """Free it again."""
        super().give_back(slot)
        super().give_back(slot)


@fault("slot_in_use_stays_free", laws=("S18",))
class SlotInUseStaysFree(RecurrentStates):
    """An entry that is handed out stays in the free list."""

    def add(self, request: int) -> int:
        """Hand out an entry, and keep it."""
        slot = super().add(request)
        self.free.give_back([slot])
        return slot


@fault("freed_state_stays_readable", laws=("S18",))
class FreedStateStaysReadable(RecurrentStates):
    """A state is freed as it is: whoever gets the slot goes on from somebody else's."""

    def poison(self, slot: int) -> None:
        """Leave the state where it is."""


@fault("match_restores_nothing", laws=("S18",))
class MatchRestoresNothing(RecurrentStates):
    """A matched request gets a slot, and the state that was found is not copied into it."""

    def restore(self, request: int, state: list[float]) -> None:
        """Leave the slot as it is."""


@fault("states_are_found_by_row", laws=("S18", "G2"))
class StatesAreFoundByRow(RecurrentStates):
    """The step takes a request's row in the batch for its slot, which differ as soon as somebody is left out."""

    def rows(self, requests: Sequence[int]) -> Tensor:
        """Return the first rows."""
        return torch.arange(len(requests), device=self.device)


@fault("abort_forgets_the_matched_slot", laws=("S18", "P9"))
class AbortForgetsTheMatchedSlot(Leaving):
    """A request that is aborted before its admission keeps the recurrent-state slot of its match (SGLang #12693)."""

    def release_aborted(self, request: ResidentRequest) -> None:
        """Give back what was taken at the admission or later."""
        if request.phase is not Phase.WAITING:
            super().release_aborted(request)


@fault("preempt_keeps_the_sequence_slot", laws=("S18", "S19"))
class PreemptKeepsTheSequenceSlot(GivingWay):
    """A request that starts over keeps the sequence slot of its last life."""

    def release_preempted(self, request: ResidentRequest) -> None:
        """Take the slot again after giving it back."""
        super().release_preempted(request)
        self.pools.sequence.add(request.id)
