"""Known faults of how a pass is planned."""

from __future__ import annotations

from ...scheduling.request import LlmRequest
from ..planner import Planner
from .registry import fault


@fault("attempt_is_made_the_same_way_for_ever", laws=("S16",))
class AttemptIsMadeTheSameWayForEver(Planner):
    """A context that finds no pages is tried again with the start of a block, for which it keeps a page more."""

    def find(self, request: LlmRequest) -> int:
        """Learn nothing from the attempt before."""
        return min(self.kv.longest(request, request.prompt_len - 1))
