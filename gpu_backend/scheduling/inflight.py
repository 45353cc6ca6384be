"""Steps that were launched and whose results are not read yet, with this micro-batch or with another."""

from __future__ import annotations

from dataclasses import dataclass

from .request import LlmRequest


@dataclass(slots=True)
class StepInFlight:
    """What has to be known of a request's step until its result is read."""

    drafted: int
    """Drafted tokens, which may be rejected."""
    apart: bool
    """Whether another micro-batch has it, so that no pass may touch the request; else a pass may plan ahead."""


class InFlightSteps:
    """The step of each request, at most one."""

    def __init__(self) -> None:
        self.steps: dict[LlmRequest, StepInFlight] = {}

    def __contains__(self, request: LlmRequest) -> bool:
        return request in self.steps

    def apart(self, request: LlmRequest) -> bool:
        """Whether another micro-batch has the request."""
        return request in self.steps and self.steps[request].apart

    def drafted(self, request: LlmRequest) -> int:
        """Return how many tokens of the request may be rejected."""
        return self.steps[request].drafted if request in self.steps else 0

    def depart(self, request: LlmRequest, drafted: int, *, apart: bool) -> None:
        """Launch the step of a request."""
        self.steps[request] = StepInFlight(drafted, apart)

    def discard_drafts(self, request: LlmRequest) -> None:
        """Let nothing be rejected any more: the room for it is gone."""
        if request in self.steps:
            self.steps[request].drafted = 0

    def read(self, request: LlmRequest) -> None:
        """The result of the step is read."""
        self.steps.pop(request, None)
