"""Caches of sequences under test beside their model, in sizes of a test's own, and scripts of calls."""

from collections.abc import Sequence

from tenure.gpu_backend.sequence.manager import SequenceManager
from tenure.gpu_backend.sequence.part import FACTORY, SequencePart
from tenure.model.instance import Instance
from tenure.model.systems.buffers.state import Buffers

from ..scripts import Scripted


def instance(requests: int = 2, *, window: int = 1, rewind: int = 1, slots: int = 4, room: int = 4) -> Instance:
    """Return a size in which, unless said otherwise, a chunk of four blocks uses up all slots."""
    sizes = {"window": window, "max_rewind": rewind, "slots": slots, "max_blocks": room}
    return Instance(requests, 0, 1, sizes, schema=Buffers)


class Running(Scripted[SequencePart]):
    """Caches and their model, driven by hand; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        super().__init__(FACTORY, SequencePart, size or instance(), faults)
        self.manager: SequenceManager = self.part.executor


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
