"""The step: adapters are ensured on the device, requests are bound, and it runs and is read no longer."""

from __future__ import annotations

from ...model.systems.adapters.state import Phase
from .errors import AdapterInUse, OutOfTurn, expect
from .requests import Core, LoraRequest


class Ensuring(Core):
    """The device copies of chosen requests: copy_to_device, reuse, keep."""

    def copy_to_device(self, r: int) -> None:
        """Copy a chosen request's adapter to the device."""
        self.peft.copy_task(self.ensurable(r).task)

    def reuse(self, r: int) -> None:
        """Use a device copy again that could be evicted."""
        request = self.ensurable(r)
        self.peft.reuse(request.task, request.content)

    def keep(self, r: int) -> None:
        """Keep a device copy whose release was put off."""
        request = self.ensurable(r)
        self.peft.keep(request.task, request.content)

    def ensurable(self, r: int) -> LoraRequest:
        """Return a request that is chosen and registered, once all that is in use is counted; or refuse."""
        self.check_not_forming()
        expect(r in self.budget.planned, OutOfTurn, f"request {r} is not chosen")
        request = self.there(r)
        expect(r in self.peft.active.of(request.task), OutOfTurn, f"request {r} is not active on an adapter")
        self.check_all_counted()
        return request

    def check_all_counted(self) -> None:
        """Refuse to use device pages while others are in use that the pass has not counted."""
        expect(not self.uncounted(), OutOfTurn, "device pages are in use that are not counted yet")


class Stepping(Core):
    """The step: bind, launch, retire, lift."""

    def bind(self, r: int) -> None:
        """Take a chosen request into the step, which reads its adapter from the device."""
        if not self.step.forming:
            expect(not self.step.reading and not self.peft.fenced(), OutOfTurn, "the step before is still read")
        expect(r in self.budget.planned, OutOfTurn, f"request {r} is not chosen")
        request = self.find(r, Phase.LIVE)
        if request.task:
            self.peft.fence(request.task)
            self.peft.add(request.task, r)  # for each chunk and token: who is registered already stays so
        self.step.forming = True
        self.step.reading.add(r)
        self.budget.planned.discard(r)
        self.budget.chosen.discard(request.task)

    def launch(self) -> None:
        """Run the step; the next pass begins."""
        expect(self.step.forming, OutOfTurn, "no step is put together")
        self.step.forming = False
        self.budget.begin()

    def retire(self) -> None:
        """The step has run."""
        self.check_not_forming()
        expect(self.step.reading, OutOfTurn, "no step is running")
        self.step.reading.clear()

    def lift(self, a: int) -> None:
        """The step's device copy of an adapter is read no longer."""
        self.check_retired()
        self.peft.lift(a)

    def check_retired(self) -> None:
        """Refuse while a step computes for somebody."""
        expect(not self.step.reading, AdapterInUse, "the step has not retired")
