"""What counts as room that can be made: no more than can be evicted, one block after the other."""

import pytest

from tenure.gpu_backend.prefix.block import Block, Root, Tokens
from tenure.gpu_backend.prefix.eviction import EvictionQueue
from tenure.gpu_backend.refusal import OutOfRoom

from .running import Running, sized
from .scripts import COMMITTED, START
from .test_reclaim import BRANCH, make_room, on_device

LET_GO = "close(0); drop_last(0,4); drop_last(0,3)"
WINDOWED = sized(windowed=1)


def refused(run: Running, pages: int) -> None:
    """See that room for so many pages is refused, and nothing is given up for it."""
    before, nodes = run.memory(), set(run.part.nodes.blocks)
    with pytest.raises(OutOfRoom):
        run.cache.make_room(pages)
    assert run.memory() == before
    run.part.nodes.keep(run.cache.tree.blocks())
    assert set(run.part.nodes.blocks) == nodes


def test_copies_on_the_host_stay_in_the_tree_and_their_prefix_may_leave_the_device_too() -> None:
    run = Running(f"{BRANCH}; offload(3); arrive(3); offload(4); arrive(4); {LET_GO}")
    assert run.cache.reach == 4
    make_room(run, 4)
    assert on_device(run) == set()
    assert run.part.observe()["host"][3:5] == [1, 1]


def test_a_prefix_that_is_only_on_the_device_does_not_count_under_a_copy_on_the_host() -> None:
    run = Running(f"{BRANCH}; offload(4); arrive(4); {LET_GO}")
    assert run.cache.reach == 3
    refused(run, 4)


def test_a_block_does_not_count_while_a_path_ends_at_it() -> None:
    run = Running(f"{COMMITTED}; close(0); drop_last(0,3); pass_over(1,3,2)", WINDOWED)
    assert run.cache.reach == 3
    refused(run, 4)


def test_a_block_does_not_count_while_something_hangs_at_it_that_no_eviction_takes() -> None:
    run = Running(f"{BRANCH}; {LET_GO}; hollow(4)", WINDOWED)
    assert run.cache.reach == 3
    refused(run, 4)
    run.do("prune(4)")
    make_room(run, 4)
    assert on_device(run) == set()


def test_what_waits_for_eviction_keeps_its_place() -> None:
    queue, root = EvictionQueue(), Root(0, 1)
    first, second = Block(Tokens((1,), full=True), root), Block(Tokens((2,), full=True), root)
    for block in (first, second, first):
        queue.append(block)
    assert list(queue) == [first, second]
    queue.remove(first)
    queue.append(first)
    assert list(queue) == [second, first]


def test_tails_are_let_go_before_what_they_follow() -> None:
    run = Running(f"{START}; insert(0,3,2); insert(0,4,3); write(3); write(4); publish(0,3); publish(0,4); {LET_GO}")
    assert [run.part.nodes.of()[block] for block in run.cache.queue] == [4, 3]
