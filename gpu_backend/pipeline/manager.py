"""Both pools, and the tables in them: they grow together, give back together, and wait for what is in flight."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from ...model.sorts import Pool
from ..refusal import OutOfRoom
from .kv_cache import PageTable, Residence, Widths
from .pages import PagePool

Saved = tuple[Tensor, Tensor]
"""The settled cells of a suspended request by the number of the pool, off the device."""


class KVCacheManager:
    """Gives places to requests in both pools or in neither, and takes them back."""

    page_pool = PagePool

    def __init__(self, sizes: Mapping[Pool, int], page_size: int, device: torch.device) -> None:
        self.pools = {pool: self.page_pool(sizes[pool], page_size, f"{pool.name} pages", device) for pool in Pool}
        self.closing: list[Residence] = []
        """Stays that are over while frames of theirs are in flight: their pages wait for the last of these."""

    def open(self, request: int) -> Residence:
        """Begin a stay, without any place."""
        return Residence(request, (PageTable(self.pools[Pool.TARGET]), PageTable(self.pools[Pool.DRAFT])))

    def grow(self, residence: Residence, widths: Widths) -> None:
        """Add places in both pools, or refuse and add none. The target grows first, and shrinks if the draft fails."""
        target, draft = residence.tables
        before = target.capacity
        target.resize(before + widths.target)
        try:
            draft.resize(draft.capacity + widths.draft)
        except OutOfRoom:
            target.resize(before)
            raise

    def shrink(self, residence: Residence, widths: Widths) -> None:
        """Take places back in both pools."""
        for table, width in zip(residence.tables, widths, strict=True):
            table.resize(table.capacity - width)

    def reclaim(self, residence: Residence, reserved: Widths, kept: int) -> None:
        """Take back, in each pool, what was reserved there beyond the tokens that are kept."""
        for table, width in zip(residence.tables, reserved, strict=True):
            table.resize(table.capacity - width + kept)

    def settle(self, residence: Residence, kept: int) -> None:
        """So many more tokens are settled in both pools."""
        for table in residence.tables:
            table.history += kept

    def close(self, residence: Residence, *, in_flight: bool) -> None:
        """End a stay. Its pages are free at once, or with the last of its frames in flight."""
        if in_flight:
            self.closing.append(residence)
        else:
            self.release(residence)

    def lift(self, residence: Residence) -> None:
        """No frame in flight is of this stay any more; if it is over, its pages are free."""
        if residence in self.closing:
            self.closing.remove(residence)
            self.release(residence)

    def release(self, residence: Residence) -> None:
        """Free whatever a stay has left."""
        for table in residence.tables:
            table.resize(0)

    def rewind(self, residence: Residence, tokens: int, *, in_flight: bool) -> Residence:
        """End a stay, and begin the next one with its first tokens in place; return that."""
        new = self.open(residence.request)
        for old, kept in zip(residence.tables, new.tables, strict=True):
            pages = old.pool.pages_for(tokens)
            kept.pages, old.pages = old.pages[:pages], old.pages[pages:]
            kept.capacity = kept.history = tokens
        self.close(residence, in_flight=in_flight)
        return new

    def save(self, residence: Residence) -> Saved:
        """Copy what is settled off the device."""
        target, draft = residence.tables
        return self.copy_out(target), self.copy_out(draft)

    def copy_out(self, table: PageTable) -> Tensor:
        """Return a copy of a table's settled cells."""
        return table.pool.cells[table.cells(table.history)].cpu()

    def restore(self, request: int, saved: Saved) -> Residence:
        """Begin a stay with settled work in both pools, or refuse."""
        residence = self.open(request)
        self.grow(residence, Widths(len(saved[Pool.TARGET]), len(saved[Pool.DRAFT])))
        for table, cells in zip(residence.tables, saved, strict=True):
            self.copy_in(table, cells)
            table.history = len(cells)
        return residence

    def copy_in(self, table: PageTable, cells: Tensor) -> None:
        """Copy settled cells into the places of a table."""
        table.pool.cells[table.cells(len(cells))] = cells.to(table.pool.cells.device)
