import pytest
import torch

from tenure.gpu_backend.peft.cache import LoraCache, Reader
from tenure.gpu_backend.peft.checkpoints import recognised, trained
from tenure.gpu_backend.peft.errors import HostCacheFull
from tenure.gpu_backend.peft.observation import poisoned
from tenure.gpu_backend.peft.pages import LoraCachePageManager
from tenure.model.systems.adapters.state import Entry


def cache(size: int = 4) -> LoraCache:
    return LoraCache(LoraCachePageManager(size, "pages", torch.device("cpu")), HostCacheFull)


def filled(into: LoraCache, task: int, weight: int) -> None:
    """Make an entry, write its weights, and let it be evicted."""
    entry = into.put(task, weight, 1)
    into.pages.write(entry.pages, trained(task, 1, weight))
    entry.loaded = True
    into.mark_done(task)


def test_memory_tells_adapter_and_version() -> None:
    assert recognised(3, trained(3, 2, 2), 4) == 2
    assert recognised(3, trained(4, 2, 2), 4) == 0
    assert recognised(3, torch.full_like(trained(3, 2, 2), float("nan")), 4) == 0


def test_one_wrong_page_is_enough_for_weights_to_be_nobodys() -> None:
    weights = trained(3, 2, 2).clone()
    weights[1, 0] += 1
    assert recognised(3, weights, 4) == 0


def test_freed_pages_are_poisoned_and_handed_out_first() -> None:
    tried = cache()
    filled(tried, 1, 2)
    pages = next(tried.entries()).pages
    assert not poisoned(tried.pages.memory) & set(pages)
    tried.drop(1)
    assert poisoned(tried.pages.memory) == {0, 1, 2, 3}
    assert tried.put(2, 2, 1).pages == pages


def test_pages_that_suffice_are_taken_at_once_and_others_promised() -> None:
    tried = cache()
    filled(tried, 1, 3)
    assert tried.put(2, 1, 1).pages
    assert tried.state(2) == Entry.LOADING
    waiting = tried.put(3, 2, 1)
    assert (waiting.pages, tried.promised, tried.state(3)) == ([], 2, Entry.CLAIMING)


def test_a_claim_evicts_the_oldest_copies_and_no_more_than_it_needs() -> None:
    tried = cache(3)
    for task in (1, 2, 3):
        filled(tried, task, 1)
    tried.bump(1)
    tried.mark_done(1)
    entry = tried.put(4, 2, 1)
    assert tried.claim_pages_with_evict(entry) == [2, 3]
    assert [tried.state(task) for task in (1, 2, 3, 4)] == [Entry.DONE, Entry.ABSENT, Entry.ABSENT, Entry.LOADING]


def test_a_claim_that_cannot_succeed_evicts_nothing() -> None:
    tried = cache(3)
    filled(tried, 1, 1)
    tried.put(2, 2, 1)
    before = tried.pages.memory.clone()
    with pytest.raises(HostCacheFull, match="2 pages are needed, 1 are free or evictable"):
        tried.put(3, 2, 1)
    torch.testing.assert_close(tried.pages.memory, before, rtol=0, atol=0, equal_nan=True)
    assert [entry.task for entry in tried.entries()] == [2, 1]


def test_a_release_waits_for_the_load_and_for_whoever_reads() -> None:
    tried = cache()
    entry = tried.put(1, 1, 1)
    tried.mark_done(1)
    assert (tried.state(1), entry.done) == (Entry.LOADING, True)
    entry.loaded = True
    entry.readers.add(Reader.STEP)
    tried.honour_done(entry)
    assert tried.state(1) == Entry.USED
    entry.readers.clear()
    tried.honour_done(entry)
    assert tried.state(1) == Entry.DONE


def test_a_bump_calls_a_release_off() -> None:
    tried = cache()
    entry = tried.put(1, 1, 1)
    tried.mark_done(1)
    tried.bump(1)
    entry.loaded = True
    tried.honour_done(entry)
    assert tried.state(1) == Entry.USED


def test_a_failed_load_goes_with_its_last_holder() -> None:
    tried = cache()
    tried.put(1, 2, 1).failed = True
    assert tried.state(1) == Entry.FAILED
    tried.mark_done(1)
    assert (tried.state(1), len(tried.pages.free)) == (Entry.ABSENT, 4)
