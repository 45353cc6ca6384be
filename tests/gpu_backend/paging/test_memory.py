"""What the harness cannot see: poison, the order of copies, streams and their events."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import torch

from tenure.gpu_backend.paging.content import AWAITED, BLANK, POISON, POSITIONS, WRITER, mark_of_life, mark_of_storage
from tenure.gpu_backend.paging.index import PrefixIndex
from tenure.gpu_backend.paging.kernels import Kernels
from tenure.gpu_backend.paging.memory import PageMemory
from tenure.gpu_backend.paging.page import Page
from tenure.gpu_backend.paging.pool import PagePool
from tenure.gpu_backend.paging.streams import CudaStream, Stream, stream_on
from tenure.model.systems.pages.state import Outcome

from .running import Running

CPU = torch.device("cpu")
TIERS = (0, 0, 1)


def pool() -> PagePool:
    return PagePool(TIERS, PageMemory([2, 1], CPU), PrefixIndex())


def writers(pages: PagePool, number: int) -> list[int]:
    return [position[WRITER] for position in pages.memory.read(pages[number])]


def test_a_freed_page_is_poisoned_where_it_was_written_and_blank_when_it_is_taken() -> None:
    tried = pool()
    tried.take(tried[0], 0, [7])
    tried.memory.write(tried[0], range(2), 0, 7)
    assert writers(tried, 0) == [7, 7, BLANK]
    tried.release(tried[0])
    assert writers(tried, 0) == [POISON, POISON, BLANK]
    tried.take(tried[0], 0, [8])
    assert writers(tried, 0) == [BLANK] * POSITIONS


def test_pages_of_all_tiers_are_memory_of_their_own() -> None:
    tried = pool()
    for number, page in enumerate(tried.pages):
        tried.memory.write(page, range(POSITIONS), 0, number)
    assert [writers(tried, number) for number in range(3)] == [[number] * POSITIONS for number in range(3)]


def test_a_page_that_was_set_aside_cannot_be_read_before_the_copy() -> None:
    tried = pool()
    tried.memory.write(tried[0], range(2), 0, 7)
    tried.memory.expect_copy(tried[2], tried[0])
    assert writers(tried, 2) == [AWAITED, AWAITED, BLANK]
    tried.memory.copy(tried[0], tried[2])
    assert writers(tried, 2) == [7, 7, BLANK]


def test_a_cached_page_is_kept_until_it_is_evicted_and_the_oldest_goes_first() -> None:
    tried = pool()
    for number in (1, 0):
        tried.take(tried[number], 0, [7])
        tried.memory.write(tried[number], range(1), 0, 7)
        tried.index.enter(tried[number], number)
        tried.release(tried[number])
    assert writers(tried, 1) == [7, BLANK, BLANK]
    assert tried.next_free(0) is tried[1]
    assert writers(tried, 1) == [POISON, BLANK, BLANK]


def test_no_two_lives_and_no_storage_have_the_same_mark() -> None:
    marks = [mark_of_life(request, life) for request in range(3) for life in range(3)]
    marks += [mark_of_storage(prefix) for prefix in range(3)]
    assert len(set(marks)) == len(marks)


def test_a_copy_touches_nothing_before_the_device_comes_to_it() -> None:
    run = Running()
    run.say("restore 0 0 1; submit 0; issue_load 0 0 0 1")
    assert run.row(1) == [[BLANK] * 3] * POSITIONS
    run.do("complete_copy", 0, 0, 1)
    assert run.row(1) == run.row(0)


def test_a_copy_reads_what_is_there_when_the_device_comes_to_it() -> None:
    tried, stream = pool(), Stream()
    kernels = Kernels(tried.memory)
    tried.memory.write(tried[0], range(1), 0, 7)
    work = stream.submit(lambda: kernels.copy([(tried[0], tried[1])]))
    tried.memory.write(tried[0], range(1), 0, 8)
    work.run()
    assert writers(tried, 1) == [8, BLANK, BLANK]


@pytest.mark.parametrize("outcome", [Outcome.FAILED, Outcome.LOST])
def test_work_that_was_dropped_touches_nothing_any_more(outcome: Outcome) -> None:
    stream, done = Stream(), list[int]()
    work, other = (stream.submit(lambda at=at: done.append(at)) for at in range(2))
    work.drop(outcome)
    other.run()
    assert (work.outcome, other.outcome, done) == (outcome, Outcome.DONE, [1])
    with pytest.raises(KeyError):
        work.run()


def test_a_step_that_reads_poison_writes_poison() -> None:
    tried = pool()
    tried.memory.write(tried[0], range(2), 0, 7)
    step = Kernels(tried.memory).step([tried[0], tried[1]], tried[1], 0, 7)
    tried.memory.poison(tried[0])
    step(0)
    assert writers(tried, 1) == [POISON, BLANK, BLANK]


def test_a_step_does_not_read_what_was_not_written_at_its_launch() -> None:
    tried = pool()
    step = Kernels(tried.memory).step([tried[0], tried[1]], tried[1], 0, 7)
    tried.memory.write(tried[0], range(2), 0, 7)
    tried.memory.poison(tried[0])
    step(1)
    assert writers(tried, 1) == [7] * POSITIONS


class Recorded:
    """Stands for a stream or an event of a GPU, and notes what is asked of it."""

    log: list[str]

    def __init__(self, *_: object) -> None:
        self.log = LOG

    def wait_stream(self, _: object) -> None:
        self.log.append("wait for what was written before")

    def record(self, _: object) -> None:
        self.log.append("record")

    def synchronize(self) -> None:
        self.log.append("synchronize")


LOG: list[str] = []


@contextmanager
def entered(_: object) -> Iterator[None]:
    LOG.append("begin")
    yield
    LOG.append("end")


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> torch.device:
    """Return the device of a GPU of which nothing but its streams and events is there."""
    LOG.clear()
    monkeypatch.setattr(torch.cuda, "Stream", Recorded)
    monkeypatch.setattr(torch.cuda, "Event", Recorded)
    monkeypatch.setattr(torch.cuda, "stream", entered)
    monkeypatch.setattr(torch.cuda, "current_stream", Recorded)
    return torch.device("cuda")


def test_a_copy_on_a_gpu_runs_on_its_own_stream_with_an_event_behind_it(gpu: torch.device) -> None:
    stream = stream_on(gpu)
    assert isinstance(stream, CudaStream)
    work = stream.submit(lambda: LOG.append("copy"))
    assert LOG == []
    work.run()
    assert LOG == ["wait for what was written before", "begin", "copy", "record", "end"]


def test_pages_are_taken_back_only_behind_the_event(gpu: torch.device, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Running()
    run.manager.copies = stream_on(gpu)
    monkeypatch.setattr(PagePool, "release", lambda _, page: LOG.append(f"release {page.id}"))
    manager = run.manager
    for event, args in (("restore", (0, 0, 1)), ("submit", (0,)), ("issue_load", (0, 0, 0, 1))):
        getattr(manager, event)(*args)
    manager.complete_copy(0, 0, 1)
    LOG.clear()
    manager.poll(0)
    assert LOG == ["synchronize", "release 0", "release 1"]


def test_the_cpu_has_a_queue_in_the_place_of_a_stream() -> None:
    assert type(stream_on(CPU)) is Stream


@pytest.mark.skipif(not torch.cuda.is_available(), reason="it takes a GPU")
def test_a_page_crosses_to_pinned_memory_and_back_on_a_gpu() -> None:
    device = torch.device("cuda")
    memory, stream = PageMemory([2, 1], device), stream_on(device)
    one, other, below = Page(0, 0, 0), Page(1, 0, 1), Page(2, 1, 0)
    memory.write(one, range(POSITIONS), 0, 7)
    for source, target in ((one, below), (below, other)):
        work = stream.submit(lambda source=source, target=target: memory.copy(source, target))
        work.run()
        work.wait()
    assert memory.tiers[1].is_pinned()
    assert memory.dump()[0][0] == memory.dump()[0][1]
