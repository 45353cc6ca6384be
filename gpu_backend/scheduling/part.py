"""The scheduling pass as a part that is held against the system `scheduler`: its events are methods of its executor."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.sorts import Pool
from ..executing import ExecutingPart
from .config import SchedulerConfig
from .executor import SchedulingExecutor
from .faults import FAULTS, with_faults
from .observation import shown


class SchedulingPart(ExecutingPart[SchedulingExecutor]):
    """The scheduler of an instance."""

    def build(self, faults: Sequence[str]) -> SchedulingExecutor:
        """Make the scheduler, with some faults built in."""
        return with_faults(faults)(config_of(self.instance))

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return shown(self.executor, self.instance)


def config_of(instance: Instance) -> SchedulerConfig:
    """Return the sizes of an instance. The system sees no pages: there are always some."""
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
        pages=tuple(ample for _ in pools),
    )


FACTORY: Final = PartFactory(
    "scheduling", "scheduler", SchedulingPart, known={name: fault.info for name, fault in FAULTS.items()}
)
