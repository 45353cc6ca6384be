"""One step of decoding: grow, revoke, launch, accept."""

from __future__ import annotations

from ..model.sorts import Phase
from .core import Core
from .refusal import require
from .requests import Request


class Stepping(Core):
    """How steps are planned, run and settled."""

    def grow(self, r: int, drafted: int) -> None:
        """Give a decoding request pages for its next token and its drafted ones, in both pools or in neither."""
        request = self.find(r)
        require(request.phase is Phase.DECODE, "only a decoding request grows")
        require(request not in self.batch, "it is in the step already")
        self.require_room_in_step()
        require(drafted >= 0, "fewer than no tokens are drafted")
        require(drafted == 0 or request.paired, "only a paired request drafts")
        require(request.cursor + 1 + drafted <= self.max_length, "it would be longer than the longest request")
        self.take_decode_pages(request, 1 + drafted)
        self.reserve(request, 1 + drafted)

    def revoke(self, r: int) -> None:
        """No forward follows: undo the growth in both pools, or the whole admission where it was the first chunk."""
        request = self.find(r)
        require(request in self.batch and not self.running, "it was not planned into a step that is still to run")
        self.leave_batch(request)
        if request.cursor == 0:
            self.undo_admission(request)
        else:
            self.undo_growth(request)

    def launch(self) -> None:
        """Run the planned step; its rows replace those of the step before."""
        require(not self.running, "a step is running")
        require(self.batch, "the step has no work")
        for request in self.requests.values():
            if request.seated and request not in self.batch:
                self.displace(request)
        self.step = self.executor.run(self.batch)
        for row, request in enumerate(self.batch):
            request.row = row

    def accept(self, r: int, accepted: int) -> None:
        """Keep one token and so many drafted ones; both pools give back the pages of the rest."""
        request = self.find(r)
        step = self.running_step(request)
        require(request.phase is Phase.DECODE, "it does not decode")
        require(accepted >= 0 and 1 + accepted <= request.reserved, "more is accepted than was drafted")
        verified = step.accepted(r, request.reserved - 1)
        require(accepted <= verified, f"the target model accepts {verified} of the drafted tokens, not {accepted}")
        self.executor.keep(step, request, accepted)
        request.cursor, request.reserved = request.cursor + 1 + accepted, 0
        self.return_rejected_pages(request)
        self.leave_batch(request)

    def take_decode_pages(self, request: Request, tokens: int) -> None:
        """Have pages for a growth in both pools, or refuse."""
        self.kv.grow(request.cache, request.cursor + tokens)

    def undo_growth(self, request: Request) -> None:
        """Give back the pages of a growth that was not used."""
        request.reserved = 0
        self.kv.shrink(request.cache, request.cursor)

    def undo_admission(self, request: Request) -> None:
        """Give back everything that the admission took; the request waits again."""
        request.phase = Phase.WAITING
        self.clear_row(request)
        self.drop_work(request)
        self.release_adapter(request)

    def return_rejected_pages(self, request: Request) -> None:
        """Give back the pages of the drafted tokens that were not accepted, in both pools."""
        self.kv.shrink(request.cache, request.cursor)

    def displace(self, request: Request) -> None:
        """A request that could run and is not in the step has no row in it."""
        self.clear_row(request)
