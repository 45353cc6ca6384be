"""Slots and residents: what the reports say, as runs; and that no decision reads what one rank alone knows."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

import pytest

from tenure.model.check import broken
from tenure.model.formula import paths
from tenure.model.language import Event, Refused
from tenure.model.sorts import Request
from tenure.model.systems.slots import SYSTEM, Residents, small
from tenure.model.systems.slots.state import NO_SLOT, Phase, Slots, Stage
from tenure.model.worlds.concrete import ConcreteWorld

R0, R1, R2 = (Request(r) for r in range(3))

START = "prepare; reserve 0; reserve 1; reserve 2; reserve 3; start; set_target"
PLAN = "begin_pass; open_admissions"
FIRST = f"{START}; submit 0; match 0; {PLAN}; claim 1; admit 0; land 0 2; schedule 0; launch; retire 0"
"""Request 0, which runs with an adapter, has decoded once."""

PAUSED = (
    f"{FIRST}; submit 1; match 1; turn_late 1; begin_pass; pause 0 1; admit 1; land 1 3; schedule 1; launch; retire 1"
)
"""Request 1 was late, request 0 was paused for it, and request 1 has decoded once."""

FORCED = f"{PAUSED}; begin_pass; wait 0; open_admissions; schedule 1; launch; retire 1; begin_pass; force_resume 0"
"""Request 0 has waited for too long and goes on; both are live, and a batch takes one."""


def world(script: str = "", *, device_slots: int = 1) -> ConcreteWorld:
    """Return the state after a script: three requests, two adapters, one seat, and room for one paused request."""
    given = small(3)
    made = ConcreteWorld(replace(given, adapters=2, sizes={**given.sizes, "device_slots": device_slots}))
    run(made, script)
    return made


def run(w: ConcreteWorld, script: str) -> None:
    """Take the events of a script, such as `begin_pass; pause 0 1`, and look at every law after each."""
    for line in filter(None, script.split("; ")):
        name, *args = line.split()
        before = ConcreteWorld(w.instance)
        before.restore(w.state())
        SYSTEM.events[name](w, *map(int, args))
        assert not list(broken(SYSTEM.laws.values(), w, before)), line


def refused(w: ConcreteWorld, call: str, law: str) -> None:
    """Assert that an event is refused by the guard that keeps a law, with nothing changed."""
    was = w.state()
    with pytest.raises(Refused) as error:
        run(w, call)
    assert error.value.law == law
    assert w.state() == was


def seen(w: ConcreteWorld) -> Residents:
    """Return the world as what it is a world of."""
    return cast("Residents", w)


# ---- pausing in place ------------------------------------------------------------------------------------------------


def test_paused_request_keeps_all_it_has_and_a_late_one_takes_its_seat() -> None:
    w = world(PAUSED)
    assert [seen(w).paused[r] for r in (R0, R1)] == [1, 0]
    assert [seen(w).drafter[r] for r in (R0, R1)] == [2, 3]
    assert [seen(w).row[r] for r in (R0, R1)] == [0, 1]
    assert [seen(w).free[slots] for slots in Slots] == [0, 0, 0, 0]
    refused(w, "suspend 0", "G2")
    refused(w, "preempt 0", "G2")


def test_forced_resume_displaces_another_request_which_loses_its_row_only() -> None:
    w = world(f"{FORCED}; open_admissions; schedule 0")
    refused(w, "schedule 1", "G3")
    run(w, "launch")
    assert [seen(w).row[r] for r in (R0, R1)] == [1, 0]
    assert seen(w).drafter[R1] == 3
    refused(w, "drop_slot 1", "G9")
    run(w, f"retire 0; {PLAN}; schedule 1; launch")
    assert [seen(w).row[r] for r in (R0, R1)] == [0, 1]


def test_seat_that_falls_free_goes_to_the_paused_request_first() -> None:
    w = world(f"{PAUSED}; submit 2; abort 1; match 2; begin_pass")
    refused(w, "open_admissions", "G6")
    run(w, "wait 0")
    refused(w, "open_admissions", "G5")
    run(w, "resume_paused 0; open_admissions")
    refused(w, "admit 2", "G3")


def test_adapters_of_paused_requests_are_claimed_before_others_also_after_a_refusal() -> None:
    again = f"{PAUSED}; begin_pass; wait 0; open_admissions"
    refused(world(again), "claim 2", "P5")
    w = world(f"{again}; claim 2; retry", device_slots=2)
    assert seen(w).budget == 1


def test_request_that_went_on_decodes_before_it_is_paused_again() -> None:
    w = world(f"{PAUSED}; abort 1; begin_pass; wait 0; resume_paused 0; open_admissions; stand_still")
    run(w, "submit 2; turn_late 2; begin_pass")
    assert (seen(w).pauses[R0], seen(w).rest[R0]) == (1, 1)
    refused(w, "pause 0 2", "G7")


# ---- setting up and leaving ------------------------------------------------------------------------------------------


def test_short_pool_turns_pausing_off_and_no_pool_keeps_its_headroom() -> None:
    w = world("prepare; reserve 0; reserve 1; reserve 3; start")
    assert seen(w).pausing == 0
    assert [seen(w).capacity[slots] for slots in Slots] == [1, 1, 1, 1]
    refused(world(), "reserve 0", "G13")


def test_nothing_is_left_of_a_request_that_ends_while_paused() -> None:
    for ending in ("abort 0", "complete_paused 0; finish 0 0 1"):
        w = world(f"{PAUSED}; {ending}; abort 1")
        assert seen(w).paused.total == 0
        assert [seen(w).free[slots] for slots in Slots] == [2, 2, 2, 2]
        assert seen(w).on_device.total == 0


def test_suspended_request_gets_another_drafter_slot_after_the_old_one_was_dropped() -> None:
    w = world(f"{FIRST}; suspend 0; {PLAN}; claim 1")
    refused(w, "bring_back 0", "G9")
    run(w, "drop_slot 0")
    assert seen(w).drafter[R0] == NO_SLOT
    run(w, "bring_back 0; land 0 3; schedule 0; launch")
    assert (seen(w).phase[R0], seen(w).stage) == (Phase.DECODING, Stage.RUN)


# ---- decisions are the same on every rank ----------------------------------------------------------------------------

LOCAL = {"clock_lead"}
"""What two ranks may see differently."""


def reads(event: Event) -> set[str]:
    """Return every cell that the event's guards, branches and written values read, on any path."""
    return {name for path in paths(event) for name in path.reads}


def test_no_event_reads_what_one_rank_alone_knows() -> None:
    """So what an event decides and writes is a function of what all ranks share: law G11."""
    assert set(Residents.specs) >= LOCAL
    assert [name for name, event in SYSTEM.events.items() if reads(event) & LOCAL] == []


def test_a_decision_by_the_local_clock_is_found() -> None:
    assert reads(SYSTEM.faults["force_resume_by_the_local_clock"].wrong) & LOCAL
