"""How large a concrete world is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .fields import Schema
from .sorts import Adapter, Request
from .state import World


@dataclass(frozen=True, slots=True)
class Instance:
    """Numbers of requests, adapters and other things, tokens per page, every capacity, and the system it is of."""

    requests: int
    adapters: int
    page_size: int
    sizes: Mapping[str, int]
    more: Mapping[type, int] = field(default_factory=dict)
    """How many there are of each further sort."""
    schema: type[Schema] = World
    tables: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Every map that is fixed for a whole run, by its flat name: its values in the order of its keys."""

    def size(self, name: str) -> int:
        """Return a capacity by its flat name, e.g. `pool_size.TARGET`."""
        return self.sizes[name]

    def count(self, sort: Any) -> int:
        """Return how many numbers name things of a sort, the one for none included."""
        known = {Request: self.requests, Adapter: self.adapters, **self.more}
        return known[sort] + (1 if sort.none else 0)
