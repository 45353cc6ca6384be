"""What the model does not speak of: tokens, rows, the order of work on the device, and what waits for it."""

from functools import partial

import pytest
import torch

from tenure.gpu_backend.pipeline.errors import StepFull, StillRead, TooLong
from tenure.gpu_backend.pipeline.kv_cache import Widths
from tenure.gpu_backend.pipeline.language import text
from tenure.gpu_backend.pipeline.manager import KVCacheManager
from tenure.gpu_backend.pipeline.pages import POISON, PagePool
from tenure.gpu_backend.pipeline.stream import ComputeStream
from tenure.gpu_backend.refusal import OutOfRoom
from tenure.model.sorts import Pool

from .running import Running, decoding, instance, planned

CPU = torch.device("cpu")
ON_CPU = pytest.mark.skipif(torch.cuda.is_available(), reason="a GPU runs a step as soon as it can")


def manager(target: int, draft: int, page_size: int = 1) -> KVCacheManager:
    return KVCacheManager({Pool.TARGET: target, Pool.DRAFT: draft}, page_size, CPU)


def test_a_request_says_the_same_however_its_steps_overlap() -> None:
    run = Running(instance(longest=8, target=20, draft=20))
    run.say(f"{planned(0, 3, 1)} {planned(1, 2)} launch; chunk 0 2; decode 1 1 0; launch;")
    run.say("retire 0 1; retire 1 2; decode 1 0 0; decode 0 2 1; launch; retire 1 1; retire 0 2; decode 1 1 0; launch;")
    run.say("retire 0 2; retire 1 1; suspend 0; retire 1 2; resume 0; decode 0 0 0; launch; retire 0 1")
    for r, prompt in ((0, 3), (1, 2)):
        request = run.request(r)
        assert request.tokens == list(text(r, prompt, request.cursor + 1))


def test_a_replayed_request_says_the_same_again() -> None:
    run = Running()
    run.say(f"{decoding(0, 2)} decode 0 1 0; launch; preempt 0; admit 0 0 2 2; drop 0; launch; retire 0 2")
    assert run.request(0).tokens == list(text(0, 2, 3))


def test_the_row_of_a_step_has_the_newest_token_and_its_position() -> None:
    run = Running()
    run.say(f"{decoding(0, 2)} decode 0 2 0; launch; decode 0 0 0; launch; retire 0 2")
    older = run.executor.in_flight.older()
    assert older.forward is not None
    assert older.forward.inputs.previous.tolist() == [[0, text(0, 2, 5)[4], 4]]


@ON_CPU
def test_the_device_has_not_run_a_step_before_it_is_waited_for() -> None:
    run = Running()
    run.say(f"{planned(0, 2)} launch")
    cells = run.executor.kv.pools[Pool.TARGET].cells
    assert bool((cells == POISON).all())
    run.say("retire 0 2")
    assert cells[run.pages(0)[0], 0].tolist() == list(text(0, 2, 2))


def test_a_late_frame_writes_the_pages_that_wait_for_it_and_no_others() -> None:
    run = Running()
    run.say(f"{decoding(0)} decode 0 1 0; launch; suspend 0; {planned(1, 2)}")
    (stay,) = run.executor.kv.closing
    fenced = list(stay.tables[Pool.TARGET].pages)
    run.executor.in_flight.wait(run.executor.in_flight.older())
    cells = run.executor.kv.pools[Pool.TARGET].cells
    assert cells[fenced, 0].tolist() == list(text(0, 1, 3))
    run.say("drop 0")
    assert bool((cells[fenced] == POISON).all())


@ON_CPU
def test_a_failed_step_writes_nothing() -> None:
    run = Running()
    run.say(f"{planned(0, 2)} launch; fail; reset 0; {planned(1)} launch; retire 1 1")
    cells = run.executor.kv.pools[Pool.TARGET].cells[:-1, 0]
    assert int((cells != POISON).sum()) == 1


def test_rejected_tokens_leave_nothing_that_could_be_taken_for_settled() -> None:
    run = Running(instance(page_size=4))
    run.say(f"{decoding(0)} decode 0 2 0; launch; retire 0 1")
    (page,) = run.pages(0)[0]
    cells = run.executor.kv.pools[Pool.TARGET].cells[page * 4 : page * 4 + 4, 0].tolist()
    assert cells == [*text(0, 1, 2), POISON, POISON]


def test_freed_pages_are_poisoned_and_handed_out_first() -> None:
    pool = PagePool(3, 2, "pages", CPU)
    pages = pool.take(2)
    pool.pages[pages] = 7
    pool.release(pages)
    assert bool((pool.cells == POISON).all())
    assert pool.take(2) == pages


def test_growth_in_both_pools_or_in_neither() -> None:
    kv = manager(4, 1)
    stay = kv.open(0)
    kv.grow(stay, Widths(1, 1))
    with pytest.raises(OutOfRoom):
        kv.grow(stay, Widths(2, 2))
    assert [(len(table.pages), table.capacity) for table in stay.tables] == [(1, 1), (1, 1)]
    assert len(kv.pools[Pool.TARGET].free) == 3


def test_rejected_places_return_in_each_pool_by_its_own_width() -> None:
    kv = manager(8, 8, page_size=2)
    stay = kv.open(0)
    kv.grow(stay, Widths(3, 7))
    kv.reclaim(stay, Widths(3, 7), 1)
    assert [(len(table.pages), table.capacity) for table in stay.tables] == [(1, 1), (1, 1)]


def test_a_stay_that_is_over_keeps_its_pages_until_its_last_frame() -> None:
    kv = manager(3, 3)
    stay = kv.open(0)
    kv.grow(stay, Widths(3, 3))
    new = kv.rewind(stay, 1, in_flight=True)
    assert ([len(table.pages) for table in stay.tables], [len(table.pages) for table in new.tables]) == ([2, 2], [1, 1])
    assert len(kv.pools[Pool.TARGET].free) == 0
    kv.lift(stay)
    assert (len(kv.pools[Pool.TARGET].free), kv.closing) == (2, [])


def test_a_resume_without_room_in_one_pool_takes_none_in_the_other() -> None:
    run = Running(instance(target=4, draft=2))
    run.say(f"{decoding(0, 2)} suspend 0; {planned(1)} !resume 0")
    assert len(run.executor.kv.pools[Pool.TARGET].free) == 3


def test_a_refusal_says_what_a_scheduler_may_do_about_it() -> None:
    run = Running(instance(batch=1, longest=2))
    run.say(f"load 1; {planned(0, a=1)}")
    run.executor.submit(1)
    with pytest.raises(StepFull):
        run.executor.admit(1, 0, 1, 1)
    with pytest.raises(StillRead):
        run.executor.evict(1)
    run.executor.launch()
    with pytest.raises(TooLong):
        run.executor.decode(0, 1, 0)


def test_work_is_done_once_and_lost_when_it_is_cancelled() -> None:
    done: list[int] = []
    stream = ComputeStream(CPU)
    first, second = (stream.issue(partial(done.append, number)) for number in (1, 2))
    first.wait()
    first.wait()
    second.cancel()
    second.wait()
    assert done == [1]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="a CPU has no streams")
def test_a_gpu_does_work_behind_all_that_it_was_asked_for_before() -> None:
    device = torch.device("cuda")
    cell = torch.zeros(1, dtype=torch.int64, device=device)
    cell.fill_(3)

    def double() -> None:
        cell.mul_(2)

    issued = ComputeStream(device).issue(double)
    issued.cancel()
    issued.wait()
    assert cell.tolist() == [6]
