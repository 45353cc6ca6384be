"""One scheduling pass: first the policy, then a plan with what admission may give away and what is scheduled."""

from __future__ import annotations

from dataclasses import dataclass, field

from .requests import ResidentRequest


@dataclass(slots=True)
class Plan:
    """What holds for this pass only: it ends with the launch, or with the pass if nothing runs."""

    occupancy: int
    """Seats taken as admission was told, and those that it gave away since."""
    budget: int
    """Device slots that may still be claimed for adapters."""
    made_room: bool
    """Whether a request was paused in this pass."""
    claims: set[int] = field(default_factory=set)
    """Adapters that candidates need, and that are not on the device yet."""
    scheduled: list[ResidentRequest] = field(default_factory=list)


@dataclass(slots=True)
class SchedulingPass:
    """A pass from its beginning to the launch. Without a plan it is still the policy's turn."""

    plan: Plan | None = None
