"""Pages that come and go: make_room, receive, postpone, land, load, loaded, send, sent."""

from __future__ import annotations

from .core import Core
from .errors import OutOfTurn, RequestInUse, expect
from .request import LlmRequest, RequestState
from .transfers import Transfer
from .walk import Phase


class Transferring(Core):
    """Contexts from and to other workers, and parts of contexts from elsewhere."""

    def make_room(self, r: int) -> None:
        """Make the caches of a context that will arrive, and take its sequence slot; or refuse."""
        walk = self.planning()
        expect(walk.phase is Phase.GENERATION, OutOfTurn, "the pass does not walk for the first time")
        request = self.at_walk(r)
        waits = request.state is RequestState.DISAGG_GENERATION_INIT
        expect(waits, OutOfTurn, f"request {r} does not wait for its context")
        self.kv.check_room_for_transfer()
        self.check_seat_for_transfer()
        self.kv.make_room(request)
        self.seat_transfer(request)
        request.context_position = request.prompt_len
        self.output.disagg_candidates.append(request)
        walk.walk_on()

    def check_seat_for_transfer(self) -> None:
        """Refuse where no sequence slot is free for when the context is there."""
        self.seats.check_free()

    def seat_transfer(self, request: LlmRequest) -> None:
        """Take the sequence slot for when the context is there."""
        self.seats.take(request)

    def receive(self, r: int) -> None:
        """Admit a transfer, which writes into the request's pages from now on."""
        request = self.candidate(r)
        request.state = RequestState.DISAGG_GENERATION_TRANS_IN_PROGRESS
        self.note_receive(request)

    def note_receive(self, request: LlmRequest) -> None:
        """Let everybody know that the pages are written."""
        self.transfers.start(request, Transfer.RECEIVE)

    def postpone(self, r: int) -> None:
        """Put a transfer off: its room is given back."""
        request = self.candidate(r)
        self.give_room_back(request)
        self.release_seat(request)

    def give_room_back(self, request: LlmRequest) -> None:
        """Leave nothing of a transfer that is put off."""
        self.abandon(request)

    def candidate(self, r: int) -> LlmRequest:
        """Return a request for whose transfer the last pass made room, which is a candidate no more; or refuse."""
        self.check_between()
        request = self.queue.find(r)
        expect(request in self.output.disagg_candidates, OutOfTurn, f"no room was made for request {r}")
        self.output.disagg_candidates.remove(request)
        return request

    def land(self, r: int) -> None:
        """The context is there, and the request generates."""
        request = self.moved(r, Transfer.RECEIVE)
        self.kv.write(request, 0, request.prompt_len)
        request.state = RequestState.GENERATION_IN_PROGRESS
        self.transfers.end(request)

    def load(self, r: int) -> None:
        """Fetch a part of the context into the request's pages."""
        self.check_between()
        request = self.queue.find(r)
        wants = request.is_later_chunk and request not in self.transfers
        expect(wants, OutOfTurn, f"request {r} has no context to be fetched")
        self.check_idle(request)
        self.transfers.start(request, Transfer.LOAD)

    def check_idle(self, request: LlmRequest) -> None:
        """Refuse where a step reads or writes the pages."""
        expect(request not in self.inflight, RequestInUse, f"a step of request {request.id} is in flight")
        self.check_not_planned(request)

    def check_not_planned(self, request: LlmRequest) -> None:
        """Refuse where the next step reads or writes the pages."""
        expect(request not in self.batch, RequestInUse, f"request {request.id} is scheduled")

    def loaded(self, r: int) -> None:
        """What was fetched is there."""
        self.transfers.end(self.moved(r, Transfer.LOAD))

    def send(self, r: int) -> None:
        """Send the context to another worker; the index slots are free from now on."""
        self.check_between()
        request = self.queue.find(r)
        expect(request.generates, OutOfTurn, f"the context of request {r} is not computed")
        self.check_idle(request)
        request.state = RequestState.DISAGG_CONTEXT_TRANS_IN_PROGRESS
        self.transfers.start(request, Transfer.SEND)
        self.release_index_slots(request)

    def release_index_slots(self, request: LlmRequest) -> None:
        """Let others have the rows of the page tables, which no step here reads again."""
        self.kv.release_slots(request)

    def sent(self, r: int) -> None:
        """The other worker has the context: the request ends here."""
        request = self.moved(r, Transfer.SEND)
        self.transfers.end(request)
        self.conclude(request)

    def moved(self, r: int, transfer: Transfer) -> LlmRequest:
        """Return a request whose transfer is done, or refuse."""
        self.check_pass_is_over(transfer)
        request = self.queue.find(r)
        self.transfers.check(request, transfer)
        return request

    def check_pass_is_over(self, transfer: Transfer) -> None:
        """Refuse to change what is on the move under a pass."""
        del transfer
        self.check_between()
