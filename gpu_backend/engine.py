"""The torch engine: every event of the model as a command, its own scheduler, and the snapshot of who holds what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

import torch

from ..conformance.engine import SCHEDULE, Decisions, Engine, FaultInfo, Outcome
from ..conformance.parts.part import PartFactory
from ..conformance.snapshot import Snapshot
from ..conformance.wholes.whole import WholeFactory
from ..model.instance import Instance
from ..model.trace import Call
from .commands import COMMANDS, CommandedEngine
from .faults import FAULTS, with_faults
from .faults.left_out import LEFT_OUT
from .observation import observe
from .paging.part import FACTORY as PAGES
from .peft.part import FACTORY as ADAPTER_CACHES
from .pipeline.part import FACTORY as PIPELINE
from .prefix.part import FACTORY as PREFIX_CACHE
from .residency.part import FACTORY as RESIDENTS
from .scheduler import Scheduler
from .scheduling.part import FACTORY as SCHEDULING
from .sequence.part import FACTORY as SEQUENCE
from .serving.whole import WHOLE as SERVING
from .speculation.part import FACTORY as PAIRED_REUSE


class TorchEngine(CommandedEngine):
    """A running engine on one device, commanded event by event or left to its own scheduler."""

    scheduling: ClassVar[type[Scheduler]] = Scheduler

    def __init__(self, instance: Instance, seed: int) -> None:
        torch.set_num_threads(1)  # its steps are so small that a second thread only gets in the way
        with torch.inference_mode():
            super().__init__(instance, seed)
        self.scheduler = self.scheduling(self)

    def apply(self, call: Call) -> Outcome:
        """Do one event or refuse it; or plan and run one pass, and tell what it was made of."""
        with torch.inference_mode():
            if call == SCHEDULE:
                return Decisions(self.scheduler.run_pass())
            return self.command(call)

    def observe(self) -> Snapshot:
        """Tell who holds what. Changes nothing."""
        return observe(self)

    def close(self) -> None:
        """Let go of the memory."""
        self.requests.clear()
        self.pools.clear()


class TorchFactory:
    """Makes engines on the GPU where there is one, else on the CPU."""

    name: str = "torch"
    events: frozenset[str] = COMMANDS
    observed: bool = True
    engine: type[TorchEngine] = TorchEngine
    """What it makes: a subclass may name a device to run on."""

    parts: tuple[PartFactory, ...] = (
        PAGES, PREFIX_CACHE, SEQUENCE, PAIRED_REUSE, ADAPTER_CACHES, PIPELINE, RESIDENTS, SCHEDULING,
    )  # fmt: skip
    """What is held by itself, beside the system that looks at it."""

    wholes: tuple[WholeFactory, ...] = (SERVING,)
    """What is made of them, and serves requests as it plans by itself."""

    left_out: Mapping[str, str] = LEFT_OUT
    """The known faults that can be built into none of it, by their ids, each with the reason."""

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> Engine:
        """Start an engine of this size."""
        return with_faults(self.engine, faults)(instance, seed)

    def faults(self) -> Mapping[str, FaultInfo]:
        """Return the known faults that can be built in, by name."""
        return {name: fault.info for name, fault in FAULTS.items()}


FACTORY: Final = TorchFactory()
"""The entry point of this engine."""
