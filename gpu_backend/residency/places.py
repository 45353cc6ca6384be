"""What the pools show of their entries, read from free lists, maps and memory; no pool is asked what it makes of them.

An entry counts where it is in one place only: with one request, or once in the free list. Where it is memory, a free
one counts only if it is unfit to be read, and a drafter's context is what the table refers to that the graphs read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...model.systems.slots.state import NO_SLOT, SCRATCH
from .content import is_poison
from .drafter import DrafterContexts
from .recurrent import RecurrentStates
from .slot_pool import SlotPool

Rows = list[list[float]]


def sole(places: Iterable[int]) -> set[int]:
    """Return what is there once only."""
    return {place for place, count in Counter(places).items() if count == 1}


def holders(pool: SlotPool) -> dict[int, int]:
    """Return who has an entry that is nobody else's, and which."""
    own = sole([*pool.free.view(), *pool.slot_of.values()])
    return {request: slot for request, slot in pool.slot_of.items() if slot in own}


def free_slots(pool: SlotPool) -> int:
    """Return how many entries are free, and nobody's."""
    free = pool.free.view()
    return len(sole([*free, *pool.slot_of.values()]).intersection(free))


def free_states(pool: RecurrentStates) -> int:
    """Return how many states are free, nobody's, and poisoned."""
    rows: Rows = pool.memory.tolist()
    free = pool.free.view()
    return sum(is_poison(rows[slot]) for slot in sole([*free, *pool.slot_of.values()]).intersection(free))


def states(pool: RecurrentStates) -> dict[int, list[float]]:
    """Return what is in the slot of each request that has one to itself."""
    rows: Rows = pool.memory.tolist()
    return {request: rows[slot] for request, slot in holders(pool).items()}


def free_contexts(pool: DrafterContexts) -> int:
    """Return how many blocks are free, nobody's, and poisoned."""
    rows: Rows = pool.arena.tolist()
    free = pool.blocks.view()
    return sum(is_poison(rows[block]) for block in sole([*free, *pool.block_of.values()]).intersection(free))


def contexts(pool: DrafterContexts) -> dict[int, list[float]]:
    """Return what a graph reads through the slot of each request, where that is the block that the slot was given."""
    rows: Rows = pool.arena.tolist()
    table: list[int] = pool.table.tolist()
    own = sole([*pool.blocks.view(), *pool.block_of.values()])
    found = {request: (table[slot], pool.block_of.get(slot)) for request, slot in pool.slot_of.items()}
    return {request: rows[read] for request, (read, given) in found.items() if read == given and read in own}


def taken(pool: DrafterContexts, slots: int) -> list[int]:
    """Return of each slot whether it is given to somebody: it may not be handed out, or it still refers to a block.

    Nobody is given a reserved one. So it is shown as taken where somebody has it, or may yet be given it.
    """
    table: list[int] = pool.table.tolist()
    given, padding = set(pool.slot_of.values()), len(pool.arena) - 1

    def is_taken(slot: int) -> bool:
        if slot in (NO_SLOT, SCRATCH):
            return slot in given or slot in pool.free_slots or table[slot] != padding
        return slot not in pool.free_slots or (slot not in given and table[slot] != padding)

    return [int(is_taken(slot)) for slot in range(slots)]
