"""Shrinking: the same law, nothing that could be left out, and the same result every time."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tenure.conformance.engine import SCHEDULE
from tenure.conformance.evidence import Breach
from tenure.conformance.replay import replay
from tenure.conformance.script import USUAL, instance_of, read_calls, sizes_of
from tenure.conformance.shrink import possible_only, shrink, weight
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS
from tenure.model.trace import Call, Trace

LONG = (
    "load(2); submit(2,2,3,1); submit(1,0,2,0); admit(2,2); admit(1,2); launch; settle_chunk(1); settle_chunk(2);"
    "load(1); grow(1,0); chunk(2,1); launch; accept(1,0); settle_chunk(2); pause(1); suspend(0); grow(2,1); launch;"
    "accept(2,0); suspend(2); finish(1)"
)
LAW = ("P7", "suspended_request_parks_its_adapter")


@pytest.fixture
def probe(wrong: Callable[[str], Any]) -> Callable[[Trace], Breach | None]:
    factory = wrong("KeepsAdapterActive").factory
    return lambda trace: replay(factory, trace)


@pytest.fixture
def small(probe: Callable[[Trace], Breach | None], roomy: Instance) -> Trace:
    return shrink(probe, LAW, Trace(roomy, 0, read_calls(LONG)))


def neighbours(trace: Trace) -> Iterator[Trace]:
    for at, call in enumerate(trace.calls):
        yield replace(trace, calls=(*trace.calls[:at], *trace.calls[at + 1 :]))
        for which, value in enumerate(call.args):
            for less in range(value):
                args = (*call.args[:which], less, *call.args[which + 1 :])
                yield replace(trace, calls=(*trace.calls[:at], Call(call.event, args), *trace.calls[at + 1 :]))
    sizes = sizes_of(trace.instance)
    tokens = max(c.args[2] for c in trace.calls if c.event == "submit")
    least = {**USUAL, "max_length": tokens}
    for name, value in sizes.items():
        for less in range(least[name], value):
            yield replace(trace, instance=instance_of({**sizes, name: less}))


def test_result_is_short_and_breaks_the_law(small: Trace, probe: Callable[[Trace], Breach | None]) -> None:
    breach = probe(small)
    assert breach is not None
    assert LAW in breach.keys
    assert [call.event for call in small.calls] == ["load", "submit", "admit", "launch", "settle_chunk", "suspend"]
    assert small.instance.requests == small.instance.adapters == 1


def test_nothing_can_be_left_out(small: Trace, probe: Callable[[Trace], Breach | None]) -> None:
    for smaller in neighbours(small):
        breach = probe(smaller)
        assert breach is None or LAW not in breach.keys, smaller


def test_result_is_the_same_every_time(small: Trace, probe: Callable[[Trace], Breach | None], roomy: Instance) -> None:
    assert shrink(probe, LAW, Trace(roomy, 0, read_calls(LONG))) == small


def test_another_law_does_not_count(roomy: Instance) -> None:
    start = Trace(roomy, 0, read_calls(LONG))
    assert shrink(lambda _: None, LAW, start) == start


def test_long_run_may_be_left_to_the_engine(roomy: Instance, wrong: Callable[[str], Any]) -> None:
    factory = wrong("KeepsAdapterActive").factory
    start = Trace(roomy, 0, read_calls("load(1); submit(0,1,1,0); schedule; schedule; grow(0,0); launch; accept(0,0);"
                                       "suspend(0)"))  # fmt: skip
    small = shrink(lambda trace: replay(factory, trace), LAW, start, plans=True)
    assert SCHEDULE in small.calls
    assert len(small.calls) <= 5


def test_what_becomes_impossible_goes_too(roomy: Instance) -> None:
    trace = Trace(roomy, 0, read_calls("load(1); submit(0,1,1,0); suspend(1); admit(0,1); schedule; launch"))
    left = possible_only(trace, frozenset([0]))
    assert [call.event for call in left.calls] == ["suspend", "schedule", "launch"]


def test_fewer_calls_weigh_less_than_smaller_numbers(roomy: Instance) -> None:
    one, two = Trace(roomy, 0, read_calls("suspend(2)")), Trace(roomy, 0, read_calls("load(0); load(0)"))
    assert weight(one) < weight(two)
    assert all(event in EVENTS for event in ("suspend", "load"))
