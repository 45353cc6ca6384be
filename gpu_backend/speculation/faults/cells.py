"""A cell is freed while it is read, or found after it was freed."""

from __future__ import annotations

from typing import Final

from ....model.sorts import Pool
from ..cells import Cell, CellPool
from ..core import Core
from ..publishing import Publishing
from ..request import PromptRequest
from ..tree import PrefixIndex
from .registry import fault

OWNERS: Final = 2
"""The request that computed a cell, and the tree."""


@fault("evicted_cell_can_be_found", laws=("K6",))
class EvictedCellCanBeFound(PrefixIndex):
    """The cell is freed, and its key stays for whoever looks it up."""

    def evict(self, key: int) -> None:
        """Free the cell, and leave the key."""
        self.pool.vacate(self.filed[key])


@fault("eviction_frees_what_is_read", laws=("K6", "R3"))
class EvictionFreesWhatIsRead(PrefixIndex):
    """A cell that leaves the tree is freed, whichever requests read it."""

    def release(self, cell: Cell) -> None:
        """Free the cell at once."""
        self.pool.vacate(cell)


@fault("claim_does_not_hold", laws=("K6", "R3"))
class ClaimDoesNotHold(CellPool):
    """Whoever claims a cell is not counted, and an eviction frees it under its readers."""

    def hold(self, cell: Cell) -> None:
        """Count the tree only."""
        if cell.references < OWNERS:
            super().hold(cell)


@fault("published_cell_is_read_on", laws=("K6", "R3"))
class PublishedCellIsReadOn(Publishing):
    """The tree has the cell already; the own one is freed, and the request goes on reading it."""

    def rebase(self, request: PromptRequest, pool: Pool, position: int, filed: Cell) -> None:
        """Free the own cell."""
        del filed
        self.pools[pool].let_go(request.readings[pool].cells[position])


@fault("published_cell_is_not_held_by_the_tree", laws=("K6",))
class PublishedCellIsNotHeldByTheTree(PrefixIndex):
    """The tree lists a cell that goes with the request that computed it."""

    def file(self, key: int, cell: Cell) -> None:
        """List the cell."""
        self.filed[key] = cell


@fault("newest_cell_is_read_first", laws=("K6", "R3"))
class NewestCellIsReadFirst(Core):
    """The cells of a request are listed in the order in which they came last."""

    def read(self, request: PromptRequest, pool: Pool, position: int, cell: Cell) -> None:
        """Put the cell in front of the others."""
        super().read(request, pool, position, cell)
        cells = request.readings[pool].cells
        cells[:] = [cells[-1], *cells[:-1]]


@fault("claimed_cells_are_not_gathered", laws=("K6", "R3"))
class ClaimedCellsAreNotGathered(Core):
    """Only what is computed gets into the workspace: where a cell is shared, attention reads an older one."""

    def gather(self, request: PromptRequest, pool: Pool, position: int) -> None:
        """Leave out what others hold as well."""
        if request.readings[pool].cells[position].references < OWNERS:
            super().gather(request, pool, position)


@fault("freed_cells_keep_their_content", laws=("K6",))
class FreedCellsKeepTheirContent(CellPool):
    """A cell is free, and still reads like what was in it."""

    def vacate(self, cell: Cell) -> None:
        """Take the slot back as it is."""
        self.free.give_back([cell.slot])


@fault("rebased_cell_is_held_twice", laws=("K6",))
class RebasedCellIsHeldTwice(Publishing):
    """Whoever goes on with the tree's cell is counted twice: it is never free again."""

    def rebase(self, request: PromptRequest, pool: Pool, position: int, filed: Cell) -> None:
        """Hold the cell once more."""
        self.pools[pool].hold(filed)
        super().rebase(request, pool, position, filed)
