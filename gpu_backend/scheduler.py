"""The engine's own scheduler: one pass plans a step, runs it, and settles it.

Requests that were admitted are served first, those who decode before those in prefill, and each first come first
served; then new ones are admitted with what is left of the step.
"""

from __future__ import annotations

from typing import ClassVar

from ..model.sorts import Phase
from ..model.trace import Call
from .commands import CommandedEngine
from .ladder import Ladder
from .planning import Plan
from .requests import Request
from .seating import Seating


class Scheduler:
    """Plans passes for one engine."""

    ladder: ClassVar[type[Ladder]] = Ladder

    def __init__(self, engine: CommandedEngine) -> None:
        self.engine = engine
        self.seating = Seating()
        self.budget = max(4, 2 * engine.max_batch, engine.max_length // 2)
        """Tokens in one step."""

    def run_pass(self) -> tuple[Call, ...]:
        """Run one pass; return the events that it consists of, in order."""
        plan = Plan(self.engine, self.budget)
        self.settle(plan)
        self.end_requests(plan)
        self.seating.decide(plan)
        self.ladder(plan).serve()
        self.admit(plan)
        if self.engine.batch:
            plan.attempt("launch")
            self.settle(plan)
            self.end_requests(plan)
        return tuple(plan.calls)

    def settle(self, plan: Plan) -> None:
        """Settle the running step, if one runs: every chunk, and of every decode what the target model accepts."""
        step = self.engine.step
        if step is None:
            return
        for request in tuple(self.engine.batch):
            if request.phase is Phase.PREFILL:
                plan.attempt("settle_chunk", request.id)
            else:
                plan.attempt("accept", request.id, step.accepted(request.id, request.reserved - 1))

    def end_requests(self, plan: Plan) -> None:
        """Finish the requests that are done or can get no longer, and turn away those that can never run."""
        for request in plan.in_phase(Phase.DECODE, Phase.SUSPENDED):
            if self.is_done(plan, request) and request not in self.engine.batch:
                if request.phase is Phase.SUSPENDED and plan.find_room_for_adapter(request):
                    plan.attempt("resume", request.id)
                plan.attempt("finish", request.id)
        for request in plan.in_phase(Phase.WAITING, Phase.PREFILL, Phase.SUSPENDED):
            if not plan.can_ever_run(request):
                plan.attempt("abort", request.id)

    def is_done(self, plan: Plan, request: Request) -> bool:
        """Whether the request has all tokens that it was to have, or can get no more."""
        return len(request.tokens) >= request.goal or request.cursor >= plan.longest(request)

    def admit(self, plan: Plan) -> None:
        """Admit waiting requests, first come first served, until one finds no room."""
        for request in plan.in_phase(Phase.WAITING):
            if request.id in plan.evicted:
                continue
            if not self.admit_one(plan, request):
                return

    def admit_one(self, plan: Plan, request: Request) -> bool:
        """Admit a request with as much of its prompt as the step takes; return whether it found room."""
        if plan.step_is_full() or not plan.seat_is_free() or not len(self.engine.slots):
            return False
        tokens = min(plan.budget, request.prompt)
        if not plan.find_room_for_adapter(request) or not plan.attempt("admit", request.id, tokens):
            return False
        plan.budget -= tokens
        return True
