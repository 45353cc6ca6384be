"""Where a pass is: its walk over the list, and what it is trying for the request that it has come to."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from .request import LlmRequest


class Phase(Enum):
    """What a walk is for."""

    GENERATION = "requests that generate, and those that wait for a transfer"
    CONTEXT = "requests with context to compute"


class Trying(Enum):
    """What is tried for a request."""

    EVICT = "its growth found no pages; a victim is looked for that can be suspended"
    RECOMPUTE = "none is left; a victim is looked for that can be computed anew"
    ADMIT = "its caches are looked up and resumed for a chunk"


@dataclass(slots=True)
class Attempt:
    """What is tried for the request at the walk, until it succeeds or is given up."""

    trying: Trying
    frontier: int = 0
    """The search for a victim goes on before this place, towards the walk."""


class SchedulingPass:
    """One pass. It walks the list twice, the second time as far as the first has come."""

    def __init__(self, end: int) -> None:
        self.phase = Phase.GENERATION
        self.position, self.end = 0, end
        """The place that the pass is at, and the one before which it ends."""
        self.attempt: Attempt | None = None
        self.left: list[LlmRequest] = []
        """The requests that could have run, and that it did nothing for."""

    @property
    def trying(self) -> Trying | None:
        """What is tried right now."""
        return self.attempt.trying if self.attempt is not None else None

    @property
    def frontier(self) -> int:
        """The place before which the search for a victim goes on; 0 while there is none."""
        return self.attempt.frontier if self.attempt is not None else 0

    @property
    def search_is_over(self) -> bool:
        """Whether the search has come to the walk."""
        return self.frontier == self.position + 1

    @property
    def at_end(self) -> bool:
        """Whether nobody is left to walk to."""
        return self.position == self.end

    def walk_on(self) -> None:
        """Be done with the request at the walk."""
        self.attempt = None
        self.advance()

    def advance(self) -> None:
        """Go to the next place."""
        self.position += 1

    def stop(self) -> None:
        """End the walk here."""
        self.attempt = None
        self.end = self.position

    def leave(self, request: LlmRequest) -> None:
        """Note that the pass does nothing for a request that could run."""
        if request not in self.left:
            self.left.append(request)
