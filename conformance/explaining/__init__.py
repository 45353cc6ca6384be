"""Explaining by name: a law, an event or a fault, with its sentence, its code, and what it has to do with the others.

Names and ids are not unique across systems: what is asked for is explained in each system that has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from ...model.catalogue import SYSTEMS
from .events import ExplainedEvent, ExplainedFault, event_lines, events, fault_lines, faults
from .laws import HARNESS, Explained, Named, as_page, explained, laws, lines

__all__ = [
    "HARNESS",
    "Explained",
    "ExplainedEvent",
    "ExplainedFault",
    "as_page",
    "as_text",
    "explained",
    "find",
    "known",
]

Thing = Explained | ExplainedEvent | ExplainedFault
"""What can be explained."""


def find(wanted: str, system: str = "") -> list[Thing]:
    """Return the laws, events and faults with this name or id, of one system if it is named; capitals do not matter."""
    name = wanted.lower()
    return [each.make() for each in _every(system) if name in {known.lower() for known in each.names}]


def known(system: str = "") -> list[str]:
    """Return every id and every name that can be explained."""
    return sorted({name for each in _every(system) for name in each.names})


def laws_of(system: str = "") -> list[Thing]:
    """Return every law, of one system if it is named."""
    return [law.make() for law in laws() if system in ("", law.model)]


def _every(system: str) -> Iterator[Named[Thing]]:
    kinds: tuple[Iterator[Named[Thing]], ...] = (laws(), events(), faults())
    return (each for each in chain(*kinds) if system in ("", each.model))


def systems() -> tuple[str, ...]:
    """Return the names that a system can be named by; the harness is one for what only it checks."""
    return (*SYSTEMS, HARNESS)


def as_text(things: Sequence[Thing], wanted: str = "") -> str:
    """Return all of it for a reader at a terminal, with a first line if what is wanted is in several systems."""
    where = list(dict.fromkeys(each.model for each in things))
    parts = ["\n".join(_lines(each)) for each in things]
    if wanted and len(where) > 1:
        parts.insert(0, f"{wanted} is in {', '.join(where)}; --system {where[0]} shows only that one, and so on.")
    return "\n\n".join(parts)


def _lines(thing: Thing) -> Iterator[str]:
    if isinstance(thing, Explained):
        return lines(thing)
    return event_lines(thing) if isinstance(thing, ExplainedEvent) else fault_lines(thing)
