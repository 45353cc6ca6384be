"""Every fault of the model breaks the laws that it names, and a run of the lifecycle shows each of its own."""

from dataclasses import dataclass, field, replace
from functools import cache

import pytest

from tenure.model.catalogue import SYSTEMS
from tenure.model.check import broken
from tenure.model.counterexample import explain
from tenure.model.formula import paths
from tenure.model.instance import Instance
from tenure.model.language import Fault
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.obligation import Answer
from tenure.model.proof import prover_of
from tenure.model.prove import Prover
from tenure.model.solve import decide_all
from tenure.model.system import System
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

FAULTS = [(system, fault) for system in SYSTEMS.values() for fault in system.faults.values()]


@dataclass(frozen=True)
class Setting:
    """Where a fault shows: with how many requests and adapters, which sizes, and after which events."""

    events: str
    requests: int = 1
    adapters: int = 1
    sizes: dict[str, int] = field(default_factory=dict)


_TO_DECODE = "submit admit launch settle_chunk grow"

SETTINGS = {
    "admit_claims_no_place_for_its_adapter": Setting("load submit admit", 2, 2, {"max_batch": 2}),
    "submit_takes_a_prompt_of_any_length": Setting("submit", sizes={"max_length": 1}),
    "growth_is_charged_twice": Setting(_TO_DECODE, sizes={"max_batch": 2, "pool_size.TARGET": 5}),
    "growth_passes_the_longest": Setting(_TO_DECODE, sizes={"pool_size.TARGET": 5, "pool_size.DRAFT": 5}),
    "batch_grows_past_its_limit": Setting(f"{_TO_DECODE} pause force_unpause", 2),
    "chunk_joins_a_running_step": Setting("submit admit launch settle_chunk chunk", 2, sizes={"max_batch": 2}),
    "planned_request_counts_as_run": Setting(_TO_DECODE, 2, sizes={"max_batch": 2}),
    "suspend_releases_shared_slot": Setting("load submit admit launch settle_chunk suspend", 2, sizes={"max_batch": 2}),
    "admit_does_not_ask_the_draft_pool": Setting("submit admit", sizes={"pool_size.DRAFT": 0}),
    "resume_without_room_on_the_device": Setting(
        "submit admit launch settle_chunk suspend resume", 2, sizes={"pool_size.TARGET": 1}
    ),
    "pause_over_the_cap": Setting("submit admit launch settle_chunk pause", sizes={"pause_cap": 0}),
    "unpause_without_a_free_seat": Setting("submit admit launch settle_chunk pause unpause", 2),
    "admit_with_no_slot_left": Setting("submit admit", sizes={"slots_size": 0}),
    "admit_does_not_look_at_its_slot": Setting("submit admit", sizes={"slots_size": 0}),
    "resume_takes_a_seat_that_is_taken": Setting("submit admit launch settle_chunk suspend resume", 2),
    "displaced_request_keeps_row": Setting("submit admit launch settle_chunk", 2),
    "settle_chunk_ends_the_step": Setting("submit admit launch settle_chunk", 2, sizes={"max_batch": 2}),
    "rejected_drafts_keep_pages": Setting(f"{_TO_DECODE} accept", sizes={"pool_size.DRAFT": 3}),
    "rejected_drafts_keep_draft_pages": Setting(f"{_TO_DECODE} accept", sizes={"pool_size.DRAFT": 3}),
    "accept_keeps_every_draft": Setting(f"{_TO_DECODE} accept", sizes={"pool_size.DRAFT": 3}),
}
"""The faults that show with more, or with less, than one request in the small instance; fewer events are searched."""

REVIVES = "submit_revives_an_ended_request"
"""The search submits each request once, and so never sees this fault."""


def name_of(named: System | Fault) -> str:
    """Return what a test of a system or a fault is called."""
    return named.name


@cache
def prover(system: str) -> Prover:
    """Return the prover of a system, made once."""
    return prover_of(SYSTEMS[system])


def not_refuted(fault: Fault, chosen: Prover) -> set[str]:
    """Return the laws that a fault names and does not break; what is refuted of one path is not asked of the next."""
    left = set(fault.breaks)
    for stated in chosen.statements(paths(fault.wrong, chosen.possible)):
        if not left:
            break
        asked = [goal for goal in stated.goals if goal.law.split("[")[0] in left]
        found = decide_all(stated.solver, asked, stated.path)
        left -= {each.law.split("[")[0] for each in found if each.answer is Answer.REFUTED}
    return left


@pytest.mark.parametrize(("system", "fault"), FAULTS, ids=name_of)
def test_the_prover_refutes_every_law_that_a_fault_names(system: System, fault: Fault) -> None:
    assert fault.breaks
    assert not_refuted(fault, prover(system.name)) == set()


@pytest.mark.parametrize("fault", [each for each in LIFECYCLE.faults.values() if each.name != REVIVES], ids=name_of)
def test_a_run_from_the_start_shows_a_fault(fault: Fault, monkeypatch: pytest.MonkeyPatch) -> None:
    setting = SETTINGS.get(fault.name, Setting(" ".join(LIFECYCLE.events)))
    own = LIFECYCLE.instance(setting.requests)
    size = replace(own, adapters=setting.adapters, sizes={**own.sizes, **setting.sizes})

    def small(requests: int) -> Instance:  # noqa: ARG001  the setting says how many
        return size

    chosen = prover("lifecycle")
    monkeypatch.setattr(chosen, "small", small)
    events = [LIFECYCLE.events[name] for name in setting.events.split()]
    names = [formula.name for formula in reversed(chosen.formulas) if formula.law.name in fault.breaks]
    shown = (explain(fault.wrong, name, events, chosen) for name in names)
    assert any(found is not None and found.reachable for found in shown)


def test_a_number_that_is_given_again_revives_an_ended_request() -> None:
    fault = LIFECYCLE.faults[REVIVES]
    after = ConcreteWorld(LIFECYCLE.instance(1))
    for name, args in (("submit", (0, 0, 1, 0)), ("abort", (0,))):
        LIFECYCLE.events[name](after, *args)
    before = ConcreteWorld(after.instance)
    before.restore(after.state())
    fault.wrong(after, 0, 0, 2, 0)
    found = {each.law.name for each in broken(LIFECYCLE.laws.values(), after, before, Call("submit", (0, 0, 2, 0)))}
    assert found == set(fault.breaks)
