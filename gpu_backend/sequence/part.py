"""The caches of sequences as a part that is held against the system `buffers`: its events are the manager's methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch

from ...conformance.engine import Done, Outcome, Refused
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.trace import Call
from ..refusal import Refusal
from .faults import FAULTS, with_faults
from .manager import SequenceManager
from .observation import Observation
from .window import AttentionWindow

TOKENS_PER_BLOCK: Final = 2
"""The system counts whole blocks; any size of two tokens or more will do."""


class SequencePart:
    """The caches of an instance, with some faults built in."""

    def __init__(self, instance: Instance, faults: Sequence[str] = ()) -> None:
        rewind = instance.size("max_rewind") * TOKENS_PER_BLOCK
        self.manager: SequenceManager = with_faults(faults)(
            instance.requests,
            slots=instance.size("slots"),
            max_blocks=instance.size("max_blocks"),
            window=AttentionWindow(instance.size("window"), rewind, TOKENS_PER_BLOCK),
            device=torch.device("cuda" if torch.cuda.is_available() else "cpu"),
        )

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        try:
            getattr(self.manager, call.event)(*call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return Observation(self.manager).fields()

    def close(self) -> None:
        """The tensors go with the part."""


def make(instance: Instance, seed: int, faults: Sequence[str]) -> SequencePart:
    """Make a part. It draws nothing, so that the seed changes nothing."""
    del seed
    return SequencePart(instance, faults)


FACTORY: Final = PartFactory("sequence", "buffers", make, known={name: fault.info for name, fault in FAULTS.items()})
