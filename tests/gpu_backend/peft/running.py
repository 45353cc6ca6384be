"""Adapter caches under test beside their model, in sizes of a test's own, and the calls that many tests begin with."""

from collections.abc import Sequence

from torch import Tensor

from tenure.conformance.parts.lockstep import Lockstep
from tenure.gpu_backend.peft.executor import PeftExecutor
from tenure.gpu_backend.peft.part import FACTORY, PeftPart
from tenure.model.instance import Instance
from tenure.model.systems.adapters.state import Caches, Content, Level
from tenure.model.trace import Call

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


class Running:
    """Caches and their model, driven by hand; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        self.lockstep = Lockstep(FACTORY, size or instance(), seed=0, faults=faults)
        assert isinstance(self.lockstep.part, PeftPart)
        self.part = self.lockstep.part
        self.executor: PeftExecutor = self.part.executor
        self.peft = self.executor.peft

    def do(self, event: str, *args: int) -> None:
        assert self.lockstep.do(Call(event, args, "adapters")), f"{event}{args} is refused"

    def refuse(self, event: str, *args: int) -> None:
        assert not self.lockstep.do(Call(event, args, "adapters")), f"{event}{args} is done"

    def say(self, script: str) -> None:
        """Do calls that are written as `event arguments; event arguments; …`, those with `!` in front being refused."""
        for line in filter(None, map(str.strip, script.split(";"))):
            event, *args = line.split()
            (self.refuse if event.startswith("!") else self.do)(event.removeprefix("!"), *map(int, args))

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
