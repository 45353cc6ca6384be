"""What the whole engine is started with: its requests, its budgets, and the memory of its pools and caches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ...model.instance import Instance
from ...model.sorts import Pool


@dataclass(frozen=True, slots=True)
class ServingConfig:
    """The sizes of one worker, and the requests that clients will send it."""

    adapter: tuple[int, ...]
    """The adapter of each request, 0 for the base model."""
    prompt: tuple[int, ...]
    """How many tokens each request comes with."""
    goal: tuple[int, ...]
    """How many tokens, those of the prompt included, each request is to have in the end."""
    weight: tuple[int, ...]
    """Pages of each adapter, the base model's first."""
    page_size: int
    max_length: int
    pages: tuple[int, ...]
    """Device pages of the target pool and, where there is one, of the draft pool."""
    host_blocks: int
    """Host slots of each prefix tree, for blocks that nobody keeps."""
    swap: int
    """Host pages for the caches of suspended requests, of whichever pool."""
    index_slots: int
    seats: int
    max_requests: int
    max_tokens: int
    recompute: bool
    stall_limit: int
    adapter_host: int
    adapter_device: int
    max_adapters: int
    resets: int
    """How often the weights of the model may be loaded anew in a run."""

    @property
    def requests(self) -> int:
        """How many requests there are."""
        return len(self.adapter)

    @property
    def pools(self) -> tuple[Pool, ...]:
        """The pools that there are."""
        return tuple(Pool)[: len(self.pages)]

    @property
    def blocks(self) -> int:
        """Pages of the longest request in one pool."""
        return -(-self.max_length // self.page_size)

    @classmethod
    def of(cls, instance: Instance) -> Self:
        """Read the sizes of an instance."""
        size, tables = instance.size, instance.tables
        pages = tuple(size(f"pages.{pool.name}") for pool in Pool)
        return cls(
            adapter=tuple(tables["adapter"]),
            prompt=tuple(tables["prompt"]),
            goal=tuple(tables["goal"]),
            weight=tuple(tables["weight"]),
            page_size=instance.page_size,
            max_length=size("max_length"),
            pages=pages if pages[Pool.DRAFT] else pages[:1],
            host_blocks=size("host_blocks"),
            swap=size("swap"),
            index_slots=size("index_slots"),
            seats=size("seats"),
            max_requests=size("max_requests"),
            max_tokens=size("max_tokens"),
            recompute=bool(size("recompute")),
            stall_limit=size("stall_limit"),
            adapter_host=size("adapter_host"),
            adapter_device=size("adapter_device"),
            max_adapters=size("max_adapters"),
            resets=size("resets"),
        )
