"""Of a counterexample a reader sees what matters: sizes, and the facts that the event and the law look at, by name."""

from enum import IntEnum

from tenure.model.catalogue import SYSTEMS
from tenure.model.counterexample import explain
from tenure.model.language import Event, require
from tenure.model.lifecycle import EVENTS, LAWS
from tenure.model.naming import named
from tenure.model.proof import prover_of
from tenure.model.prove import Prover
from tenure.model.showing import Counterexample, told
from tenure.model.sorts import Phase, Request
from tenure.model.state import World

from .mutation import mutated


def forgotten_park() -> Counterexample:
    (event,) = mutated("suspend: park_adapter(w, r)")
    found = explain(event, "suspended_request_parks_its_adapter", EVENTS.values(), Prover(LAWS.values()))
    assert found is not None
    return found


def test_only_facts_in_fields_that_the_event_or_the_law_names_are_shown() -> None:
    found = forgotten_park()
    names = {fact.split(" = ")[0].split("[")[0].split(".")[0] for fact in found.before}
    assert {"phase", "held", "adapter", "active"} <= names
    assert not {"prompt", "registered", "references", "on_device", "life", "slots_free"} & names
    assert "phase[0] = decode" in found.before
    assert found.others == 11


def test_what_the_last_call_changes_is_told_once_and_what_is_left_out_in_one_line() -> None:
    lines = list(told(forgotten_park()))
    assert lines[:2] == [
        "a run from the start, with 1 request, 1 adapter, 1 token a page:",
        "  sizes pool_size.TARGET = 3, pool_size.DRAFT = 2, host_size = 2",
    ]
    assert "    active[0] = 1" in lines
    assert not any("phase[0] = decode" in line for line in lines)
    assert "  changes phase[0] from decode to suspended" in lines
    assert "  left out of the state before it: 11 facts, in fields that neither the event nor the law names" in lines
    assert lines[-1] == "  breaks suspended_request_parks_its_adapter(r=0)"


def test_everything_that_the_run_is_about_is_counted() -> None:
    system = SYSTEMS["pages"]
    fault = system.faults["rebase_of_a_part"]
    found = explain(fault.wrong, fault.breaks[0], system.events.values(), prover_of(system))
    assert found is not None
    assert found.counts == ("1 request", "3 pages", "1 prefix")
    assert "fill[1] = full" in found.before


def test_a_value_that_was_nothing_yet_has_its_name_too() -> None:
    def wake(w: World, r: Request) -> None:
        """Bring a request back that never was."""
        require(w.phase[r] == Phase.ABSENT, "it was never submitted")
        w.phase[r] = Phase.SUSPENDED

    event = Event("wake", (("r", Request),), wake, World)
    found = explain(event, "admitted_request_has_a_slot", [*EVENTS.values(), event], Prover(LAWS.values()))
    assert found is not None
    assert found.changes == (("phase[0]", "absent", "suspended"),)


def test_only_what_is_a_member_of_an_enum_has_a_name() -> None:
    class Empty(IntEnum):
        """No member at all."""

    assert named(Phase, 3) == "decode"
    assert named(Phase, 99) == "99"
    assert named(int, 3) == "3"
    assert named(Empty, 0) == "0"
