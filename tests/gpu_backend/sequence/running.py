"""Caches of sequences under test beside their model, in sizes of a test's own, and scripts of calls."""

from collections.abc import Sequence

from tenure.conformance.parts.lockstep import Lockstep
from tenure.gpu_backend.sequence.manager import SequenceManager
from tenure.gpu_backend.sequence.part import FACTORY, SequencePart
from tenure.model.instance import Instance
from tenure.model.systems.buffers.state import Buffers
from tenure.model.trace import Call


def instance(requests: int = 2, *, window: int = 1, rewind: int = 1, slots: int = 4, room: int = 4) -> Instance:
    """Return a size in which, unless said otherwise, a chunk of four blocks uses up all slots."""
    sizes = {"window": window, "max_rewind": rewind, "slots": slots, "max_blocks": room}
    return Instance(requests, 0, 1, sizes, schema=Buffers)


class Running:
    """Caches and their model, driven by hand; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        self.lockstep = Lockstep(FACTORY, size or instance(), seed=0, faults=faults)
        assert isinstance(self.lockstep.part, SequencePart)
        self.part = self.lockstep.part
        self.manager: SequenceManager = self.part.executor

    def do(self, event: str, *args: int) -> None:
        assert self.lockstep.do(Call(event, args, "buffers")), f"{event}{args} is refused"

    def refuse(self, event: str, *args: int) -> None:
        assert not self.lockstep.do(Call(event, args, "buffers")), f"{event}{args} is done"

    def say(self, script: str) -> None:
        """Do calls that are written as `event arguments; event arguments; …`, those with `!` in front being refused."""
        for line in calls_of(script):
            event, *args = line.split()
            (self.refuse if event.startswith("!") else self.do)(event.removeprefix("!"), *map(int, args))


def calls_of(script: str) -> list[str]:
    """Return the calls of a script, one by one."""
    return [each for each in map(str.strip, script.split(";")) if each]


def active(r: int, *, received: bool = False) -> str:
    """Return the calls that bring a cache into use, with its buffer attached."""
    return f"create {r} {int(received)}; resume {r}; attach {r};"


SCRATCH = f"{active(0)} extend 0 4 2 1;"
"""A first chunk of four blocks, of which two share a page."""
SETTLED = f"{active(0)} extend 0 2 0 0; forward 0 0;"
"""Two settled blocks, one of them behind the window."""
BELOW = f"{SETTLED} suspend 0; offload 0;"
"""The same, moved down."""
DRAFTED = f"{active(0)} extend 0 2 0 0; forward 0 1;"
"""A settled block, and one of drafted tokens that were rejected."""
RECEIVED = f"{active(0, received=True)} extend 0 3 0 0;"
"""A prompt of three blocks that another worker writes."""
