"""Both pools or neither: where the draft's has no pages, nothing is left of what the target's gave.

The system lets a growth fail without saying how; here it really does.
"""

import pytest
import torch

from tenure.gpu_backend.refusal import OutOfRoom
from tenure.gpu_backend.scheduling.config import PAGE_SIZE, SchedulerConfig
from tenure.gpu_backend.scheduling.pools import KvCachePools
from tenure.gpu_backend.scheduling.request import LlmRequest
from tenure.model.sorts import Pool

PAGES = (4, 1)
"""Of the target's pool and of the draft's."""
SLOTS = (2, 2)


def pools() -> KvCachePools:
    config = SchedulerConfig(
        max_length=4 * PAGE_SIZE,
        max_requests=2,
        max_tokens=4 * PAGE_SIZE,
        seats=2,
        index_slots=SLOTS,
        recompute=True,
        stall_limit=2,
        multimodal=frozenset(),
        pages=PAGES,
    )
    return KvCachePools(config, torch.device("cpu"))


def claimed(kv: KvCachePools) -> LlmRequest:
    """Return a request with a suspended cache of one page in each pool."""
    request = LlmRequest(0, 2 * PAGE_SIZE)
    for pool in Pool:
        kv.claim(pool, request, PAGE_SIZE)
    return request


@pytest.mark.parametrize("active", [False, True])
def test_a_growth_that_the_draft_refuses_leaves_both_as_they_were(*, active: bool) -> None:
    kv = pools()
    request = claimed(kv)
    if active:
        for manager in kv.managers:
            manager.resume(request)
    before = [manager.pool.cells.nan_to_num(-1.0) for manager in kv.managers]
    with pytest.raises(OutOfRoom):
        kv.grow(request, 1)
    for manager, cells in zip(kv.managers, before, strict=True):
        assert (manager.capacity(request), manager.revocable(request)) == (PAGE_SIZE, 0)
        assert manager.is_active(request) == active
        assert torch.equal(manager.pool.cells.nan_to_num(-1.0), cells)


def test_room_for_a_context_that_the_draft_refuses_is_given_back_by_the_target() -> None:
    kv = pools()
    with pytest.raises(OutOfRoom):
        kv.make_room(LlmRequest(0, 2 * PAGE_SIZE))
    for manager, pages, slots in zip(kv.managers, PAGES, SLOTS, strict=True):
        assert not manager.caches
        assert not manager.suspended
        assert (len(manager.pool.free), len(manager.index.free)) == (pages, slots)


def test_a_claim_that_the_draft_refuses_leaves_what_the_target_has_found() -> None:
    kv = pools()
    request = LlmRequest(0, 2 * PAGE_SIZE)
    kv.claim(Pool.TARGET, request, 2 * PAGE_SIZE)
    with pytest.raises(OutOfRoom):
        kv.claim(Pool.DRAFT, request, 2 * PAGE_SIZE)
    assert [manager.capacity(request) for manager in kv.managers] == [2 * PAGE_SIZE, 0]
    assert len(kv.managers[Pool.DRAFT].index.free) == SLOTS[Pool.DRAFT]
    kv.claim(Pool.DRAFT, request, PAGE_SIZE)
    assert [manager.capacity(request) for manager in kv.managers] == [PAGE_SIZE, PAGE_SIZE]
