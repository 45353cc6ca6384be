"""Every known fault of the caches is caught by a short run that is made for it."""

import pytest

from tenure.conformance.evidence import Violated
from tenure.gpu_backend.sequence.faults import FAULTS, with_faults
from tenure.gpu_backend.sequence.part import FACTORY
from tenure.model.system import SYSTEMS

from ..scripts import Script, goes_well, laws_broken_at_the_end, overrides_steps
from .running import BELOW, DRAFTED, RECEIVED, SCRATCH, SETTLED, Running, active, instance

SCRIPTS = {
    # buffers
    "forward_without_buffers": Script(f"{SETTLED} suspend 0; resume 0; extend 0 1 0 0; forward 0 0"),
    "suspend_keeps_the_buffers": Script(f"{SETTLED} suspend 0"),
    "attach_without_writing": Script("create 0 0; resume 0; extend 0 1 0 0; attach 0"),
    "growth_is_not_listed": Script(f"{active(0)} extend 0 1 0 0"),
    "entries_behind_the_end_stay": Script(f"{active(0)} extend 0 2 0 0; shrink 0 1"),
    "scratch_is_not_listed": Script(SCRATCH),
    "offload_counts_as_the_same_table": Script(BELOW),
    "room_is_without_drafted_blocks": Script(f"{active(0)} extend 0 2 0 0; extend 0 3 0 0", instance(slots=6)),
    "resume_attaches_the_old_buffer": Script(f"{SETTLED} suspend 0; resume 0"),
    "entries_behind_the_end_name_a_page": Script("create 0 0; resume 0; attach 0"),
    "missing_pages_are_listed_as_the_last_slot": Script(SETTLED),
    # scratch
    "one_scratch_page_takes_all_turns": Script(f"{active(0)} extend 0 4 2 2"),
    "scratch_blocks_all_count_as_new": Script(f"{DRAFTED} extend 0 2 1 1"),
    "drafted_pages_go_before_growth_is_sure": Script(f"{DRAFTED} create 1 0; resume 1; extend 1 1 0 0; extend 0 2 1 1"),
    "tail_shares_scratch": Script(f"{active(0)} extend 0 4 3 1"),
    "scratch_for_whatever_comes": Script(f"{active(0)} begin_decoding 0; extend 0 4 2 1"),
    "one_scratch_page_is_always_set_aside": Script(f"{active(0)} extend 0 1 0 0"),
    "scratch_range_begins_at_zero": Script(f"{DRAFTED} extend 0 2 1 1"),
    "shrink_under_scratch": Script(f"{SCRATCH} shrink 0 1"),
    "scratch_outlives_its_forward": Script(f"{SCRATCH} forward 0 0"),
    "resume_fails_with_scratch": Script(
        f"{SCRATCH} suspend 0; offload 0; create 1 0; resume 1; extend 1 2 0 0; resume 0"
    ),
    "suspend_keeps_the_scratch": Script(f"{SCRATCH} suspend 0"),
    "suspend_forgets_the_scratch_range": Script(f"{SCRATCH} suspend 0"),
    "missing_pages_are_taken_for_scratch": Script(f"{RECEIVED} begin_decoding 0"),
    "close_keeps_the_scratch": Script(f"{SCRATCH} close 0"),
    # settling
    "shrink_below_what_is_settled": Script(f"{SETTLED} shrink 0 1"),
    "shrink_to_what_is_settled": Script(f"{active(0)} extend 0 2 0 0; shrink 0 1"),
    "any_rewind_is_let_in": Script(f"{active(0)} extend 0 3 0 0; forward 0 2"),
    "rejected_tokens_are_settled": Script(DRAFTED),
    "window_rounds_up": Script(SETTLED),
    "stale_pages_are_kept": Script(SETTLED),
    "stale_pages_are_lost": Script(SETTLED),
    "begin_decoding_settles_what_no_forward_wrote": Script(f"{DRAFTED} begin_decoding 0"),
    "received_prompt_is_not_settled": Script(f"{RECEIVED} begin_decoding 0"),
    "decoding_starts_before_the_transfer": Script(f"{RECEIVED} begin_decoding 0"),
    "create_expects_to_compute": Script("create 0 1"),
    "close_leaves_its_history": Script(f"{SETTLED} close 0"),
    # suspension
    "resume_leaves_pages_below": Script(f"{BELOW} resume 0"),
    "suspend_twice": Script("create 0 0; suspend 0"),
    "close_leaves_the_lower_tier": Script(f"{BELOW} close 0"),
    "close_forgets_a_suspended_cache": Script(f"{SETTLED} suspend 0; close 0"),
    "slot_is_reused_before_its_copy": Script(BELOW),
    "pages_come_back_empty": Script(f"{BELOW} resume 0"),
    "pages_come_back_in_another_order": Script(
        f"{active(0)} extend 0 2 0 0; forward 0 0; suspend 0; offload 0; resume 0", instance(window=2)
    ),
    # memory
    "freed_slots_keep_their_content": Script(SETTLED),
    "freed_slots_are_lost": Script(SETTLED),
    "two_blocks_get_one_slot": Script(f"{active(0)} extend 0 1 0 0"),
    "forward_writes_one_block_behind": Script(f"{SETTLED} extend 0 1 0 0; forward 0 0"),
    "forward_writes_into_the_padding": Script(SETTLED),
    "next_request_has_the_tokens_of_the_last": Script(
        f"{active(0)} extend 0 1 0 0; forward 0 0; close 0; {active(0)} extend 0 1 0 0; forward 0 0"
    ),
}
"""The shortest run that shows each fault."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_breaks_its_law_at_the_last_call_of_its_run(name: str) -> None:
    script = SCRIPTS[name]
    assert laws_broken_at_the_end(Running(script.size, [name]), script.calls) & set(FAULTS[name].info.laws)


@pytest.mark.parametrize("name", SCRIPTS)
def test_without_the_fault_its_run_breaks_nothing(name: str) -> None:
    goes_well(Running(SCRIPTS[name].size), SCRIPTS[name].calls)


def test_every_fault_that_the_system_names_by_id_is_built_in() -> None:
    known = {fault.id for fault in SYSTEMS["buffers"].faults.values() if fault.id}
    assert known == {fault.info.id for fault in FAULTS.values() if fault.info.id}
    assert SCRIPTS.keys() == FAULTS.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_overrides_a_step_that_is_there_and_names_laws_of_the_system(name: str) -> None:
    fault = FAULTS[name]
    assert overrides_steps(fault.change)
    assert set(fault.info.laws) <= {law.id for law in FACTORY.model.laws.values()}
    assert fault.info.summary.endswith(".")


def test_an_unknown_fault_is_named() -> None:
    with pytest.raises(LookupError, match="no fault 'nothing'"):
        with_faults(["nothing"])


def test_faults_do_not_stay_behind() -> None:
    faulty, healthy = Running(faults=["stale_pages_are_lost"]), Running()
    healthy.say(SETTLED)
    with pytest.raises(Violated):
        faulty.say(SETTLED)
