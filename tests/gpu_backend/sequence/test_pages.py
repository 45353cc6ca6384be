"""What the model does not see of the caches: identity of pages, poison, order of copies, and what kernels read."""

import pytest
import torch

from tenure.gpu_backend.refusal import OutOfRoom
from tenure.gpu_backend.sequence.index_buffer import PageIndexBuffer
from tenure.gpu_backend.sequence.pages import Page, PageStorage
from tenure.gpu_backend.sequence.refusals import BufferFull, ScratchInUse
from tenure.gpu_backend.sequence.scratch import Scratch
from tenure.gpu_backend.sequence.tokens import content
from tenure.gpu_backend.sequence.window import AttentionWindow, ScratchPlan

from .running import SCRATCH, SETTLED, Running, active, instance

CPU = torch.device("cpu")


def test_freed_slots_are_poisoned_and_padding_holds_zeros() -> None:
    storage = PageStorage(3, 2, CPU)
    pages = storage.allocate(0, 2)
    storage.memory[[0, 1]] = 5.0
    storage.release(pages)
    assert storage.memory[:3].isnan().all()
    assert storage.memory[storage.padding].tolist() == [0.0, 0.0]


def test_a_page_stays_the_same_wherever_it_lies() -> None:
    storage = PageStorage(2, 2, CPU)
    first, second = storage.allocate(0, 2)
    storage.memory[first.slot], storage.memory[second.slot] = 1.0, 2.0
    storage.offload([first, second])
    assert (first.slot, second.slot) == (None, None)
    other = storage.allocate(1, 1)
    with pytest.raises(OutOfRoom):
        storage.onload([first, second])
    assert (first.slot, second.slot, len(storage.host), len(storage.free)) == (None, None, 2, 1)
    storage.release(other)
    storage.onload([second, first])
    assert storage.memory[first.slot].tolist() == [1.0, 1.0]
    assert storage.memory[second.slot].tolist() == [2.0, 2.0]
    assert not storage.host


def test_a_copy_is_made_before_its_slot_is_poisoned() -> None:
    storage = PageStorage(1, 2, CPU)
    (page,) = storage.allocate(0, 1)
    storage.memory[page.slot] = 3.0
    storage.offload([page])
    assert storage.host[page].tolist() == [3.0, 3.0]
    assert storage.memory[0].isnan().all()


def test_stale_blocks_are_those_before_the_window_of_the_next_token() -> None:
    window = AttentionWindow(2, 4, 4)
    assert [window.stale_end(history) for history in (0, 8, 10, 11, 12, 16)] == [0, 0, 0, 1, 1, 2]
    assert window.scratch_end(20) == window.stale_end(16) == 2


def test_blocks_take_turns_in_scratch_pages() -> None:
    scratch, pages = Scratch(), [Page(0, 4), Page(0, 7)]
    scratch.plan(2, 3, 2)
    scratch.pages = pages
    assert [scratch.page_of(block) for block in range(1, 6)] == [None, pages[0], pages[1], pages[0], None]


def test_a_buffer_has_constant_size_and_forgets_what_was_behind() -> None:
    buffer = PageIndexBuffer(4, 9, CPU)
    place = buffer.data.data_ptr()
    buffer.write(1, [3, 1, 2])
    buffer.write(2, [5])
    assert buffer.data.tolist() == [2, 5, 9, 9, 9]
    assert buffer.data.data_ptr() == place


def test_the_forward_reads_and_writes_through_the_buffer_only() -> None:
    run = Running(instance(slots=6))
    run.say(f"{SETTLED} extend 0 1 0 0")
    cache, storage = run.manager.caches[0], run.manager.storage
    run.manager.buffers[0].data[2] = storage.padding
    run.manager.runner.forward(cache, run.manager.buffers[0])
    page = cache.pages[2]
    assert page is not None
    assert page.slot is not None
    right = content(0, 1, 2, 2, 1)
    assert tuple(storage.memory[page.slot].tolist()) != right
    cache.refresh_buffer()
    run.manager.runner.forward(cache, run.manager.buffers[0])
    assert tuple(storage.memory[page.slot].tolist()) == right


def test_poison_that_is_read_shows_in_what_is_written() -> None:
    run = Running()
    run.say(f"{SETTLED} extend 0 1 0 0")
    cache, storage = run.manager.caches[0], run.manager.storage
    read, written = cache.listed()[1:3]
    storage.poison(read)
    run.manager.runner.forward(cache, run.manager.buffers[0])
    assert storage.memory[written].isnan().all()


def test_a_block_keeps_its_page_through_suspend_and_resume() -> None:
    run = Running()
    run.say(SETTLED)
    before = list(run.manager.caches[0].pages)
    run.say("suspend 0; offload 0; resume 0")
    assert list(run.manager.caches[0].pages) == before


def test_a_content_is_of_one_sequence_one_life_and_one_place() -> None:
    made = {content(r, life, block, 2, 1) for r in range(3) for life in range(3) for block in range(4)}
    assert len(made) == 36


def test_reasons_for_a_refusal_can_be_told_apart() -> None:
    run = Running()
    run.say(active(0))
    cache = run.manager.caches[0]
    with pytest.raises(BufferFull):
        cache.grow(10, ScratchPlan())
    run.say(SCRATCH.removeprefix(active(0)))
    with pytest.raises(ScratchInUse):
        cache.shrink(2)
