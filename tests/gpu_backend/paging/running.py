"""The memory under test beside its model, in sizes of a test's own, and the calls that many tests begin with."""

from collections.abc import Sequence

from torch import Tensor

from tenure.gpu_backend.paging.content import Row
from tenure.gpu_backend.paging.manager import PageManager
from tenure.gpu_backend.paging.part import FACTORY, PagingPart
from tenure.model.instance import Instance
from tenure.model.systems.pages import Memory
from tenure.model.systems.pages.state import Operation, Page, Prefix

from ..scripts import Scripted


def instance(*tiers: int, requests: int = 2, operations: int = 2, prefixes: int = 2) -> Instance:
    """Return a size: pages 0, 1, 2 on the device and 3, 4 below it, unless the tiers of all pages are given."""
    tiers = tiers or (0, 0, 0, 1, 1)
    more = {Page: len(tiers), Operation: operations, Prefix: prefixes}
    return Instance(requests, 0, 1, {}, more=more, schema=Memory, tables={"tier": tiers})


class Running(Scripted[PagingPart]):
    """A memory and its model, driven by hand; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        super().__init__(FACTORY, PagingPart, size or instance(), faults)
        self.manager: PageManager = self.part.executor

    def row(self, page: int) -> Row:
        """Return what is in a page."""
        return self.manager.memory.read(self.manager.pool[page])

    def memory(self) -> list[Tensor]:
        """Return a copy of all memory."""
        return [tier.clone() for tier in self.manager.memory.tiers]


WRITTEN = "submit 0; allocate 0 0; issue_step 0 0 0; complete_step 0 0 0; poll 0;"
"""Request 0 has written a part of page 0."""
FULL = "submit 0; allocate 0 0; issue_step 0 0 0; complete_step 0 0 1; poll 0;"
"""Request 0 has filled page 0."""
PUBLISHED = f"{FULL} publish 0 0 0;"
"""Page 0 is full, held by request 0, and found by prefix 0."""
CACHED = f"{PUBLISHED} finish 0;"
"""Nobody holds page 0 any more, which is found by prefix 0."""
ASIDE = f"{WRITTEN} suspend 0; set_aside 0 3 0;"
"""Request 0 is suspended, and page 3 is to be a copy of its page 0."""
AWAY = f"{ASIDE} issue_move 0 0; complete 0; poll_move 0;"
"""Request 0 is suspended with page 3, below the device."""
