"""What a step carries between the device and the host.

A step has to tell the host its tokens, which are whole numbers, and how close two logits came, a single float. Keys,
values, adapters and states are floats by the page or by the row. So no tensor of more than one float may cross.

It sees every operation that goes through torch's dispatcher between the beginning and the end of a step, in either
direction, whatever its size. It does not see copies that something makes behind torch's back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves

from tenure.gpu_backend.engine import TorchEngine
from tenure.gpu_backend.executor import Executor
from tenure.gpu_backend.requests import Request
from tenure.gpu_backend.step import Step


def is_on_host(tensor: Tensor) -> bool:
    """Whether a tensor lies in the host's memory."""
    return tensor.device.type == "cpu"


class Crossings(TorchDispatchMode):  # type: ignore[no-untyped-call]
    """Notes each operation that has floats on both sides."""

    def __init__(self, on_host: Callable[[Tensor], bool] = is_on_host) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.on_host = on_host
        self.seen = 0
        """How many operations there were."""
        self.found: list[str] = []

    def __torch_dispatch__(
        self, func: Any, types: Sequence[type], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Do the operation, and look at all that went in and came out."""
        del types
        out = func(*args, **(kwargs or {}))
        self.seen += 1
        floats = [
            leaf
            for leaf in tree_leaves((args, kwargs, out))
            if isinstance(leaf, Tensor) and leaf.is_floating_point() and leaf.numel() > 1
        ]
        if len({self.on_host(leaf) for leaf in floats}) > 1:
            self.found.append(f"{func} of {max(leaf.numel() for leaf in floats)} floats")
        return out


def watched(crossings: Crossings) -> type[TorchEngine]:
    """Return an engine whose steps are watched, from the gathering of their inputs to the settling of each request."""

    class WatchedExecutor(Executor):
        def run(self, batch: Sequence[Request]) -> Step:
            with crossings:
                return super().run(batch)

        def keep(self, step: Step, request: Request, index: int) -> None:
            with crossings:
                super().keep(step, request, index)

    class WatchedEngine(TorchEngine):
        step_executor = WatchedExecutor

    return WatchedEngine


def allocated() -> int:
    """Return how many bytes tensors take on the GPU, once all that nobody needs is gone.

    The workspaces that cuBLAS keeps for each stream are no tensors of anybody, and are let go first.
    """
    clear: Callable[[], None] = getattr(torch._C, "_cuda_clearCublasWorkspaces", lambda: None)
    torch.cuda.synchronize()
    clear()
    return torch.cuda.memory_allocated()
