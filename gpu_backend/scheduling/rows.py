"""The rows of the batch that was launched last, where each request's newest token lies until the next launch."""

from __future__ import annotations

from collections.abc import Iterable

from .request import LlmRequest


class BatchRows:
    """Who had a row. A request that was off the device since then must not read it."""

    def __init__(self) -> None:
        self.rows: list[LlmRequest] = []

    def assign(self, requests: Iterable[LlmRequest]) -> None:
        """Replace the rows by those of the batch that is launched now."""
        for request in self.rows:
            request.batch_idx = None
        self.rows = list(requests)
        for index, request in enumerate(self.rows):
            request.batch_idx = index

    def forget(self, request: LlmRequest) -> None:
        """Let a request own no row."""
        request.batch_idx = None
