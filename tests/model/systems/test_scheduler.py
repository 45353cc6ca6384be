"""The scheduling pass in runs: who gives way, what a refused admission leaves, and that nobody waits for nothing."""

from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest

from tenure.model.arguments import choices
from tenure.model.check import broken
from tenure.model.language import Refused
from tenure.model.sorts import Pool, Request
from tenure.model.systems.scheduler import SYSTEM
from tenure.model.systems.scheduler.kinds import Flight, Residency, Stand
from tenure.model.systems.scheduler.state import Pass, small
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

A, B = Request(0), Request(1)

CHUNKS = "claim 0 0 0; claim 1 0 0; chunk 0 1 0; claim 0 1 0; claim 1 1 0; chunk 1 1 0"
BOTH_LAUNCHED = (
    "arrive 0 1; arrive 1 1; begin_pass; pass_over 0; pass_over 1; begin_contexts; "
    f"{CHUNKS}; close_pass; launch 0 0; launch 1 0"
)
BOTH_GENERATE = f"{BOTH_LAUNCHED}; settle 0 0; settle 1 0"


def world(**sizes: int) -> tuple[ConcreteWorld, Pass]:
    """Return an empty list for three requests, with room for what a test does: to run it, and to look at it."""
    made = small(3)
    room = {"max_length": 8, "max_requests": 4, "max_tokens": 16, "stall_limit": 2}
    w = ConcreteWorld(replace(made, sizes={**made.sizes, **room, **sizes}))
    return w, cast("Pass", w)


def run(w: ConcreteWorld, script: str) -> None:
    """Take the events of a script, such as `arrive 0 1; begin_pass`, and look at every law after each."""
    for line in script.split("; "):
        name, *args = line.split()
        before = ConcreteWorld(w.instance)
        before.restore(w.state())
        call = Call(name, tuple(map(int, args)), SYSTEM.name)
        SYSTEM.events[name](w, *call.args)
        assert not list(broken(SYSTEM.laws.values(), w, before, call)), line


def refused(w: ConcreteWorld, line: str) -> str:
    """Return the law for which an event is refused."""
    name, *args = line.split()
    with pytest.raises(Refused) as found:
        SYSTEM.events[name](w, *map(int, args))
    return found.value.law


def residency(p: Pass, r: Request) -> tuple[int, int]:
    return p.kv[Pool.TARGET, r], p.kv[Pool.DRAFT, r]


def test_a_victim_is_suspended_in_both_pools_and_not_walked_to() -> None:
    w, p = world()
    run(w, f"{BOTH_GENERATE}; begin_pass; fail 0 0; evict 1; grow 0 1")
    assert (*residency(p, B), p.row[B]) == (Residency.SUSPENDED, Residency.SUSPENDED, 0)
    assert (p.grown[Pool.TARGET, A], p.grown[Pool.DRAFT, A], p.walk, p.end) == (2, 2, 1, 1)
    run(w, "begin_contexts; pass_over 0; close_pass; launch 0 0; settle 0 1; begin_pass; grow 0 0; grow 1 0")
    assert (p.capacity[Pool.TARGET, A], p.capacity[Pool.DRAFT, A]) == (1 + 2 - 1 + 1, 1 + 2 - 1 + 1)
    assert (p.scheduled.total, residency(p, B)) == (2, (Residency.ACTIVE, Residency.ACTIVE))


def test_growth_that_no_forward_follows_is_undone_however_often() -> None:
    w, _ = world()
    run(w, BOTH_GENERATE)
    before = w.state()
    for _ in range(3):
        run(w, "begin_pass; grow 0 2; grow 1 0; begin_contexts; pass_over 0; pass_over 1; close_pass; drop 1; drop 0")
        assert w.state() == before


def test_a_victim_that_turns_out_to_have_ended_is_not_reset() -> None:
    w, p = world()
    run(w, f"{BOTH_LAUNCHED}; settle 1 0; reorder 0 1; begin_pass; fail 1 0; evict 0; look_further")
    run(w, "recompute_victim 0; grow 1 0; begin_contexts; pass_over 1; close_pass; launch 1 0")
    assert (p.stand[A], residency(p, A), p.evicted[A]) == (Stand.REWINDING, (Residency.NONE, Residency.NONE), 0)
    assert refused(w, "reset 0 1") == "S8", "its step in flight is not read yet"
    run(w, "finish 0")
    assert refused(w, "reset 0 1") == "S8", "it has ended"
    assert (p.seats_free, p.slots_free[Pool.TARGET], p.slots_free[Pool.DRAFT]) == (1, 1, 1)


def test_released_inputs_and_received_contexts_are_never_computed_anew() -> None:
    w, _ = world()
    run(w, f"{BOTH_GENERATE}; begin_pass; fail 0 0; evict 1; look_further")
    assert refused(w, "recompute_victim 1") == "S8", "request 1 is made from inputs that are released"
    w, _ = world()
    run(w, "expect 2 1; arrive 0 1; begin_pass; make_room 2; pass_over 0; begin_contexts; pass_over 2; claim 0 0 0")
    run(w, "claim 1 0 0; chunk 0 1 0; close_pass; receive 2; land 2; launch 0 0; reorder 0 2")
    run(w, "begin_pass; fail 0 0; evict 2; look_further")
    assert refused(w, "recompute_victim 2") == "S8", "its context came by transfer"


@pytest.mark.parametrize("refused_at", ["the target pool", "the draft pool", "the chunk"])
def test_an_admission_that_is_refused_at_any_resource_leaves_nothing(refused_at: str) -> None:
    sizes = {
        "the target pool": {"slots_size.TARGET": 1},
        "the draft pool": {"slots_size.DRAFT": 1},
        "the chunk": {"seats_size": 1},
    }[refused_at]
    w, p = world(**sizes)
    run(w, "arrive 0 1; arrive 1 4; begin_pass; pass_over 0; pass_over 1; begin_contexts")
    run(w, "claim 0 0 0; claim 1 0 0; chunk 0 1 0")
    if refused_at == "the target pool":
        assert refused(w, "claim 0 1 3") == "S18"
        run(w, "pass_over 1")
    else:
        run(w, "claim 0 1 3")
        if refused_at == "the draft pool":
            assert refused(w, "claim 1 1 2") == "S18"
        else:
            run(w, "claim 1 1 2")
            assert p.cursor[B] == 2, "both pools have the shorter of the two claims"
            assert refused(w, "chunk 1 1 0") == "S19"
        run(w, "give_up 1")
    run(w, "close_pass")
    assert (residency(p, B), p.cursor[B], p.capacity[Pool.TARGET, B]) == ((Residency.NONE, Residency.NONE), 0, 0)


def test_pages_that_a_victim_gives_up_for_a_context_stay_for_the_next_pass() -> None:
    w, p = world(**{"slots_size.TARGET": 3, "slots_size.DRAFT": 3, "seats_size": 3})
    run(w, "arrive 0 1; begin_pass; pass_over 0; begin_contexts; claim 0 0 0; claim 1 0 0; chunk 0 1 0; close_pass")
    run(w, "launch 0 0; settle 0 0; arrive 1 1; arrive 2 1; begin_pass; pass_over 0; pass_over 1; pass_over 2")
    run(w, "begin_contexts; pass_over 0; claim 0 1 0; preempt_for_pages 1 0")
    every = [(event, args) for event in SYSTEM.events.values() for args in choices(event, w.instance, 2)]
    assert {event.name for event, args in every if w.enabled(event, args)} == {"close_pass"}
    run(w, "close_pass; reset 0 1")
    assert (p.stalled, p.prompt[A], p.cursor[A], p.stand[B]) == (0, 2, 0, Stand.FIRST)


def test_the_detector_waits_for_sends_and_then_counts_in_a_row() -> None:
    w, p = world()
    idle = "begin_pass; pass_over 0; pass_over 1; begin_contexts; pass_over 0; pass_over 1"
    run(w, "arrive 0 1; begin_pass; pass_over 0; begin_contexts; claim 0 0 0; claim 1 0 0; chunk 0 1 0; close_pass")
    run(w, "launch 0 0; settle 0 0; send 0; arrive 1 1")
    assert (p.slots_free[Pool.TARGET], p.capacity[Pool.TARGET, A]) == (2, 1), "index slots are given back early"
    run(w, f"{idle}; close_pass")
    assert p.stalled == 0, "the pages that are being sent will come free"
    run(w, "sent 0")
    for passes in (1, 2):
        run(w, f"{idle}; close_pass")
        assert (p.stalled, p.error) == (passes, int(passes == p.stall_limit))
    assert refused(w, "begin_pass") == "S15"


# S16: wherever somebody waits, passes and what is under way come to advance somebody, or to the error

ENVIRONMENT = {"arrive", "expect", "reorder", "cancel", "load", "send", "foresee"}
"""What nobody has to do for a request that waits."""

CALLS = [(event, args) for event in SYSTEM.events.values() for args in choices(event, small(2), 2)]


def after(w: ConcreteWorld, state: tuple[int, ...], requests: int, *, alone: bool) -> Iterator[tuple[int, ...]]:
    """Yield the states that follow, without what the environment does if the scheduler is alone."""
    for event, args in CALLS:
        named = [arg for (_, sort), arg in zip(event.params, args, strict=True) if sort is Request]
        if max(named, default=0) < requests and not (alone and event.name in ENVIRONMENT):
            w.restore(state)
            if w.enabled(event, args):
                event(w, *args)
                yield w.state()


def search(w: ConcreteWorld, start: tuple[int, ...], requests: int, most: int, *, alone: bool) -> Iterator[Pass]:
    """Look at the states that can be reached, level by level, up to so many."""
    seen = {start}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        w.restore(state)
        yield cast("Pass", w)
        for new in after(w, state, requests, alone=alone):
            if new not in seen and len(seen) < most:
                seen.add(new)
                queue.append(new)


def advances(p: Pass) -> bool:
    """Whether somebody is scheduled or has room for its transfer, or the error is raised."""
    return bool(p.scheduled.total or p.candidate.total or p.error)


def waits(p: Pass, r: Request) -> bool:
    """Whether the request has something to do that no step or transfer does already."""
    return p.stand[r] in {Stand.FIRST, Stand.LATER, Stand.INIT} or (
        p.stand[r] == Stand.DECODES and p.flight[r] == Flight.NONE
    )


@pytest.mark.parametrize(("requests", "most", "every"), [(1, 10_000, 1), (2, 4_000, 40)])
def test_whoever_waits_is_advanced_or_the_error_is_raised(requests: int, most: int, every: int) -> None:
    w = ConcreteWorld(small(requests))
    names = [Request(r) for r in range(requests)]
    waiting = [
        w.state()
        for p in search(w, w.state(), requests, most, alone=False)
        if any(waits(p, r) for r in names) and not advances(p)
    ]
    assert len(waiting) > 100
    for state in waiting[::every]:
        assert any(advances(p) for p in search(w, state, requests, 20_000, alone=True))
