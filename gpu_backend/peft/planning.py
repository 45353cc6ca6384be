"""A pass chooses requests and counts device pages: plan, resume, pass_over, count_leftover, cancel."""

from __future__ import annotations

from ...model.systems.adapters.state import Entry, Phase
from .errors import OutOfTurn, TaskNotCached, expect
from .requests import Core, LoraRequest


class Planning(Core):
    """Who is chosen, and which device pages are counted for it."""

    def plan(self, r: int) -> None:
        """Choose a request for the next step."""
        self.check_not_forming()
        request = self.find(r, Phase.WAITING, Phase.LIVE)
        expect(r not in self.budget.planned, OutOfTurn, f"request {r} is chosen already")
        self.check_budget(request)
        self.choose(request)

    def check_budget(self, request: LoraRequest) -> None:
        """Refuse a request whose adapter fits the device or the step no more; the base model always fits."""
        if request.task:
            self.budget.check(request.task, self.peft.registry[request.task].weight, self.uncounted())

    def choose(self, request: LoraRequest) -> None:
        """Take a request into the plan, with its adapter."""
        self.budget.planned.add(request.id)
        if request.task:
            self.budget.count(request.task, self.peft.registry[request.task].weight)
            self.budget.choose(request.task)

    def resume(self, r: int) -> None:
        """Choose a suspended request, and register it on the adapter that it kept on the host."""
        self.check_not_forming()
        request = self.find(r, Phase.SUSPENDED)
        self.check_weights_came(request)
        self.check_budget(request)
        request.phase = Phase.LIVE
        self.choose(request)
        self.register_again(request)

    def check_weights_came(self, request: LoraRequest) -> None:
        """Refuse a request whose adapter's weights never came to the host."""
        failed = self.peft.host.state(request.task) == Entry.FAILED
        expect(not failed, TaskNotCached, f"the weights of adapter {request.task} never came")

    def register_again(self, request: LoraRequest) -> None:
        """Make a resumed request active on its adapter."""
        if request.task:
            self.peft.add(request.task, request.id)

    def pass_over(self, r: int) -> None:
        """Count the adapter of a request that is not chosen."""
        self.count(self.there(r).task)

    def count_leftover(self, a: int) -> None:
        """Count pages that nobody holds, and that a copy or a step still needs."""
        entry = self.peft.device.in_progress.get(a)
        expect(entry is not None and entry.done, OutOfTurn, f"somebody holds adapter {a}, or nothing needs it")
        self.count(a)

    def count(self, task: int) -> None:
        """Count device pages that are in use, or refuse if they are counted."""
        pages = self.uncounted().get(task)
        if pages is None:
            raise OutOfTurn(f"adapter {task} uses no device pages that are not counted")
        self.budget.count(task, pages)

    def cancel(self) -> None:
        """Begin the next pass: no step follows this one."""
        expect(self.budget.counted, OutOfTurn, "the pass has counted nothing")
        self.budget.begin()
