"""The cache of one request in one pool: its pages by place, the room in them, and what of it can be revoked."""

from __future__ import annotations

from dataclasses import dataclass, field

from .request import LlmRequest


@dataclass(eq=False, slots=True)
class KvCache:
    """The pages of a request, on the device or, while it is suspended, perhaps on the host."""

    request: LlmRequest
    pages: list[int] = field(default_factory=list)
    hosted: list[int] = field(default_factory=list)
    """The host pages that hold its content instead, by place."""
    capacity: int = 0
    """Tokens that it has room for."""
    revocable: int = 0
    """The part of the room that the pass gave, and can take back until the step is launched."""
    pinned: bool = False
    """Whether a transfer reads or writes its pages, so that they have to stay where they are."""

    def cell(self, position: int, page_size: int) -> int:
        """Return the cell of the pool that holds a position."""
        return self.pages[position // page_size] * page_size + position % page_size


def kv_of(request: LlmRequest, position: int, layer: float) -> float:
    """Return the keys and values that a model computes for a position of a request: no two are alike."""
    return request.id * 4096 + position + 1 + layer
