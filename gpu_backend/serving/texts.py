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
from ..weights import DIM, DRAFT_LAYERS, HEADS, LAYERS, POISONED, VOCABULARY
from .config import ServingConfig
from .lora import StepLoras, TrainedPages

BEYOND: Final = 3
"""How many tokens beyond the longest request are foreseen: drafts are written behind the last one that is kept."""
OTHERWISE: Final = 0.2
"""How often a prompt has another first word than those that it is like: a draft is told apart by that alone."""
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
    first = own[:1] if draw.random() < OTHERWISE else known[:1]
    return (*first, *known[1:shared], *own[max(shared, 1) :])


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


@lru_cache(maxsize=4096)
def drafts_of(text: tuple[int, ...], task: int, weight: int) -> tuple[int, ...]:
    """Return what the draft head proposes behind each token of a text but the first."""
    decoder = Decoder(_CPU)
    loras = StepLoras(TrainedPages(task, 1, weight, _CPU), {task: list(range(weight))} if task else {}, _CPU)
    count = len(text) - 1
    with torch.inference_mode():
        states = _forward(decoder, loras, torch.zeros((count, LAYERS, 2, HEADS, DIM), dtype=DTYPE), text[:-1], 0)
        cells = torch.zeros((count, DRAFT_LAYERS, 2, HEADS, DIM), dtype=DTYPE)
        positions = torch.arange(1, count + 1)
        paging = _alone(cells, 0, count, loras)
        features = decoder.drafter(torch.tensor(text[1:]), positions, states, paging, loras.weights)
        proposed: list[int] = decoder.logits(features).argmax(1).tolist()
    return tuple(proposed)


def _forward(
    decoder: Decoder, loras: StepLoras, cells: torch.Tensor, tokens: Sequence[int], start: int
) -> torch.Tensor:
    """Run the target over tokens that follow those in the cells; return its hidden states."""
    positions = torch.arange(start, start + len(tokens))
    paging = _alone(cells, start, len(tokens), loras)
    return decoder.target(torch.tensor(tokens), positions, paging, loras.weights)


def _alone(cells: torch.Tensor, start: int, count: int, loras: StepLoras) -> Paging:
    """Tell that so many tokens from a start on write and read cells that are one request's, by their places."""
    places, everywhere = torch.arange(start, start + count), torch.arange(len(cells))
    visible = everywhere <= places.unsqueeze(1)
    slot = min(loras.places.values(), default=loras.slot(0))
    return Paging(cells, places, everywhere.repeat(count), visible[:, None, None, :], torch.full((count,), slot))


class Texts:
    """What every request of a run says in the end, as the run's seed has it."""

    def __init__(self, seed: int, config: ServingConfig) -> None:
        self.prompts = [prompt_of(seed, request, length) for request, length in enumerate(config.prompt)]
        self.texts = [
            text_of(tokens, task, config.weight[task], config.max_length + BEYOND)
            for tokens, task in zip(self.prompts, config.adapter, strict=True)
        ]
        self.drafts = [
            dict(enumerate(drafts_of(text, task, config.weight[task]), start=2))
            for text, task in zip(self.texts, config.adapter, strict=True)
        ]
        """For each request, what is drafted, by the number of tokens before it: the first is behind two."""

    def __getitem__(self, request: int) -> tuple[int, ...]:
        """Return the text of a request."""
        return self.texts[request]
