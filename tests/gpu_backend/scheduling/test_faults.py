"""Known faults of the scheduling pass are caught by a law that they must break, and the correct part is not."""

import pytest

from tenure.conformance.evidence import Violated
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.verdict import Result
from tenure.gpu_backend.scheduling.faults import FAULTS, with_faults
from tenure.gpu_backend.scheduling.part import FACTORY

from .running import Running, instance

SIZE = instance(drafts=0, multimodal=())
"""Three requests of text in one pool."""
DECODING = """
    arrive 0 1; arrive 1 1; begin_pass; pass_over 0; pass_over 1; begin_contexts; claim 0 0 0; chunk 0 1 0;
    claim 0 1 0; chunk 1 1 0; close_pass; launch 0 0; launch 1 0; settle 0 0; settle 1 0;
"""
"""Requests 0 and 1 generate, and nothing is in flight."""

SCRIPTS = {
    # request 1 is suspended by one pass, and taken once more by the next
    "suspended_request_is_evicted": f"""{DECODING}
        begin_pass; fail 0 0; evict 1; grow 0 0; begin_contexts; pass_over 0; close_pass; launch 0 0; settle 0 0;
        begin_pass; fail 0 0; evict 1""",
    # request 0 is scheduled when request 1 finds no pages
    "search_includes_the_scheduled": f"{DECODING} begin_pass; grow 0 0; fail 1 0; evict 0",
    # request 1 ends with its step in flight while request 0 looks for victims
    "completing_request_is_recomputed": f"""{DECODING}
        begin_pass; grow 0 0; grow 1 0; begin_contexts; pass_over 0; pass_over 1; close_pass; launch 0 0; launch 1 0;
        settle 0 0; foresee 1; begin_pass; fail 0 0; overlook 1; look_further; recompute_victim 1""",
    # request 1 has been suspended by this pass, and could be computed anew
    "second_search_begins_where_the_first_ended": f"{DECODING} begin_pass; fail 0 0; evict 1; look_further",
    # request 2 needs pages, and request 1 is still behind it on the list
    "context_preemption_goes_on": f"""{DECODING}
        arrive 2 1; reorder 1 2; begin_pass; pass_over 0; pass_over 2; pass_over 1;
        begin_contexts; pass_over 0; claim 0 2 0; preempt_for_pages 2 0""",
    # a pass that helps request 0 follows one that did not
    "stalls_are_not_counted_in_a_row": """
        arrive 0 1; begin_pass; pass_over 0; begin_contexts; pass_over 0; close_pass;
        begin_pass; pass_over 0; begin_contexts; claim 0 0 0; chunk 0 1 0; close_pass""",
    # a drafted token is rejected
    "result_leaves_its_step_in_flight": """
        arrive 0 1; begin_pass; pass_over 0; begin_contexts; claim 0 0 0; chunk 0 2 0; close_pass; launch 0 0;
        settle 0 1""",
}
"""Runs whose last call goes wrong, for what the suite does not come to, or sees before it breaks a law of the system.

What shows other than the model says is seen at once, so the first run that shows it may break no law but that.
"""

REFUSED = {"suspended_request_is_evicted", "search_includes_the_scheduled", "completing_request_is_recomputed"}
"""The faults without which the last call of their run is refused; without the others it is done."""

LAWS = {law.id for law in FACTORY.model.laws.values()}
"""The laws of the system, which say what went wrong; that the part differs from the model says it of no fault alone."""


def laws_of(name: str) -> set[str]:
    return LAWS.intersection(FACTORY.known[name].laws)


def before_and_last(name: str) -> tuple[str, str]:
    before, last = SCRIPTS[name].rsplit(";", 1)
    return before, last.strip()


@pytest.mark.parametrize("name", [name for name in FAULTS if name not in SCRIPTS])
def test_fault_is_caught_by_a_law_that_it_must_break(name: str) -> None:
    verdict = PartCampaign(FACTORY, runs=1, faults=(name,)).verdict(small=False)
    assert verdict.result is Result.VIOLATES, verdict
    assert verdict.findings[0].law.id in laws_of(name)


@pytest.mark.parametrize("name", SCRIPTS)
def test_fault_breaks_its_law_at_the_last_call_of_its_run(name: str) -> None:
    before, last = before_and_last(name)
    run = Running(SIZE, [name])
    run.say(before)
    with pytest.raises(Violated) as found:
        run.say(last)
    assert {law for law, _ in found.value.breach.keys} & laws_of(name), found.value


@pytest.mark.parametrize("name", SCRIPTS)
def test_without_the_fault_its_run_breaks_nothing(name: str) -> None:
    before, last = before_and_last(name)
    Running(SIZE).say(f"{before}; {'!' if name in REFUSED else ''}{last}")


def test_scripts_and_laws_name_what_there_is() -> None:
    assert REFUSED <= SCRIPTS.keys() <= FAULTS.keys() == FACTORY.known.keys()
    assert all(set(known.info.laws) <= {*LAWS, "O1"} for known in FAULTS.values())
    assert all(map(laws_of, FAULTS))


def test_every_fault_of_the_model_that_is_in_the_catalogue_can_be_built_in() -> None:
    named = {fault.id for fault in FACTORY.model.faults.values() if fault.id}
    assert {known.info.id for known in FAULTS.values() if known.info.id} == named


def test_an_unknown_fault_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="there is no fault 'nothing' of the scheduling pass"):
        with_faults(["nothing"])
