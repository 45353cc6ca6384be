"""Pages by name: the races that were reported of serving engines, as runs; every law is looked at after each event."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from tenure.model.arguments import choices
from tenure.model.check import broken
from tenure.model.language import Refused
from tenure.model.sorts import Request
from tenure.model.systems.pages import SYSTEM, Memory
from tenure.model.systems.pages.state import Fill, Job, Operation, Page, Prefix, small
from tenure.model.worlds.concrete import ConcreteWorld

PAGES = 6


def world(script: str = "") -> ConcreteWorld:
    """Return the state after a script: four device pages 0 to 3, two pages below them, four operations."""
    room = {Page: PAGES, Operation: 4, Prefix: 2}
    made = ConcreteWorld(replace(small(3), more=room, tables={"tier": (0, 0, 0, 0, 1, 1)}))
    run(made, script)
    return made


def run(w: ConcreteWorld, script: str) -> None:
    """Take the events of a script, such as `submit 0; allocate 0 1`, and look at every law after each."""
    for line in filter(None, script.split("; ")):
        name, *args = line.split()
        before = ConcreteWorld(w.instance)
        before.restore(w.state())
        SYSTEM.events[name](w, *map(int, args))
        assert not list(broken(SYSTEM.laws.values(), w, before)), line


def refused(w: ConcreteWorld, call: str, law: str) -> None:
    """Assert that an event is refused by the guard that keeps a law."""
    with pytest.raises(Refused) as error:
        run(w, call)
    assert error.value.law == law


def seen(w: ConcreteWorld) -> Memory:
    """Return the world as what it is a world of."""
    return cast("Memory", w)


def refs(w: ConcreteWorld) -> list[int]:
    """Return the references of each page."""
    return [seen(w).refs[Page(p)] for p in range(PAGES)]


def pending(w: ConcreteWorld) -> bool:
    """Whether any operation was not polled."""
    return any(seen(w).job[Operation(o)] != Job.NONE for o in range(4))


def drain(w: ConcreteWorld) -> None:
    """Let everything that is pending end, and be polled or given up, with nothing new submitted."""
    ends = ("complete_step", "complete_copy", "complete", "poll_load", "poll_store", "poll_move", "poll", "give_up")
    while pending(w):
        calls = [(SYSTEM.events[name], args) for name in ends for args in choices(SYSTEM.events[name], w.instance, 0)]
        event, args = next(call for call in calls if w.enabled(*call))
        run(w, " ".join(map(str, (event.name, *args))))


PUBLISHED = "submit 0; allocate 0 0; issue_step 0 0 0; complete_step 0 0 1; poll 0; publish 0 0 0"
STORED = f"{PUBLISHED}; issue_store 0 0 4; complete_copy 0 0 4; poll_store 0 4"
LOADING = f"{STORED}; submit 1; issue_load 1 1 4 1"
MOVING = "submit 0; allocate 0 0; suspend 0; set_aside 0 4 0; issue_move 0 0"

SUB_STATES = {
    "before any pass": "submit 0",
    "with a load under way": "restore 0 0 1; submit 0; issue_load 0 0 0 1",
    "with a load done and not polled": "restore 0 0 1; submit 0; issue_load 0 0 0 1; complete_copy 0 0 1",
    "with a load that failed": "restore 0 0 1; submit 0; issue_load 0 0 0 1; fail 0",
    "with a load that was lost": "restore 0 0 1; submit 0; issue_load 0 0 0 1; lose 0",
    "with a load that was polled": "restore 0 0 1; submit 0; issue_load 0 0 0 1; complete_copy 0 0 1; poll_load 0 1",
    "with a load and a store under way": (
        "restore 0 0 1; submit 0; issue_load 0 0 0 1; issue_store 1 0 4; complete_copy 1 0 4"
    ),
    "with a step in flight": "submit 0; allocate 0 0; issue_step 0 0 0",
    "with two steps in flight": "submit 0; allocate 0 0; issue_step 0 0 0; issue_step 1 0 0; complete_step 0 0 0",
    "with a send under way": f"{PUBLISHED}; issue_send 0 0 0",
    "suspended with a step in flight": "submit 0; allocate 0 0; issue_step 0 0 0; suspend 0",
    "with pages set aside": "submit 0; allocate 0 0; suspend 0; set_aside 0 4 0",
    "while its set moves": MOVING,
    "with its set moved and not polled": f"{MOVING}; complete 0",
    "with its set below": f"{MOVING}; complete 0; poll_move 0",
    "while its set comes back": f"{MOVING}; complete 0; poll_move 0; set_aside 0 1 4; issue_move 0 0",
    "preempted with a step in flight": (
        "submit 0; allocate 0 0; issue_step 0 0 0; allocate 0 1; preempt 0 1; allocate 0 1"
    ),
}


@pytest.mark.parametrize("script", SUB_STATES.values(), ids=SUB_STATES)
def test_an_abort_in_any_sub_state_leaves_nothing_behind(script: str) -> None:
    w = world(f"{script}; abort 0")
    drain(w)
    assert refs(w) == [0] * PAGES


def test_pages_of_an_aborted_load_are_not_given_away_before_its_end_is_known() -> None:
    w = world(f"{LOADING}; abort 1; submit 2")
    refused(w, "allocate 2 1", "K2")
    run(w, "complete_copy 1 4 1")
    refused(w, "allocate 2 1", "K2")  # done, but the host does not know it
    refused(w, "poll_load 1 1", "O13")  # there is nobody to receive it
    run(w, "poll 1; allocate 2 1")
    assert refs(w)[1] == 1


def test_a_load_that_is_never_reported_is_given_up_once() -> None:
    w = world(f"{LOADING}; abort 1; lose 1")
    refused(w, "poll 1", "K16")
    run(w, "give_up 1; submit 2; allocate 2 1")
    refused(w, "give_up 1", "K16")
    assert refs(w)[1] == 1


@pytest.mark.parametrize("order", ["poll_store 2 5; poll 1", "poll 1; poll_store 2 5"])
def test_a_load_and_a_store_of_one_page_release_it_at_the_last(order: str) -> None:
    w = world("restore 0 0 1; submit 1; hit 1 0; issue_load 1 1 0 1; issue_store 2 0 5; abort 1")
    run(w, "complete_copy 1 0 1; complete_copy 2 0 5")
    assert refs(w)[0] == 2
    first, last = order.split("; ")
    run(w, first)
    refused(w, "evict 0", "K3")
    run(w, f"{last}; evict 0")
    assert refs(w) == [0] * PAGES


def test_pages_are_fenced_behind_the_newer_step_and_a_fenced_victim_is_no_gain() -> None:
    w = world("submit 0; allocate 0 0; issue_step 0 0 0; issue_step 1 0 0; complete_step 0 0 0; poll 0")
    refused(w, "preempt 0 0", "D12")
    run(w, "finish 0; submit 1")
    refused(w, "allocate 1 0", "K2")
    run(w, "complete_step 1 0 1; poll 1; allocate 1 0")


def test_a_pin_is_on_the_page_that_is_sent_and_not_on_its_twin() -> None:
    w = world(f"{PUBLISHED}; finish 0; submit 1; allocate 1 1; issue_step 0 1 1; complete_step 0 1 1; poll 0")
    run(w, "issue_send 0 1 1; finish 1")
    assert refs(w)[:2] == [0, 1]
    run(w, "evict 0; submit 2; allocate 2 0")
    refused(w, "allocate 2 0", "K2")
    refused(w, "allocate 2 1", "K2")
    run(w, "complete 0; poll 0; allocate 2 1")


def test_hits_are_held_before_anything_is_allocated_or_evicted() -> None:
    w = world("restore 0 0 1; restore 1 1 1; submit 0; hit 0 0; hit 0 1")
    for page in (0, 1):
        refused(w, f"evict {page}", "K3")
        refused(w, f"allocate 0 {page}", "K2")
    run(w, "submit 1; hit 1 0; drop 1 0")  # the other holder's claim stays
    refused(w, "evict 0", "K3")


def test_a_published_part_is_written_on_in_a_copy_only() -> None:
    part = "submit 0; allocate 0 0; issue_step 0 0 0; complete_step 0 0 0; poll 0; publish 0 0 0"
    w = world(f"{part}; submit 1; hit 1 0")
    refused(w, "issue_step 0 0 0", "K5")
    refused(w, "issue_step 0 1 0", "K5")
    run(w, "issue_load 0 1 0 1; complete_copy 0 0 1; poll_load 0 1; drop 1 0; issue_step 0 1 1")
    run(w, "allocate 0 2; issue_step 1 0 2; complete_step 1 2 0; poll 1; drop 0 0")
    refused(w, "rebase 0 2 0", "K13")  # it has room


@pytest.mark.parametrize("late", ["store", "step"])
def test_nothing_that_older_weights_computed_is_found_after_they_changed(late: str) -> None:
    w = world(f"{PUBLISHED}; issue_store 0 0 4; allocate 0 1; issue_step 1 0 1; change_weights")
    if late == "store":
        run(w, "complete_copy 0 0 4; poll_store 0 4")
        assert not seen(w).published[Page(4)]
    run(w, "complete_step 1 1 1; poll 1")
    refused(w, "publish 0 1 1", "L13")
    run(w, "submit 1")
    refused(w, "hit 1 0", "L11")
    assert seen(w).holds[Request(0), Page(0)]  # who holds a page goes on with it


def test_a_late_completion_leaves_a_new_life_alone() -> None:
    w = world(
        "restore 0 0 1; submit 0; issue_load 0 0 0 1; allocate 0 2; preempt 0 2; allocate 0 3; complete_copy 0 0 1"
    )
    refused(w, "poll_load 0 1", "O13")
    run(w, "poll 0")
    assert refs(w) == [0, 0, 0, 1, 0, 0]


def test_a_set_moves_down_and_back_as_a_whole() -> None:
    w = world("submit 0; allocate 0 0; issue_step 0 0 0; suspend 0")
    refused(w, "set_aside 0 4 0", "K11")  # a step still writes
    run(w, "complete_step 0 0 0; poll 0; set_aside 0 4 0; issue_move 0 0; fail 0; poll 0; issue_move 0 0; complete 0")
    run(w, "poll_move 0")
    refused(w, "resume 0", "K4")
    run(w, "submit 1; allocate 1 0; set_aside 0 1 4; issue_move 0 0; complete 0; poll_move 0; resume 0")
    assert refs(w) == [1, 1, 0, 0, 0, 0]
    assert seen(w).fill[Page(1)] == Fill.PARTIAL  # as much of it is written as before


def test_a_device_reset_keeps_what_lies_below() -> None:
    w = world(f"{STORED}; reset_device; submit 1")
    refused(w, "hit 1 0", "L11")
    run(w, "issue_load 0 1 4 1; complete_copy 0 4 1; poll_load 0 1; reset_below")
    refused(w, "issue_load 0 1 4 2", "K5")
