"""Adapters at three levels: the reported races, as runs; every law is looked at after each event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import cast

import pytest

from tenure.model.check import broken
from tenure.model.language import Refused
from tenure.model.sorts import NO_ADAPTER, Adapter, Request
from tenure.model.systems.adapters import SYSTEM, Caches, small
from tenure.model.systems.adapters.state import Content, Entry, Level, Phase
from tenure.model.worlds.concrete import ConcreteWorld

HOST, DEVICE = Level.HOST, Level.DEVICE
R = [Request(r) for r in range(3)]
A, B = Adapter(1), Adapter(2)

RUN_A = "register 1; submit 0 1; plan 0; put 0; load 0 1; copy_to_device 0; load 1 1; bind 0; launch"
"""Request 0 is in a launched step with adapter A."""


def world(
    script: str = "", *, host: int = 2, device: int = 1, weight: Mapping[int, int] | None = None
) -> ConcreteWorld:
    """Return the state after a script: three requests, adapter A in a file, B only with requests 0 and 2."""
    given = small(3)
    pages = {1: 1, 2: 1, **(weight or {})}
    room = {"capacity.HOST": host, "capacity.DEVICE": device, "max_adapters": 2}
    tables = {**given.tables, "brings": (1, 0, 1), "weight": (0, pages[1], pages[2])}
    made = ConcreteWorld(replace(given, sizes={**given.sizes, **room}, tables=tables))
    run(made, script)
    return made


def run(w: ConcreteWorld, script: str) -> None:
    """Take the events of a script, such as `register 1; submit 0 1`, and look at every law after each."""
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


def seen(w: ConcreteWorld) -> Caches:
    """Return the world as what it is a world of."""
    return cast("Caches", w)


def entry(w: ConcreteWorld, at: Level, a: Adapter) -> Entry:
    """Return where an entry stands."""
    return Entry(seen(w).entry[at, a])


# ---- suspension ------------------------------------------------------------------------------------------------------


def test_suspension_makes_room_and_resuming_waits_for_it() -> None:
    w = world(RUN_A + "; retire; lift 1; suspend 0; register 2; submit 2 2; plan 2")
    assert (seen(w).active[R[0]], seen(w).parked[R[0]]) == (0, 1)
    assert (entry(w, DEVICE, A), entry(w, HOST, A)) == (Entry.DONE, Entry.USED)
    refused(w, "resume 0", "P5")
    run(w, "put 2; load 0 2; copy_to_device 2; evict 1 1; take 1 2; load 1 2; bind 2; launch; retire; lift 2; end 2")
    run(w, "resume 0; copy_to_device 0; evict 1 2; take 1 1; load 1 1; bind 0; launch")
    assert seen(w).reading[R[0]] == 1
    assert seen(w).active_holders[A] == 1


def test_request_that_never_ran_is_not_suspended() -> None:
    w = world("register 1; submit 0 1; plan 0; cancel")
    refused(w, "suspend 0", "P2")
    assert seen(w).parked[R[0]] == 0


def test_release_under_the_running_step_waits_for_it() -> None:
    w = world(RUN_A + "; register 2; submit 2 2; suspend 0")
    assert seen(w).deferred[DEVICE, A] == 1
    refused(w, "plan 2", "P5")
    refused(w, "evict 1 1", "P3")
    run(w, "retire; lift 1; plan 2")
    assert entry(w, DEVICE, A) == Entry.DONE


# ---- what the pass counts --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leave", ["pause 0", "complete 0", ""])
def test_adapter_of_a_request_that_is_not_chosen_is_counted(leave: str) -> None:
    w = world(f"{RUN_A}; register 2; submit 2 2; {leave}".rstrip("; "), device=2)
    run(w, "plan 2; put 2; load 0 2")
    refused(w, "copy_to_device 2", "P5")
    run(w, "pass_over 0; copy_to_device 2; load 1 2")
    assert (seen(w).free[DEVICE], seen(w).claimed.total) == (0, 2)


def test_copy_that_nobody_waits_for_is_counted_too() -> None:
    w = world(
        "register 1; register 2; submit 0 1; submit 2 2; plan 0; put 0; load 0 1; copy_to_device 0; end 0; cancel"
    )
    assert entry(w, DEVICE, A) == Entry.LOADING
    refused(w, "plan 2", "P5")
    run(w, "count_leftover 1; load 1 1")
    assert (entry(w, DEVICE, A), entry(w, HOST, A)) == (Entry.DONE, Entry.DONE)


# ---- loads, claims and failures --------------------------------------------------------------------------------------


def test_abort_while_the_weights_are_on_their_way() -> None:
    w = world("register 1; submit 0 1; submit 1 1; plan 0; plan 1; put 0; end 0")
    assert (entry(w, HOST, A), seen(w).deferred[HOST, A]) == (Entry.LOADING, 1)
    run(w, "admit 1; load 0 1")
    assert entry(w, HOST, A) == Entry.USED
    run(w, "end 1")
    assert entry(w, HOST, A) == Entry.DONE
    assert seen(w).references[A] == 0


def test_claim_that_does_not_fit_evicts_nothing() -> None:
    w = world("register 1; submit 0 1; plan 0; put 0; load 0 1; end 0; cancel", host=2, device=3, weight={2: 3})
    run(w, "register 2; submit 2 2; plan 2")
    refused(w, "put 2", "P11")
    assert entry(w, HOST, A) == Entry.DONE


def test_failed_load_goes_with_its_last_holder() -> None:
    w = world("register 1; submit 0 1; submit 1 1; plan 0; plan 1; put 0; admit 1; fail_load 0 1; cancel; suspend 1")
    assert seen(w).parked[R[1]] == 1
    run(w, "end 0")
    assert entry(w, HOST, A) == Entry.FAILED
    run(w, "end 1; submit 0 1; plan 0; put 0")
    assert entry(w, HOST, A) == Entry.LOADING


# ---- names and weights -----------------------------------------------------------------------------------------------


def test_request_runs_with_what_it_was_admitted_with() -> None:
    w = world("register 1; submit 0 1; reload 1 2; plan 0; put 0; load 0 1; copy_to_device 0; load 1 1; bind 0; launch")
    assert seen(w).content[R[0]] == Content(2)
    run(w, "reload 1 1; submit 1 1; plan 1")
    refused(w, "admit 1", "V1")
    run(w, "retire; lift 1; end 0; discard 0 1; cancel; plan 1; put 1; load 0 1")
    refused(w, "reuse 1", "V2")
    run(w, "discard 1 1; copy_to_device 1; load 1 1; bind 1")
    assert seen(w).content[R[1]] == seen(w).copy[DEVICE, A] == Content(1)


def test_waiting_request_keeps_the_name() -> None:
    w = world("register 1; submit 0 1")
    refused(w, "unregister 1", "A2")
    run(w, "end 0; unregister 1")
    refused(w, "submit 0 1", "A2")


@pytest.mark.parametrize(("adapter", "kept"), [(A, 0), (B, 1)])
def test_preempted_request_keeps_only_what_cannot_be_read_again(adapter: Adapter, kept: int) -> None:
    w = world(f"register {adapter}; submit 0 {adapter}; plan 0; put 0; load 0 {adapter}; cancel; preempt 0")
    assert (seen(w).phase[R[0]], seen(w).parked[R[0]]) == (Phase.WAITING, kept)
    assert entry(w, HOST, adapter) == (Entry.USED if kept else Entry.DONE)
    run(w, "plan 0; admit 0")
    assert seen(w).active[R[0]] == 1


def test_base_model_touches_no_adapter() -> None:
    w = world("submit 0 0")
    own = {"phase", "started", "planned", "reading", "forming", "naming"}
    cells = [cell.name for cell in w.layout.cells.values() if cell.name not in own]
    was = [w.values(cell) for cell in cells]
    run(w, "plan 0; admit 0; bind 0; launch; retire; suspend 0; resume 0; bind 0; launch; retire")
    run(w, "pause 0; unpause 0; preempt 0; end 0")
    assert [w.values(cell) for cell in cells] == was
    assert seen(w).adapter[R[0]] == NO_ADAPTER
