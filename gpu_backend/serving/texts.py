"""What clients send, and what each request says: its prompt, and what the model gives for it alone, without any pages.

The answers are computed over memory of their own, token by token, by nothing that the engine serves requests with but
the decoder: no page table, no prefix tree, no adapter cache. In company every request must give the same.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import torch

from ..memory import DTYPE
from ..transformer import Decoder, Paging
from ..weights import DIM, HEADS, LAYERS, POISONED, VOCABULARY
from .config import ServingConfig
from .lora import StepLoras, TrainedPages

BEYOND: Final = 3
"""How many tokens beyond the longest request are foreseen: drafts are written behind the last one that is kept."""
FAMILIES: Final = 2
"""How many prompts there are that others start like."""
_CPU: Final = torch.device("cpu")


def prompt_of(seed: int, request: int, length: int) -> tuple[int, ...]:
    """Return what a client sends: a known beginning of some length, and words of its own behind it."""
    draw = random.Random(f"{seed}/{request}")  # noqa: S311  a prompt is no secret
    family = random.Random(f"{seed}/family {draw.randrange(FAMILIES)}")  # noqa: S311
    known = [family.randrange(POISONED + 1, VOCABULARY) for _ in range(length)]
    own = [draw.randrange(POISONED + 1, VOCABULARY) for _ in range(length)]
    shared = draw.choice((length, length - 1, draw.randrange(length)))
    return tuple(known[:shared] + own[shared:])


@lru_cache(maxsize=4096)
def text_of(prompt: tuple[int, ...], task: int, weight: int, length: int) -> tuple[int, ...]:
    """Return a prompt and what the model says after it, up to a length. `task` is its adapter, of `weight` pages."""
    decoder = Decoder(_CPU)
    adapters = {task: list(range(weight))} if task else {}
    loras = StepLoras(TrainedPages(task, 1, weight, _CPU), adapters, _CPU)
    cells = torch.zeros((length, LAYERS, 2, HEADS, DIM), dtype=DTYPE)
    tokens = list(prompt)
    start = 0
    with torch.inference_mode():
        while len(tokens) < length:
            states = _forward(decoder, loras, cells, tokens[start:], start)
            start = len(tokens)
            tokens.append(int(decoder.logits(states[-1:]).argmax(1).item()))
    return tuple(tokens)


def _forward(
    decoder: Decoder, loras: StepLoras, cells: torch.Tensor, tokens: Sequence[int], start: int
) -> torch.Tensor:
    """Run the target over tokens that follow those in the cells; return its hidden states."""
    count, length = len(tokens), len(cells)
    positions = torch.arange(start, start + count)
    everywhere = torch.arange(length)
    visible = everywhere <= positions.unsqueeze(1)
    slot = min(loras.places.values(), default=loras.slot(0))
    paging = Paging(cells, positions, everywhere.repeat(count), visible[:, None, None, :], torch.full((count,), slot))
    return decoder.target(torch.tensor(tokens), positions, paging, loras.weights)


class Texts:
    """What every request of a run says in the end, as the run's seed has it."""

    def __init__(self, seed: int, config: ServingConfig) -> None:
        self.prompts = [prompt_of(seed, request, length) for request, length in enumerate(config.prompt)]
        self.texts = [
            text_of(tokens, task, config.weight[task], config.max_length + BEYOND)
            for tokens, task in zip(self.prompts, config.adapter, strict=True)
        ]

    def __getitem__(self, request: int) -> tuple[int, ...]:
        """Return the text of a request."""
        return self.texts[request]
