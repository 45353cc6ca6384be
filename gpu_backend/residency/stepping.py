"""The batch: who is scheduled, what the drafter drops before it starts, and what its rows come to."""

from __future__ import annotations

from ...model.systems.slots.state import Phase, Stage
from .core import Core
from .errors import NoFreeSeat, OutOfTurn, StillNeeded, expect
from .requests import ResidentRequest


class Planning(Core):
    """schedule, drop_slot, launch, stand_still."""

    def schedule(self, r: int) -> None:
        """Let a live request join the batch."""
        plan, request = self.planned(), self.find(r, Phase.DECODING)
        self.check_not_paused(request)
        expect(request not in plan.scheduled, OutOfTurn, f"request {r} is scheduled")
        self.check_batch_room()
        plan.scheduled.append(request)

    def check_not_paused(self, request: ResidentRequest) -> None:
        """Refuse to schedule a paused request."""
        expect(request.id not in self.paused, OutOfTurn, f"request {request.id} is paused")

    def check_batch_room(self) -> None:
        """Refuse once the batch is full, however many requests are live."""
        expect(len(self.planned().scheduled) < self.max_batch, NoFreeSeat, "the batch is full")

    def drop_slot(self, r: int) -> None:
        """Let the drafter drop a context that is not to be kept."""
        expect(r in self.lapsed(), StillNeeded, f"request {r} is to keep its drafter context, or has none")
        self.pools.drafter.remove(r)

    def drop_lapsed(self) -> list[int]:
        """Let the drafter drop every context that is not to be kept, before a batch starts; return whose these were."""
        lapsed = self.lapsed()
        for r in lapsed:
            self.drop_slot(r)
        return lapsed

    def launch(self) -> None:
        """Run the batch; its rows replace those of the last one, and who is left out of it keeps none."""
        batch = self.planned().scheduled
        expect(batch, OutOfTurn, "the batch has no work")
        self.check_nothing_lapsed()
        self.step.run(batch)
        self.clear_old_rows()
        for row, request in enumerate(batch):
            request.batch_idx = row
        self.running = list(batch)
        self.close_plan()

    def check_nothing_lapsed(self) -> None:
        """Refuse to start while the drafter has contexts that are not to be kept."""
        expect(not self.lapsed(), StillNeeded, "the drafter has contexts to drop")

    def clear_old_rows(self) -> None:
        """Take the rows of the last batch from everybody, whatever kept them out of this one."""
        for request in self.requests.values():
            self.clear_row(request)

    def stand_still(self) -> None:
        """End the pass without a batch; the stall detector counts it if somebody could have run."""
        plan = self.planned()
        self.stalled = not plan.scheduled and bool(self.runnable())
        self.close_plan()

    def runnable(self) -> list[ResidentRequest]:
        """Return who could have run: the live requests that are not paused."""
        return [request for request in self.live() if request.id not in self.paused]

    def close_plan(self) -> None:
        """Forget what was said, claimed and scheduled for this pass only."""
        self.scheduling = None


class Retiring(Core):
    """complete_paused, retire, retire_last."""

    def complete_paused(self, r: int) -> None:
        """The token that was under way when the request was paused turns out to be its last."""
        expect(r in self.paused, OutOfTurn, f"request {r} is not paused")
        self.unpause_completed(r)
        self.complete(self.requests[r])

    def unpause_completed(self, r: int) -> None:
        """Take a request that is complete out of the paused set."""
        self.paused.remove(r)

    def retire(self, r: int) -> None:
        """A request's token is computed, and it goes on."""
        self.take_token(self.in_running_batch(r))

    def retire_last(self, r: int) -> None:
        """A request's last token is computed."""
        request = self.in_running_batch(r)
        self.take_token(request)
        self.complete(request)

    def in_running_batch(self, r: int) -> ResidentRequest:
        """Return a request whose token the running batch has still to come to, or refuse."""
        request = self.there(r)
        expect(self.stage == Stage.RUN and request in self.running, OutOfTurn, f"request {r} is in no running batch")
        return request

    def take_token(self, request: ResidentRequest) -> None:
        """Read what a request's row has come to; the batch ends with the last one read."""
        assert request.batch_idx is not None, "who is in the running batch has a row of it"
        request.tokens.append(self.step.token(request.batch_idx))
        self.count_step(request)
        self.running.remove(request)

    def count_step(self, request: ResidentRequest) -> None:
        """Count one more decode step."""
        request.decoding_iter += 1

    def complete(self, request: ResidentRequest) -> None:
        """Run no more, and wait for the answer to be delivered."""
        self.stop_decoding(request)
        request.phase = Phase.COMPLETING
