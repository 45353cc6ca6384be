"""What is refuted is shown as the smallest run, or as a step from a lawful state, and is real either way."""

from tenure.model.counterexample import explain
from tenure.model.language import Event, require
from tenure.model.lifecycle import EVENTS, LAWS
from tenure.model.prove import Prover
from tenure.model.sorts import Phase, Pool, Request
from tenure.model.state import World

from .mutation import mutated


def test_a_forgotten_park_is_shown_as_its_shortest_run() -> None:
    (event,) = mutated("suspend: park_adapter(w, r)")
    found = explain(event, "suspended_request_parks_its_adapter", EVENTS.values(), Prover(LAWS.values()))
    assert found is not None
    assert found.reachable
    assert found.requests == 1
    assert [call.event for call in found.calls] == ["load", "submit", "admit", "launch", "settle_chunk", "suspend"]
    assert found.breaks == "suspended_request_parks_its_adapter(r=0)"
    assert ("phase[0]", "decode", "suspended") in found.changes


def test_a_fault_that_needs_two_requests_is_shown_with_two() -> None:
    """With one seat it takes a second request to exceed it."""
    (event,) = mutated("admit: require(w.seats_taken < w.max_batch, 'a seat is free', 'G3')")
    found = explain(event, "only_unpausing_exceeds_the_seats", EVENTS.values(), Prover(LAWS.values()))
    assert found is not None
    assert found.reachable
    assert found.requests == 2
    assert found.calls[-1].event == "admit"


def test_a_step_that_no_short_run_reaches_is_called_a_counterexample_to_induction() -> None:
    def odd(w: World, r: Request) -> None:
        """Lose a page in a state that lies far beyond the bounded search."""
        require(w.life[r] == 99, "its ninety-ninth life")
        require(w.phase[r] == Phase.DECODE, "it decodes")
        w.free[Pool.TARGET] = w.free[Pool.TARGET] + 1

    event = Event("odd", (("r", Request),), odd, World)
    found = explain(event, "device_pages_are_conserved[TARGET]", [*EVENTS.values(), event], Prover(LAWS.values()))
    assert found is not None
    assert not found.reachable
    assert found.calls[-1].event == "odd"
    assert "life[0] = 99" in found.before


def test_a_value_out_of_its_range_is_shown() -> None:
    def overdraw(w: World, r: Request) -> None:
        """Take a page that may not be there."""
        require(w.phase[r] == Phase.WAITING, "it waits")
        w.host_free = w.host_free - 3

    event = Event("overdraw", (("r", Request),), overdraw, World)
    found = explain(event, "range[host_free]", [*EVENTS.values(), event], Prover(LAWS.values()))
    assert found is not None
    assert found.breaks == "range[host_free]: host_free = -1"
