"""One sequence's cache as far as it shows: its lengths, its blocks, its scratch, and the buffer that lists them."""

from __future__ import annotations

from typing import ClassVar

from ...model.systems.buffers.state import Stage, Work
from .index_buffer import PageIndexBuffer
from .pages import Page, PageStorage
from .refusals import NotActive, ScratchInUse, check
from .scratch import Scratch
from .window import AttentionWindow


class CacheCore:
    """The cache of a sequence slot, used again for each request that takes the slot."""

    scratch_slots: ClassVar[type[Scratch]] = Scratch

    def __init__(self, slot: int, storage: PageStorage, window: AttentionWindow, room: int) -> None:
        self.slot, self.storage, self.window = slot, storage, window
        self.room = room
        """The blocks that a page-index buffer can list."""
        self.status, self.work = Stage.NONE, Work.PROMPT
        self.life = 0
        """How many requests have had the slot."""
        self.history = 0
        """Tokens whose keys and values are settled."""
        self.pages: list[Page | None] = []
        """The page of each block; none where the block is behind the window, or shares scratch."""
        self.scratch = self.scratch_slots()
        self.buffer: PageIndexBuffer | None = None
        """The attached page-index buffer."""
        self.version = 0
        """Of the page table. It goes on from one request to the next, so that no buffer is ever current by chance."""

    @property
    def capacity(self) -> int:
        """Tokens that there are places for."""
        return len(self.pages) * self.window.tokens_per_block

    @property
    def settled(self) -> int:
        """Blocks of the history."""
        return self.history // self.window.tokens_per_block

    def on_device(self) -> list[Page]:
        """Return the pages that lie on the device, without scratch."""
        return [page for page in self.pages if page is not None and page.slot is not None]

    def below(self) -> list[Page]:
        """Return the pages that were moved to the lower tier."""
        return [page for page in self.pages if page is not None and page.slot is None]

    def listed(self) -> list[int]:
        """Return the slot in which a kernel finds each block."""
        return [self.slot_of(block) for block in range(len(self.pages))]

    def slot_of(self, block: int) -> int:
        """Return a block's slot, which is the padding where it has no page on the device."""
        page = self.pages[block] or self.scratch.page_of(block)
        return self.storage.padding if page is None or page.slot is None else page.slot

    def table_changed(self) -> None:
        """The pages are others than before: the table is a new one, and the attached buffer is written from it."""
        self.version += 1
        self.refresh_buffer()

    def refresh_buffer(self) -> None:
        """Keep the attached buffer current."""
        if self.buffer is not None:
            self.buffer.write(self.version, self.listed())

    def give_back_scratch(self) -> None:
        """Give the scratch pages back; which blocks share some stays as it is."""
        self.storage.release(self.scratch.pages)
        self.scratch.pages = []

    def end_scratch(self) -> None:
        """The forward is done, or will not come: no block shares any more."""
        self.give_back_scratch()
        self.scratch.clear()

    def check_active(self) -> None:
        """Refuse while the cache is not in use."""
        check(self.status is Stage.ACTIVE, NotActive, f"cache {self.slot} is not active")

    def check_no_scratch(self) -> None:
        """Refuse while blocks share scratch pages."""
        check(not self.scratch.needed, ScratchInUse, f"blocks of cache {self.slot} share scratch pages")
