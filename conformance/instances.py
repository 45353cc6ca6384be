"""Drawing instances whose capacities lie near need: enough for one request or two at a time, seldom for all."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from ..model.instance import Instance
from .profile import Range

APART = (0, -1, -2, 1)
"""By how many pages the draft pool differs from the target pool: only unequal pools make a growth fail halfway."""


def near(ranges: Mapping[str, Range], name: str, low: int, high: int) -> tuple[int, int]:
    """Return the bounds that need suggests, moved into the range that the profile allows."""
    least, most = ranges[name]
    bottom = min(max(least, low), most)
    return bottom, max(bottom, min(most, high))


def draw_instance(ranges: Mapping[str, Range], chance: Random) -> Instance:
    """Return an instance within ranges of sizes."""

    def number(name: str, low: int = 0, high: int = 1_000) -> int:
        return chance.randint(*near(ranges, name, low, high))

    requests, adapters = number("requests"), number("adapters")
    page_size, length = number("page_size"), number("max_length")
    need = -(-length // page_size)
    target = number("pool_size.TARGET", (need + 1) // 2, need + need // 2 + 1)
    draft = max(target + chance.choice(APART), 1)
    batch = number("max_batch", 1, 3)
    sizes = {
        "max_length": length,
        "pool_size.TARGET": target,
        "pool_size.DRAFT": number("pool_size.DRAFT", draft, draft),
        "host_size": number("host_size", 0, 2 * need),
        "slots_size": number("slots_size", batch, batch + 2),
        "max_batch": batch,
        "pause_cap": number("pause_cap", 0, requests),
        "host_adapters_size": number("host_adapters_size", 1, max(adapters, 1)),
        "device_adapters_size": number("device_adapters_size", 1, max(adapters - 1, 1)),
    }
    return Instance(requests, adapters, page_size, sizes)
