"""Serving those who were admitted, and the ladder that makes room for them.

Where there are no pages for a request, the last one in line is suspended; where that freed nothing it is preempted,
to be computed again; and where nobody is left behind the request, it is suspended itself. Victims always stand behind
the request they make room for, so nobody who is scheduled already is a victim, and no victim is visited in this pass.
"""

from __future__ import annotations

from typing import Final

from ..model.sorts import Phase
from .planning import Plan
from .requests import Request

DRAFTS: Final = 2
"""Tokens drafted in one step, where there is room for them."""


class Ladder:
    """One walk along the line of those who were admitted."""

    def __init__(self, plan: Plan) -> None:
        self.plan, self.engine = plan, plan.engine
        admitted = plan.in_phase(Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED, Phase.PAUSED)
        self.line = sorted(admitted, key=lambda request: request.cursor < request.prompt)
        """Those who decode, then those in prefill, each first come first."""
        self.end = len(self.line)
        """Where the walk ends: nobody from here on is visited in this pass."""

    def serve(self) -> None:
        """Schedule one after the other, until the step is full or somebody finds no room."""
        at = 0
        while at < self.end and not self.plan.step_is_full():
            request = self.line[at]
            if self.is_visited(request) and not self.serve_one(at):
                return
            at += 1

    def is_visited(self, request: Request) -> bool:
        """Whether the request can be scheduled at all: not the paused, not who is scheduled, not who finds no seat."""
        if request.phase is Phase.SUSPENDED:
            return self.plan.seat_is_free() and self.plan.find_room_for_adapter(request)
        return request.seated and request not in self.engine.batch

    def serve_one(self, at: int) -> bool:
        """Schedule one request, making room as needed; return whether the walk goes on."""
        request = self.line[at]
        tokens = self.tokens_wanted(request)
        if tokens > self.plan.budget:
            return False
        while not self.schedule(request, tokens):
            if not self.make_room(at):
                if request.seated:
                    self.plan.attempt("suspend", request.id)
                    self.plan.evicted.add(request.id)
                return False
        self.plan.budget -= tokens
        return True

    def tokens_wanted(self, request: Request) -> int:
        """Return how many tokens the request takes part with: a chunk of its prompt, or one token and drafts."""
        if request.cursor < request.prompt:
            return min(self.plan.budget, request.prompt - request.cursor)
        room = min(self.plan.longest(request) - request.cursor, request.goal - len(request.tokens), self.plan.budget)
        return max(1, min(1 + DRAFTS * request.paired, room))

    def schedule(self, request: Request, tokens: int) -> bool:
        """Have the request on the device and grown for the step, if there are pages."""
        if request.phase is Phase.SUSPENDED and not self.plan.attempt("resume", request.id):
            return False
        if request.phase is Phase.PREFILL:
            return self.plan.attempt("chunk", request.id, tokens)
        return self.plan.attempt("grow", request.id, tokens - 1)

    def make_room(self, at: int) -> bool:
        """Take pages from the last in line behind a request; return whether there was anybody to take them from."""
        for victim in range(len(self.line) - 1, at, -1):
            request = self.line[victim]
            if victim < self.end and self.engine.may_be_suspended(request) and request not in self.engine.batch:
                self.lower_end(victim)
                self.plan.evicted.add(request.id)
                return self.plan.attempt("suspend", request.id)
            if self.may_start_over(request):
                self.lower_end(victim)
                self.plan.evicted.add(request.id)
                return self.plan.attempt("preempt", request.id)
        return False

    def lower_end(self, victim: int) -> None:
        """Visit neither a victim nor anybody behind it in this pass."""
        self.end = min(self.end, victim)

    def may_start_over(self, request: Request) -> bool:
        """Whether preempting a request frees pages: it is suspended, and its pages found no room on the host."""
        return request.phase is Phase.SUSPENDED and bool(request.cache.target.device)
