"""What a check that fails has to show: the law, whom it is about, and the two values that differ."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from ..model.trace import Call, Trace
from .laws import Citation, cite


class Difference(msgspec.Struct, frozen=True):
    """Two values that should agree: of what, what it should be, and what it is."""

    what: str
    expected: str
    got: str


@dataclass(frozen=True, slots=True)
class Broken:
    """A law that does not hold, whom it is about (`r=1`, empty for the whole), and what differs."""

    law: Citation
    about: str
    differs: Difference


@dataclass(frozen=True, slots=True)
class Breach:
    """The first moment at which a run went wrong: the run so far, the call, and every law that it broke."""

    trace: Trace
    """The run up to there. The call is its last, unless it showed at the start or only at the end."""
    call: Call
    broken: tuple[Broken, ...]
    """The most telling law first."""
    note: str = ""

    @property
    def keys(self) -> frozenset[tuple[str, str]]:
        """The id and name of each broken law."""
        return frozenset((each.law.id, each.law.name) for each in self.broken)


class Violated(Exception):
    """The engine broke a law."""

    def __init__(self, breach: Breach) -> None:
        first = breach.broken[0]
        super().__init__(f"{breach.call} breaks {first.law.id} {first.law.name}: {first.law.sentence}")
        self.breach = breach


class Undecided(Exception):
    """The run says nothing about the engine, and why: a near tie, or the harness itself went wrong."""


def broken(name: str, what: str, expected: object, got: object, about: str = "") -> Broken:
    """Say that a law, given by name, does not hold."""
    return Broken(cite(name), about, Difference(what, str(expected), str(got)))
