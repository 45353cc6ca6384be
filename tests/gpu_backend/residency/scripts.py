"""For each known fault a short run whose last call shows it, and the size that it takes."""

from ..scripts import Script
from .running import HEADROOM, PAUSED, PLAIN, PLANNED, admitted, instance, live

TWO = instance(max_batch=2)
ADAPTERS = instance(1, 2, 1, 2)
ONE_SLOT = instance(1, 2, 1, 2, device_slots=1)

READY = f"{HEADROOM} {PLANNED}"
LIVE = f"{READY} {live(0, 2)}"
RUNNING = f"{LIVE} schedule 0; launch;"
COMPLETING = f"{RUNNING} retire_last 0;"
SUSPENDED = f"{LIVE} suspend 0;"
TAKEN = f"{PAUSED} match 1; admit 1; land 1 3;"
"""Request 0 is paused, and request 1 has its seat."""
OVERDUE = f"{TAKEN} stand_still; begin_pass; wait 0; open_admissions; stand_still; begin_pass;"
DISPLACED = f"{OVERDUE} force_resume 0; open_admissions;"
"""Requests 0 and 1 are live, and there is one seat."""
SACRIFICED = f"{HEADROOM} {PLANNED} {live(0, 2)} stand_still; submit 1; turn_late 1; begin_pass; sacrifice 0 1;"
RESUMED = f"{PAUSED} stand_still; begin_pass; wait 0; resume_paused 0;"
LORA = f"{HEADROOM} {PLANNED} {live(0, 2, 1)}"
LORA_PAUSED = f"{LORA} stand_still; submit 1; turn_late 1; begin_pass; pause 0 1;"

SCRIPTS = {
    # pools
    "reserve_before_the_checks": Script("reserve 0"),
    "start_keeps_headroom_without_pausing": Script("prepare; reserve 0; start"),
    "start_forgets_the_recurrent_pool": Script("prepare; reserve 0; reserve 1; reserve 3; start"),
    "start_forgets_the_index_pool": Script("prepare; reserve 0; reserve 2; reserve 3; start"),
    "start_forgets_the_drafter_pool": Script("prepare; reserve 0; reserve 1; reserve 2; start"),
    "start_forgets_the_sequence_pool": Script("prepare; reserve 1; reserve 2; reserve 3; start"),
    "prepare_turns_pausing_on": Script("prepare"),
    "start_with_an_empty_batch": Script("start_plain", instance(max_batch=0)),
    "submit_before_the_start": Script("submit 0"),
    "unmatch_loses_the_slot": Script("start_plain; submit 0; match 0; unmatch 0"),
    "admit_without_a_seat": Script(f"{READY} {admitted(0)} submit 1; match 1; admit 1"),
    "sequence_slot_is_freed_twice": Script(f"{READY} {admitted(0)} abort 0"),
    "slot_in_use_stays_free": Script("start_plain; submit 0; match 0"),
    "freed_state_stays_readable": Script("start_plain; submit 0; match 0; unmatch 0"),
    "match_restores_nothing": Script("start_plain; submit 0; match 0"),
    "states_are_found_by_row": Script(f"{READY} {live(0, 2)} {live(1, 3)} schedule 1; launch", TWO),
    "abort_forgets_the_matched_slot": Script("start_plain; submit 0; match 0; abort 0"),
    "preempt_keeps_the_sequence_slot": Script(f"{LIVE} preempt 0"),
    # drafter
    "drop_slot_of_a_displaced_request": Script(LIVE),
    "drop_slot_of_a_paused_request": Script(PAUSED),
    "suspend_keeps_the_drafter_slot": Script(SUSPENDED),
    "launch_before_slots_are_dropped": Script(f"{READY} {live(0, 2)} {live(1, 3)} suspend 0; schedule 1; launch", TWO),
    "land_in_the_scratch_slot": Script(f"{READY} {admitted(0)} land 0 1"),
    "padding_writes_to_a_live_slot": Script(f"{READY} {live(0, 2)} {live(1, 3)} schedule 1; launch", TWO),
    "land_takes_over_a_slot": Script(f"{READY} {live(0, 2)} {admitted(1)} land 1 2", TWO),
    "land_leaves_the_slot_free": Script(LIVE),
    "land_computes_no_context": Script(LIVE),
    "dropped_context_stays_readable": Script(f"{SUSPENDED} drop_slot 0"),
    "dropped_slot_is_not_found_again": Script(f"{SUSPENDED} drop_slot 0"),
    "dropped_slot_still_refers_to_its_block": Script(f"{SUSPENDED} drop_slot 0"),
    # batch
    "launch_leaves_old_rows": Script(
        f"{READY} {live(0, 2)} {live(1, 3)} schedule 0; launch; retire 0; {PLANNED} schedule 1; launch", TWO
    ),
    "suspend_keeps_the_row": Script(f"{RUNNING} retire 0; suspend 0"),
    "pause_keeps_the_row": Script(f"{RUNNING} retire 0; submit 1; turn_late 1; begin_pass; pause 0 1"),
    "rows_are_read_in_the_new_order": Script(
        f"{READY} {live(0, 2)} {live(1, 3)} schedule 0; schedule 1; launch; retire 0; retire 1;"
        f"{PLANNED} schedule 1; launch",
        TWO,
    ),
    "every_row_is_read": Script(RUNNING),
    "schedule_every_live_request": Script(f"{DISPLACED} schedule 0; schedule 1"),
    "schedule_a_paused_request": Script(f"{PAUSED} schedule 0"),
    "schedule_into_a_running_batch": Script(f"{READY} {live(0, 2)} {live(1, 3)} schedule 0; launch; schedule 1", TWO),
    "next_pass_begins_with_the_first_token": Script(f"{RUNNING} begin_pass"),
    "paused_requests_count_as_stalled": Script(f"{PAUSED} stand_still"),
    "stall_is_not_forgotten": Script(f"{LIVE} stand_still; begin_pass"),
    "retire_counts_no_step": Script(f"{RUNNING} retire 0", instance(first_rest=1)),
    # passes
    "begin_pass_counts_no_wait": Script(f"{PAUSED} stand_still; begin_pass"),
    "wait_for_a_free_seat": Script(f"{OVERDUE} wait 0"),
    "force_resume_by_the_local_clock": Script(f"{PAUSED} stand_still; begin_pass; force_resume 0"),
    "open_admissions_before_all_waits_are_counted": Script(f"{TAKEN} stand_still; begin_pass; open_admissions"),
    "resume_without_a_seat": Script(f"{TAKEN} stand_still; begin_pass; wait 0; resume_paused 0"),
    "occupancy_counts_paused_requests": Script(PAUSED),
    "open_admissions_before_the_lane_is_served": Script(f"{PAUSED} stand_still; begin_pass; wait 0; open_admissions"),
    "open_admissions_without_asking_the_policy": Script(f"{HEADROOM} open_admissions"),
    "admit_is_not_counted": Script(f"{READY} {admitted(0)}"),
    "turn_late_without_a_target": Script("start_plain; submit 0; turn_late 0"),
    "admitted_request_stays_late": Script(f"{READY} submit 0; match 0; turn_late 0; admit 0"),
    # pausing
    "pause_for_nobody": Script(f"{LIVE} stand_still; submit 1; begin_pass; pause 0 1"),
    "pause_beyond_the_cap": Script(f"{TAKEN} stand_still; submit 2; turn_late 2; begin_pass; wait 0; pause 1 2"),
    "pause_with_plain_pools": Script(
        f"{PLAIN} set_target; {PLANNED} {live(0, 2)} stand_still; submit 1; turn_late 1; begin_pass; pause 0 1"
    ),
    "pause_without_hysteresis": Script(f"{RESUMED} pause 0 1"),
    "resume_sets_no_rest": Script(RESUMED),
    "forced_resume_sets_no_rest": Script(f"{OVERDUE} force_resume 0"),
    "pause_without_a_limit": Script(f"{RESUMED} pause 0 1", instance(pause_limit=1, hysteresis=0)),
    "pause_leaves_no_record": Script(PAUSED),
    "pause_looks_like_no_pause": Script(PAUSED),
    "pause_lets_the_adapter_go": Script(LORA_PAUSED, ADAPTERS),
    "pause_gives_the_index_slot_back": Script(PAUSED),
    # victims
    "suspend_takes_a_paused_request": Script(f"{PAUSED} suspend 0"),
    "preempt_takes_a_completing_request": Script(f"{COMPLETING} preempt 0"),
    "suspend_takes_a_request_of_the_batch": Script(f"{RUNNING} suspend 0"),
    "abort_under_the_batch": Script(f"{RUNNING} abort 0"),
    "bring_back_skips_the_transfer": Script(f"{SUSPENDED} drop_slot 0; stand_still; {PLANNED} bring_back 0"),
    "abort_leaves_the_paused_set_as_it_is": Script(f"{PAUSED} abort 0"),
    "completion_leaves_the_paused_set_as_it_is": Script(f"{PAUSED} complete_paused 0"),
    "preempt_forgets_pauses": Script(f"{RESUMED} preempt 0"),
    "preempt_forgets_the_sacrifice": Script(
        f"{SACRIFICED} stand_still; begin_pass; wait 0; resume_paused 0; preempt 0"
    ),
    # adapters
    "open_admissions_forgets_paused_adapters": Script(LORA_PAUSED, ADAPTERS),
    "retry_forgets_paused_adapters": Script(f"{LORA_PAUSED} claim 2; retry", ADAPTERS),
    "retry_loses_the_room": Script(f"{READY} claim 1; retry", ADAPTERS),
    "claim_is_not_counted": Script(f"{READY} claim 1", ADAPTERS),
    "claim_for_each_request": Script(f"{READY} claim 1; claim 1", ADAPTERS),
    "claim_for_the_base_model": Script(f"{READY} claim 0", ADAPTERS),
    "claims_outlive_their_pass": Script(f"{READY} claim 1; stand_still; {PLANNED}", ONE_SLOT),
    "bring_back_without_a_claim": Script(
        f"{LORA} suspend 0; drop_slot 0; stand_still; {PLANNED} bring_back 0", ONE_SLOT
    ),
    "bring_back_is_not_counted": Script(
        f"{LORA} suspend 0; drop_slot 0; stand_still; {PLANNED} claim 1; bring_back 0", ADAPTERS
    ),
    "suspend_keeps_the_adapter": Script(f"{LORA} suspend 0", ADAPTERS),
    "suspend_takes_a_shared_adapter_away": Script(f"{LORA} {live(2, 3)} suspend 0", instance(1, 2, 1, 2, max_batch=2)),
    "unused_adapter_stays": Script(f"{LORA} suspend 0", ADAPTERS),
    # learning
    "gain_moves_in_every_pass": Script(f"{HEADROOM} begin_pass"),
    "finish_teaches_without_a_target": Script(
        f"{PLAIN} {PLANNED} {live(0, 2)} schedule 0; launch; retire_last 0; finish 0 0 1"
    ),
    "gain_has_no_bounds": Script(f"{COMPLETING} finish 0 0 1", instance(gain_span=0)),
    "credit_has_no_ceiling": Script(f"{COMPLETING} finish 0 0 1", instance(credit_span=0, price=1)),
    "finish_debits_a_sacrificed_request_again": Script(f"{SACRIFICED} complete_paused 0; finish 0 1 1"),
    "finish_never_refunds": Script(f"{SACRIFICED} complete_paused 0; finish 0 0 1"),
    "finish_never_debits": Script(f"{COMPLETING} finish 0 1 1"),
    "finish_a_live_request": Script(f"{LIVE} finish 0 0 1"),
    "sacrifice_is_free": Script(SACRIFICED),
    "sacrifice_is_debited_at_every_pause": Script(
        f"{SACRIFICED} stand_still; begin_pass; wait 0; resume_paused 0; sacrifice 0 1",
        instance(hysteresis=0, credit_span=4),
    ),
    # what nothing else shows
    "preempted_request_is_not_queued": Script(f"{LIVE} preempt 0"),
    "steps_are_counted_from_the_last_pause": Script(
        f"{RUNNING} retire 0; submit 1; turn_late 1; begin_pass; pause 0 1; stand_still; begin_pass; wait 0;"
        "resume_paused 0"
    ),
}
"""The runs, by the name of the fault. Without the fault the last call is done, or refused, as it should be."""
