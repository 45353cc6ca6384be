"""Faults in how a step is planned and undone (F-S2, F-S8)."""

from __future__ import annotations

from ..ladder import Ladder
from ..requests import Request
from ..stepping import Stepping
from .registry import fault


@fault("revoke_keeps_growth", id="F-S2", laws=("S10",))
class RevokeKeepsGrowth(Stepping):
    """A step that is not launched leaves its growth behind in both pools."""

    def undo_growth(self, request: Request) -> None:
        """Leave the pages with the request."""


@fault("victim_is_visited_again", id="F-S8", laws=("S1",))
class VictimIsVisitedAgain(Ladder):
    """A victim is visited again in the pass that suspended it, so that it is both evicted and scheduled."""

    def serve(self) -> None:
        """Walk along the whole line, victims included."""
        for at, request in enumerate(self.line):
            if not self.plan.step_is_full() and self.is_visited(request):
                self.serve_one(at)
