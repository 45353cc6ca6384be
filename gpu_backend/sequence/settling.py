"""What is written becomes history: after a forward, and where a prompt was received from another worker."""

from __future__ import annotations

from ...model.systems.buffers.state import Work
from .core import CacheCore
from .refusals import HistoryKept, NotAttached, OutOfTurn, check


class Settling(CacheCore):
    """forward, begin_decoding."""

    def check_forward(self, rewind: int) -> None:
        """Refuse a forward without a current buffer, or one of which too much is taken back."""
        self.check_attached()
        check(self.work is not Work.RECEIVED, OutOfTurn, f"cache {self.slot} waits for its prompt")
        self.check_rewind(rewind)
        check(self.history + rewind < self.capacity, HistoryKept, "a forward settles a block at least")

    def check_attached(self) -> None:
        """Refuse where the kernel would read through a buffer that nobody keeps current."""
        check(self.buffer is not None, NotAttached, f"no buffer is attached to cache {self.slot}")

    def check_rewind(self, rewind: int) -> None:
        """Refuse to take back more than was kept apart for it."""
        check(rewind <= self.window.max_rewind, HistoryKept, f"{rewind} tokens are more than were drafted")

    def settle(self, rewind: int) -> None:
        """The forward has run: settle all but what is taken back, and end the scratch."""
        self.advance(self.capacity - rewind)
        self.end_scratch()
        self.table_changed()

    def advance(self, history: int) -> None:
        """Settle so many tokens; blocks that fall out of the window give their pages back."""
        self.history = history
        self.drop_stale(self.stale_end())

    def stale_end(self) -> int:
        """Return the first block that the window still reaches."""
        return self.window.stale_end(self.history)

    def drop_stale(self, end: int) -> None:
        """Give back the pages of the blocks before this one."""
        stale = [page for page in self.pages[:end] if page is not None]
        self.pages[:end] = [None] * min(end, len(self.pages))
        self.storage.release(stale)

    def begin_decoding(self) -> None:
        """The prompt is complete; one that was received is settled, every block of it."""
        self.check_may_decode()
        if self.arrives_whole():
            self.settle_received()
        self.work = Work.DECODE

    def check_may_decode(self) -> None:
        """Refuse where the prompt cannot be complete."""
        self.check_active()
        check(self.work is not Work.DECODE, OutOfTurn, f"cache {self.slot} decodes")
        self.check_no_scratch()

    def arrives_whole(self) -> bool:
        """Whether another worker has written the prompt."""
        return self.work is Work.RECEIVED

    def settle_received(self) -> None:
        """Settle all that was received."""
        self.advance(self.capacity)
        self.table_changed()
