"""How device pages of a tree are won back one after the other, and how many can be.

What was let go first goes first. A block goes to the host while there is room; else it leaves the tree if nothing goes
on from it; else another that is on the host only, and from which nothing goes on, makes room for it there. So a block
is never stuck because what goes on from it has left the device before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..prefix.block import Block


@dataclass(frozen=True, slots=True)
class Way:
    """How one page is freed: `event` of a block, after others made room for its copy on the host."""

    event: str
    block: Block
    first: tuple[tuple[str, Block], ...] = ()


class Reclaiming:
    """What would become of the blocks of a tree, if one page after the other were freed."""

    def __init__(self, queue: Iterable[Block], blocks: Iterable[Block], free_slots: int) -> None:
        """`queue` are the blocks whose device pages may go, `blocks` all that are known, in a fixed order."""
        self.queue, self.blocks, self.free_slots = list(queue), list(blocks), free_slots
        self.gone: set[Block] = set()
        """Who has left the tree."""
        self.demoted: set[Block] = set()
        self.with_slot = {block for block in self.blocks if block.slot is not None}

    def ways(self, found: set[Block]) -> Iterator[Way]:
        """Yield how each page is freed that can be; `found` are the blocks that lookups find."""
        waiting = self.queue
        while waiting:
            way = next((way for way in (self.way(block, found=block in found) for block in waiting) if way), None)
            if way is None:
                return
            self.go(way)
            waiting = [block for block in waiting if block is not way.block]
            yield way

    def way(self, block: Block, *, found: bool) -> Way | None:
        """Return how the page of a block can be freed now, if it can."""
        if block in self.with_slot:
            return Way("demote", block)
        if found and self.free_slots:
            return Way("demote", block, (("offload", block), ("arrive", block)))
        if self.is_deserted(block):
            return Way("evict", block)
        other = next((each for each in self.blocks if self.is_idle(each)), None) if found else None
        if other is None:
            return None
        return Way("demote", block, (("evict_host", other), ("offload", block), ("arrive", block)))

    def go(self, way: Way) -> None:
        """Free the page of a block."""
        for event, block in (*way.first, (way.event, way.block)):
            if event in ("evict", "evict_host"):
                self.gone.add(block)
                self.with_slot.discard(block)
            elif event == "demote":
                self.demoted.add(block)
            elif event == "offload":
                self.with_slot.add(block)
        if way.first and way.first[0][0] == "offload":
            self.free_slots -= 1

    def is_deserted(self, block: Block) -> bool:
        """Whether nothing goes on from a block any more."""
        return not block.visitors and block.branches <= self.gone

    def is_idle(self, block: Block) -> bool:
        """Whether a block is on the host only, and may leave it."""
        there = block in self.with_slot and (block.page is None or block in self.demoted)
        return there and not block.holders and self.is_deserted(block)
