"""A policy at work: what it does once per pass before anything is admitted, and at each completion."""

from __future__ import annotations

from ...model.trace import Call
from ..refusal import Refusal
from .executor import ResidentExecutor
from .policy import PausePolicy
from .requests import ResidentRequest


class PolicyPass:
    """Gives the mechanism orders in the order that it demands, and says which it has followed."""

    def __init__(self, executor: ResidentExecutor, policy: PausePolicy) -> None:
        self.executor, self.policy = executor, policy
        self.done: list[Call] = []
        """What was done in this pass."""

    def run(self) -> list[Call]:
        """Begin a pass, and bring it to where requests are admitted; return what was done."""
        self.done = []
        self.do("begin_pass")
        self.count_waits()
        self.serve_resume_lane()
        if not self.pause_one():
            self.do("open_admissions")
        return self.done

    def do(self, event: str, *args: int) -> None:
        """Give an order, and note it."""
        getattr(self.executor, event)(*args)
        self.done.append(Call(event, args, "slots"))

    def count_waits(self) -> None:
        """Count each wait; who has waited for too long goes on, seat or not."""
        paused, now = self.executor.paused, self.executor.clock.now
        for r in paused.due(now):
            self.do("force_resume" if paused.overdue(r, now) else "wait", r)

    def serve_resume_lane(self) -> None:
        """Give free seats to paused requests, before any new one gets one."""
        for request in self.policy.resume_order(self.among(list(self.executor.paused.records))):
            if self.executor.seats_in_use() < self.executor.max_batch:
                self.do("resume_paused", request.id)

    def pause_one(self) -> bool:
        """Pause somebody for the first late request, if that helps and somebody may be; return whether."""
        late = [r for r in self.executor.queue.waiting if r in self.executor.queue.late]
        if not late:
            return False
        eligible = [request for request in self.executor.live() if self.may_be_paused(request.id, late[0])]
        victim = self.policy.victim(eligible, affords_sacrifice=self.executor.credit.affords_sacrifice)
        if victim is None:
            return False
        self.do("sacrifice" if victim.sacrifice else "pause", victim.request.id, late[0])
        return True

    def may_be_paused(self, r: int, q: int) -> bool:
        """Whether the mechanism would pause a request for another one."""
        try:
            self.executor.check_pause(r, q)
        except Refusal:
            return False
        return True

    def finish(self, r: int, *, missed: bool) -> Call:
        """Deliver an answer, and learn from it what the policy makes of it; return what was done."""
        gain = self.executor.gain
        after = self.policy.gain_after(gain.gain, gain.most, missed=missed) if self.executor.learns() else gain.gain
        self.do("finish", r, int(missed), after)
        return self.done[-1]

    def among(self, ids: list[int]) -> list[ResidentRequest]:
        """Return requests by their ids."""
        return [self.executor.requests[r] for r in ids]
