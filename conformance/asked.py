"""What of the model is asked for, and what is wrong with asking for it: decided before anything is proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

from ..model.rules import RULES, VALUES_STAY_IN_RANGE

if TYPE_CHECKING:
    from ..model.system import System

RULE_NAMES = frozenset(name for rule in RULES for name in (rule.id, rule.name))
"""What every event is asked, whatever it is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the model is to be proved: everything, unless systems, events, laws or a variant are named."""

    systems: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    """Names or ids."""
    variant: str = ""
    changed: bool = False
    """Whether only what had to be proved again is reported."""
    cached: bool = True
    certify: Path | None = None
    """Where to write the obligations for the second solver, which is then asked as well."""

    @property
    def scope(self) -> str:
        """What of the model it is about, or nothing if it is about all of it."""
        return ", ".join((*self.systems, *self.events, *self.laws, *([self.variant] if self.variant else [])))

    @property
    def goals(self) -> frozenset[str]:
        """The laws and rules, by the names that the goals of the proof have: those of ranges begin with `range`."""
        return frozenset("range" if name == VALUES_STAY_IN_RANGE.name else name for name in self.laws)

    def wrong(self) -> str | None:
        """Return what is wrong with what is asked for, in a sentence, or None."""
        from ..model.catalogue import SYSTEMS
        from ..model.proof import tasks

        systems = SYSTEMS.values()
        laws = {name for system in systems for place in _places(system) for name in place.names}
        known: dict[str, tuple[Iterable[str], set[str]]] = {
            "system": (self.systems, set(SYSTEMS)),
            "event": (self.events, {name for system in systems for name in system.events}),
            "law": (self.laws, laws | RULE_NAMES),
            "variant": (filter(None, [self.variant]), {name for system in systems for name in system.variants}),
        }
        for kind, (given, names) in known.items():
            for name in given:
                if name not in names:
                    return f"there is no {kind} {name!r}; {_instead(kind, name, names)}"
        chosen = dict.fromkeys(task.system for task in tasks(self.systems, self.events, self.variant))
        if not chosen:
            return f"nothing of the model is all of {self.scope} at once"
        unasked = (self._unasked(name, chosen) for name in self.laws if name not in RULE_NAMES)
        return next((said for said in unasked if said is not None), None)

    def _unasked(self, name: str, chosen: Iterable[str]) -> str | None:
        """Say where a law is, and how to ask for it, if no event that is chosen is asked for it."""
        from ..model.catalogue import SYSTEMS

        here, places = set(chosen), [each for system in SYSTEMS.values() for each in _places(system)]
        places = [each for each in places if name in each.names]
        if any(self._asks(each) for each in places if each.system.name in here):
            return None
        nearest = next((each for each in places if each.system.name in here), places[0])
        said = " and ".join(dict.fromkeys(each.said for each in places))
        command = self._command(name, nearest)
        return f"{name} is {said}, and of nothing that is asked about; ask `{command}` instead"

    def _asks(self, place: _Place) -> bool:
        """Whether the law of a place is shown of an event that is chosen in its system."""
        chosen = [name for name in place.system.events if not self.events or name in self.events]
        return bool(set(chosen) & set(place.events)) and not (place.ranks and self.variant)

    def _command(self, name: str, place: _Place) -> str:
        """Return a command that asks for the law in its place, of the chosen events if it can be asked of them."""
        events = [event for event in self.events if event in place.events]
        if self.events and not events and len(place.events) < len(place.system.events):
            events = [*place.events[:1]]
        words = ["tenure prove", f"--system {place.system.name}", *(f"--event {event}" for event in events)]
        return " ".join([*words, f"--law {name}"])


@dataclass(frozen=True, slots=True)
class _Place:
    """A law or a ranking of one system, and the events that it is shown of."""

    system: System
    names: tuple[str, str]
    events: tuple[str, ...]
    ranks: bool = False

    @property
    def said(self) -> str:
        """Where it is, in words."""
        every = len(self.events) == len(self.system.events)
        of = "" if every else f" (of its {', '.join(self.events)})"
        return f"a {'ranking' if self.ranks else 'law'} of {self.system.name}{of}"


def _places(system: System) -> Iterator[_Place]:
    """Yield every law and ranking of a system: laws about one event are shown of that, rankings of their moves."""
    for law in system.laws.values():
        yield _Place(system, (law.id, law.name), tuple(system.events) if law.of is None else (law.of.name,))
    for ranking in system.rankings.values():
        moves = tuple(dict.fromkeys(move.name for move, _ in ranking.moves))
        yield _Place(system, (ranking.id, ranking.name), moves, ranks=True)


def _instead(kind: str, name: str, names: Iterable[str]) -> str:
    """Say which names are near, or, where none is, how to see them all."""
    close = get_close_matches(name, names, n=3)
    if close:
        return f"the nearest: {', '.join(close)}"
    return (
        f"`tenure list {kind}s` names them all" if kind in ("law", "event") else f"there are {', '.join(sorted(names))}"
    )
