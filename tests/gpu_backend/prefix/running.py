"""A prefix cache beside its system, driven by hand, with more scopes and blocks than the runs by chance have."""

from dataclasses import replace

from tenure.conformance.engine import Refused
from tenure.conformance.parts.campaign import PartCampaign
from tenure.gpu_backend.prefix.part import FACTORY, PrefixPart
from tenure.model.instance import Instance
from tenure.model.systems.prefix import Tree
from tenure.model.systems.prefix.state import Block, Node, Scope
from tenure.model.trace import Call, Trace

SHORT, LONG, OTHER = 1, 2, 3
"""Blocks: one that does not fill its page, a full one that starts with it, and another full one."""

WIDE = Instance(
    2, 0, 1, {"windowed": 0, "epochs": 2, "device_size": 4, "host_size": 2},
    {Node: 6, Scope: 2, Block: 3}, Tree,
    {"whole": (0, 0, 1, 1), "opening": (0, 0, 1, 0), "for_roots": (0, 1, 1, 0, 0, 0, 0)},
)  # fmt: skip
"""Two requests and two scopes; nodes 1 and 2 are kept for roots, 3 to 6 for blocks."""


def sized(**sizes: int) -> Instance:
    """Return the wide instance with other sizes."""
    return replace(WIDE, sizes={**WIDE.sizes, **sizes})


def calls(text: str) -> tuple[Call, ...]:
    """Read calls of the system from text like `open_scope(0,1); reset`."""
    pieces = [piece.strip().rstrip(")").partition("(") for piece in text.split(";")]
    return tuple(Call(event, tuple(map(int, args.split(","))) if args else (), "prefix") for event, _, args in pieces)


def held_against(text: str, *faults: str, instance: Instance = WIDE) -> set[str] | None:
    """Run a script beside the model; return the laws that it breaks with these faults, or None."""
    breach = PartCampaign(FACTORY, faults=faults).replay(Trace(instance, 0, calls(text)))
    return None if breach is None else {broken.law.id for broken in breach.broken}


class Running:
    """One cache of a given size."""

    def __init__(self, text: str = "", instance: Instance = WIDE) -> None:
        self.part = PrefixPart(instance, 0)
        self.cache = self.part.cache
        if text:
            self.do(text)

    def do(self, text: str) -> None:
        """Do calls that must not be refused."""
        for call in calls(text):
            outcome = self.part.apply(call)
            assert not isinstance(outcome, Refused), f"{call}: {outcome}"

    def memory(self) -> tuple[object, ...]:
        """Return everything that is in the memory, and what is free of it. Poison is shown as None."""
        tiers = self.cache.tiers
        rows = [
            [None if cell != cell else cell for cell in row]  # noqa: PLR0124
            for tier in (tiers.device, tiers.host)
            for row in tier.rows.tolist()
        ]
        return rows, tiers.device.free.view(), tiers.host.free.view(), dict(tiers.moving), list(self.cache.queue)
