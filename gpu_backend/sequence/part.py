"""The caches of sequences as a part that is held against the system `buffers`: its events are the manager's methods."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch

from ...conformance.engine import Done, Outcome
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.trace import Call
from ..executing import ExecutingPart
from .faults import FAULTS, with_faults
from .manager import SequenceManager
from .observation import Observation
from .window import AttentionWindow

TOKENS_PER_BLOCK: Final = 2
"""The system counts whole blocks; any size of two tokens or more will do."""


class SequencePart(ExecutingPart[SequenceManager]):
    """The caches of an instance, and how often each slot was taken, counted apart from what its cache counts."""

    def __init__(self, instance: Instance, seed: int, faults: Sequence[str] = ()) -> None:
        """Make the caches, which nobody has taken yet."""
        super().__init__(instance, seed, faults)
        self.lives = [0] * instance.requests

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        outcome = super().apply(call)
        if call.event == "create" and isinstance(outcome, Done):
            self.lives[call.args[0]] += 1
        return outcome

    def build(self, faults: Sequence[str]) -> SequenceManager:
        """Make the caches, with some faults built in."""
        size = self.instance.size
        return with_faults(faults)(
            self.instance.requests,
            slots=size("slots"),
            max_blocks=size("max_blocks"),
            window=AttentionWindow(size("window"), size("max_rewind") * TOKENS_PER_BLOCK, TOKENS_PER_BLOCK),
            device=torch.device("cuda" if torch.cuda.is_available() else "cpu"),
        )

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return Observation(self.executor, self.lives).fields()


FACTORY: Final = PartFactory(
    "sequence", "buffers", SequencePart, known={name: fault.info for name, fault in FAULTS.items()}
)
