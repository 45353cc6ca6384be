"""What a whole engine has to give, so that every part of it can be held against its system while it serves requests.

A whole is not commanded event by event: clients send requests and give them up, and it takes one step after another as
it sees fit. Each of its parts notes what it did, in the words of the system that looks at it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final, Protocol

from ...model.instance import Instance
from ...model.trace import Call
from ..engine import FaultInfo, Outcome
from ..parts.part import Part, PartFactory

CANCEL: Final = "cancel"
"""What a client asks who gives a request up, which is the call's argument."""

STEP: Final = Call("step", (), "whole")
"""Plan, run and read as the whole sees fit, once."""


class NobodyHelped(Exception):
    """A whole says that it takes step after step and brings nobody on: no crash, but no progress either."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a request has said so far, and what it says alone, which that must be the beginning of."""

    tokens: Sequence[int]
    alone: Sequence[int]
    goal: int
    """How many tokens, those that it came with included, the client has asked for."""
    ended: bool = False
    drafts: Mapping[int, int] = field(default_factory=dict)
    """What was drafted for it of late, by the number of tokens before it."""
    drafts_alone: Mapping[int, int] = field(default_factory=dict)
    """What would be drafted there if it were alone."""


@dataclass(frozen=True, slots=True)
class Member:
    """A part of a running whole: it answers `SCHEDULE` with what it did since it was last asked."""

    name: str
    system: str
    """The system of the model that looks at it."""
    instance: Instance
    """How large it is, in the terms of its system."""
    part: Part

    @property
    def factory(self) -> PartFactory:
        """What `Lockstep` takes it from."""
        return PartFactory(self.name, self.system, lambda *_: self.part, observed=True)


class Whole(Protocol):
    """A running engine. It may raise: that is a finding of the call that made it raise."""

    def members(self) -> Sequence[Member]:
        """Return its parts."""
        ...

    def apply(self, call: Call) -> Outcome:
        """Do what a client asks, or take a step; or refuse, and change nothing."""
        ...

    def said(self) -> Mapping[int, Said]:
        """Return what each request has said."""
        ...

    def held(self) -> Mapping[str, int]:
        """Return how many places of each kind are neither free nor only kept to be found again."""
        ...

    def close(self) -> None:
        """Give back what it took from the machine."""
        ...


@dataclass(frozen=True, slots=True)
class WholeFactory:
    """Makes wholes of one kind."""

    name: str
    """How commands and reports call it."""
    make: Callable[[Instance, int, Sequence[str]], Whole]
    """Starts one of a size, from a seed, with some faults built in."""
    draw: Callable[[Random], Instance]
    """Draws a size in which its resources run out."""
    deal: Callable[[Instance, Sequence[Call], Random], Call]
    """Draws what is done next, after what was done."""
    asks: Mapping[str, str]
    """What clients can do, each as one would write it: `submit(r)`."""
    systems: tuple[str, ...]
    """The systems that follow its parts."""
    known: Mapping[str, FaultInfo] = field(default_factory=dict)
    """The faults that can be built in, by name."""
