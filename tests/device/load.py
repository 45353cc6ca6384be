"""The memory of pages under load: many copies in flight at once between big pages, in an order by chance.

The harness looks at everything after every call, and so waits for the device after every call. Here nobody looks for a
while: copies, steps, evictions and what comes next go on while earlier copies still run. Then the device is waited for,
and every page must hold what it should.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import ClassVar, TypeVar

import torch
from torch import Tensor

from tenure.gpu_backend.paging.content import BLANK, POISON, TOKEN
from tenure.gpu_backend.paging.manager import PageManager
from tenure.gpu_backend.paging.memory import PageMemory
from tenure.gpu_backend.paging.observation import copies_of
from tenure.gpu_backend.paging.operations import Operation
from tenure.gpu_backend.paging.page import DEVICE, Page
from tenure.gpu_backend.paging.requests import Request
from tenure.gpu_backend.refusal import Refusal
from tenure.model.systems.pages.state import Job, Outcome, Stage

TIERS = [0] * 24 + [1] * 32
OPERATIONS = 10
LIVE = 4
"""How many requests there are at a time."""


T = TypeVar("T")


class Nothing(Exception):
    """There is nothing that this could be done with now."""


class HostWaits(Exception):
    """A copy made the host wait for the device."""


class Hasty(PageManager):
    """A memory that hands pages out again while copies still run, so as to see that this would show."""

    def retire(self, operation: Operation) -> None:
        """Do not wait for the event."""
        if operation.work is not None:
            operation.work.finished = None
        super().retire(operation)


class BigMemory(PageMemory):
    """As the memory is, with a long row more for each page, all of it the number of what was written there last."""

    width: ClassVar[int] = 1 << 19
    """How many numbers of eight bytes: a copy takes so long that the host goes on meanwhile."""

    def __init__(self, sizes: list[int], device: torch.device) -> None:
        super().__init__(sizes, device)
        self.rows = [
            torch.full((len(tier), self.width), BLANK, device=tier.device, pin_memory=tier.is_pinned())
            for tier in self.tiers
        ]

    def row(self, page: Page) -> Tensor:
        """Return the long row of a page."""
        return self.rows[page.tier][page.slot]

    def clear(self, page: Page) -> None:
        """Make all of a page blank."""
        super().clear(page)
        self.row(page).fill_(BLANK)

    def poison(self, page: Page) -> None:
        """Make all of a page unfit to be read."""
        super().poison(page)
        self.row(page).fill_(POISON)

    def copy(self, source: Page, target: Page) -> None:
        """Copy all of a page."""
        super().copy(source, target)
        self.row(target).copy_(self.row(source), non_blocking=True)

    def write(self, page: Page, positions: range, weights: int, mark: int) -> None:
        """Write to a page."""
        super().write(page, positions, weights, mark)
        self.row(page).fill_(self.tokens - 1)


@contextmanager
def unsynchronized(device: torch.device) -> Iterator[None]:
    """Raise where anything in it makes the host wait for the GPU, as far as torch notices it."""
    if device.type != "cuda":
        yield
        return
    before = torch.cuda.get_sync_debug_mode()
    torch.cuda.set_sync_debug_mode("error")
    try:
        yield
    except RuntimeError as error:
        if "synchroniz" in str(error):
            raise HostWaits(str(error)) from error
        raise
    finally:
        torch.cuda.set_sync_debug_mode(before)


class Load:
    """One memory, and what each of its pages must hold once the device is idle."""

    def __init__(self, device: torch.device, chance: Random, manager: type[PageManager] = PageManager) -> None:
        made = type("BigManager", (manager,), {"page_memory": type("Memory", (BigMemory, manager.page_memory), {})})
        self.manager: PageManager = made(TIERS, OPERATIONS, device)
        self.device, self.chance = device, chance
        self.expected = dict.fromkeys(self.manager.pool.pages, BLANK)
        self.names = 0
        """How many requests and prefixes were named; each gets the next number."""
        self.copies = self.in_flight = self.checked = 0
        """Copies that were launched, those still running when the host asked for them, and contents compared."""
        self.wrong: list[str] = []

    def go(self, events: int) -> None:
        """Do so many things by chance, and look at everything now and then, and at the end."""
        doing = {
            self.arrive: 3, self.store: 6, self.load: 6, self.launch: 3, self.poll: 8, self.evict: 3, self.drop: 3,
            self.step: 2, self.move: 4, self.end: 1,
        }  # fmt: skip
        for number in range(events):
            while len(self.live()) < LIVE:
                self.names += 1
                self.manager.submit(self.names)
            with suppress(Refusal, Nothing):
                self.chance.choices(list(doing), list(doing.values()))[0]()
            if number % 100 == 0:
                self.check(number)
        self.check(events)

    def any_of(self, things: Iterable[T]) -> T:
        """Return one of some things."""
        there = list(things)
        if not there:
            raise Nothing
        return self.chance.choice(there)

    def live(self) -> list[Request]:
        """Return the requests that have not ended."""
        return [request for request in self.manager.requests.values() if request.stage != Stage.ENDED]

    def free(self, tier: int) -> Page:
        """Return a free page of a tier, where there is none by evicting one."""
        pool = self.manager.pool
        if pool.free.oldest(tier) is None:
            self.manager.evict(self.any_of(page for page in pool.cached if page.tier == tier).id)
        return self.any_of(page for page in pool.free if page.tier == tier)

    def found(self, tier: int) -> Page:
        """Return a page of a tier that can be found."""
        index = self.manager.index
        return self.any_of(page for page in self.manager.pool.pages if page.tier == tier and index.finds(page))

    def unused(self) -> int:
        """Return the number of a descriptor that stands for nothing."""
        return self.any_of(each.id for each in self.manager.operations if each.job == Job.NONE)

    def arrive(self) -> None:
        """Have a page arrive from elsewhere."""
        page = self.free(DEVICE)
        self.names += 1
        self.manager.restore(page.id, self.names, 1)
        self.expected[page] = self.manager.memory.tokens - 1

    def store(self) -> None:
        """Copy a page down."""
        page = self.free(DEVICE + 1)
        self.manager.issue_store(self.unused(), self.found(DEVICE).id, page.id)

    def load(self) -> None:
        """Copy a page up, or within the device."""
        page = self.free(DEVICE)
        source = self.found(self.chance.choice((DEVICE, DEVICE + 1, DEVICE + 1)))
        request = self.any_of(each for each in self.live() if each.stage == Stage.LIVE)
        self.manager.issue_load(self.unused(), request.id, source.id, page.id)

    def launch(self) -> None:
        """Let the device come to all copies that were issued, in whatever order."""
        pending = [each for each in self.manager.operations if each.outcome == Outcome.PENDING]
        for operation in self.chance.sample(pending, len(pending)):
            self.run(operation)

    def run(self, operation: Operation) -> None:
        """Let the device come to a copy. The host may not be made to wait by it."""
        pairs = copies_of(operation)
        with unsynchronized(self.device):
            if operation.job == Job.MOVE:
                self.manager.complete(operation.id)
            else:
                self.manager.complete_copy(operation.id, operation.reads[0].id, operation.writes[0].id)
        self.expected.update({target: self.expected[source] for source, target in pairs})
        self.copies += len(pairs)

    def poll(self) -> None:
        """Learn of the end of an operation, whose pages may then be used again at once."""
        operation = self.any_of(each for each in self.manager.operations if each.outcome == Outcome.DONE)
        finished = operation.work.finished if operation.work is not None else None
        self.in_flight += finished is not None and operation.job != Job.STEP and not finished.query()  # type: ignore[no-untyped-call]
        try:
            self.take_up(operation)
        except Refusal:  # its request has ended
            self.manager.poll(operation.id)

    def take_up(self, operation: Operation) -> None:
        """Make something of the result."""
        if operation.job == Job.LOAD:
            self.manager.poll_load(operation.id, operation.writes[0].id)
        elif operation.job == Job.STORE:
            self.manager.poll_store(operation.id, operation.writes[0].id)
        elif operation.job == Job.MOVE:
            self.manager.poll_move(operation.id)
        else:
            self.manager.poll(operation.id)

    def evict(self) -> None:
        """Give up a cached page, and have another arrive there, if it is one of the device."""
        page = self.any_of(self.manager.pool.cached)
        self.manager.evict(page.id)
        if page.on_device:
            self.names += 1
            self.manager.restore(page.id, self.names, 1)
            self.expected[page] = self.manager.memory.tokens - 1

    def drop(self) -> None:
        """Give a page of a table back."""
        request = self.any_of(self.live())
        self.manager.drop(request.id, self.any_of(request.table).id)

    def step(self) -> None:
        """Write a page of a request, beside the copies."""
        request, o = self.any_of(self.live()), self.unused()
        page = self.manager.pool[self.manager.grow(request.id)]
        self.expected[page] = BLANK
        self.manager.issue_step(o, request.id, page.id)
        self.manager.complete_step(o, page.id, 1)
        self.expected[page] = self.manager.memory.tokens - 1

    def move(self) -> None:
        """Suspend a request, move all its pages to the other side, or let it run on."""
        request = self.any_of(self.live())
        if request.stage == Stage.LIVE:
            self.manager.suspend(request.id)
        if request.table and (request.offloaded or self.chance.random() < 0.7):
            for image in [image for image in request.table if image not in [spare.image for spare in request.spares]]:
                self.manager.set_aside(request.id, self.free(int(not request.offloaded)).id, image.id)
            self.manager.issue_move(self.unused(), request.id)
        else:
            self.manager.resume(request.id)

    def end(self) -> None:
        """End a request, whatever is in flight for it."""
        self.manager.abort(self.any_of(self.live()).id)

    def check(self, when: int) -> None:
        """Wait for the device, and compare what is in every page that somebody may read."""
        tiers = self.manager.memory.dump()
        memory = self.manager.memory
        assert isinstance(memory, BigMemory)
        undone = {page for each in self.manager.operations if each.outcome != Outcome.DONE for page in each.writes}
        spares = {page for request in self.live() for page in request.spares}
        for page in self.manager.pool.pages:
            if page in self.manager.pool.free or page in undone or page in spares:
                continue
            written = [at[TOKEN] for at in tiers[page.tier][page.slot] if at[TOKEN] != BLANK]
            least, most = (int(each) for each in memory.row(page).aminmax())
            self.checked += 1
            if {least, most, written[-1] if written else BLANK} != {self.expected[page]}:
                got = f"{least} to {most} and {written}"
                self.wrong.append(f"after {when} events page {page.id}: {self.expected[page]} expected, {got} found")
