"""Where pages are: rows of device memory and rows of host memory, and the copies between them.

A page holds what its block was computed from, a run of tokens in each cell; cells behind them hold poison.
"""

from __future__ import annotations

import math

import torch

from ...model.systems.prefix.state import Transfer
from ..memory import DTYPE, POISON, FreeList
from .block import Block
from .refusals import NotThere, StillNeeded, check


class Tier:
    """Rows of memory for one page each, and which of them are free. Free ones are poisoned."""

    def __init__(self, size: int, cells: int, what: str, device: torch.device) -> None:
        self.free = FreeList(size, what)
        self.rows = torch.full((size, cells), POISON, dtype=DTYPE, device=device)

    def take(self) -> int:
        """Hand out a row, or refuse."""
        (row,) = self.free.take(1)
        return row

    def release(self, row: int) -> None:
        """Take a row back and poison it."""
        self.rows[row].fill_(POISON)
        self.free.give_back([row])

    def read(self, row: int) -> tuple[float, ...]:
        """Return what the cells hold up to the first that nothing was written to after."""
        cells: list[float] = self.rows[row].tolist()
        while cells and math.isnan(cells[-1]):
            cells.pop()
        return tuple(cells)


class Tiers:
    """The pages of blocks on the device and on the host. A block may have one in each; a copy needs both."""

    def __init__(self, device_size: int, host_size: int, cells: int, device: torch.device) -> None:
        self.device = Tier(device_size, cells, "device pages", device)
        self.host = Tier(host_size, cells, "host slots", torch.device("cpu"))
        self.moving: dict[Block, Transfer] = {}
        """The copies that were issued and have neither arrived nor failed."""

    def allocate(self, block: Block) -> None:
        """Give a block a device page with nothing in it, or refuse."""
        block.page = self.device.take()

    def offload(self, block: Block) -> None:
        """Take a host slot and issue the copy into it, or refuse."""
        check(block.page is not None and block.slot is None, NotThere, "the page is not on the device only")
        block.slot = self.host.take()
        self.moving[block] = Transfer.DOWN

    def onload(self, block: Block) -> None:
        """Take a device page and issue the copy into it, or refuse."""
        check(block.slot is not None and block.page is None, NotThere, "the page is not on the host only")
        block.page = self.device.take()
        self.moving[block] = Transfer.UP

    def arrive(self, block: Block) -> None:
        """The copy that was issued is done: the content is in both tiers."""
        check(block in self.moving, NotThere, "no copy is on its way")
        self.transfer(block, self.moving.pop(block))

    def transfer(self, block: Block, way: Transfer) -> None:
        """Copy the content from one tier to the other."""
        assert block.page is not None, "a copy needs both places"
        assert block.slot is not None, "a copy needs both places"
        page, slot = self.device.rows[block.page], self.host.rows[block.slot]
        source, target = (page, slot) if way == Transfer.DOWN else (slot, page)
        target.copy_(source)

    def fail(self, block: Block) -> None:
        """The copy that was issued is lost: what was taken for it is given back."""
        check(block in self.moving, NotThere, "no copy is on its way")
        self.undo(block, self.moving.pop(block))

    def undo(self, block: Block, way: Transfer) -> None:
        """Give back the place that a lost copy was to go to."""
        if way == Transfer.DOWN:
            self.leave_host(block)
        else:
            self.leave_device(block)

    def drop_copy(self, block: Block) -> None:
        """Give the host slot of a page back that is on the device too, or refuse."""
        check(block.page is not None and block.slot is not None, NotThere, "the page is not in both tiers")
        check(block not in self.moving, StillNeeded, "a copy is on its way")
        self.leave_host(block)

    def leave_device(self, block: Block) -> None:
        """Give the device page back, if there is one."""
        if block.page is not None:
            page, block.page = block.page, None
            self.device.release(page)

    def leave_host(self, block: Block) -> None:
        """Give the host slot back, if there is one."""
        if block.slot is not None:
            slot, block.slot = block.slot, None
            self.host.release(slot)

    def has_arrived(self, block: Block) -> bool:
        """Whether a step may read the block's page on the device."""
        return block.page is not None and self.moving.get(block) != Transfer.UP

    def compute(self, block: Block) -> None:
        """Write what the block's tokens give into the cells of its page that nothing was copied to."""
        assert block.page is not None, "a private block is on the device"
        runs = block.key.runs
        cells = self.device.rows[block.page, : len(runs)]
        fresh = torch.tensor(runs, dtype=DTYPE, device=cells.device)
        cells.copy_(torch.where(cells.isnan(), fresh, cells))

    def copy_start(self, source: Block, target: Block, cells: int) -> None:
        """Copy so many cells from one device page to another."""
        assert source.page is not None, "both pages are on the device"
        assert target.page is not None, "both pages are on the device"
        self.device.rows[target.page, :cells].copy_(self.device.rows[source.page, :cells])
