"""Paired reuse as an engine uses it, without a model beside it."""

import torch

from tenure.gpu_backend.speculation.deployment import Deployment
from tenure.gpu_backend.speculation.manager import PairedReuse
from tenure.model.sorts import Pool

CPU = torch.device("cpu")
PROMPT = [11, 12, 13, 14, 15, 16]


def reuse(span: int = 1, *, paired: bool = True, kind: type[PairedReuse] = PairedReuse) -> PairedReuse:
    """Return empty pools with room for two prompts of eight tokens."""
    return kind(Deployment(paired, span), requests=2, length=8, cells=40, device=CPU)


def arrived(made: PairedReuse, r: int, tokens: list[int], scope: int = 1) -> None:
    """Let a prompt arrive."""
    for token in tokens:
        made.append(r, token, scope)


def served(made: PairedReuse, r: int, tokens: list[int], scope: int = 1) -> None:
    """Admit a prompt, compute what is left of it in chunks of two, and publish what may be."""
    arrived(made, r, tokens, scope)
    made.admit(r)
    request = made.requests[r]
    while request.cursor < len(tokens):
        made.start_chunk(r, min(request.cursor + 2, len(tokens)))
        while request.cursor < request.chunk:
            made.compute(r)
    for pool, reading in request.readings.items():
        while reading.committed < min(len(reading.cells), len(tokens) - made.lookahead):
            made.publish(r, pool)


def claimed(made: PairedReuse, r: int) -> list[int]:
    """Return how many cells a request holds in each pool."""
    return [len(made.requests[r].readings[pool].cells) for pool in Pool]
