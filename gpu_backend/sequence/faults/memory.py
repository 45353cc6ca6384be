"""Slots are lost, handed out twice, or handed out with what somebody else left there."""

from __future__ import annotations

from torch import Tensor

from ..index_buffer import PageIndexBuffer
from ..lifetime import Lifetime
from ..pages import Page, PageStorage
from ..runner import ModelRunner
from .registry import fault


@fault("freed_slots_keep_their_content", laws=("K2",))
class FreedSlotsKeepTheirContent(PageStorage):
    """Slots are freed as they are: whoever reads them finds the tokens of somebody else."""

    def poison(self, slot: int) -> None:
        """Leave what is there."""


@fault("freed_slots_are_lost", laws=("K2",))
class FreedSlotsAreLost(PageStorage):
    """A page is taken back, and its slot is not free."""

    def vacate(self, slot: int) -> None:
        """Poison the slot, and forget it."""
        self.poison(slot)


@fault("two_blocks_get_one_slot", laws=("K2",))
class TwoBlocksGetOneSlot(PageStorage):
    """A slot that is handed out stays free."""

    def allocate(self, owner: int, count: int) -> list[Page]:
        """Hand out pages and keep their slots."""
        pages = super().allocate(owner, count)
        self.free.give_back([page.slot for page in pages if page.slot is not None])
        return pages


@fault("forward_writes_one_block_behind", laws=("K4", "K2"))
class ForwardWritesOneBlockBehind(ModelRunner):
    """The kernel takes the index of the last settled block for that of the first new one."""

    def write(self, buffer: PageIndexBuffer, blocks: range, values: list[Tensor]) -> None:
        """Write each block into the place of the one before it."""
        first = max(0, blocks.start - 1)
        super().write(buffer, range(first, first + len(blocks)), values)


@fault("forward_writes_into_the_padding", laws=("K2",))
class ForwardWritesIntoThePadding(ModelRunner):
    """The kernel writes one block more than there are, at what the buffer lists behind them."""

    def write(self, buffer: PageIndexBuffer, blocks: range, values: list[Tensor]) -> None:
        """Write the last block once more, behind itself."""
        super().write(buffer, blocks, values)
        behind = buffer.entries(blocks.stop, blocks.stop + 1)
        self.storage.memory[behind] = values[-1]


@fault("next_request_has_the_tokens_of_the_last", laws=("K2",))
class NextRequestHasTheTokensOfTheLast(Lifetime):
    """A slot is taken again with the tokens that the request before had: its pages are right for somebody else."""

    def begin_life(self) -> None:
        """Begin from nothing once, and then never again."""
        self.life = 1
