"""What is in the memory of the prefix cache: real content, real copies, poison in what is free."""

import pytest

from tenure.conformance.engine import Refused
from tenure.gpu_backend.prefix.block import Block, Tokens
from tenure.gpu_backend.prefix.tiers import Tier
from tenure.gpu_backend.refusal import OutOfRoom, Refusal

from .running import Running, calls, sized
from .scripts import COMMITTED, GONE, ON_HOST, SHORT_COMMITTED, START


def free_rows_are_poisoned(tier: Tier) -> bool:
    return all(bool(tier.rows[row].isnan().all()) for row in tier.free.view())


def cells(run: Running, number: int) -> tuple[float, ...]:
    """Return what is in the device page of a block."""
    page = run.part.nodes[number].page
    assert page is not None
    return run.cache.tiers.device.read(page)


def saved(run: Running, number: int) -> tuple[float, ...]:
    """Return what is in the host slot of a block."""
    slot = run.part.nodes[number].slot
    assert slot is not None
    return run.cache.tiers.host.read(slot)


def test_a_page_is_poison_until_it_is_computed_and_again_when_it_is_freed() -> None:
    run = Running(f"{START}; insert(0,3,2)")
    page = run.part.nodes[3].page
    assert page is not None
    assert cells(run, 3) == ()
    run.do("write(3)")
    assert cells(run, 3) == (1.0, 2.0)
    run.do("close(0); drop_last(0,3)")
    assert page in run.cache.tiers.device.free.view()
    assert free_rows_are_poisoned(run.cache.tiers.device)


def test_content_goes_to_the_host_and_back() -> None:
    run = Running(f"{COMMITTED}; offload(3)")
    assert saved(run, 3) == (), "it is on its way"
    run.do(f"arrive(3); {GONE}; demote(3)")
    assert saved(run, 3) == (1.0, 2.0)
    assert free_rows_are_poisoned(run.cache.tiers.device)
    run.do("onload(3)")
    assert cells(run, 3) == (), "it is on its way"
    run.do("arrive(3)")
    assert cells(run, 3) == (1.0, 2.0)
    run.do("drop_copy(3)")
    assert free_rows_are_poisoned(run.cache.tiers.host)


def test_a_lost_copy_leaves_poison() -> None:
    run = Running(f"{COMMITTED}; offload(3); fail(3)")
    assert free_rows_are_poisoned(run.cache.tiers.host)
    assert cells(run, 3) == (1.0, 2.0)


def test_a_copied_start_is_taken_over_and_the_rest_is_computed() -> None:
    run = Running(f"{SHORT_COMMITTED}; match_start(1,3); admit(1); copy_start(1,4,2)")
    assert cells(run, 4) == (1.0,)
    run.do("write(4); publish_longer(1,4,3)")
    assert cells(run, 4) == (1.0, 2.0)
    assert cells(run, 3) == (1.0,), "the page that was copied is as it was"


def test_what_was_copied_is_not_computed_again() -> None:
    run = Running(f"{SHORT_COMMITTED}; match_start(1,3); admit(1); copy_start(1,4,2)")
    page = run.part.nodes[4].page
    assert page is not None
    run.cache.tiers.device.rows[page, 0] = 9.0
    run.do("write(4)")
    assert cells(run, 4) == (9.0, 2.0)


REFUSED = {
    "look_up(0,1,1)": START,
    "match(1,4,1)": COMMITTED,
    "match_start(0,3)": COMMITTED,
    "admit(0)": START,
    "insert(1,4,2)": COMMITTED,
    "insert(0,4,1)": SHORT_COMMITTED,
    "copy_start(0,4,2)": COMMITTED,
    "copy_start(1,4,2)": f"{START}; insert(0,3,3); write(3); publish(0,3); match_start(1,3); admit(1)",
    "write(3)": COMMITTED,
    "publish(0,3)": COMMITTED,
    "publish(1,4)": f"{SHORT_COMMITTED}; admit(1); insert(1,4,2); write(4)",
    "rebase(1,4,3)": f"{SHORT_COMMITTED}; admit(1); insert(1,4,1); write(4)",
    "slide(0,3)": COMMITTED,
    "drop_last(0,1)": START,
    "leave(0,3)": f"{COMMITTED}; close(0)",
    "close(0)": f"{COMMITTED}; close(0)",
    "evict(3)": COMMITTED,
    "evict_host(3)": f"{COMMITTED}; offload(3); arrive(3)",
    "demote(3)": f"{COMMITTED}; {GONE}",
    "hollow(3)": f"{COMMITTED}; {GONE}",
    "prune(3)": f"{COMMITTED}; {GONE}",
    "uproot(1)": START,
    "offload(3)": f"{COMMITTED}; offload(3)",
    "onload(3)": COMMITTED,
    "arrive(3)": COMMITTED,
    "fail(3)": COMMITTED,
    "drop_copy(3)": f"{COMMITTED}; offload(3)",
    "open_scope(0,2)": START,
}
"""Calls that are refused after these runs."""


@pytest.mark.parametrize("call", REFUSED)
def test_a_refusal_changes_nothing_in_the_memory(call: str) -> None:
    run = Running(REFUSED[call])
    before, shown = run.memory(), run.part.observe()
    (asked,) = calls(call)
    assert isinstance(run.part.apply(asked), Refused)
    assert run.memory() == before
    assert run.part.observe() == shown


@pytest.mark.parametrize(
    ("call", "after", "size"),
    [
        ("insert(0,4,3)", COMMITTED, {"device_size": 1}),
        ("copy_start(1,4,2)", f"{SHORT_COMMITTED}; match_start(1,3); admit(1)", {"device_size": 1}),
        ("offload(3)", f"{COMMITTED}; {GONE}", {"host_size": 0}),
        ("onload(3)", f"{COMMITTED}; {ON_HOST}; admit(1); insert(1,4,3)", {"device_size": 1}),
    ],
)
def test_a_full_tier_refuses_and_changes_nothing(call: str, after: str, size: dict[str, int]) -> None:
    run = Running(after, sized(**size))
    before, shown = run.memory(), run.part.observe()
    (asked,) = calls(call)
    outcome = run.part.apply(asked)
    assert isinstance(outcome, Refused)
    assert "are needed and 0 are free" in outcome.reason
    assert run.memory() == before
    assert run.part.observe() == shown


def test_refusals_are_typed() -> None:
    run = Running(COMMITTED, sized(host_size=0))
    with pytest.raises(OutOfRoom):
        run.cache.offload(run.part.nodes[3])
    assert {kind.__name__ for kind in Refusal.__subclasses__()} >= {
        "OutOfTurn", "NotFound", "NotComputed", "NotThere", "StillNeeded", "DoesNotFit", "OutOfRoom",
    }  # fmt: skip


def test_a_block_hangs_in_the_tree_only_if_it_got_a_page() -> None:
    run = Running(COMMITTED, sized(device_size=1))
    parent = run.part.nodes[3]
    with pytest.raises(OutOfRoom):
        run.cache.insert(run.part.paths[0], Tokens((3,), full=True))
    assert parent.branches == set[Block]()
