"""Which laws are named when the engine and the model differ."""

import pytest

from tenure.conformance.abstract import Abstraction
from tenure.conformance.diagnose import broken_laws, by_how_much_they_say, differences, fields_read, overlay, write
from tenure.conformance.reference import ReferenceEngine
from tenure.conformance.script import read_calls
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS, LAWS
from tenure.model.sorts import Adapter, Phase, Pool
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld
from tenure.model.worlds.layout import CELLS


@pytest.fixture
def suspended(roomy: Instance, decoding: str) -> ConcreteWorld:
    engine = ReferenceEngine(roomy, seed=0)
    for call in read_calls(f"{decoding}; suspend(0)"):
        engine.step(call)
    return engine.world


def shown(world: ConcreteWorld, **changes: int) -> list[int]:
    """Return what an engine would show that differs in some cells of request or adapter 0, 1 or none."""
    abstraction = Abstraction(world)
    row = list(abstraction.expected(world.data))
    for at, (cell, key) in enumerate(abstraction.labels):
        name = cell.name if key is None else f"{cell.name}_{key}"
        row[at] = changes.pop(name, row[at])
    assert not changes
    return row


def named(world: ConcreteWorld, **changes: int) -> list[str]:
    return [each.law.name for each in broken_laws(Abstraction(world), world, world, shown(world, **changes))]


def test_narrowest_law_comes_first(suspended: ConcreteWorld) -> None:
    found = named(suspended, active_0=1, parked_0=0, active_holders_1=1, parked_holders_1=0)
    assert found[0] == "suspended_request_parks_its_adapter"
    assert "only_admitted_requests_hold_adapters" in found


def test_no_law_broken_is_said_as_such(suspended: ConcreteWorld) -> None:
    assert named(suspended, prompt_1=2) == ["engine_does_what_the_model_says"]


def test_difference_belongs_to_the_subject_of_the_law(suspended: ConcreteWorld) -> None:
    row = shown(suspended, registered_1=0, row_0=1)
    found = {each.law.name: each for each in broken_laws(Abstraction(suspended), suspended, suspended, row)}
    assert found["row_belongs_to_a_seated_request"].differs.what.startswith("row[0]")
    assert found["named_adapter_is_registered"].differs.what.startswith("registered[1]")
    assert found["named_adapter_is_registered"].about == "a=1"


def test_overlay_keeps_totals_and_tallies_true(suspended: ConcreteWorld) -> None:
    abstraction = Abstraction(suspended)
    world = overlay(suspended, abstraction.label(shown(suspended, active_0=1, phase_0=int(Phase.DECODE))))
    assert world.activating[Adapter(1)] == 1
    assert world.seated.total == 1
    write(world, CELLS["held.TARGET"], 1, 3)
    assert world.held.total[Pool.TARGET] == 3


def test_adapter_that_does_not_exist_is_a_difference_and_no_crash(suspended: ConcreteWorld) -> None:
    assert "engine_does_what_the_model_says" in named(suspended, adapter_0=7)


def test_order_has_every_law_once() -> None:
    order = [law.name for law in by_how_much_they_say()]
    assert sorted(order) == sorted(LAWS)
    assert order == [law.name for law in by_how_much_they_say()]


def test_every_law_reads_a_field() -> None:
    assert all(fields_read(law) for law in LAWS.values())


def test_what_an_event_does_is_asked_of_its_call_alone(suspended: ConcreteWorld) -> None:
    """The model submitted a prompt of three tokens, and the engine shows four."""
    after = ConcreteWorld(suspended.instance)
    after.restore(suspended.state())
    call = Call("submit", (1, 0, 3, 0))
    EVENTS["submit"](after, *call.args)
    row = shown(after, prompt_1=4)
    laws = [
        [each.law.name for each in broken_laws(Abstraction(after), suspended, after, row, made)]
        for made in (call, None, Call("abort", (1,)))
    ]
    assert laws == [["request_is_as_submitted"], *[["engine_does_what_the_model_says"]] * 2]


def test_what_an_event_does_says_the_least() -> None:
    order = [law.of is not None for law in by_how_much_they_say()]
    assert order == sorted(order)


def test_a_phase_is_shown_by_its_name_and_what_is_none_as_a_number(suspended: ConcreteWorld) -> None:
    abstraction = Abstraction(suspended)
    row = shown(suspended, phase_0=int(Phase.DECODE), phase_1=9)
    found = [difference for _, difference in differences(abstraction, abstraction.expected(suspended.data), row)]
    assert [(each.expected, each.got) for each in found] == [("suspended", "decode"), ("absent", "9")]


def test_a_pool_that_a_law_is_about_is_shown_by_its_name(suspended: ConcreteWorld) -> None:
    row = shown(suspended, **{"free.DRAFT": 1})
    found = {each.law.name: each for each in broken_laws(Abstraction(suspended), suspended, suspended, row)}
    assert found["device_pages_are_conserved"].about == "p=draft"
