"""The end of a request: finish, abort."""

from __future__ import annotations

from ..model.sorts import Phase
from .core import Core
from .refusal import require
from .requests import Request


class Ending(Core):
    """How requests end, and give back all that they hold."""

    def finish(self, r: int) -> None:
        """End a decoding request that has its last token."""
        request = self.find(r)
        require(request.phase is Phase.DECODE, "only a decoding request finishes")
        require(request not in self.batch, "it is part of the step")
        self.forget(request)

    def abort(self, r: int) -> None:
        """End a request whose client gave up, in whatever phase it is, unless the running step reads it."""
        request = self.find(r)
        require(request.phase is not Phase.FINISHED, "it has ended")
        require(not self.running or request not in self.batch, "the running step reads it")
        self.leave_batch(request)
        self.forget(request)

    def forget(self, request: Request) -> None:
        """Give back everything, and name the adapter no longer."""
        self.clear_row(request)
        self.drop_work(request)
        self.let_go_of_adapter(request)
        if request.adapter:
            self.adapters.references[request.adapter] -= 1
        request.phase = Phase.FINISHED

    def let_go_of_adapter(self, request: Request) -> None:
        """A request that ends holds its adapter no longer, whether it was active or parked."""
        self.release_adapter(request)
