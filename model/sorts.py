"""The things the model talks about: requests, adapters, pools, phases, and the amounts they hold."""

from enum import IntEnum
from typing import ClassVar, Final


class Sort(int):
    """A kind of thing, named by numbers. There may be any number of them."""

    none: ClassVar[bool] = False
    """Whether the number 0 stands for no such thing."""


_OPERATORS = tuple(
    f"__{name}__" for name in ("eq", "ne", "lt", "le", "gt", "ge", "add", "radd", "sub", "rsub", "bool", "int")
)


def is_plain(kind: type) -> bool:
    """Whether numbers of a kind are computed with as all numbers are; for a proof, they are nothing else."""
    return issubclass(kind, int) and all(getattr(kind, each) is getattr(int, each) for each in _OPERATORS)


class Request(Sort):
    """A client's request, named by a number. There may be any number of them."""


class Adapter(Sort):
    """A LoRA adapter, named by a number from 1. `NO_ADAPTER` stands for the base model."""

    none = True


class Tokens(int):
    """A number of tokens, never negative."""


class Flag(int):
    """A truth value that is stored: 0 or 1."""


NO_ADAPTER: Final = Adapter(0)
"""The base model: a request without an adapter takes part in no adapter bookkeeping."""


class Pool(IntEnum):
    """A pool of KV pages on the device."""

    TARGET = 0
    DRAFT = 1


class Phase(IntEnum):
    """Where a request stands in its life."""

    ABSENT = 0
    """Never submitted."""
    WAITING = 1
    """Submitted (or preempted for recompute), holding nothing but its adapter's registration."""
    PREFILL = 2
    """Admitted; part of its prompt is computed."""
    DECODE = 3
    """Its whole prompt is computed; it generates."""
    SUSPENDED = 4
    """Out of the batch; its pages may move to the host; its adapter is parked."""
    PAUSED = 5
    """Out of the batch in place: it keeps everything it holds."""
    FINISHED = 6
    """Ended, by finishing or by an abort. It holds nothing."""
