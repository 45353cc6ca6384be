"""With which weights the tokens of each request have to be computed, noted beside the executor at each launch."""

from __future__ import annotations

from ...model.trace import Call
from .core import Core
from .step import Step

BASE_MODEL = 0
"""What a token is computed with where its request has no adapter."""


class LaunchedWeights:
    """What was in the slots when each step was launched, and so, what every settled token was computed with.

    An adapter may get newer weights between two steps of a request. So memory alone does not tell whether a forward
    read what its slot had, or an older copy of that.
    """

    def __init__(self, core: Core) -> None:
        self.core = core
        self.of_steps: list[tuple[Step, dict[int, int]]] = []
        """By step in flight, the weights of each request in it."""
        self.of_requests: dict[int, list[int]] = {}
        """By request, the weights of each of its settled tokens."""

    def follow(self, call: Call, answered: Step | None) -> None:
        """Note what an event that was done has launched, settled or given up; `answered` was the older step before."""
        if call.event == "launch":
            self.launch(self.core.in_flight.steps[-1])
        elif call.event == "retire":
            r, kept = call.args
            read = next((of for step, of in self.of_steps if step is answered), {})
            self.of_requests.setdefault(r, []).extend([read.get(r, BASE_MODEL)] * kept)
        for r, weights in self.of_requests.items():
            del weights[self.core.requests[r].cursor :]

    def launch(self, step: Step) -> None:
        """Note what is in the slots that a step reads; nobody asks any more for steps that are answered."""
        adapters = self.core.adapters
        weights: list[int] = adapters.weights.tolist()
        there = {task: weights[slot.index] for task, slot in adapters.slots.items()} | {0: BASE_MODEL}
        self.of_steps = [each for each in self.of_steps if each[0] in self.core.in_flight.steps]
        of = {r: there.get(frame.request.adapter, BASE_MODEL) for r, frame in step.frames.items()}
        self.of_steps.append((step, of))
