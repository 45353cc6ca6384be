"""The audit: a good snapshot passes, and each law on identity has a snapshot that breaks it."""

import ast
import inspect
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tenure.conformance import audit as audit_module
from tenure.conformance import laws
from tenure.conformance.audit import CHECKS, Audited, audit, places_of
from tenure.conformance.laws import ENGINE_LAWS, cite
from tenure.conformance.reference import ReferenceEngine
from tenure.conformance.script import read_calls
from tenure.conformance.snapshot import AdapterView, PoolView, Snapshot
from tenure.model.instance import Instance
from tenure.model.sorts import Phase, Pool

RUN = (
    "load(1); load(2); submit(0,1,3,1); admit(0,3); submit(1,2,2,0); launch; settle_chunk(0); suspend(0);"
    "evict_device(1); admit(1,2); launch; settle_chunk(1); pause(1); submit(2,0,1,0); admit(2,1)"
)
"""Request 0 suspended and on the host, 1 paused in place, 2 in the step; the host and the device hold adapters."""


@pytest.fixture
def good(roomy: Instance) -> Audited:
    engine = ReferenceEngine(roomy, seed=0)
    places = places_of(engine.observe())
    for call in read_calls(RUN):
        engine.step(call)
    return Audited(engine.observe(), roomy, places, ran=[1])


def with_held(pool: PoolView, held: Mapping[int, tuple[int, ...]]) -> PoolView:
    return replace(pool, held={**pool.held, **held})


def device(seen: Snapshot, pool: Pool, **changes: Any) -> Snapshot:
    return replace(seen, device={**seen.device, pool: replace(seen.device[pool], **changes)})


def view(seen: Snapshot, r: int, **changes: Any) -> Snapshot:
    return replace(seen, requests={**seen.requests, r: replace(seen.requests[r], **changes)})


def level(adapters: AdapterView, **changes: Any) -> AdapterView:
    pinned = changes.pop("pinned", adapters.pinned)
    return AdapterView(replace(adapters.places, **changes), frozenset(pinned))


def page_twice(s: Snapshot) -> Snapshot:
    target = s.device[Pool.TARGET]
    return device(s, Pool.TARGET, held={**target.held, 2: target.held[1]})


def page_free_and_held(s: Snapshot) -> Snapshot:
    target = s.device[Pool.TARGET]
    return device(s, Pool.TARGET, free=(*target.free, target.held[1][0]))


def page_lost(s: Snapshot) -> Snapshot:
    return device(s, Pool.TARGET, free=s.device[Pool.TARGET].free[:-1])


def page_new(s: Snapshot) -> Snapshot:
    return device(s, Pool.TARGET, free=(*s.device[Pool.TARGET].free[:-1], 99))


def tiers_apart(s: Snapshot) -> Snapshot:
    return replace(s, host={**s.host, Pool.DRAFT: replace(s.host[Pool.DRAFT], free=())})


def outsider_holds(s: Snapshot) -> Snapshot:
    return view(s, 1, phase=Phase.FINISHED)


def two_slots(s: Snapshot) -> Snapshot:
    return replace(s, slots=with_held(replace(s.slots, free=s.slots.free[:-1]), {1: (1, 2)}))


def holders(s: Snapshot, kind: str, lists: Mapping[int, tuple[int, ...]]) -> Snapshot:
    return replace(s, active=lists) if kind == "active" else replace(s, parked=lists)


def listed_twice(kind: str, adapter: int) -> Callable[[Snapshot], Snapshot]:
    def change(s: Snapshot) -> Snapshot:
        lists = getattr(s, kind)
        return holders(s, kind, {**lists, adapter: lists[adapter] * 2})

    return change


def listed(kind: str, adapter: int, *who: int) -> Callable[[Snapshot], Snapshot]:
    return lambda s: holders(s, kind, {**getattr(s, kind), adapter: who})


BROKEN: list[tuple[str, Callable[[Snapshot], Snapshot], str]] = [
    ("a page with two holders", page_twice, laws.ONE_HOLDER),
    ("a page free and held", page_free_and_held, laws.ONE_HOLDER),
    ("a lost page", page_lost, laws.SAME_PLACES),
    ("a page from nowhere", page_new, laws.SAME_PLACES),
    ("two views of the host", tiers_apart, laws.ONE_TIER),
    ("memory of a finished request", outsider_holds, "request_outside_holds_no_memory"),
    ("memory of a stranger", lambda s: device(s, Pool.TARGET, held={**s.device[Pool.TARGET].held, 8: (0,)}),
     "request_outside_holds_no_memory"),
    ("two slots", two_slots, "admitted_request_has_a_slot"),
    ("registered active twice", listed_twice("active", 2), "active_holders_are_counted_once"),
    ("parked twice", listed_twice("parked", 1), "parked_holders_are_counted_once"),
    ("a waiting holder", lambda s: view(s, 1, phase=Phase.WAITING), "request_outside_holds_no_adapter"),
    ("a holder that does not exist", listed("active", 2, 1, 8), "request_outside_holds_no_adapter"),
    ("a holder of another's adapter", listed("active", 2, 1, 2), laws.OWN_ADAPTER),
    ("active while suspended", listed("active", 1, 0), "only_admitted_requests_hold_adapters"),
    ("active and parked", listed("active", 1, 0), "active_and_parked_exclude_each_other"),
    ("parked while paused", listed("parked", 2, 1), "only_admitted_requests_hold_adapters"),
    ("paused and not active", listed("active", 2), "seated_request_is_active_on_its_adapter"),
    ("suspended and not parked", listed("parked", 1), "suspended_request_parks_its_adapter"),
    ("a device pin without holder", listed("active", 2), "device_slot_is_pinned_by_active_holders_only"),
    ("a holder without device pin", lambda s: replace(s, device_adapters=level(s.device_adapters, pinned=())),
     "device_slot_is_pinned_by_active_holders_only"),
    ("a holder without host pin", lambda s: replace(s, host_adapters=level(s.host_adapters, pinned={2})),
     "host_copy_is_pinned_by_holders_only"),
    ("pinned and not on the device",
     lambda s: replace(s, device_adapters=level(s.device_adapters, held={}, free=(0,))),
     "pinned_adapters_fit_the_device"),
    ("held and not on the host", lambda s: replace(s, host_adapters=level(s.host_adapters, held={}, free=(0, 1))),
     "held_adapter_stays_on_host"),
    ("one adapter in two places", lambda s: replace(s, host_adapters=level(s.host_adapters, held={2: (0, 1)})),
     laws.ONE_COPY),
    ("the base model in a slot", lambda s: replace(s, device_adapters=level(s.device_adapters, held={0: (0,)})),
     "only_registered_adapters_have_copies"),
    ("a copy of an unregistered adapter", lambda s: replace(s, registry=frozenset({1})),
     "only_registered_adapters_have_copies"),
    ("a named adapter that is not registered", lambda s: replace(s, registry=frozenset({1})),
     "named_adapter_is_registered"),
    ("a reference too many", lambda s: replace(s, references={1: 2, 2: 1}), "references_count_live_requests"),
    ("one row for two", lambda s: replace(s, rows={1: 0, 2: 0}), laws.OWN_ROW),
    ("a row outside the batch", lambda s: replace(s, rows={1: 5}), laws.OWN_ROW),
    ("a row of who was not in the step", lambda s: replace(s, rows={2: 0}), "row_is_of_the_last_step"),
    ("a row of a paused request", lambda s: replace(s, rows={1: 0}), "row_belongs_to_a_seated_request"),
    ("twice in the step", lambda s: replace(s, batch=(2, 2)), laws.ONE_SEAT),
    ("more in the step than may be", lambda s: replace(s, batch=(0, 1, 2)), "batch_stays_within_the_limit"),
    ("a paused request in the step", lambda s: replace(s, batch=(1,)), "only_seated_requests_are_in_the_step"),
    ("a paused request counted as seated", lambda s: replace(s, seats_taken=2), "paused_requests_take_no_seat"),
    ("pauses miscounted", lambda s: replace(s, paused=0), "paused_requests_stay_under_the_cap"),
    ("pages in both tiers", lambda s: device(s, Pool.TARGET, held={**s.device[Pool.TARGET].held, 0: (3,)}),
     "pages_are_in_one_tier"),
    ("draft pages without target pages", lambda s: device(s, Pool.DRAFT, held={2: (0,)}), "pools_move_together"),
    ("pages on the host of who is not suspended", lambda s: view(s, 0, phase=Phase.DECODE),
     "only_suspended_requests_are_on_host"),
]  # fmt: skip


def test_good_snapshot_passes(good: Audited) -> None:
    assert good.now.requests[0].phase == Phase.SUSPENDED
    assert good.now.requests[1].phase == Phase.PAUSED
    assert good.now.requests[2].phase == Phase.PREFILL
    assert good.now.host[Pool.TARGET].held[0]
    assert audit(good) == []


@pytest.mark.parametrize(("change", "law"), [row[1:] for row in BROKEN], ids=[row[0] for row in BROKEN])
def test_broken_snapshot_is_found(good: Audited, change: Callable[[Snapshot], Snapshot], law: str) -> None:
    found = audit(replace(good, now=change(good.now)))
    assert law in [each.law.name for each in found]
    mine = next(each for each in found if each.law.name == law)
    assert mine.law == cite(law)
    assert mine.differs.expected != mine.differs.got


def test_wrong_size_is_found(good: Audited, roomy: Instance) -> None:
    grown = replace(roomy, sizes={**roomy.sizes, "slots_size": 4})
    assert [each.law.name for each in audit(replace(good, instance=grown))] == [laws.SAME_PLACES]


def laws_named_in_the_audit() -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(inspect.getsource(audit_module))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.count("_") > 1:
            names.add(node.value)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "laws":
            names.add(getattr(laws, node.attr))
    known = {name for name in names if name in ENGINE_LAWS or name in audit_module_laws()}
    return known | {f"{kind}_holders_are_counted_once" for kind in ("active", "parked")}


def audit_module_laws() -> set[str]:
    from tenure.model.lifecycle import LAWS

    return set(LAWS)


def test_every_law_of_the_audit_has_an_example() -> None:
    assert laws_named_in_the_audit() == {law for _, _, law in BROKEN}


def test_every_check_is_run() -> None:
    checks = {
        value
        for name, value in vars(audit_module).items()
        if inspect.isgeneratorfunction(value) and not name.startswith("_") and name != "pools"
    }
    assert checks == set(CHECKS)
