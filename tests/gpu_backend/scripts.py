"""A part under test beside its model, driven by scripts of calls: `submit 0; plan 0; !evict 1 0`."""

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import pytest

from tenure.conformance.evidence import Violated
from tenure.conformance.parts.lockstep import Lockstep
from tenure.conformance.parts.part import PartFactory
from tenure.model.instance import Instance
from tenure.model.trace import Call

P = TypeVar("P")


class Scripted(Generic[P]):
    """A part of one kind and its model, driven by hand; each call is compared."""

    def __init__(self, factory: PartFactory, kind: type[P], size: Instance, faults: Sequence[str] = ()) -> None:
        self.lockstep = Lockstep(factory, size, seed=0, faults=faults)
        assert isinstance(self.lockstep.part, kind)
        self.part: P = self.lockstep.part

    def do(self, event: str, *args: int) -> None:
        """Do a call that must be done."""
        assert self.made(event, *args), f"{event}{args} is refused"

    def refuse(self, event: str, *args: int) -> None:
        """Make a call that must be refused."""
        assert not self.made(event, *args), f"{event}{args} is done"

    def made(self, event: str, *args: int) -> bool:
        """Make a call, and return whether it was done."""
        return self.lockstep.do(Call(event, args, self.lockstep.factory.system))

    def say(self, script: str) -> None:
        """Do calls that are written as `event arguments; event arguments; …`, those with `!` in front being refused."""
        for line in calls_of(script):
            event, *args = line.split()
            (self.refuse if event.startswith("!") else self.do)(event.removeprefix("!"), *map(int, args))

    def ask(self, call: str) -> None:
        """Make a call that is written as in a script; part and model do it, or refuse it, alike."""
        event, *args = call.split()
        self.made(event, *map(int, args))


@dataclass(frozen=True)
class Script:
    """Calls of which the last shows a fault, and the size that it takes if not the usual one."""

    calls: str
    size: Instance | None = None


def calls_of(script: str) -> list[str]:
    """Return the calls of a script, one by one."""
    return [each for each in map(str.strip, script.split(";")) if each]


def before_and_last(script: str) -> tuple[str, str]:
    """Return all calls but the last, and the last."""
    *before, last = calls_of(script)
    return ";".join(before), last


def laws_broken_at_the_end(run: Scripted[P], script: str) -> set[str]:
    """Do a script whose last call breaks laws, and none before it does; return their ids."""
    before, last = before_and_last(script)
    run.say(before)
    with pytest.raises(Violated) as found:
        run.say(last)
    return {law for law, _ in found.value.breach.keys}


def goes_well(run: Scripted[P], script: str) -> None:
    """Do a script whose last call may be refused; nothing in it breaks a law."""
    before, last = before_and_last(script)
    run.say(before)
    run.ask(last)


def overrides_steps(change: type[Any]) -> bool:
    """Whether what a fault changes is there to be changed: it has something of its own, and inherits all its steps."""
    steps = [name for name, value in vars(change).items() if inspect.isfunction(value)]
    own = [*steps, *(name for name in vars(change) if not name.startswith("_"))]
    return bool(own) and all(any(hasattr(base, name) for base in change.__mro__[1:]) for name in steps)
