import pytest
import torch

from tenure.gpu_backend.memory import FreeList, HostTier, PagePool
from tenure.gpu_backend.refusal import OutOfRoom

CPU = torch.device("cpu")


def pool(size: int, layers: int = 2) -> PagePool:
    return PagePool(size, 3, (layers, 2, 2, 4), CPU)


def test_places_that_are_given_back_are_handed_out_again_in_the_same_order() -> None:
    places = FreeList(5, "places")
    places.take(1)
    taken = places.take(3)
    places.give_back(taken)
    assert places.take(3) == taken
    assert places.view() == (4,)


def test_taking_too_many_places_takes_none() -> None:
    places = FreeList(3, "places")
    with pytest.raises(OutOfRoom, match="4 places are needed and 3 are free"):
        places.take(4)
    assert places.view() == (0, 1, 2)


def test_a_freed_page_is_poisoned() -> None:
    pages = pool(2)
    (page,) = pages.take(1)
    pages.pages[page] = 1.0
    pages.release([page])
    assert pages.pages[page].isnan().all()
    assert (pages.pages[pages.padding] == 0).all()


def test_cells_are_the_pages_by_token() -> None:
    pages = pool(2)
    pages.cells[1 * 3 + 2] = 7.0
    assert (pages.pages[1, 2] == 7.0).all()


@pytest.mark.parametrize("layers", [1, 2])
def test_the_host_keeps_what_a_page_of_either_pool_held(layers: int) -> None:
    pages = pool(4, layers)
    host = HostTier(3, [pool(1, 1), pool(1, 2)], CPU)
    left = pages.take(2)
    content = torch.randn(2, *pages.pages.shape[1:], dtype=torch.float64)
    pages.pages[left] = content
    hosted = host.store(pages, left)
    pages.release(left)
    others = pages.take(3)[1:]
    host.load(pages, hosted, others)
    host.release(hosted)
    assert torch.equal(pages.pages[others], content)
    assert host.rows[hosted].isnan().all()
    assert host.free.view() == (0, 1, 2)


def test_a_host_without_room_takes_nothing() -> None:
    pages = pool(4)
    host = HostTier(1, [pages], CPU)
    with pytest.raises(OutOfRoom):
        host.store(pages, pages.take(2))
    assert host.free.view() == (0,)
