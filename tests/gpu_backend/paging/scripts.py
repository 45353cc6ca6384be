"""The shortest run that shows each fault: its last call breaks a law that the fault names."""

from typing import Final

from tenure.model.instance import Instance

from .running import ASIDE, AWAY, CACHED, FULL, PUBLISHED, WRITTEN, instance

ALLOCATED = "submit 0; allocate 0 0;"
STEPPING = f"{ALLOCATED} issue_step 0 0 0;"
LOADING = f"{PUBLISHED} submit 1; issue_load 0 1 0 1;"
STORING = f"{CACHED} issue_store 0 0 3;"
STORED = f"{STORING} complete_copy 0 0 3; poll_store 0 3;"
MOVING = f"{ASIDE} issue_move 0 0;"

SCRIPTS: Final[dict[str, str | tuple[str, Instance]]] = {
    # issue
    "step_holds_nothing": STEPPING,
    "step_writes_a_shared_page": f"{WRITTEN} publish 0 0 0; issue_step 0 0 0",
    "step_writes_a_full_page": f"{FULL} issue_step 0 0 0",
    "step_of_a_suspended_request": f"{ALLOCATED} suspend 0; issue_step 0 0 0",
    "step_computes_with_the_newest_weights": f"{ALLOCATED} change_weights; issue_step 0 0 0; complete_step 0 0 0",
    "step_reads_the_table_late": (
        f"{ALLOCATED} allocate 0 1; allocate 0 2; issue_step 0 0 1; drop 0 0; complete_step 0 1 0"
    ),
    "name_is_used_again": f"{LOADING} issue_load 0 1 0 2",
    "load_reads_a_private_page": f"{FULL} issue_load 0 0 0 1",
    "load_reads_a_free_page": f"{CACHED} reset_device; submit 1; issue_load 0 1 0 1",
    "load_across_the_weights": f"submit 1; {PUBLISHED} change_weights; restore 1 1 1; issue_load 0 1 1 2",
    "load_forgets_for_whom": f"submit 1; {PUBLISHED} change_weights; issue_load 0 1 0 1",
    "copy_leaves_its_source": STORING,
    "copy_overtakes_its_stream": STORING,
    "store_stays_on_the_device": f"{CACHED} issue_store 0 0 1",
    "refused_store_loses_its_source": (f"{STORED} submit 1; restore 1 1 1; issue_store 0 1 3", instance(0, 0, 1, 1)),
    "peer_gets_nothing": f"{FULL} issue_send 0 0 0; complete 0",
    "send_of_a_page_with_room": f"{WRITTEN} issue_send 0 0 0",
    "move_under_a_step": f"{STEPPING} suspend 0; issue_move 1 0",
    "move_leaves_its_request_suspended": MOVING,
    "move_mixes_pages_up": (
        f"{WRITTEN} allocate 0 1; issue_step 0 0 1; complete_step 0 1 0; poll 0;"
        f"suspend 0; set_aside 0 3 0; set_aside 0 4 1; issue_move 0 0; complete 0"
    ),
    # ends
    "step_is_reported_too_early": f"{STEPPING} complete_step 0 0 0",
    "step_ends_under_another": f"{STEPPING} issue_step 1 0 0; complete_step 0 0 1",
    "copy_is_reported_too_early": f"{LOADING} complete_copy 0 0 1",
    "move_is_reported_too_early": f"{MOVING} complete 0",
    "completion_releases_at_once": f"{MOVING} complete 0",
    "failed_copy_leaves_something": f"{LOADING} fail 0",
    "lost_copy_arrives_after_all": f"{LOADING} lose 0; give_up 0",
    "copy_leaves_out_the_last_position": f"{LOADING} complete_copy 0 0 1",
    "slots_are_mixed_up": "submit 0; allocate 0 1; issue_step 0 0 1; complete_step 0 1 0",
    # polls
    "poll_keeps_the_pages": f"{STEPPING} complete_step 0 0 0; poll 0",
    "poll_releases_twice": f"{STEPPING} complete_step 0 0 0; poll 0",
    "first_end_releases_all": f"{PUBLISHED} issue_send 0 0 0; issue_send 1 0 0; abort 0; complete 0; poll 0",
    "poll_does_not_wait": f"{STEPPING} poll 0",
    "poll_suspends_a_new_life": f"{MOVING} abort 0; complete 0; poll 0",
    "load_lands_in_a_later_life": f"{LOADING} abort 1; complete_copy 0 0 1; poll_load 0 1",
    "load_lands_in_a_suspended_request": f"{LOADING} suspend 1; complete_copy 0 0 1; poll_load 0 1",
    "load_lands_although_it_failed": f"{LOADING} fail 0; poll_load 0 1",
    "store_is_forgotten": STORED,
    "store_lands_after_the_reset": f"{STORING} complete_copy 0 0 3; change_weights; poll_store 0 3",
    "move_forgets_where_the_set_is": AWAY,
    "move_forgets_the_copies": AWAY,
    "move_keeps_the_originals": AWAY,
    "move_lands_in_a_later_life": f"{MOVING} abort 0; complete 0; poll_move 0",
    "giving_up_forgets_who_waits": f"{MOVING} lose 0; give_up 0",
    "giving_up_suspends_a_new_life": f"{STEPPING} finish 0; lose 0; give_up 0",
    "giving_up_on_what_still_runs": f"{STEPPING} give_up 0",
    # lives
    "abort_keeps_what_was_set_aside": f"{ASIDE} abort 0",
    "abort_of_an_ended_request": "submit 0; finish 0; abort 0",
    "end_frees_what_a_step_reads": f"{STEPPING} abort 0",
    "end_releases_what_is_in_flight": f"{STEPPING} abort 0",
    "finish_releases_twice": f"{STEPPING} finish 0",
    "end_counts_no_life": f"{STEPPING} finish 0",
    "preempt_without_a_gain": f"{STEPPING} preempt 0 0",
    "preempt_keeps_the_old_weights": f"{ALLOCATED} change_weights; preempt 0 0",
    "preempt_stays_below": f"{AWAY} preempt 0 3",
    "resume_from_below": f"{AWAY} resume 0",
    "resume_keeps_what_was_set_aside": f"{ASIDE} resume 0",
    # tables
    "set_aside_under_a_step": f"{STEPPING} suspend 0; set_aside 0 3 0",
    "drop_from_a_suspended_set": f"{WRITTEN} suspend 0; drop 0 0",
    "drop_keeps_the_reference": f"{ALLOCATED} drop 0 0",
    "hit_twice": f"{PUBLISHED} hit 0 0",
    "hit_across_the_weights": "submit 0; change_weights; restore 0 0 1; hit 0 0",
    "publish_before_the_write": f"{ALLOCATED} publish 0 0 0",
    "publish_under_a_step": f"{STEPPING} complete_step 0 0 0; publish 0 0 0",
    "publish_across_the_weights": f"{WRITTEN} change_weights; publish 0 0 0",
    "publish_over_another": f"restore 1 0 1; {WRITTEN} publish 0 0 0",
    "rebase_of_a_part": f"restore 1 0 1; {WRITTEN} rebase 0 0 0",
    # pages and keys
    "allocate_takes_a_cached_page": "restore 0 0 1; submit 0; allocate 0 0",
    "allocate_keeps_the_key": f"{CACHED} reset_device; submit 1; allocate 1 0",
    "allocate_keeps_the_content": f"{WRITTEN} finish 0; submit 1; allocate 1 0",
    "freed_page_keeps_content": f"{WRITTEN} finish 0",
    "freed_page_is_lost": f"{WRITTEN} finish 0",
    "hit_leaves_the_page_evictable": "restore 0 0 1; submit 0; hit 0 0",
    "evicted_page_stays_in_the_queue": "restore 0 0 1; evict 0",
    "evict_takes_a_held_page": f"{PUBLISHED} evict 0",
    "page_is_kept_for_who_finds_it_though_nobody_can": f"{ALLOCATED} drop 0 0",
    "change_of_weights_renames_pages": f"{WRITTEN} change_weights",
    "restore_over_a_page_in_use": f"{WRITTEN} restore 0 0 1",
    "part_arrives_as_a_full_page": "restore 0 0 0",
    "hit_of_a_reused_page": f"restore 1 0 1; evict 1; restore 1 1 1; {FULL} rebase 0 0 0",
    "publish_with_an_old_seal": "reset_device; restore 0 0 1",
    "reset_count_wraps": "reset_device; reset_device",
    "reset_leaves_cached_pages": "restore 0 0 1; reset_device",
    "seal_of_another_tier": f"reset_device; {STORED}",
    "change_of_weights_keeps_keys_below": f"{STORED} change_weights",
}  # fmt: skip
