"""Every known fault of the pipeline is caught by a short run that is made for it."""

import pytest

from tenure.gpu_backend.pipeline.faults import FAULTS, with_faults
from tenure.gpu_backend.pipeline.part import FACTORY

from ..scripts import Script, goes_well, laws_broken_at_the_end
from .running import Running, decoding, instance, planned

NARROW = instance(target=4, draft=2)
"""More places in the target pool than in the draft pool."""
TWO_CHUNKS = f"{planned(0, 4, 2)} launch; chunk 0 2; launch;"
BOTH = f"{planned(1)} {planned(0)} launch;"
"""Two requests in a step, the higher number first."""
SETTLED = decoding(0)
IN_FLIGHT = f"{SETTLED} decode 0 1 0; launch;"
TWO_IN_FLIGHT = f"{IN_FLIGHT} decode 0 0 0; launch;"
LATE = f"{TWO_IN_FLIGHT} suspend 0;"
READING = f"load 1; {planned(0, a=1)} launch;"

SCRIPTS = {
    # planning
    "admission_leaves_draft_out": Script(planned(0)),
    "step_is_as_large_as_two": Script(f"{planned(0)} {planned(1)}", instance(batch=1)),
    "every_request_sees_no_adapters": Script(f"load 1; load 2; {planned(0, a=1)} {planned(1, a=2)}", instance(reads=1)),
    "chunk_keeps_target_growth": Script(f"{planned(0, 3, 2)} launch; chunk 0 1", NARROW),
    "decode_keeps_target_growth": Script(f"{SETTLED} decode 0 1 0", NARROW),
    "growth_is_charged_twice": Script(planned(0)),
    "longest_counts_next_token_only": Script(f"{SETTLED} decode 0 2 0", instance(longest=3)),
    "chunk_drafts_too_early": Script(f"{planned(0, 3, 2)} launch; chunk 0 1"),
    "decode_begins_in_prefill": Script(f"{planned(0, 3, 2)} launch; decode 0 0 0"),
    "displaced_request_decodes_too_early": Script(f"{BOTH} decode 1 0 0; launch; decode 0 0 0"),
    "old_adapter_weights_are_planned": Script(f"load 1; reload 1; {planned(0, a=1)}"),
    "second_vote_keeps_growth": Script(f"{SETTLED} decode 0 0 0; revoke 0"),
    "benchmark_gate_reverts_target_only": Script(f"{SETTLED} decode 0 0 0; revoke 0"),
    "dropped_chunk_keeps_pages": Script(f"{planned(0, 3, 2)} launch; chunk 0 1; revoke 0"),
    "second_vote_reverts_draft_by_target": Script(f"{SETTLED} decode 0 0 1; revoke 0"),
    "revoked_first_chunk_stays_admitted": Script(f"{planned(0)} revoke 0"),
    "revoked_step_keeps_adapters": Script(f"load 1; {planned(0, a=1)} revoke 0"),
    "leaving_request_stays_planned": Script(f"{planned(0)} abort 0"),
    # launching
    "displaced_request_keeps_row": Script(f"{BOTH} decode 1 0 0; launch"),
    "rows_are_numbered_by_request": Script(f"{BOTH} decode 1 0 0; launch; retire 1 1; retire 0 1; retire 1 1"),
    "last_step_is_not_replaced": Script(f"{SETTLED} {planned(1)} launch"),
    "third_step_is_launched": Script(f"{TWO_IN_FLIGHT} decode 0 0 0; launch"),
    "older_step_is_forgotten": Script(f"{planned(0)} launch; {planned(1)} launch"),
    "launched_step_stays_planned": Script(f"{planned(0)} launch"),
    "launch_forgets_reservation": Script(f"{planned(0)} launch"),
    "launch_claims_no_adapters": Script(READING),
    "adapters_go_with_first_frame": Script(f"load 1; {planned(0, a=1)} {planned(1)} launch; retire 1 1"),
    "forward_does_not_wait_for_rows": Script(f"{TWO_IN_FLIGHT} retire 0 1; retire 0 1"),
    "row_counts_rejected_tokens": Script(f"{TWO_IN_FLIGHT} retire 0 1; retire 0 1"),
    "row_is_one_position_ahead": Script(f"{SETTLED} decode 0 0 0; launch; retire 0 1"),
    "padding_writes_first_page": Script(f"{planned(0, 2)} {planned(1)} launch; retire 0 2"),
    "base_model_reads_first_slot": Script(f"load 1; {SETTLED}"),
    # answers
    "newer_width_is_reclaimed": Script(f"{TWO_IN_FLIGHT} retire 0 1"),
    "only_common_width_is_reclaimed": Script(f"{SETTLED} decode 0 1 1; launch; retire 0 1"),
    "rejected_pages_stay": Script(f"{IN_FLIGHT} retire 0 1"),
    "draft_is_not_settled": Script(SETTLED),
    "part_of_chunk_is_kept": Script(f"{planned(0, 2)} launch; retire 0 1"),
    "all_drafted_tokens_are_kept": Script(f"{IN_FLIGHT} retire 0 1"),
    "late_output_is_kept": Script(f"{IN_FLIGHT} suspend 0; retire 0 1"),
    "late_is_who_does_not_run": Script(f"{SETTLED} decode 0 0 0; launch; preempt 0; admit 0 0 2 2; retire 0 1"),
    "failed_output_is_kept": Script(f"{IN_FLIGHT} fail; retire 0 1"),
    "newer_step_stays_behind": Script(f"{TWO_IN_FLIGHT} retire 0 1"),
    "late_update_is_skipped": Script(f"{IN_FLIGHT} suspend 0; drop 0"),
    "fenced_pages_are_lost": Script(f"{IN_FLIGHT} suspend 0; drop 0"),
    "fence_goes_with_first_frame": Script(f"{LATE} drop 0"),
    "late_frame_is_not_waited_for": Script(f"{IN_FLIGHT} suspend 0; drop 0"),
    "reset_keeps_frame_behind": Script(f"{TWO_IN_FLIGHT} fail; reset 0"),
    "reset_keeps_places": Script(f"{IN_FLIGHT} fail; reset 0"),
    "reset_clears_failure": Script(f"{BOTH} fail; reset 0"),
    "failure_passes_to_next_step": Script(f"{TWO_IN_FLIGHT} fail; reset 0"),
    "tokens_in_flight_are_published": Script(f"{IN_FLIGHT} publish 0"),
    "last_frame_is_dropped": Script(f"{IN_FLIGHT} finish 0"),
    # leaving
    "suspend_keeps_row": Script(f"{SETTLED} suspend 0"),
    "suspend_leaves_draft_pool": Script(f"{SETTLED} suspend 0"),
    "suspend_takes_paused_request": Script(f"{SETTLED} pause 0; suspend 0"),
    "suspend_keeps_published_only": Script(f"{SETTLED} publish 0; decode 0 0 0; launch; retire 0 1; suspend 0"),
    "suspend_copies_freed_pages": Script(f"{SETTLED} suspend 0"),
    "resume_fills_target_only": Script(f"{SETTLED} suspend 0; resume 0"),
    "resume_copies_in_reverse": Script(f"{decoding(0, 2)} suspend 0; resume 0"),
    "failed_resume_keeps_target_pages": Script(f"{decoding(0, 2)} suspend 0; {planned(1)} resume 0", NARROW),
    "pages_in_flight_are_free_at_once": Script(f"{IN_FLIGHT} preempt 0"),
    "preempt_revives_what_has_ended": Script(f"{IN_FLIGHT} finish 0; preempt 0"),
    "preempt_keeps_cursor": Script(f"{SETTLED} preempt 0"),
    "pause_drops_what_is_in_flight": Script(f"{IN_FLIGHT} pause 0"),
    "pause_gives_row_up": Script(f"{IN_FLIGHT} pause 0"),
    "pause_takes_request_in_prefill": Script(f"{planned(0, 3, 2)} launch; retire 0 2; pause 0"),
    "pause_leaves_request_planned": Script(f"{SETTLED} decode 0 0 0; pause 0"),
    # memory
    "freed_pages_keep_content": Script(f"{SETTLED} abort 0"),
    "freed_pages_are_lost": Script(f"{SETTLED} abort 0"),
    "page_is_handed_out_twice": Script(planned(0)),
    "load_takes_used_slot": Script("load 1; load 2", instance(slots=1)),
    "base_model_is_loaded": Script("load 0"),
    "evict_under_step": Script(f"{READING} evict 1"),
    "rewrite_under_step": Script(f"{READING} reload 1; rewrite 1"),
    "evict_behind_plan": Script(f"load 1; {planned(0, a=1)} evict 1"),
    "reload_behind_plan": Script(f"load 1; {planned(0, a=1)} reload 1"),
    "evicted_weights_stay": Script("load 1; evict 1"),
    "captured_weights_are_not_renewed": Script(
        f"load 1; {planned(0, a=1)} launch; retire 0 1; reload 1; rewrite 1; decode 0 0 0; launch; retire 0 1"
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


def test_every_fault_of_the_model_that_is_in_the_catalogue_can_be_built_in() -> None:
    named = {fault.id for fault in FACTORY.model.faults.values() if fault.id}
    assert {known.info.id for known in FAULTS.values() if known.info.id} == named


def test_laws_and_scripts_name_what_there_is() -> None:
    there = {law.id for law in FACTORY.model.laws.values()}
    assert all(set(known.info.laws) <= there for known in FAULTS.values())
    assert SCRIPTS.keys() == FAULTS.keys()


def test_an_unknown_fault_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="there is no fault 'nothing' of the pipeline"):
        with_faults(["nothing"])
