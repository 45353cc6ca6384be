"""A request as far as its places go, and what is kept of one that has ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...model.systems.slots.state import Phase
from .content import prompt


@dataclass(eq=False, slots=True)
class ResidentRequest:
    """A request between its submission and its end."""

    id: int
    adapter: int
    """The adapter that it runs with; 0 is the base model."""
    tokens: list[int] = field(default_factory=list)
    """Its prompt and what it has generated, as far as the host knows."""
    phase: Phase = Phase.WAITING
    batch_idx: int | None = None
    """Its row in the last batch, from which the next step reads its newest token; none if it was not in it."""
    decoding_iter: int = 0
    """Decode steps that it has made."""
    rest_until: int = 0
    """The decode step from which on it may be paused."""
    pauses: int = 0
    sacrificed: bool = False
    """Whether its target was given up for others."""

    def __post_init__(self) -> None:
        self.tokens = self.tokens or prompt(self.id)

    @property
    def rest(self) -> int:
        """Decode steps that it has still to make before it may be paused."""
        return max(0, self.rest_until - self.decoding_iter)

    def rest_for(self, steps: int) -> None:
        """Keep it from being paused for so many decode steps."""
        self.rest_until = self.decoding_iter + steps


@dataclass(frozen=True, slots=True)
class Completion:
    """How a request ended."""

    phase: Phase
    missed: bool = False
    """Whether it finished below its own target."""


SEATED = (Phase.TRANSFERRING, Phase.DECODING)
"""A request in these phases takes a seat, unless it is paused."""

RESIDENT = (*SEATED, Phase.COMPLETING)
"""A request in these phases keeps its adapter on the device."""
