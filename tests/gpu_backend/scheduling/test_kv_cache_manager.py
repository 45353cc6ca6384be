"""Where pages are scarce, suspended caches go to the host: those suspended first before others, and none in vain.

The system sees no pages, and the part always has some, so that no run beside the model comes here.
"""

import pytest
import torch

from tenure.gpu_backend.memory import HostTier, PagePool
from tenure.gpu_backend.refusal import OutOfRoom
from tenure.gpu_backend.scheduling.kv_cache import kv_of
from tenure.gpu_backend.scheduling.kv_cache_manager import BAD_PAGE, KvCacheManager
from tenure.gpu_backend.scheduling.request import LlmRequest

CPU = torch.device("cpu")
PAGE = 2
"""Tokens in a page."""


class Pool:
    """A pool in which each request has a suspended cache of one page, with content."""

    def __init__(self, *, pages: int, host: int, requests: int) -> None:
        self.pool = PagePool(pages, PAGE, (), CPU)
        self.host = HostTier(host, [self.pool], CPU)
        self.manager = KvCacheManager(self.pool, self.host, requests, 3, 0.0)
        self.requests = [LlmRequest(r, PAGE) for r in range(requests)]
        for request in self.requests:
            self.manager.create(request, PAGE)
            self.manager.write(request, 0, PAGE)

    def hosted(self) -> list[int]:
        """Return whose content is on the host."""
        return [request.id for request in self.requests if self.manager.caches[request].hosted]

    def memory(self) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return a copy of all memory, poison as -1."""
        return self.pool.cells.nan_to_num(-1.0), self.host.rows.nan_to_num(-1.0), self.manager.table.clone()

    def row(self, r: int) -> list[int]:
        """Return a request's row of the page table."""
        row: list[int] = self.manager.table[self.manager.index.slots[self.requests[r]]].tolist()
        return row


def test_who_was_suspended_first_leaves_first_and_nobody_in_vain() -> None:
    run = Pool(pages=3, host=3, requests=3)
    run.manager.resume(run.requests[0])
    run.manager.suspend(run.requests[0])
    assert len(run.manager.take_pages(1)) == 1
    assert run.hosted() == [1]
    assert len(run.manager.take_pages(1)) == 1
    assert run.hosted() == [1, 2]


def test_what_a_transfer_holds_stays_on_the_device() -> None:
    run = Pool(pages=2, host=2, requests=2)
    run.manager.caches[run.requests[0]].pinned = True
    run.manager.take_pages(1)
    assert run.hosted() == [1]
    with pytest.raises(OutOfRoom):
        run.manager.take_pages(1)
    assert not run.manager.can_take(1)


def test_what_a_step_may_read_stays_on_the_device() -> None:
    run = Pool(pages=1, host=1, requests=1)
    run.manager.resume(run.requests[0])
    with pytest.raises(OutOfRoom):
        run.manager.take_pages(1)
    assert run.hosted() == []


@pytest.mark.parametrize(("host", "wanted"), [(1, 2), (3, 4)], ids=["the host is full", "the device is too small"])
def test_pages_that_cannot_be_had_move_nobody(host: int, wanted: int) -> None:
    run = Pool(pages=3, host=host, requests=3)
    before = run.memory()
    with pytest.raises(OutOfRoom):
        run.manager.take_pages(wanted)
    assert run.hosted() == []
    assert all(torch.equal(one, other) for one, other in zip(before, run.memory(), strict=True))


def test_content_goes_to_the_host_and_comes_back_and_the_page_table_follows() -> None:
    run = Pool(pages=1, host=1, requests=1)
    (request,) = run.requests
    content = [kv_of(request, position, 0.0) for position in range(PAGE)]
    pages = run.manager.take_pages(1)
    assert run.pool.cells[:PAGE].isnan().all()
    assert run.host.rows[0].tolist() == content
    assert run.row(0) == [BAD_PAGE] * 3
    run.pool.release(pages)
    run.manager.resume(request)
    assert run.pool.cells[:PAGE].tolist() == content
    assert run.host.rows.isnan().all()
    assert run.row(0) == [*run.manager.caches[request].pages, BAD_PAGE, BAD_PAGE]


def test_a_cache_that_finds_no_page_to_come_back_to_stays_on_the_host() -> None:
    run = Pool(pages=1, host=1, requests=1)
    run.manager.take_pages(1)
    before = run.memory()
    with pytest.raises(OutOfRoom):
        run.manager.resume(run.requests[0])
    assert run.hosted() == [0]
    assert not run.manager.is_active(run.requests[0])
    assert all(torch.equal(one, other) for one, other in zip(before, run.memory(), strict=True))
