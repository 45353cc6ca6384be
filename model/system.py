"""The systems of the model: each one state with its events, its laws and its ways of getting it wrong.

A system sees the resources at the level at which its laws can be stated, and lets everything that it does not see
happen at any time. So a law that is proved of a system holds of every engine whose runs, seen at that level, are runs
of the system; no law of one system is ever assumed in the proof of another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .fields import Kind
from .sources import around

if TYPE_CHECKING:
    from .fields import Schema
    from .instance import Instance
    from .written import Event, Fault, Law, Ranking


@dataclass(frozen=True, slots=True)
class Variant:
    """Another design within the same system: sizes that the proof takes as given, under which some law is refuted."""

    fixed: Mapping[str, int]
    small: Callable[[int], Instance] | None = None
    """A small instance in which it is refuted, where the system's own is too small for that."""


@dataclass(slots=True)
class System:
    """One state, its events, its laws, what must be possible in it, and broken variants of its events."""

    name: str
    schema: type[Schema]
    events: dict[str, Event] = field(default_factory=dict)
    laws: dict[str, Law] = field(default_factory=dict)
    """Several laws may share an id where one source law has several parts."""
    sometimes: dict[str, Law] = field(default_factory=dict)
    """What must be possible: some reachable state has it, so that a model that can do nothing does not pass."""
    faults: dict[str, Fault] = field(default_factory=dict)
    rankings: dict[str, Ranking] = field(default_factory=dict)
    small: Callable[[int], Instance] | None = None
    """Gives a small instance, for so many requests, in which every resource can run out."""
    wide: tuple[Instance, ...] = ()
    """Larger instances, in which something shows that the small one has no room for: engines are held in them too."""
    tied: frozenset[str] = frozenset()
    """Sizes that go with what is fixed for a run in tables, so that they are not changed by themselves."""
    equivalents: Mapping[str, str] = field(default_factory=dict)
    """The mutants that no law notices, each with the reason."""
    fixed: Mapping[str, int] = field(default_factory=dict)
    """Sizes that the proof takes as given: the variant of the system that is proved."""
    variants: Mapping[str, Variant] = field(default_factory=dict)

    @property
    def doc(self) -> str:
        """What the system sees, in one sentence."""
        return " ".join((self.schema.__doc__ or "").split("\n\n")[0].split())

    def instance(self, requests: int) -> Instance:
        """Return the small instance for so many requests."""
        if self.small is None:
            msg = f"the system {self.name!r} is not complete: it has no small instance"
            raise LookupError(msg)
        return self.small(requests)


SYSTEMS: dict[str, System] = {}
"""Every system, by name."""


def system_of(schema: type[Schema]) -> System:
    """Return the system of a state, made when its first event or law is written."""
    known = SYSTEMS.setdefault(schema.system, System(schema.system, schema))
    if known.schema is not schema:
        raise ValueError(
            f"the system {schema.system!r} is of {known.schema.__name__}; give {schema.__name__} a system of its own"
        )
    return known


def complete(
    schema: type[Schema],
    *,
    small: Callable[[int], Instance],
    wide: tuple[Instance, ...] = (),
    tied: frozenset[str] = frozenset(),
    equivalents: Mapping[str, str] | None = None,
    fixed: Mapping[str, int] | None = None,
    variants: Mapping[str, Variant] | None = None,
) -> System:
    """Say what a system has besides its events and laws, once all of them are written."""
    system = system_of(schema)
    if system.small is not None and system.small is not small:
        raise ValueError(f"the system {system.name!r} is complete; it is not said twice what it has")
    for name in {**(fixed or {}), **{name: 0 for each in (variants or {}).values() for name in each.fixed}}:
        spec = schema.specs.get(name)
        if spec is None or spec.kind is not Kind.SIZE or spec.keys:
            raise ValueError(f"{name!r} is no capacity of {schema.__name__}, so it cannot be taken as given")
    around(schema)
    system.small, system.wide, system.tied = small, wide, tied
    system.equivalents = dict(equivalents or {})
    system.fixed, system.variants = dict(fixed or {}), dict(variants or {})
    return system
