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


def test_no_run_is_looked_for_where_there_is_no_time_for_more() -> None:
    (event,) = mutated("suspend: park_adapter(w, r)")
    law = "suspended_request_parks_its_adapter"
    found = explain(event, law, EVENTS.values(), Prover(LAWS.values()), lambda: False)
    assert found is not None
    assert not found.reachable
    assert [call.event for call in found.calls] == ["suspend"]


def test_a_value_out_of_its_range_is_shown() -> None:
    def overdraw(w: World, r: Request) -> None:
        """Take a page that may not be there."""
        require(w.phase[r] == Phase.WAITING, "it waits")
        w.host_free = w.host_free - 3

    event = Event("overdraw", (("r", Request),), overdraw, World)
    found = explain(event, "range[host_free]", [*EVENTS.values(), event], Prover(LAWS.values()))
    assert found is not None
    assert found.breaks == "range[host_free]: host_free = -1"


def test_a_call_that_changes_nothing_is_shown_as_a_run_to_it() -> None:
    def ponder(w: World, r: Request) -> None:
        """Write only what is there."""
        require(w.phase[r] == Phase.WAITING, "it waits")
        w.host_free = w.host_free + 0

    event = Event("ponder", (("r", Request),), ponder, World)
    found = explain(event, "event_changes_something", [*EVENTS.values(), event], Prover(LAWS.values()))
    assert found is not None
    assert [call.event for call in found.calls] == ["submit", "ponder"]
    assert found.changes == ()
    assert found.breaks == "event_changes_something: it is done, and leaves everything as it was"


def test_an_event_that_always_changes_something_has_no_such_run() -> None:
    (submit,) = [each for each in EVENTS.values() if each.name == "submit"]
    assert explain(submit, "event_changes_something", [submit], Prover(LAWS.values())) is None


def test_a_refusal_that_changes_something_is_shown_with_the_guard_that_comes_too_late() -> None:
    def hasty(w: World, r: Request) -> None:
        """Take a page, and ask only then."""
        require(w.phase[r] == Phase.WAITING, "it waits")
        w.host_free = w.host_free - 1
        require(w.life[r] == 0 and w.phase[r] == Phase.ABSENT, "it was never here", "G2")

    event = Event("hasty", (("r", Request),), hasty, World)
    found = explain(event, "refusal_changes_nothing", [*EVENTS.values(), event], Prover(LAWS.values()))
    assert found is not None
    assert [call.event for call in found.calls] == ["submit", "hasty"]
    assert [name for name, _, _ in found.changes] == ["host_free"]
    assert found.breaks == (
        "refusal_changes_nothing: the guard 'it was never here' (G2) refuses it after that; "
        "move it before the first change"
    )


def test_the_branches_are_those_that_the_last_call_takes() -> None:
    """The path that was refuted first has an adapter; the shortest run has none."""
    for key, law, adapter in (
        ("suspend: leave_seat(w, r)", "paused_requests_take_no_seat", "no"),
        ("suspend: park_adapter(w, r)", "suspended_request_parks_its_adapter", None),
    ):
        (event,) = mutated(key)
        found = explain(event, law, EVENTS.values(), Prover(LAWS.values()))
        assert found is not None
        asked = [each.rpartition(" → ") for each in found.branches]
        assert [answer for where, _, answer in asked if "w.adapter[r] != NO_ADAPTER" in where] == (
            [adapter] if adapter else []
        )
        assert [answer for where, _, answer in asked if "<= w.host_free" in where] == ["yes"]
