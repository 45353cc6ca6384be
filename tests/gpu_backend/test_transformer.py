"""The paged forward against a plain dense one, written once more from the formulas."""

import math

import pytest
import torch
from torch import Tensor

from tenure.gpu_backend.adapters import checkpoint
from tenure.gpu_backend.weights import (
    DIM,
    FUSED,
    HEADS,
    LAYERS,
    POISONED,
    POSITION_GAIN,
    RANK,
    WIDTH,
    weights,
)

from .running import Running

W = weights(torch.device("cpu"))


def norm(x: Tensor) -> Tensor:
    return x / (x.square().mean(-1, keepdim=True) + torch.finfo(torch.float64).eps).sqrt()


def embed(tokens: list[int], start: int) -> Tensor:
    positions = torch.arange(start, start + len(tokens), dtype=torch.float64)
    return W.embedding[tokens] + POSITION_GAIN * torch.sin(positions[:, None] * W.frequency + W.shift)


def layer(depth: int, x: Tensor, adapter: int) -> Tensor:
    down, up = checkpoint(adapter) if adapter else (torch.zeros(LAYERS, WIDTH, RANK), torch.zeros(LAYERS, RANK, FUSED))
    inner = norm(x) @ (W.inward[depth] + down[depth].double() @ up[depth].double())
    query, key, value, thought = torch.split(inner, [WIDTH, WIDTH, WIDTH, FUSED - 3 * WIDTH], 1)
    heads = []
    for head in range(HEADS):
        at = slice(head * DIM, (head + 1) * DIM)
        scores = query[:, at] @ key[:, at].T / math.sqrt(DIM)
        scores = scores.masked_fill(torch.ones_like(scores).triu(1).bool(), -math.inf)
        heads.append(scores.softmax(1) @ value[:, at])
    return x + torch.cat([*heads, torch.nn.functional.gelu(thought)], 1) @ W.outward[depth]


def say(states: Tensor) -> int:
    return int((norm(states[-1]) @ W.head + W.silence).argmax())


def dense(tokens: list[int], adapter: int) -> tuple[int, int]:
    """Return the token that follows, and what the draft head says after that."""
    x = embed(tokens, 0)
    for depth in range(LAYERS):
        x = layer(depth, x, adapter)
    said = say(x)
    drafted = layer(0, embed([*tokens[1:], said], 1) + norm(x) @ W.hidden, adapter)
    return said, say(drafted)


@pytest.mark.parametrize("adapter", [0, 1, 2])
@pytest.mark.parametrize(("page_size", "chunk"), [(1, 2), (3, 1), (4, None)])
def test_the_engine_says_what_a_dense_forward_says(adapter: int, page_size: int, chunk: int | None) -> None:
    run = Running(seed=adapter, page_size=page_size)
    run.start(1, 5, adapter=adapter, chunk=chunk)
    while len(run[1].tokens) < 20:
        tokens = run[1].tokens
        assert (tokens[-1], run[1].draft) == dense(tokens[:-1], adapter)
        run.step(1, drafted=2)


def test_reading_a_freed_page_gives_the_poisoned_token() -> None:
    run = Running()
    run.start(0, 6)
    pool = run.engine.pools[run[0].cache.target.pool]
    run[0].cache.target.device[0] = pool.free.view()[0]
    run.step(0)
    assert run[0].tokens[-1] == POISONED


def test_reading_a_freed_adapter_slot_gives_the_poisoned_token() -> None:
    run = Running()
    run.start(0, 6, adapter=1)
    run.engine.adapters.device.slot_of[1] = run.engine.adapters.device.free.view()[0]
    run.step(0)
    assert run[0].tokens[-1] == POISONED


def test_the_poisoned_token_is_never_said_otherwise() -> None:
    run = Running(seed=3)
    run.start(0, 1)
    assert POISONED not in run.until(0, 24)


def test_the_make_up_of_a_batch_changes_no_logit_by_more_than_rounding() -> None:
    alone, together = Running(seed=5), Running(seed=5)
    alone.start(2, 7, adapter=2)
    together.start(0, 3)
    together.do("load", 2)
    together.do("submit", 2, 2, 7, 1)
    together.do("grow", 0, 2)
    together.do("admit", 2, 7)
    together.do("launch")
    together.do("settle_chunk", 2)
    one, other = (
        run.engine.pools[run[2].cache.target.pool].pages[run[2].cache.target.device[0]] for run in (alone, together)
    )
    assert torch.allclose(one, other, rtol=0, atol=1e-12)
    assert alone[2].tokens == together[2].tokens
