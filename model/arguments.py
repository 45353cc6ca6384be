"""Which arguments an event may be tried with in an instance, in a fixed order."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from .language import Event
from .sorts import Adapter, Flag, Pool, Request, Tokens
from .worlds.concrete import Instance


def choices(event: Event, instance: Instance, most_tokens: int) -> Iterator[tuple[int, ...]]:
    """Yield every combination of arguments that the instance has, with amounts of tokens from 0 to `most_tokens`."""
    ranges = {
        Request: range(instance.requests),
        Adapter: range(instance.adapters + 1),
        Tokens: range(most_tokens + 1),
        Flag: range(2),
        Pool: range(len(Pool)),
    }
    yield from product(*(ranges[sort] for _, sort in event.params))
