"""A suspension, an offload or a resume loses pages, or their content, or leaves them where they are."""

from __future__ import annotations

from ..lifetime import Lifetime
from ..pages import Page, PageStorage
from .registry import fault


@fault("resume_leaves_pages_below", laws=("K4", "K9"))
class ResumeLeavesPagesBelow(Lifetime):
    """A cache is in use again before its pages are back."""

    def bring_back(self) -> None:
        """Let them come later."""


@fault("suspend_twice", laws=("K4", "E1"))
class SuspendTwice(Lifetime):
    """A cache is suspended that is suspended already."""

    def check_may_suspend(self) -> None:
        """Do not look at where it stands."""


@fault("close_leaves_the_lower_tier", laws=("D1", "K4"))
class CloseLeavesTheLowerTier(Lifetime):
    """What was moved to a lower tier stays there when its request ends."""

    def release_all(self) -> None:
        """Give back what is on the device."""
        self.storage.release(self.on_device())
        self.pages = []


@fault("close_forgets_a_suspended_cache", laws=("K2",))
class CloseForgetsASuspendedCache(Lifetime):
    """A request ends while it is suspended, and its pages on the device are forgotten."""

    def release_all(self) -> None:
        """Give back what was moved down."""
        self.storage.release(self.below())
        self.pages = []


@fault("slot_is_reused_before_its_copy", laws=("K4", "K2"))
class SlotIsReusedBeforeItsCopy(PageStorage):
    """The copy to the host is issued behind the one that makes the slot free."""

    def copy_down(self, page: Page, slot: int) -> None:
        """Let others have the slot first."""
        self.poison(slot)
        super().copy_down(page, slot)


@fault("pages_come_back_empty", laws=("K4", "K9"))
class PagesComeBackEmpty(PageStorage):
    """The copy back is issued, and nobody waits for it."""

    def copy_up(self, page: Page, slot: int) -> None:
        """Find what the slot holds."""


@fault("pages_come_back_in_another_order", laws=("K4", "K9"))
class PagesComeBackInAnotherOrder(PageStorage):
    """The copies of a batch are issued in one order, and their slots taken in another."""

    def onload(self, pages: list[Page]) -> None:
        """Bring each page to where another was to go."""
        super().onload(pages)
        slots = [page.slot for page in pages]
        for page, slot in zip(pages, reversed(slots), strict=True):
            page.slot = slot
