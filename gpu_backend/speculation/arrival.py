"""A prompt arrives, token by token."""

from __future__ import annotations

from ...model.systems.reuse.state import Stage
from .core import Core
from .refusals import PromptSettled, check
from .request import PromptRequest


class Arrival(Core):
    """append."""

    def append(self, r: int, token: int, scope: int) -> None:
        """Take the next token of a waiting request, under its adapter and its salt."""
        request = self.requests[r]
        self.check_waiting(request)
        if request.tokens:
            self.check_scope(request, scope)
        else:
            request.scope = scope
        request.tokens.append(token)

    def check_waiting(self, request: PromptRequest) -> None:
        """Refuse to change the prompt of a request under way."""
        check(request.stage is Stage.WAITING, PromptSettled, f"request {request.id} is under way")

    def check_scope(self, request: PromptRequest, scope: int) -> None:
        """Refuse a second adapter or salt."""
        check(scope == request.scope, PromptSettled, f"request {request.id} has another scope")
