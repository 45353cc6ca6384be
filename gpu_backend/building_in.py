"""How known faults are kept by name, and built into a class: each overrides a small step of one of its parts."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..conformance.engine import FaultInfo

C = TypeVar("C", bound=type[Any])


@dataclass(frozen=True, slots=True)
class Fault:
    """A known fault: what is known of it, and the class that does a step wrongly."""

    info: FaultInfo
    change: type[Any]


class FaultRegistry:
    """The known faults of one thing that is made of parts."""

    def __init__(self, what: str, parts: tuple[type[Any], ...]) -> None:
        """Know no faults yet. `parts` are what a fault of `what` may change."""
        self.what, self.parts = what, parts
        self.faults: dict[str, Fault] = {}
        """All faults by name, in the order in which they are written."""

    def fault(self, name: str, *, laws: tuple[str, ...], id: str = "") -> Callable[[C], C]:  # noqa: A002
        """Register a class that does one step wrongly. `laws` are those one of which it must be seen to break.

        The name says what is forgotten, the class's docstring what is done instead; `id` is that of the fault in the
        list of known ones, where it is in the list.
        """

        def register(change: C) -> C:
            assert issubclass(change, self.parts), f"{name} changes no part of {self.what}"
            self.faults[name] = Fault(FaultInfo(name, id, laws, inspect.getdoc(change) or ""), change)
            return change

        return register

    def patches(self, names: Iterable[str]) -> Patches:
        """Return what some faults change."""
        chosen = tuple(dict.fromkeys(names))
        unknown = [name for name in chosen if name not in self.faults]
        if unknown:
            known = ", ".join(self.faults)
            raise LookupError(f"there is no fault {unknown[0]!r} of {self.what}; there are {known}")
        return Patches(tuple(self.faults[name].change for name in chosen))


@dataclass(frozen=True, slots=True)
class Patches:
    """The classes of some faults, each of which changes one part."""

    changes: tuple[type[Any], ...]

    def of(self, part: type[Any], base: type[Any] | None = None, **parts: type[Any]) -> type[Any]:
        """Return a part (or `base`, a subclass of it) with the changes of it, made of these further parts."""
        mine = (change for change in self.changes if issubclass(change, part))
        whole = base or part
        return type(whole.__name__, (*mine, whole), parts) if self.changes else whole
