"""Whose turn it is where nobody names a page: free ones first, then cached ones, those that rest longest before others.

The model leaves the order open; `grow` chooses by itself, and takes nothing from anybody where it refuses.
"""

import pytest

from tenure.gpu_backend.paging.errors import OutOfPages, OutOfTurn

from .running import Running, instance

DEVICE_ONLY = instance(0, 0, 0)
BOTH_CACHED = "restore 0 0 1; restore 1 1 1; submit 0; hit 0 0; hit 0 1;"
"""Request 0 holds pages 0 and 1 in this order, both of which are found."""


def test_the_page_that_is_free_for_longest_comes_first() -> None:
    run = Running(DEVICE_ONLY)
    run.say("submit 0; allocate 0 1; allocate 0 0; drop 0 0; drop 0 1")
    assert [run.manager.grow(0) for _ in range(3)] == [2, 0, 1]


def test_tails_are_evicted_before_what_they_follow() -> None:
    run = Running(DEVICE_ONLY)
    run.say(f"{BOTH_CACHED} finish 0; submit 1")
    assert [run.manager.grow(1) for _ in range(3)] == [2, 1, 0]


def test_a_hit_makes_a_page_the_last_to_be_evicted() -> None:
    run = Running(DEVICE_ONLY)
    run.say("restore 0 0 1; restore 1 1 1; submit 0; hit 0 0; drop 0 0")
    assert [run.manager.grow(0) for _ in range(3)] == [2, 1, 0]


def test_only_pages_of_the_device_are_taken() -> None:
    run = Running(instance(1, 0, 1))
    run.say("submit 0")
    assert run.manager.grow(0) == 1
    with pytest.raises(OutOfPages):
        run.manager.grow(0)


@pytest.mark.parametrize("end", ["suspend 0", "finish 0"])
def test_who_may_not_grow_has_nothing_evicted_for_it(end: str) -> None:
    run = Running(instance(0))
    run.say(f"restore 0 0 1; submit 0; {end}")
    before = run.part.observe()
    with pytest.raises(OutOfTurn):
        run.manager.grow(0)
    assert run.part.observe() == before
    assert list(run.manager.pool.cached) == [run.manager.pool[0]]
