"""What the host knows of a page: where it is, how many need it, what it is found by, and whose content it may have."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

DEVICE: Final = 0
"""The tier of the pages that a step can read and write."""


@dataclass(eq=False, slots=True)
class Page:
    """A place for the keys and values of some positions. Its content is in the memory of its tier."""

    id: int
    tier: int
    """How far it lies below the device."""
    slot: int
    """Its place in the memory of its tier."""
    refs: int = 0
    """The count of tables and operations that need it; at zero it goes to one of the queues."""
    weights: int = 0
    """The version of the weights that its content is, or will be, computed with."""
    writers: frozenset[int] = field(default_factory=frozenset)
    """The marks that its content may bear: of the life that it was taken for, and of those it was copied from."""
    published: bool = False
    """It may be shared, and is written no more."""
    key: int = 0
    """The prefix that it was last published under. An entry of the index that differs is out of date."""
    seal: int = 0
    """The epoch of its tier's index in which it was last published."""
    image: Page | None = None
    """What it was last set aside to be a copy of."""

    @property
    def on_device(self) -> bool:
        """Whether a step can read it."""
        return self.tier == DEVICE
