"""The scheduling pass as a part that is held against the system `scheduler`: its events are methods of its executor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...conformance.engine import Done, Outcome, Refused
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.sorts import Pool
from ...model.trace import Call
from ..refusal import Refusal
from .config import SchedulerConfig
from .executor import SchedulingExecutor
from .faults import FAULTS, with_faults
from .observation import shown


class SchedulingPart:
    """The scheduler of an instance, with some faults built in."""

    def __init__(self, instance: Instance, faults: Sequence[str] = ()) -> None:
        self.instance = instance
        self.executor: SchedulingExecutor = with_faults(faults)(config_of(instance))

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        try:
            getattr(self.executor, call.event)(*call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return shown(self.executor, self.instance)

    def close(self) -> None:
        """The tensors go with the part."""


def config_of(instance: Instance, pages: int | None = None, host_pages: int = 0) -> SchedulerConfig:
    """Return the sizes of an instance. The system sees no pages: without a number, there are always some."""
    size = instance.size
    pools = [Pool.TARGET, Pool.DRAFT] if size("drafts") else [Pool.TARGET]
    ample = (instance.requests + 1) * (size("max_length") + 2)
    return SchedulerConfig(
        max_length=size("max_length"),
        max_requests=size("max_requests"),
        max_tokens=size("max_tokens"),
        seats=size("seats_size"),
        index_slots=tuple(size(f"slots_size.{pool.name}") for pool in pools),
        recompute=bool(size("recompute")),
        stall_limit=size("stall_limit"),
        multimodal=frozenset(r for r, flag in enumerate(instance.tables["multimodal"]) if flag),
        pages=tuple((ample if pages is None else pages) for _ in pools),
        host_pages=host_pages,
    )


def make(instance: Instance, seed: int, faults: Sequence[str]) -> SchedulingPart:
    """Make a part. It draws nothing, so that the seed changes nothing."""
    del seed
    return SchedulingPart(instance, faults)


FACTORY: Final = PartFactory(
    "scheduling", "scheduler", make, known={name: fault.info for name, fault in FAULTS.items()}
)
