"""Sizes in which the whole's resources run out, and what clients do to it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from ...conformance.wholes.whole import STEP
from ...model.instance import Instance
from ...model.sorts import Pool
from ...model.trace import Call

PAGE_SIZE: Final = 2
MOST_REQUESTS: Final = 6
LONGEST: Final = 12
RECOMPUTES: Final = 0.8
"""The share of workers that may compute victims anew; the others have host pages for everybody."""
SCARCE: Final = 0.5
"""How often each resource is given out so tightly that requests have to wait for it."""
LONG: Final = 0.6
"""How often a request is to become as long as it may."""
COMES: Final = 0.4
"""How often a request comes before the next step, while there are some to come."""
SELDOM: Final = 0.05
"""How often a client gives a request up, or the weights are loaded anew."""

ASKS: Final = {"submit": "submit(r)", "cancel": "cancel(r)", "reset": "reset", "step": "step"}
"""What clients can do to the whole, and the step that it takes by itself."""


def draw(chance: Random) -> Instance:
    """Return an instance in which any request fits when it is alone, and not all of them together."""

    def scarce() -> bool:
        return chance.random() < SCARCE

    requests, adapters = chance.randint(2, MOST_REQUESTS), chance.randint(0, 3)
    max_length = chance.randint(3, LONGEST)
    blocks = -(-max_length // PAGE_SIZE)
    weight = [0, *(chance.randint(1, 2) for _ in range(adapters))]
    prompt = [chance.randint(1, max_length - 1) for _ in range(requests)]
    recompute = chance.random() < RECOMPUTES
    pages = [blocks + (chance.randint(0, 1) if scarce() else chance.randint(1, 2 * blocks)) for _ in Pool]
    budget = (1, max_length) if scarce() else (max_length, 2 * max_length)
    sizes = {
        "max_length": max_length,
        "pages.TARGET": pages[Pool.TARGET],
        "pages.DRAFT": chance.choice((0, 1, 1)) * pages[Pool.DRAFT],
        "host_blocks": chance.choice((0, chance.randint(1, blocks))),
        "swap": chance.choice((0, chance.randint(1, 2 * blocks), 2 * blocks * requests))
        if recompute
        else 2 * blocks * requests,
        "index_slots": requests - (chance.randint(0, requests - 1) if scarce() and scarce() else 0),
        "seats": requests - (chance.randint(0, requests - 1) if scarce() and scarce() else 0),
        "max_requests": chance.randint(1, requests) if scarce() else requests,
        "max_tokens": chance.randint(*budget),
        "recompute": int(recompute),
        "stall_limit": 4,
        "adapter_host": max(weight) + (0 if scarce() else chance.randint(1, 3)),
        "adapter_device": max(weight) + (0 if scarce() else chance.randint(1, 3)),
        "max_adapters": chance.randint(1, 3),
        "resets": chance.choice((0, 1, 2)),
    }
    tables = {
        "adapter": [chance.randint(0, adapters) for _ in range(requests)],
        "prompt": prompt,
        "goal": [max_length if chance.random() < LONG else chance.randint(each + 1, max_length) for each in prompt],
        "weight": weight,
    }
    return Instance(requests, adapters, PAGE_SIZE, sizes, tables=tables)


def deal(instance: Instance, done: Sequence[Call], chance: Random) -> Call:
    """Return what happens next: mostly a step; now and then a request comes, or its client gives it up."""
    sent = [call.args[0] for call in done if call.event == "submit"]
    waiting = [r for r in range(instance.requests) if r not in sent]
    if waiting and (not sent or chance.random() < COMES):
        return Call("submit", (chance.choice(waiting),), STEP.system)
    if sent and chance.random() < SELDOM:
        return Call("cancel", (chance.choice(sent),), STEP.system)
    if chance.random() < SELDOM:
        return Call("reset", (), STEP.system)
    return STEP
