"""The rest of the prompt is computed, chunk by chunk, in both pools at once."""

from __future__ import annotations

from ...model.sorts import Pool
from ...model.systems.reuse.state import Stage
from .core import Core
from .refusals import OutOfTurn, check
from .request import PromptRequest


class Computing(Core):
    """start_chunk, compute."""

    def start_chunk(self, r: int, end: int) -> None:
        """Plan a chunk up to a position, and stage what the draft looks ahead to at the end of it."""
        request = self.request(r, Stage.ADMITTED)
        check(request.cursor == request.chunk, OutOfTurn, "the chunk before is not computed yet")
        check(request.cursor < end, OutOfTurn, "the chunk has no token")
        self.check_end(request, end)
        self.begin_chunk(request)
        request.chunk = end
        self.stage_draft_input(request, end)

    def check_end(self, request: PromptRequest, end: int) -> None:
        """Refuse a chunk that is longer than what is left."""
        check(end <= len(request.tokens), OutOfTurn, "the prompt is over before the chunk is")

    def begin_chunk(self, request: PromptRequest) -> None:
        """A later chunk goes on from the cursor: what was claimed was settled with the first."""

    def stage_draft_input(self, request: PromptRequest, end: int) -> None:
        """Stage the prompt's tokens for the draft up to the chunk's end, and as many more as it looks ahead to."""
        request.draft_input = request.tokens[: end + self.deployment.lookahead]

    def compute(self, r: int) -> None:
        """Compute the position at the cursor in the target pool, and in the draft's where it is paired."""
        request = self.requests[r]
        check(request.cursor < request.chunk, OutOfTurn, f"request {r} has no chunk to compute")
        position = request.cursor
        state = self.compute_target(request, position)
        if self.deployment.paired:
            self.compute_draft(request, position, state)
        request.cursor = position + 1

    def compute_target(self, request: PromptRequest, position: int) -> float:
        """Write the target's cell from the one before it, and return the state in it."""
        state = self.model.step(self.state_before(request, position), request.tokens[position])
        self.write(request, Pool.TARGET, position, [state])
        return state

    def state_before(self, request: PromptRequest, position: int) -> float:
        """Read the cell before a position, wherever it came from."""
        if position == 0:
            return self.model.begin(request.scope)
        before = request.readings[Pool.TARGET].cells[position - 1]
        return float(self.pools[Pool.TARGET].read(before)[0])

    def compute_draft(self, request: PromptRequest, position: int, state: float) -> None:
        """Write the draft's cell from the target's state and the tokens after the position."""
        ahead = range(position + 1, position + 1 + self.deployment.lookahead)
        tokens = [self.draft_token(request, at, state) for at in ahead]
        self.write(request, Pool.DRAFT, position, self.model.draft(state, tokens))

    def draft_token(self, request: PromptRequest, at: int, state: float) -> int:
        """Return the token that the draft is fed for a place: the staged one, or else what the target samples."""
        return self.model.sample(state) if request.sampled_from(at) else request.draft_input[at]

    def write(self, request: PromptRequest, pool: Pool, position: int, values: list[float]) -> None:
        """Write a cell of the request's own."""
        cell = self.pools[pool].allocate()
        self.pools[pool].write(cell, values)
        self.read(request, pool, position, cell)
