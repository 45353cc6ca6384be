"""What a campaign has done so far: the runs it began, by the sizes they were in, and the calls it made, by event."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from ...model.instance import Instance
from ...model.trace import Call
from .sizes import write_all_sizes


@dataclass(slots=True)
class Counts:
    """Nothing, at first; runs that start over are counted, each with its own sizes."""

    runs: Counter[str] = field(default_factory=Counter)
    """How many runs there were in each instance, which is named by its sizes."""
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def begin(self, instance: Instance) -> None:
        """Count a run."""
        self.runs[write_all_sizes(instance)] += 1

    def made(self, call: Call, *, done: bool) -> None:
        """Count a call."""
        (self.done if done else self.refused)[call.event] += 1

    @property
    def events(self) -> int:
        """How many calls there were."""
        return self.done.total() + self.refused.total()
