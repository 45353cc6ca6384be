"""Adapter caches under test beside their model, in sizes of a test's own, and the calls that many tests begin with."""

from collections.abc import Sequence

from torch import Tensor

from tenure.gpu_backend.peft.executor import PeftExecutor
from tenure.gpu_backend.peft.part import FACTORY, PeftPart
from tenure.model.instance import Instance
from tenure.model.systems.adapters.state import Caches, Content, Level

from ..scripts import Scripted

HOST, DEVICE = int(Level.HOST), int(Level.DEVICE)


def instance(
    *weights: int, requests: int = 3, host: int = 2, device: int = 2, most: int = 2, files: bool = True
) -> Instance:
    """Return a size with an adapter of each weight, all of them in files, or brought by requests."""
    weights = weights or (1, 1)
    many = len(weights)
    return Instance(
        requests,
        many,
        1,
        {"capacity.HOST": host, "capacity.DEVICE": device, "max_adapters": most},
        {Content: 2},
        Caches,
        {
            "weight": (9, *weights),
            "offered": (0, *[1] * many),
            "stored": (0, *[int(files)] * many),
            "brings": [int(not files)] * requests,
        },
    )


class Running(Scripted[PeftPart]):
    """Caches and their model, driven by hand; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        super().__init__(FACTORY, PeftPart, size or instance(), faults)
        self.executor: PeftExecutor = self.part.executor
        self.peft = self.executor.peft

    def memory(self) -> list[Tensor]:
        """Return a copy of both levels' memory."""
        return [cache.pages.memory.clone() for cache in (self.peft.host, self.peft.device)]


def admitted(r: int, a: int, *, named: bool = False) -> str:
    """Return the calls that submit a request and put its adapter on the host."""
    name = "" if named else f"register {a};"
    return f"{name} submit {r} {a}; plan {r}; put {r}; load {HOST} {a};"


def running(r: int, a: int) -> str:
    """Return the calls that bring a request into a launched step, with its adapter on the device."""
    return f"{admitted(r, a)} copy_to_device {r}; load {DEVICE} {a}; bind {r}; launch;"
