"""The checks after every event: what an engine shows, against the model, against itself, and against lone runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ..model.trace import Call
from ..model.worlds.concrete import ConcreteWorld
from . import laws
from .abstract import Abstraction
from .audit import Audited, audit, places_of
from .content import Content
from .diagnose import broken_laws, by_how_much_they_say, holds, overlay, subjects
from .evidence import Broken
from .laws import ENGINE_LAWS, Citation, cite, cite_id
from .roster import requests_of
from .snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Checks:
    """Which checks are made. All of them, except to measure what each costs, or to see that each finds something."""

    state: bool = True
    audit: bool = True
    content: bool = True
    drain: bool = True


EVERYTHING: Final = Checks()


class Comparison:
    """Holds snapshots of one run against the model."""

    def __init__(self, world: ConcreteWorld, first: Snapshot, checks: Checks, content: Content | None) -> None:
        """Remember the places that there are."""
        self.world, self.checks, self.content = world, checks, content
        self.before = ConcreteWorld(world.instance)
        self.done: Call | None = None
        """The call that the model did last, from the state before; none if it refused it, or was asked for none."""
        self.abstraction = Abstraction(world)
        self._places = places_of(first)

    def broken(self, snapshot: Snapshot, *, refused: bool) -> list[Broken]:
        """Return every law that the snapshot breaks; a refusal must have changed nothing."""
        found: list[Broken] = []
        if self.checks.audit:
            ran = [r for r in requests_of(self.world.instance) if self.world.ran[r]]
            found += audit(Audited(snapshot, self.world.instance, self._places, ran))
        if self.checks.state:
            found += self._state(snapshot, refused=refused)
        if not found and self.content is not None:
            found += self.content.check(self.world, snapshot)
        return found

    def _state(self, snapshot: Snapshot, *, refused: bool) -> list[Broken]:
        got = self.abstraction.observed(snapshot)
        if got == self.abstraction.expected(self.world.data):
            return []
        found = broken_laws(self.abstraction, self.before, self.world, got, self.done)
        return [*found, Broken(cite(laws.UNCHANGED), "", found[0].differs)] if refused else found

    def kept_by(self, law_id: str, snapshot: Snapshot) -> list[Citation]:
        """Return the laws with a guard's id: those that the snapshot breaks, else the first of them."""
        candidates = cite_id(law_id)
        observed = overlay(self.world, self.abstraction.label(self.abstraction.observed(snapshot)))
        names = {law.name for law in candidates}
        falling = [
            cite(law.name)
            for law in by_how_much_they_say()
            if law.name in names
            and not all(holds(law, self.before, observed, about) for about in subjects(law, self.world.instance))
        ]
        return falling or candidates[:1] or [cite(laws.ANSWERS)]


def rank(found: Sequence[Broken], guarded: frozenset[str] = frozenset()) -> tuple[Broken, ...]:
    """Order what is broken, each law once.

    First the law that a guard was there to keep, then what identity shows, then the laws of the model, the most
    telling first, and last what only says that something differs.
    """
    says = {law.name: at for at, law in enumerate(by_how_much_they_say())}
    last = {name: at for at, name in enumerate((laws.UNCHANGED, laws.ANSWERS, laws.AGREES))}

    def place(each: Broken) -> tuple[int, int]:
        name = each.law.name
        if name in last:
            return 3, last[name]
        if name in guarded:
            return 0, 0
        return (1, 0) if name in ENGINE_LAWS else (2, says[name])

    once: dict[str, Broken] = {}
    for each in found:
        once.setdefault(each.law.name, each)
    return tuple(sorted(once.values(), key=place))
