"""Pages on the move: contexts that arrive or are sent, and parts of contexts that are fetched."""

from __future__ import annotations

from enum import Enum

from .errors import OutOfTurn, expect
from .pools import KvCachePools
from .request import LlmRequest


class Transfer(Enum):
    """What moves the pages."""

    RECEIVE = "a context arrives"
    LOAD = "a part of a context is fetched"
    SEND = "a context is sent"


class TransferManager:
    """The transfers under way, at most one of each request, which keep its pages where they are."""

    def __init__(self, kv: KvCachePools) -> None:
        self.kv = kv
        self.active: dict[LlmRequest, Transfer] = {}

    def __contains__(self, request: LlmRequest) -> bool:
        return request in self.active

    def start(self, request: LlmRequest, transfer: Transfer) -> None:
        """Begin to move pages."""
        self.active[request] = transfer
        self.kv.pin(request, pinned=True)

    def end(self, request: LlmRequest) -> None:
        """The pages are there; they may be moved elsewhere again."""
        del self.active[request]
        self.kv.pin(request, pinned=False)

    def check(self, request: LlmRequest, transfer: Transfer) -> None:
        """Refuse unless this transfer of the request is under way."""
        expect(self.active.get(request) is transfer, OutOfTurn, f"there is no {transfer.name} of request {request.id}")
