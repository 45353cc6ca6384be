"""Which arguments an event may be tried with in an instance, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import IntEnum
from itertools import product
from typing import Any

from .instance import Instance
from .language import Event
from .sorts import Flag, Tokens


def values_of(sort: Any, instance: Instance, most_tokens: int = 0) -> Iterable[int]:
    """Return everything of a sort that an instance has, with amounts of tokens from 0 to `most_tokens`."""
    if sort is Tokens:
        return range(most_tokens + 1)
    if sort is Flag:
        return range(2)
    if issubclass(sort, IntEnum):
        return tuple(sort)
    return range(instance.count(sort))


def choices(event: Event, instance: Instance, most_tokens: int) -> Iterator[tuple[int, ...]]:
    """Yield every combination of arguments that the instance has, with amounts of tokens from 0 to `most_tokens`."""
    yield from product(*(values_of(sort, instance, most_tokens) for _, sort in event.params))
