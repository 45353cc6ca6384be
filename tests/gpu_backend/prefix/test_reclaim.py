"""Room is made by evicting what was let go first, and tails before what they go on from."""

import pytest

from tenure.gpu_backend.refusal import OutOfRoom

from .running import Running, sized
from .scripts import START

BRANCH = f"{START}; insert(0,3,2); insert(0,4,3); write(3); write(4); publish(0,3); publish(0,4)"
"""Request 0 has committed a path of two blocks."""
TWO_PATHS = (
    f"{BRANCH}; admit(1); insert(1,5,3); write(5); publish(1,5); "
    "close(0); drop_last(0,4); drop_last(0,3); close(1); drop_last(1,5)"
)
"""Two paths of two blocks and of one; the longer was let go first, from its tail on."""


def on_device(run: Running) -> set[int]:
    """Return the numbers of the blocks with a device page."""
    return {number for number, has in enumerate(run.part.observe()["device"]) if has}


def make_room(run: Running, pages: int) -> None:
    """Let the cache make room, and take notice of the blocks that are gone."""
    run.cache.make_room(pages)
    run.part.nodes.keep(run.cache.tree.blocks())


@pytest.mark.parametrize(("pages", "left"), [(1, {3, 4, 5}), (2, {3, 5}), (3, {5}), (4, set())])
def test_what_was_let_go_first_is_evicted_first_tails_before_their_prefix(pages: int, left: set[int]) -> None:
    run = Running(TWO_PATHS)
    make_room(run, pages)
    assert on_device(run) == left
    assert len(run.cache.tiers.device.free) >= pages


def test_a_hit_takes_a_block_out_of_the_queue_and_it_comes_back_as_the_last() -> None:
    run = Running(TWO_PATHS)
    run.do("leave(1,1); look_up(1,0,1); match(1,3,2); match(1,4,3); close(1); drop_last(1,4); drop_last(1,3)")
    make_room(run, 2)
    assert on_device(run) == {3, 4}


def test_what_has_a_copy_on_the_host_leaves_the_device_only() -> None:
    run = Running(f"{BRANCH}; offload(4); arrive(4); close(0); drop_last(0,4); drop_last(0,3)")
    make_room(run, 3)
    assert on_device(run) == {3}
    assert run.part.observe()["host"][4] == 1


def test_what_is_kept_stays_and_a_refusal_evicts_nothing() -> None:
    run = Running(f"{BRANCH}; close(0); drop_last(0,4)", sized(device_size=2))
    before = run.memory()
    with pytest.raises(OutOfRoom, match="2 device pages are needed; 1 are free or may be evicted"):
        run.cache.make_room(2)
    assert run.memory() == before


def test_a_prefix_cannot_go_while_what_goes_on_from_it_is_on_the_host() -> None:
    run = Running(f"{BRANCH}; offload(4); arrive(4); close(0); drop_last(0,4); drop_last(0,3)", sized(device_size=2))
    before = run.memory()
    with pytest.raises(OutOfRoom):
        run.cache.make_room(2 + 1)
    assert run.memory() == before
    make_room(run, 1)
    with pytest.raises(OutOfRoom):
        run.cache.make_room(2)
