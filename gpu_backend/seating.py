"""Who sits: the scheduler's policy on pausing in place, run at the start of each pass.

Those who were paused for too long go on at once; then those who find a free seat, before anyone new is admitted; then
one request may be paused for the sake of somebody who has waited for long.
"""

from __future__ import annotations

from typing import Final

from ..model.sorts import Phase
from .planning import Plan
from .requests import Request

LONGEST_PAUSE: Final = 5
"""Passes after which a paused request goes on, seat or not."""
PATIENCE: Final = 2
"""Passes that a request waits before somebody is paused for it."""
SETTLED: Final = 3
"""Passes that a request decodes before it may be paused (again)."""


class Seating:
    """Counts how long each request has been in its phase, and gives and takes seats."""

    def __init__(self) -> None:
        self._since: dict[int, tuple[Phase, int]] = {}
        self._passes = 0

    def decide(self, plan: Plan) -> None:
        """Unpause those who may go on, and pause one if somebody has waited for too long."""
        self._passes += 1
        waiting, decoding, paused = (
            sorted(((self._age(request), request) for request in plan.in_phase(phase)), key=lambda pair: -pair[0])
            for phase in (Phase.WAITING, Phase.DECODE, Phase.PAUSED)
        )
        for age, request in paused:
            if age >= LONGEST_PAUSE:
                plan.attempt("force_unpause", request.id)
            elif plan.seat_is_free():
                plan.attempt("unpause", request.id)
        settled = [request for age, request in decoding if age >= SETTLED and request not in plan.engine.batch]
        urgent = any(age >= PATIENCE for age, _ in waiting)
        if urgent and settled and not plan.seat_is_free():
            plan.attempt("pause", settled[0].id)

    def _age(self, request: Request) -> int:
        """Return for how many passes the request has been seen in its phase."""
        phase, since = self._since.get(request.id, (None, 0))
        if phase is not request.phase:
            since = self._passes
            self._since[request.id] = request.phase, since
        return self._passes - since
