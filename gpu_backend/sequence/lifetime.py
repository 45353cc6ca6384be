"""A cache is made, comes into use, is set aside, moves down, and ends."""

from __future__ import annotations

from ...model.systems.buffers.state import Stage, Work
from ..refusal import OutOfRoom
from .core import CacheCore
from .index_buffer import PageIndexBuffer
from .refusals import NotAttached, OutOfTurn, check


class Lifetime(CacheCore):
    """open, resume, attach, suspend, offload, close."""

    def open(self, *, received: bool) -> None:
        """Make a cache for a request, suspended and empty."""
        check(self.status is Stage.NONE, OutOfTurn, f"slot {self.slot} is taken")
        self.status, self.work = Stage.SUSPENDED, self.first_work(received=received)
        self.begin_life()

    def begin_life(self) -> None:
        """From now on the slot is of another request, with tokens of its own."""
        self.life += 1

    def first_work(self, *, received: bool) -> Work:
        """Return what the cache is filled with first."""
        return Work.RECEIVED if received else Work.PROMPT

    def resume(self) -> None:
        """Come into use, with all pages on the device and all scratch pages, or not at all."""
        check(self.status is Stage.SUSPENDED, OutOfTurn, f"cache {self.slot} is not suspended")
        self.scratch.pages = self.storage.allocate(self.slot, self.scratch.needed)
        try:
            self.bring_back()
        except OutOfRoom:
            self.undo_scratch()
            raise
        self.status = Stage.ACTIVE
        self.table_changed()

    def bring_back(self) -> None:
        """Move the pages up that were moved down, or refuse."""
        self.storage.onload(self.below())

    def undo_scratch(self) -> None:
        """Give back the scratch pages of a cache that stays suspended."""
        self.give_back_scratch()

    def attach(self, buffer: PageIndexBuffer) -> None:
        """Keep this buffer current from now on, and write it from the present pages."""
        self.check_active()
        check(self.buffer is None, NotAttached, f"cache {self.slot} has a buffer")
        self.buffer = buffer
        self.fill(buffer)

    def fill(self, buffer: PageIndexBuffer) -> None:
        """Write a buffer that was just attached."""
        buffer.write(self.version, self.listed())

    def suspend(self) -> None:
        """Set the cache aside: no buffer, no scratch page; its pages may now be moved down."""
        self.check_may_suspend()
        self.detach()
        self.drop_scratch()
        self.status = Stage.SUSPENDED
        self.table_changed()

    def check_may_suspend(self) -> None:
        """Refuse to set aside what is not in use."""
        self.check_active()

    def detach(self) -> None:
        """Let go of the caller's buffer; it still lists what was there."""
        self.buffer = None

    def drop_scratch(self) -> None:
        """Give the scratch pages back, and remember which blocks share, for the chunk is still to run."""
        self.give_back_scratch()

    def offload(self) -> None:
        """Move the pages of a suspended cache down, to make room for others."""
        check(self.status is Stage.SUSPENDED, OutOfTurn, f"cache {self.slot} is not suspended")
        pages = self.on_device()
        check(pages, OutOfTurn, f"cache {self.slot} has no page on the device")
        self.storage.offload(pages)
        self.table_moved()

    def table_moved(self) -> None:
        """The same pages lie elsewhere: for a kernel that is another table."""
        self.table_changed()

    def close(self) -> None:
        """The request ends; everything goes back, wherever it is."""
        check(self.status is not Stage.NONE, OutOfTurn, f"slot {self.slot} has no cache")
        self.detach()
        self.end_scratch()
        self.release_all()
        self.status, self.history = Stage.NONE, 0
        self.table_changed()

    def release_all(self) -> None:
        """Give every page back, on the device and below."""
        self.storage.release([*self.on_device(), *self.below()])
        self.pages = []
