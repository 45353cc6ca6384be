"""Buffers and scratch: two chunks, a suspended chunk, growth up to its limits and back, prompts that are received."""

from typing import cast

import pytest

from tenure.model.check import broken
from tenure.model.instance import Instance
from tenure.model.language import Refused
from tenure.model.sorts import Request
from tenure.model.systems.buffers import SYSTEM
from tenure.model.systems.buffers.state import Buffers, Work
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

R = Request(0)

STARTED = "create 0 0; resume 0; attach 0"
FIRST = f"{STARTED}; extend 0 6 2 1"
SECOND = f"{FIRST}; forward 0 1; extend 0 4 2 1"


def world() -> tuple[ConcreteWorld, Buffers]:
    """Return a device of 12 slots, with buffers for 10 blocks, a window of two, and one block for drafted tokens."""
    sizes = {"window": 2, "max_rewind": 1, "slots": 12, "max_blocks": 10}
    made = ConcreteWorld(Instance(2, 0, 1, sizes, schema=Buffers))
    return made, cast("Buffers", made)


def run(w: ConcreteWorld, script: str) -> None:
    """Take the events of a script, such as `create 0 0; resume 0`, and look at every law after each."""
    for line in script.split("; "):
        name, *args = line.split()
        before = ConcreteWorld(w.instance)
        before.restore(w.state())
        call = Call(name, tuple(map(int, args)), "buffers")
        SYSTEM.events[name](w, *call.args)
        assert not list(broken(SYSTEM.laws.values(), w, before, call)), line


def refused(w: ConcreteWorld, line: str) -> str:
    """Return the law for which an event is refused, having changed nothing."""
    name, *args = line.split()
    before = w.state()
    with pytest.raises(Refused) as found:
        SYSTEM.events[name](w, *map(int, args))
    assert w.state() == before
    return found.value.law


def test_a_second_chunk_shares_slots_among_blocks_that_were_there_for_drafted_tokens() -> None:
    w, p = world()
    run(w, FIRST)
    assert (p.held[R], p.scratch[R], p.free) == (4, 1, 7), "four blocks with a page each, two in one slot"
    run(w, "forward 0 1")
    assert (p.history[R], p.stale[R], p.held[R], p.free) == (5, 3, 3, 9), "of the three stale blocks one had a page"
    run(w, "extend 0 4 2 1")
    assert (p.scratch_from[R], p.scratch_to[R], p.held[R], p.free) == (5, 7, 5, 6)
    run(w, "forward 0 1; close 0")
    assert p.free == 12


def test_scratch_ends_before_the_window_and_the_drafted_blocks() -> None:
    w, p = world()
    run(w, STARTED)
    assert refused(w, "extend 0 6 4 1") == "K12", "the last of the four would be in the window if one is taken back"
    run(w, "extend 0 6 3 1")
    assert p.scratch_to[R] + p.window + p.max_rewind == p.blocks[R]
    assert refused(w, "shrink 0 1") == "K12"
    assert refused(w, "begin_decoding 0") == "K12"
    assert refused(w, "forward 0 2") == "K12"


@pytest.mark.parametrize("script", [FIRST, SECOND])
def test_every_resume_needs_its_buffers_attached_again(script: str) -> None:
    w, p = world()
    run(w, script)
    held, scratch = p.held[R], p.scratch[R]
    run(w, "suspend 0")
    assert (p.held[R], p.scratch[R], p.attached[R]) == (held, 0, 0)
    run(w, "offload 0; resume 0")
    assert (p.held[R], p.scratch[R]) == (held, scratch)
    assert p.described[R] < p.table[R]
    assert refused(w, "forward 0 0") == "K10"
    run(w, "attach 0; forward 0 0")


def test_a_resume_without_room_for_pages_and_scratch_takes_neither() -> None:
    w, p = world()
    run(w, f"{FIRST}; suspend 0; offload 0; create 1 0; resume 1; extend 1 8 0 0")
    assert p.free == 4
    assert refused(w, "resume 0") == "K2", "its four pages would fit, but for its scratch"
    run(w, "shrink 1 1; resume 0")
    assert p.free == 0


def test_growth_stops_at_the_end_of_the_buffers_and_can_all_be_taken_back() -> None:
    w, p = world()
    run(w, f"{SECOND}; forward 0 0; begin_decoding 0")
    assert p.blocks[R] == p.max_blocks
    assert refused(w, "extend 0 1 0 0") == "S11"
    assert refused(w, "shrink 0 1") == "K1", "all of it is settled"
    run(w, "close 0; create 0 0; resume 0; extend 0 2 0 0; shrink 0 2")
    assert (p.blocks[R], p.free) == (0, 12)


def test_neither_received_nor_generated_blocks_share_scratch() -> None:
    w, p = world()
    run(w, "create 0 1; resume 0; attach 0")
    assert refused(w, "extend 0 6 2 1") == "K12"
    run(w, "extend 0 6 0 0; begin_decoding 0")
    assert (p.work[R], p.stale[R], p.held[R], p.free) == (Work.DECODE, 4, 2, 10), "missing pages are no scratch"
    assert refused(w, "extend 0 4 1 1") == "K12"
    run(w, "extend 0 4 0 0; forward 0 1; suspend 0; close 0")
    assert p.free == 12
