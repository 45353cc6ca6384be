import pytest
import torch

from tenure.gpu_backend.kv_cache import KVCache, KVCacheManager
from tenure.gpu_backend.memory import HostTier, PagePool
from tenure.gpu_backend.refusal import OutOfRoom
from tenure.model.sorts import Pool

CPU = torch.device("cpu")
PAGE = 2


def manager(target: int = 8, draft: int = 8, host: int = 8) -> KVCacheManager:
    pools = {
        Pool.TARGET: PagePool(target, PAGE, (2, 2, 2, 4), CPU),
        Pool.DRAFT: PagePool(draft, PAGE, (1, 2, 2, 4), CPU),
    }
    return KVCacheManager(pools, HostTier(host, list(pools.values()), CPU), PAGE)


def free(kv: KVCacheManager) -> tuple[tuple[int, ...], ...]:
    return (*(pool.free.view() for pool in kv.pools.values()), kv.host.free.view())


def grown(kv: KVCacheManager, tokens: int, *, paired: bool = True) -> KVCache:
    """Make a cache with something of its own in each page."""
    cache = KVCache(paired=paired)
    kv.grow(cache, tokens)
    for table in cache.tables:
        for page in table.device:
            kv.pools[table.pool].pages[page] = 100.0 * table.pool + page
    return cache


def content(kv: KVCacheManager, cache: KVCache) -> list[list[float]]:
    return [[kv.pools[table.pool].pages[page].mean().item() for page in table.device] for table in cache.tables]


@pytest.mark.parametrize(("paired", "held"), [(True, [2, 2]), (False, [2])])
def test_both_pools_grow_to_the_same_extent(paired: bool, held: list[int]) -> None:
    kv = manager()
    cache = grown(kv, 3, paired=paired)
    assert [len(table.device) for table in cache.tables] == held


@pytest.mark.parametrize("sizes", [{"target": 1}, {"draft": 1}])
def test_where_one_pool_cannot_grow_neither_does(sizes: dict[str, int]) -> None:
    kv = manager(**sizes)
    cache = KVCache(paired=True)
    kv.grow(cache, 2)
    before = [list(table.device) for table in cache.tables], free(kv)
    with pytest.raises(OutOfRoom):
        kv.grow(cache, 3)
    assert ([list(table.device) for table in cache.tables], free(kv)) == before


def test_shrinking_gives_back_the_last_pages_of_both_pools() -> None:
    kv = manager()
    cache = grown(kv, 7)
    first = [table.device[:2] for table in cache.tables]
    kv.shrink(cache, 4)
    assert [table.device for table in cache.tables] == first
    assert all(len(pool.free) == 6 for pool in kv.pools.values())


def test_pages_that_move_to_the_host_and_back_keep_their_content() -> None:
    kv = manager()
    cache = grown(kv, 5)
    before = content(kv, cache)
    kv.offload(cache)
    assert all(len(pool.free) == 8 for pool in kv.pools.values())
    assert len(kv.host.free) == 2
    other = grown(kv, 2)
    kv.onload(cache)
    assert content(kv, cache) == before
    assert not {*other.target.device} & {*cache.target.device}
    assert len(kv.host.free) == 8


@pytest.mark.parametrize("host", [0, 2, 3, 5])
def test_where_the_host_has_no_room_for_both_pools_all_pages_stay(host: int) -> None:
    kv = manager(host=host)
    cache = grown(kv, 5)
    before = content(kv, cache), [list(table.device) for table in cache.tables], free(kv)
    with pytest.raises(OutOfRoom):
        kv.offload(cache)
    assert (content(kv, cache), [list(table.device) for table in cache.tables], free(kv)) == before


@pytest.mark.parametrize("sizes", [{"target": 3}, {"draft": 3}])
def test_where_one_pool_has_no_room_all_pages_stay_on_the_host(sizes: dict[str, int]) -> None:
    kv = manager(**sizes)
    cache = grown(kv, 5)
    meant = content(kv, cache)
    kv.offload(cache)
    other = grown(kv, 1)
    before = [list(table.host) for table in cache.tables], free(kv)
    with pytest.raises(OutOfRoom):
        kv.onload(cache)
    assert ([list(table.host) for table in cache.tables], free(kv)) == before
    kv.release(other)
    kv.onload(cache)
    assert content(kv, cache) == meant


def test_a_released_cache_holds_nothing_anywhere() -> None:
    kv = manager()
    start = free(kv)
    on_device, on_host = grown(kv, 3), grown(kv, 5)
    kv.offload(on_host)
    kv.release(on_device)
    kv.release(on_host)
    assert free(kv) == start
