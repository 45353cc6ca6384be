"""Every known fault of paired reuse is caught by a short run that is made for it, and some by random runs."""

from dataclasses import dataclass
from random import Random

import pytest

from tenure.conformance.evidence import Violated
from tenure.gpu_backend.speculation.faults import FAULTS, with_faults
from tenure.gpu_backend.speculation.part import FACTORY
from tenure.model.system import SYSTEMS

from ..scripts import goes_well, laws_broken_at_the_end, overrides_steps
from .running import DRAFT, TARGET, Running, Texts


@dataclass(frozen=True)
class Script:
    """Calls of which the last breaks a law, and the texts that they are about."""

    texts: Texts
    calls: str


AB = Texts("ab")
FORK = Texts("abc", "abd")
JOIN = Texts("abc", "dbc")
SCOPES = Texts("ab", scopes=2)
FAR = Texts("abcdef", lookahead=2)
RAW = Texts("ab", lookahead=0)
ALONE = Texts("abc", paired=False)
MIXED = Texts("ab", scopes=2, paired=False)

FIRST = f"{AB.arrive(0, 'ab')} attempt 0; settle_claims 0;"
CHUNK = f"{FIRST} {AB.compute(0, 0, 1)}"
FILED = f"{CHUNK} {AB.each('publish', DRAFT, 0, 'ab', 0)}"
SHARED = f"{CHUNK} {AB.publish(0, 'ab', 0)}"
AGAIN = f"{SHARED} {AB.arrive(1, 'ab')} attempt 1;"
UNEVEN = f"{AGAIN} {AB.each('claim', TARGET, 1, 'ab', 0)}"
CLAIMED = f"{AGAIN} {AB.claim(1, 'ab', 0)}"

SCRIPTS = {
    # keys
    "claim_leaves_out_the_scope": Script(
        SCOPES,
        f"{SCOPES.served(0, 'ab')} {SCOPES.arrive(1, 'ab', 2)} attempt 1;claim {DRAFT} 1 0 {SCOPES.number('ab', 2)}",
    ),
    "key_leaves_out_the_scope": Script(
        SCOPES,
        f"{SCOPES.arrive(1, 'ab')} {SCOPES.computed(0, 'ab', 2)} {SCOPES.each('publish', DRAFT, 0, 'ab', 0, scope=2)}",
    ),
    "scope_is_in_no_key": Script(
        SCOPES, f"{SCOPES.arrive(1, 'ab', 2)} {SCOPES.computed(0, 'ab')} {SCOPES.each('publish', DRAFT, 0, 'ab', 0)}"
    ),
    "target_continues_with_raw_keys": Script(
        FORK,
        f"{FORK.served(0, 'abc')} {FORK.arrive(1, 'abd')} attempt 1; {FORK.claim(1, 'abd', 0)}"
        f"claim {TARGET} 1 1 {FORK.number('abd')}",
    ),
    "key_does_not_look_ahead": Script(AB, FILED),
    "only_the_target_is_keyed_ahead": Script(AB, FILED),
    "both_pools_have_raw_keys": Script(AB, FILED),
    "unpaired_keys_look_ahead": Script(
        ALONE, f"{ALONE.computed(0, 'abc')} {ALONE.each('publish', TARGET, 0, 'abc', 0)}"
    ),
    "digest_forgets_what_came_before": Script(
        JOIN, f"{JOIN.arrive(1, 'dbc')} {JOIN.computed(0, 'abc')} {JOIN.each('publish', DRAFT, 0, 'abc', 0)}"
    ),
    "trailing_cells_are_published": Script(
        AB, f"{FIRST} {AB.compute(0, 0, 2)} {AB.publish(0, 'ab', 0)} publish {DRAFT} 0 1 0"
    ),
    "cell_is_published_before_it_is_computed": Script(AB, f"{FIRST} {AB.each('publish', TARGET, 0, 'ab', 0)}"),
    # pairing
    "target_alone_moves_the_cursor": Script(AB, f"{UNEVEN} settle_claims 1"),
    "longer_claim_is_not_clipped": Script(AB, f"{UNEVEN} settle_claims 1"),
    "second_claim_is_taken_for_equal": Script(AB, f"{UNEVEN} settle_claims 1"),
    "fallback_keeps_the_cursor": Script(AB, f"{CHUNK} attempt 0; fall_back 0"),
    "fallback_keeps_the_draft": Script(AB, f"{CLAIMED} fall_back 1"),
    "next_attempt_keeps_the_chunk": Script(AB, f"{CHUNK} attempt 0"),
    "next_attempt_keeps_the_claims": Script(AB, f"{CHUNK} attempt 0"),
    "withdrawal_forgets_the_draft": Script(AB, f"{CLAIMED} withdraw 1"),
    "later_chunk_claims_again": Script(AB, f"{CHUNK} start_chunk 0 2"),
    "chunk_is_a_full_one": Script(AB, f"{CHUNK} start_chunk 0 3"),
    "whole_prompt_is_claimed": Script(
        RAW,
        f"{RAW.served(0, 'ab')} {RAW.arrive(1, 'ab')} attempt 1; {RAW.each('claim', TARGET, 1, 'ab', 0, 1)}",
    ),
    "claimed_cell_counts_as_own": Script(AB, UNEVEN),
    "draft_waits_for_the_last_chunk": Script(AB, CHUNK),
    # tokens
    "chunk_boundary_is_fed_the_sampled_token": Script(AB, CHUNK),
    "one_token_is_staged": Script(
        FAR,
        f"{FAR.arrive(0, 'abcdef')} attempt 0; settle_claims 0; {FAR.compute(0, 0, 3)}",
    ),
    "staged_tokens_are_of_the_chunk_before": Script(
        FORK, f"{FORK.arrive(0, 'abc')} attempt 0; settle_claims 0; {FORK.compute(0, 0, 1)} start_chunk 0 2"
    ),
    "staging_ends_with_the_chunk": Script(AB, f"{FIRST} start_chunk 0 1"),
    "draft_input_is_not_shifted": Script(AB, CHUNK),
    "forward_leaves_out_the_adapter": Script(AB, CHUNK),
    "prompt_grows_while_it_is_computed": Script(
        AB, f"{AB.arrive(0, 'a')} attempt 0; settle_claims 0; append 0 1 {AB.number('ab')}"
    ),
    "scope_of_the_first_token_counts": Script(
        MIXED, f"append 0 0 {MIXED.number('a')}; append 0 1 {MIXED.number('ab', 2)}"
    ),
    # cells
    "evicted_cell_can_be_found": Script(AB, f"{SHARED} evict {DRAFT} {AB.number('ab')}"),
    "eviction_frees_what_is_read": Script(AB, f"{SHARED} evict {DRAFT} {AB.number('ab')}"),
    "claim_does_not_hold": Script(AB, UNEVEN),
    "published_cell_is_read_on": Script(
        AB,
        f"{SHARED} {AB.arrive(1, 'ab')} attempt 1; settle_claims 1; {AB.compute(1, 0, 1)}"
        f"{AB.each('publish', DRAFT, 1, 'ab', 0)}",
    ),
    "published_cell_is_not_held_by_the_tree": Script(AB, FILED),
    "newest_cell_is_read_first": Script(AB, f"{FIRST} {AB.compute(0, 0, 2)}"),
    "claimed_cells_are_not_gathered": Script(AB, UNEVEN),
    "freed_cells_keep_their_content": Script(AB, f"{CHUNK} withdraw 0"),
    "rebased_cell_is_held_twice": Script(
        AB,
        f"{SHARED} {AB.arrive(1, 'ab')} attempt 1; settle_claims 1; {AB.compute(1, 0, 1)}"
        f"{AB.each('publish', DRAFT, 1, 'ab', 0)}",
    ),
}
"""The shortest run that shows each fault."""


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_breaks_its_law_at_the_last_call_of_its_run(name: str) -> None:
    script = SCRIPTS[name]
    assert laws_broken_at_the_end(Running(script.texts.size, [name]), script.calls) & set(FAULTS[name].info.laws)


@pytest.mark.parametrize("name", SCRIPTS)
def test_without_the_fault_its_run_breaks_nothing(name: str) -> None:
    goes_well(Running(SCRIPTS[name].texts.size), SCRIPTS[name].calls)


LARGER = {
    "key_leaves_out_the_scope": Texts("abc", scopes=2),
    "scope_is_in_no_key": Texts("abc", scopes=2),
    "target_continues_with_raw_keys": Texts("abcd"),
    "digest_forgets_what_came_before": JOIN,
    "staged_tokens_are_of_the_chunk_before": Texts("abcd"),
}
"""Sizes in which runs by chance come to a fault that no drawn size shows."""


@pytest.mark.parametrize("name", LARGER)
def test_random_runs_of_a_larger_size_find_a_fault(name: str) -> None:
    run = Running(LARGER[name].size, [name])
    with pytest.raises(Violated) as found:
        run.go_by_chance(3000, Random(0))
    assert {law for law, _ in found.value.breach.keys} & set(FAULTS[name].info.laws)


def test_every_fault_that_the_system_names_by_id_is_built_in() -> None:
    known = {fault.id for fault in SYSTEMS["reuse"].faults.values() if fault.id}
    assert known <= {fault.info.id for fault in FAULTS.values()}
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
    faulty, healthy = Running(AB.size, ["draft_waits_for_the_last_chunk"]), Running(AB.size)
    healthy.say(CHUNK)
    with pytest.raises(Violated):
        faulty.say(CHUNK)
