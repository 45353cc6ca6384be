"""A request's part in a step."""

from __future__ import annotations

from dataclasses import dataclass

from .kv_cache import Residence, Widths
from .requests import LlmRequest


@dataclass(eq=False, slots=True)
class Frame:
    """What was planned for a request, in one step and no other."""

    request: LlmRequest
    residence: Residence
    """The stay in which it was planned."""
    widths: Widths
    """What was reserved for it."""
    row: int = 0
    """Its row in the step, once that is launched."""

    @property
    def is_late(self) -> bool:
        """Whether its request has left since then, so that its output is dropped."""
        return self.request.residence is not self.residence
