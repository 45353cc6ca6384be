"""A request as the scheduler sees it: its state, how far its context is, and its place in the batch."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from torch import Tensor

from ...model.systems.scheduler.kinds import NO_KEY


class RequestState(Enum):
    """Where a request stands. To be suspended is no state: its caches are."""

    CONTEXT_INIT = "its context is to be computed, wholly or from a later chunk on"
    GENERATION_IN_PROGRESS = "it generates"
    GENERATION_TO_COMPLETE = "it ends with the step in flight"
    RECOMPUTE_PAUSED = "it gave its caches up, and starts over once its step in flight is read"
    DISAGG_GENERATION_INIT = "it waits for room to receive its context"
    DISAGG_GENERATION_TRANS_IN_PROGRESS = "its context arrives"
    DISAGG_CONTEXT_TRANS_IN_PROGRESS = "its context is sent to another worker"
    GENERATION_COMPLETE = "it has ended"


@dataclass(eq=False, slots=True)
class LlmRequest:
    """A request from its arrival to its end; ended, it keeps its place on the list."""

    id: int
    prompt_len: int
    state: RequestState = RequestState.CONTEXT_INIT
    rank: int = -1
    """Its place on the list."""
    context_position: int = 0
    """Tokens of its context that are in its caches, or on the way."""
    prepopulated: int = 0
    """The part of them that was found and not computed."""
    generation_only: bool = False
    """Whether another worker computes its context."""
    multimodal: bool = False
    inputs: Tensor | None = None
    """What a multimodal prompt is made from, until the context is computed."""
    batch_idx: int | None = None
    """Its row in the step before."""
    block_key: int = int(NO_KEY)
    """The first block that it adds to the prefix tree, or waits for."""

    @property
    def is_context(self) -> bool:
        """Whether it has context to compute."""
        return self.state is RequestState.CONTEXT_INIT

    @property
    def is_first_chunk(self) -> bool:
        """Whether nothing of its context is computed yet, found as some may be."""
        return self.is_context and self.context_position == self.prepopulated

    @property
    def is_later_chunk(self) -> bool:
        """Whether a part of its context is computed."""
        return self.is_context and self.context_position > self.prepopulated

    @property
    def generates(self) -> bool:
        """Whether it generates, and will after its step in flight."""
        return self.state is RequestState.GENERATION_IN_PROGRESS

    @property
    def started(self) -> bool:
        """Whether something of it is computed that more is to follow."""
        return self.is_later_chunk or self.generates

    @property
    def context_remaining(self) -> int:
        """Tokens of its context that are to be computed."""
        return self.prompt_len - self.context_position

    @property
    def has_inputs(self) -> bool:
        """Whether its prompt can be made again."""
        return not self.multimodal or self.inputs is not None
