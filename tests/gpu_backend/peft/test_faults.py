"""Every known fault of the caches is caught by a short run that is made for it."""

import pytest

from tenure.conformance.evidence import Violated
from tenure.gpu_backend.peft.faults import FAULTS, LEFT_OUT, with_faults
from tenure.gpu_backend.peft.part import FACTORY

from ..scripts import Script, goes_well, laws_broken_at_the_end, overrides_steps
from .running import DEVICE, HOST, Running, admitted, instance, running

SENT = "register 1; submit 0 1; plan 0; put 0;"
HELD = f"{admitted(0, 1)} cancel;"
ENDED = f"{HELD} end 0;"
SUSPENDED = f"{HELD} suspend 0;"
NEXT = "register 2; submit 1 2; plan 1;"
ON_DEVICE = f"{admitted(0, 1)} copy_to_device 0; load {DEVICE} 1;"

SCRIPTS = {
    # caches
    "claim_needs_only_something_evictable": Script(
        f"{ENDED} {admitted(1, 3)} cancel; register 2; submit 2 2; plan 2; put 2", instance(1, 2, 1)
    ),
    "admit_takes_promised_pages": Script(f"{ENDED} {NEXT} put 1; submit 0 1; plan 0; admit 0", instance(1, 1, host=1)),
    "evict_takes_used_copy": Script(
        f"{HELD} {admitted(1, 2)} end 1; register 3; cancel; submit 1 3; plan 1; put 1; evict {HOST} 1",
        instance(1, 1, 1),
    ),
    "freed_pages_are_lost": Script(f"{ENDED} unload {HOST} 1"),
    "freed_pages_keep_weights": Script(f"{ENDED} unload {HOST} 1"),
    "entries_share_a_page": Script(SENT),
    "load_forgets_release": Script(f"{SENT} end 0; load {HOST} 1"),
    "copy_keeps_source": Script(f"{admitted(0, 1)} copy_to_device 0; end 0; load {DEVICE} 1"),
    "failed_load_stays_for_nobody": Script(f"{SENT} end 0; fail_load {HOST} 1"),
    "put_waits_beside_free_pages": Script(SENT),
    # contents
    "stale_host_copy_is_admitted": Script(f"{HELD} reload 1 2; submit 1 1; plan 1; admit 1"),
    "stale_device_copy_is_reused": Script(
        f"{ON_DEVICE} end 0; reload 1 2; discard {HOST} 1; {admitted(1, 1, named=True)} reuse 1"
    ),
    "reload_overwrites_host_copy": Script(f"{HELD} reload 1 2"),
    "load_reads_newest_file": Script(f"{SENT} reload 1 2; load {HOST} 1"),
    "copy_starts_before_source_is_loaded": Script(f"{SENT} copy_to_device 0"),
    "failed_load_is_served": Script(f"{SENT} fail_load {HOST} 1; end 0"),
    "device_copy_is_of_nothing": Script(ON_DEVICE),
    "brought_weights_stay": Script(SENT, instance(1, files=False)),
    # holders
    "suspend_keeps_adapter_active": Script(SUSPENDED),
    "resume_forgets_registration": Script(f"{SUSPENDED} resume 0"),
    "refused_put_parks_request": Script(f"{HELD} {NEXT} put 1", instance(1, 1, host=1)),
    "resume_registers_before_outcome": Script(f"{SUSPENDED} {NEXT} resume 0", instance(1, 1, device=1)),
    "suspend_releases_shared_copy": Script(f"{ON_DEVICE} submit 1 1; plan 1; admit 1; cancel; suspend 0"),
    "suspend_releases_host_copy": Script(SUSPENDED),
    "preempt_drops_only_copy": Script(f"{HELD} preempt 0", instance(1, files=False)),
    "preempt_keeps_registration": Script(f"{HELD} preempt 0"),
    "end_leaves_request_paused": Script(f"{SUSPENDED} end 0"),
    "registrations_are_counted": Script(f"{ON_DEVICE} bind 0"),
    "base_model_registers": Script("submit 0 0; plan 0; admit 0"),
    "failed_resume_drops_hold": Script(f"{SUSPENDED} {NEXT} resume 0", instance(1, 1, device=1)),
    "pause_does_not_protect": Script(f"{HELD} pause 0; suspend 0"),
    "admit_goes_by_queue": Script("submit 0 0; admit 0"),
    "resume_waits_for_failed_load": Script(f"{SENT} fail_load {HOST} 1; cancel; suspend 0; resume 0"),
    "end_keeps_reference": Script("register 1; submit 0 1; end 0"),
    "unregister_leaves_copies": Script(f"{ENDED} unregister 1"),
    # passes and steps
    "completing_request_is_not_counted": Script(f"{running(0, 1)} complete 0"),
    "skipped_chunk_is_not_counted": Script(f"{running(0, 1)} retire"),
    "request_in_flight_is_not_counted": Script(running(0, 1)),
    "paused_request_is_not_counted": Script(f"{running(0, 1)} pause 0"),
    "every_request_sees_nothing_counted": Script(
        "register 1; register 2; submit 0 1; submit 1 2; plan 0; plan 1", instance(1, 1, device=1)
    ),
    "copy_starts_before_all_is_counted": Script(f"{running(0, 1)} {NEXT} put 1; load {HOST} 2; copy_to_device 1"),
    "next_pass_keeps_who_was_chosen": Script("register 1; submit 0 1; plan 0; cancel"),
    "later_chunk_is_always_let_in": Script(f"{HELD} {NEXT} plan 0", instance(1, 1, most=1)),
    "later_chunk_is_not_counted_for_step": Script(f"{HELD} plan 0"),
    "release_under_step": Script(f"{running(0, 1)} suspend 0"),
    "lift_while_step_runs": Script(f"{running(0, 1)} lift 1"),
    "step_is_not_fenced": Script(f"{ON_DEVICE} bind 0"),
}
"""The shortest run that shows each fault."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_breaks_its_law_at_the_last_call_of_its_run(name: str) -> None:
    script = SCRIPTS[name]
    assert laws_broken_at_the_end(Running(script.size, [name]), script.calls) & set(FAULTS[name].info.laws)


@pytest.mark.parametrize("name", SCRIPTS)
def test_without_the_fault_its_run_breaks_nothing(name: str) -> None:
    goes_well(Running(SCRIPTS[name].size), SCRIPTS[name].calls)


def test_every_known_fault_is_built_in_or_left_out_for_a_reason() -> None:
    built_in = {fault.info.id for fault in FAULTS.values() if fault.info.id.startswith("F-P")}
    assert built_in.isdisjoint(LEFT_OUT)
    assert built_in | LEFT_OUT.keys() == {f"F-P{number}" for number in range(1, 22)}
    assert SCRIPTS.keys() == FAULTS.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_overrides_a_step_that_is_there_and_names_laws_of_the_system(name: str) -> None:
    fault = FAULTS[name]
    assert overrides_steps(fault.change)
    assert set(fault.info.laws) <= {law.id for law in FACTORY.model.laws.values()}
    assert fault.info.summary.endswith(".")


def test_an_unknown_fault_is_named() -> None:
    with pytest.raises(LookupError, match="there is no fault 'nothing'"):
        with_faults(["nothing"])


def test_faults_do_not_stay_behind() -> None:
    faulty, healthy = Running(faults=["suspend_keeps_adapter_active"]), Running()
    healthy.say(SUSPENDED)
    with pytest.raises(Violated):
        faulty.say(SUSPENDED)
