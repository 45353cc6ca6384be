"""The end of a run: everyone ends, nothing is left, and what is left is a finding."""

from dataclasses import replace

import pytest

from tenure.conformance.comparing import Checks
from tenure.conformance.drain import PASSES, drain, leftovers
from tenure.conformance.reference import ReferenceEngine, ReferenceFactory
from tenure.conformance.script import read_calls
from tenure.conformance.session import Session
from tenure.conformance.snapshot import AdapterView, PoolView, Snapshot
from tenure.model.instance import Instance
from tenure.model.sorts import Phase, Pool

BUSY = (
    "load(1); load(2); submit(0,1,3,1); submit(1,2,2,0); submit(2,0,1,0); admit(0,2); launch; settle_chunk(0);"
    "suspend(0); evict_device(1); admit(1,2); launch; settle_chunk(1); pause(1); admit(2,1)"
)
"""Somebody suspended, somebody paused, somebody planned into a step."""


@pytest.mark.parametrize("more", ["", "; launch", "; revoke(2)", "; launch; settle_chunk(2); grow(2,0)"])
def test_everything_is_free_in_the_end(roomy: Instance, more: str) -> None:
    with Session(ReferenceFactory(), roomy, seed=0) as session:
        for call in read_calls(BUSY + more):
            session.do(call)
        drain(session)
        assert {view.phase for view in session.snapshot.requests.values()} == {Phase.FINISHED}
        assert leftovers(session.snapshot) == []
        ended = [call.event for call in session.calls if call.event in ("finish", "abort")]
        assert len(ended) == roomy.requests
        assert PASSES >= 2


def test_some_finish_and_some_are_aborted(roomy: Instance, decoding: str) -> None:
    with Session(ReferenceFactory(), roomy, seed=0) as session:
        for call in read_calls(f"{decoding}; submit(1,0,1,0)"):
            session.do(call)
        drain(session)
        assert [str(call) for call in session.calls][-5:-3] == ["finish(r=0)", "abort(r=1)"]


def test_engine_that_cannot_be_told_to_end_is_not_asked_what_is_left(roomy: Instance) -> None:
    factory = ReferenceFactory()
    factory.events = factory.events - {"finish", "abort"}
    with Session(factory, roomy, seed=0, checks=Checks(content=False)) as session:
        for call in read_calls(BUSY):
            session.do(call)
        drain(session)
        assert session.snapshot.seats_taken


def left(snapshot: Snapshot, **changes: object) -> list[str]:
    return [each.differs.what for each in leftovers(replace(snapshot, **changes))]  # type: ignore[arg-type]


def test_each_thing_that_is_left_is_named(roomy: Instance) -> None:
    empty = ReferenceEngine(roomy, seed=0).observe()
    assert leftovers(empty) == []
    lost = PoolView(3, (0, 1), {})
    held = PoolView(3, (0, 1, 2), {1: (2,)})
    assert left(empty, slots=lost) == ["free sequence slots"]
    assert left(empty, slots=held) == ["sequence slots held by 1"]
    assert left(empty, host={**empty.host, Pool.DRAFT: replace(empty.host[Pool.DRAFT], held={1: (2,)})}) == [
        "host pages held by 1"
    ]
    assert left(empty, device_adapters=AdapterView(empty.device_adapters.places, frozenset({1}))) == [
        "adapters pinned on the device"
    ]
    assert left(empty, host_adapters=AdapterView(empty.host_adapters.places, frozenset({1}))) == [
        "adapters pinned on the host"
    ]
    assert left(empty, active={1: (0,)}) == ["active holders of adapter 1"]
    assert left(empty, parked={1: (0,)}) == ["parked holders of adapter 1"]
    assert left(empty, references={1: 2}) == ["references of adapter 1"]
    assert left(empty, registry=frozenset({1})) == ["registered adapters"]
    assert left(empty, rows={0: 0}) == ["rows owned"]
    assert left(empty, batch=(0,)) == ["requests in the step"]
    assert left(empty, seats_taken=1) == ["seats taken"]
    assert left(empty, paused=1) == ["paused requests"]
