"""How a mistake is planted in a part: something stands in the place of what belongs to one of its classes."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Mistake:
    """What a class of a part has, a method or a property, and what stands there instead."""

    part: str
    owner: type
    name: str
    instead: Any
    title: str

    def __str__(self) -> str:
        """Return a name for a test."""
        return f"{self.part}: {self.title}"


@contextmanager
def planted(mistake: Mistake) -> Iterator[None]:
    """Plant a mistake, and take it out again."""
    right = vars(mistake.owner)[mistake.name]
    setattr(mistake.owner, mistake.name, mistake.instead)
    try:
        yield
    finally:
        setattr(mistake.owner, mistake.name, right)
