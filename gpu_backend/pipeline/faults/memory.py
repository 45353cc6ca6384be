"""Pages that are lost, shared or not poisoned, and adapter slots that change under a step."""

from __future__ import annotations

from torch import Tensor

from ..adapters import VERSIONS, AdapterSlots, LoraSlot
from ..inputs import Inputs
from ..model_runner import ModelRunner
from ..pages import PagePool
from ..step import Step
from .registry import fault


@fault("freed_pages_keep_content", laws=("K2",))
class FreedPagesKeepContent(PagePool):
    """What is freed can still be read as if it were somebody's."""

    def poison(self, pages: list[int]) -> None:
        """Leave the content."""


@fault("freed_pages_are_lost", laws=("K2",))
class FreedPagesAreLost(PagePool):
    """Pages are poisoned, and not put back."""

    def release(self, pages: list[int]) -> None:
        """Forget them."""
        self.poison(pages)


@fault("page_is_handed_out_twice", laws=("K1", "K2"))
class PageIsHandedOutTwice(PagePool):
    """The last page that is handed out stays in the list of free ones."""

    def take(self, count: int) -> list[int]:
        """Take one page too few off the list."""
        pages = super().take(count)
        self.free.give_back(pages[-1:])
        return pages


@fault("load_takes_used_slot", laws=("P5",))
class LoadTakesUsedSlot(AdapterSlots):
    """Where no slot is left, an adapter is copied over another one."""

    def take_slot(self) -> int:
        """Take the first one."""
        return super().take_slot() if len(self.free) else 0


@fault("base_model_is_loaded", id="F-P20", laws=("P13",))
class BaseModelIsLoaded(AdapterSlots):
    """The base model is treated as an adapter."""

    def check_is_adapter(self, task: int) -> None:
        """Take whatever is asked for."""


@fault("evict_under_step", id="F-P18", laws=("P12", "P6"))
class EvictUnderStep(AdapterSlots):
    """A slot is given away as soon as no planned request needs it, while a step in flight reads it."""

    def evict(self, task: int, planned: Step) -> None:
        """Look at the plan only."""
        readers = self.slot(task).readers[:]
        self.slot(task).readers.clear()
        try:
            super().evict(task, planned)
        finally:
            if task in self.slots:
                self.slots[task].readers += readers


@fault("rewrite_under_step", laws=("P12",))
class RewriteUnderStep(AdapterSlots):
    """Newer weights are copied into a slot that a step in flight reads: it computes with half of each."""

    def rewrite(self, task: int) -> None:
        """Wait for nobody."""
        readers = self.slot(task).readers[:]
        self.slot(task).readers.clear()
        try:
            super().rewrite(task)
        finally:
            self.slot(task).readers += readers


@fault("evict_behind_plan", laws=("P6",))
class EvictBehindPlan(AdapterSlots):
    """A slot is given away between planning and launch."""

    def evict(self, task: int, planned: Step) -> None:
        """Look at what is in flight only."""
        del planned
        super().evict(task, Step())


@fault("reload_behind_plan", laws=("P12",))
class ReloadBehindPlan(AdapterSlots):
    """Newer weights arrive between planning and launch, and the step starts with the old ones."""

    def reload(self, task: int, planned: Step) -> None:
        """Do not look at the plan."""
        del planned
        super().reload(task, Step())


@fault("evicted_weights_stay", laws=("P13",))
class EvictedWeightsStay(AdapterSlots):
    """A slot is free, and still has the weights of the adapter that was in it."""

    def clear(self, slot: LoraSlot) -> None:
        """Leave the weights."""


@fault("captured_weights_are_not_renewed", laws=("R6",))
class CapturedWeightsAreNotRenewed(ModelRunner):
    """A captured graph goes on with the first weights that an adapter had, whatever is in the slot by now."""

    def read_weights(self, inputs: Inputs) -> Tensor:
        """Return the first version."""
        return super().read_weights(inputs) // VERSIONS * VERSIONS
