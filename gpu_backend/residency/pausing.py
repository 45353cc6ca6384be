"""The mechanism of pausing: at most one request in a pass gives up its seat for a late one, and keeps all else.

Who is chosen is not decided here: a command, or a policy, names the request; what is refused is what no policy may do.
"""

from __future__ import annotations

from ...model.systems.slots.state import Phase
from .errors import PauseRefused, expect
from .requests import ResidentRequest
from .resuming import Resuming


class Pausing(Resuming):
    """pause, sacrifice."""

    def pause(self, r: int, q: int) -> None:
        """A live request gives up its seat for a waiting one that is about to be late."""
        self.pause_in_place(self.check_pause(r, q))

    def sacrifice(self, r: int, q: int) -> None:
        """A live request is paused though it will miss its own target, which is paid for, once."""
        request = self.check_pause(r, q)
        self.check_not_sacrificed(request)
        expect(self.credit.affords_sacrifice, PauseRefused, "the credit does not allow a sacrifice")
        request.sacrificed = True
        self.pay_for_sacrifice()
        self.pause_in_place(request)

    def check_not_sacrificed(self, request: ResidentRequest) -> None:
        """Refuse a request whose target was given up before."""
        expect(not request.sacrificed, PauseRefused, f"request {request.id} was sacrificed before")

    def pay_for_sacrifice(self) -> None:
        """Debit the credit."""
        self.credit.debit()

    def check_pause(self, r: int, q: int) -> ResidentRequest:
        """Return a request that may be paused for another one, or refuse."""
        self.check_lane()
        self.check_pausing_on()
        self.check_cap()
        self.check_at_risk(q)
        expect(self.seats_in_use() >= self.max_batch, PauseRefused, "a seat is free")
        return self.check_victim(r)

    def check_pausing_on(self) -> None:
        """Refuse while the pools have no headroom."""
        expect(self.pausing, PauseRefused, "pausing is off")

    def check_cap(self) -> None:
        """Refuse to pause more than the pools have headroom for."""
        expect(len(self.paused) < self.paused.cap, PauseRefused, f"{self.paused.cap} requests are paused at most")

    def check_at_risk(self, q: int) -> None:
        """Refuse to pause anybody for a request that is not about to be late."""
        expect(q in self.queue.late, PauseRefused, f"request {q} is not about to be late")

    def check_victim(self, r: int) -> ResidentRequest:
        """Return a live request that may be paused again, or refuse."""
        request = self.find(r, Phase.DECODING)
        expect(r not in self.paused, PauseRefused, f"request {r} is paused")
        self.check_pause_limit(request)
        self.check_rested(request)
        return request

    def check_pause_limit(self, request: ResidentRequest) -> None:
        """Refuse a request that was paused as often as it may be."""
        expect(request.pauses < self.pause_limit, PauseRefused, f"request {request.id} was paused too often")

    def check_rested(self, request: ResidentRequest) -> None:
        """Refuse a request that has just started, or just gone on."""
        expect(not request.rest, PauseRefused, f"request {request.id} has {request.rest} steps to make first")

    def pause_in_place(self, request: ResidentRequest) -> None:
        """Give up the seat and the row of the last batch, and keep everything else; admissions are open."""
        self.paused.add(request.id, self.clock.now)
        self.count_pause(request)
        self.clear_row_of_paused(request)
        self.open_plan(made_room=True)

    def count_pause(self, request: ResidentRequest) -> None:
        """Note one more pause."""
        request.pauses += 1

    def clear_row_of_paused(self, request: ResidentRequest) -> None:
        """A paused request will not be in the next batch, and owns no row of it."""
        self.clear_row(request)
