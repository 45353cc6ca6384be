"""The engine's record of a request, and the prompt that it came with."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from ..model.sorts import Phase
from .kv_cache import KVCache
from .weights import POISONED, VOCABULARY

NO_DRAFT: Final = -1
"""Stands where the draft head has proposed nothing."""

SEATED: Final = frozenset({Phase.PREFILL, Phase.DECODE})
"""The phases of those who take part in steps."""


@dataclass(slots=True, eq=False)
class Request:
    """What the engine knows of one request.

    `prompt` is how many of its tokens are computed before it decodes: a preemption adds those it has generated.
    `tokens` are its prompt and everything generated so far. `cursor` of them are computed, in both pools; while it
    decodes, one sampled token stands beyond the cursor. `row` is its row of the last step, if it took part in it.
    """

    id: int
    adapter: int
    paired: bool
    prompt: int
    goal: int
    """The number of tokens, prompt included, at which it is done."""
    tokens: list[int]
    cache: KVCache
    phase: Phase = Phase.WAITING
    life: int = 0
    cursor: int = 0
    reserved: int = 0
    slot: int | None = None
    row: int | None = None
    draft: int = NO_DRAFT

    @property
    def seated(self) -> bool:
        """Whether it is among those who take part in steps."""
        return self.phase in SEATED


def what_a_client_sends(seed: int, request: int, prompt: int, longest: int) -> tuple[list[int], int]:
    """Return a prompt of some length, and how long the answer shall be.

    Always the same for the same seed; and no two requests have the same first token, as long as there are words.
    """
    draw = random.Random(f"{seed}/{request}/{prompt}")  # noqa: S311  a prompt is no secret
    first = POISONED + 1 + (seed + request) % (VOCABULARY - 1)
    tokens = [first, *(draw.randrange(POISONED + 1, VOCABULARY) for _ in range(prompt - 1))]
    return tokens, draw.randint(1, longest)
