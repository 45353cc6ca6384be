"""Short runs that give those faults away which runs by chance seldom reach, or cannot reach in small instances."""

from typing import Final

from tenure.model.instance import Instance

from .running import WIDE, sized

START = "open_scope(0,1); look_up(0,0,1); look_up(1,0,1); admit(0)"
COMMITTED = f"{START}; insert(0,3,2); write(3); publish(0,3)"
SHORT_COMMITTED = f"{START}; insert(0,3,1); write(3); publish(0,3)"
GONE = "close(0); drop_last(0,3); leave(0,1)"
ON_HOST = f"offload(3); arrive(3); {GONE}; demote(3)"

SCRIPTS: Final[dict[str, tuple[str, Instance]]] = {
    "lookup_compares_placeholders": (f"{SHORT_COMMITTED}; match(1,3,2)", WIDE),
    "lookup_leaves_out_the_salt": ("open_scope(0,1); open_scope(1,2); look_up(0,1,1)", WIDE),
    "lookup_finds_old_host_copies": (f"{COMMITTED}; offload(3); arrive(3); reset; match(1,3,2)", WIDE),
    "second_root_for_a_scope": ("open_scope(0,1); open_scope(0,2)", WIDE),
    "longer_block_beside_its_start": (f"{SHORT_COMMITTED}; admit(1); insert(1,4,2); write(4); publish(1,4)", WIDE),
    "key_is_filed_twice": (f"{COMMITTED}; admit(1); insert(1,4,2); write(4); publish(1,4)", WIDE),
    "refused_offload_leaves_the_queue": (f"{COMMITTED}; {GONE}; offload(3)", sized(host_size=0)),
    "kept_page_is_evicted_from_the_host": (f"{COMMITTED}; {ON_HOST}; match(1,3,2); evict_host(3)", WIDE),
    "lookup_from_before_a_reset_is_admitted": ("open_scope(0,1); look_up(0,0,1); reset; admit(0)", WIDE),
    "refused_request_keeps_the_partial_hit": (f"{SHORT_COMMITTED}; match_start(1,3); close(1)", WIDE),
    "partial_hit_is_completed_in_place": (f"{SHORT_COMMITTED}; match_start(1,3); admit(1); copy_start(1,4,2)", WIDE),
    "start_is_copied_before_it_arrives": (
        f"{SHORT_COMMITTED}; {ON_HOST}; match_start(1,3); admit(1); onload(3); copy_start(1,4,2)", WIDE,
    ),
    "block_is_computed_before_its_prefix": (f"{START}; insert(0,3,2); insert(0,4,3); write(4)", WIDE),
    "ended_request_goes_on_copying": (f"{SHORT_COMMITTED}; match_start(1,3); close(1)", WIDE),
    "kept_page_is_evicted": (f"{COMMITTED}; evict(3)", WIDE),
    "reset_stays_in_its_version": ("open_scope(0,1); reset", WIDE),
    "freed_slot_keeps_its_content": (f"{COMMITTED}; offload(3); arrive(3); drop_copy(3)", WIDE),
    "half_a_block_is_rebased": (f"{COMMITTED}; admit(1); insert(1,4,1); rebase(1,4,3)", WIDE),
}  # fmt: skip
"""The run for each of these faults, and the instance that it is made in."""
