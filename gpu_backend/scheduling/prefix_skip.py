"""Which blocks are being computed right now, so that a request may wait a pass for one instead of computing it too."""

from __future__ import annotations

from ...model.systems.scheduler.kinds import NO_KEY
from .errors import OutOfTurn, expect
from .request import LlmRequest


class PrefixSkip:
    """The contexts that are scheduled, or in flight with another micro-batch, by the first block that they add."""

    def __init__(self) -> None:
        self.contributing: set[LlmRequest] = set()

    def contributed(self, key: int) -> bool:
        """Whether somebody computes the block."""
        return key != NO_KEY and any(request.block_key == key for request in self.contributing)

    def wait(self, request: LlmRequest, key: int) -> None:
        """Let a request wait for a block, or refuse where nobody computes it."""
        self.check(key)
        request.block_key = key

    def check(self, key: int) -> None:
        """Refuse a block that nobody computes."""
        expect(self.contributed(key), OutOfTurn, f"nobody computes block {key}")

    def contribute(self, request: LlmRequest, key: int) -> None:
        """Let others wait for the block that a request adds."""
        request.block_key = key
        self.contributing.add(request)

    def stop(self, request: LlmRequest) -> None:
        """Let nobody wait for a request any more."""
        request.block_key = int(NO_KEY)
        self.contributing.discard(request)
