"""How far a windowed layer looks back, and what follows from it for pages and for scratch."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AttentionWindow:
    """A window of whole blocks, and the tokens at the end that may be taken back after a forward."""

    blocks: int
    max_rewind: int
    """The drafted tokens of a step."""
    tokens_per_block: int

    def stale_end(self, history: int) -> int:
        """Return the first block that the token behind so many still looks back to; those before it are stale."""
        seen_from = history + 1 - self.blocks * self.tokens_per_block
        return max(0, seen_from // self.tokens_per_block)

    def scratch_end(self, capacity: int) -> int:
        """Return the first block that may not share scratch: stale at the end of the chunk, whatever is taken back."""
        return self.stale_end(capacity - self.max_rewind)


@dataclass(frozen=True, slots=True)
class ScratchPlan:
    """How many of the first blocks that a chunk writes share scratch pages, and how many pages they share."""

    blocks: int = 0
    pages: int = 0
