"""The host hands something to the device or to a peer: issue_step, issue_load, issue_store, issue_send, issue_move."""

from __future__ import annotations

from functools import partial

from ...model.systems.pages.state import Job, Stage
from .core import Core
from .errors import NotWritten, PageInUse, PageNotFound, StaleWeights, StillRunning, WrongTier, check
from .kernels import Copies
from .operations import Operation
from .page import Page
from .requests import Request
from .streams import Kernel, Work


class Issuing(Core):
    """Every operation needs what it names from here on, so that nobody else is given it."""

    # Steps

    def issue_step(self, o: int, r: int, p: int) -> None:
        """Launch a step of a request that reads all that it holds, and writes one page of its own."""
        operation, page = self.operations.unused(o), self.pool[p]
        request = self.running(r, page)
        self.check_private(page)
        self.check_room(page)
        self.begin(operation, Job.STEP, self.steps.submit(self.launch(request, page)), request)
        self.name(operation, list(request.table), [page])

    def running(self, r: int, page: Page) -> Request:
        """Return a request that runs and holds the page, or refuse."""
        return self.holder(r, page, Stage.LIVE)

    def check_private(self, page: Page) -> None:
        """Refuse to write to a page that others may read."""
        check(not page.published, PageInUse, f"page {page.id} is published")

    def check_room(self, page: Page) -> None:
        """Refuse to write to a page that is full."""
        check(not self.memory.is_full(page), NotWritten, f"page {page.id} is full")

    def launch(self, request: Request, page: Page) -> Kernel:
        """Capture what a step reads and where it writes, as it is now."""
        return self.kernels.step(request.table, page, self.weights_to_compute(request), request.mark)

    def weights_to_compute(self, request: Request) -> int:
        """Return the weights that a step computes with."""
        return request.weights

    # Copies

    def issue_load(self, o: int, r: int, q: int, p: int) -> None:
        """Copy a published page into a free one of the device that the request will hold."""
        operation, source, page = self.operations.unused(o), self.pool[q], self.pool[p]
        request = self.find(r, Stage.LIVE)
        self.check_shared(source)
        self.check_kept(source)
        self.check_same_weights(source, request)
        check(page.on_device, WrongTier, f"page {p} is not on the device")
        self.pool.check_free(page)
        self.pool.take(page, self.weights_to_load(request), {request.mark, *source.writers})
        self.begin(operation, Job.LOAD, self.submit_copy([(source, page)]), request)
        self.name_copy(operation, source, page)

    def check_shared(self, source: Page) -> None:
        """Refuse to copy a page that may still be written."""
        check(source.published, PageNotFound, f"page {source.id} is not published")

    def check_kept(self, source: Page) -> None:
        """Refuse to copy a page that was given up."""
        check(source not in self.pool.free, PageNotFound, f"page {source.id} is free")

    def check_same_weights(self, source: Page, request: Request) -> None:
        """Refuse content that other weights have computed."""
        check(source.weights == request.weights, StaleWeights, f"page {source.id} is of other weights")

    def weights_to_load(self, request: Request) -> int:
        """Return the weights that a loaded page is of."""
        return request.weights

    def issue_store(self, o: int, p: int, q: int) -> None:
        """Copy a page that is found into a free one of a lower tier, for whoever looks there."""
        operation, source, page = self.operations.unused(o), self.pool[p], self.pool[q]
        check(self.index.finds(source), PageNotFound, f"page {p} is not found")
        self.check_below(source, page)
        self.check_store_target(source, page)
        self.pool.take(page, source.weights, source.writers)
        self.begin(operation, Job.STORE, self.submit_copy([(source, page)]))
        self.name_copy(operation, source, page)

    def check_below(self, source: Page, page: Page) -> None:
        """Refuse to store a page where it is, or above."""
        check(page.tier > source.tier, WrongTier, f"page {page.id} is not below page {source.id}")

    def check_store_target(self, source: Page, page: Page) -> None:
        """Refuse where there is no room, with the source where it was."""
        del source
        self.pool.check_free(page)

    def issue_send(self, o: int, r: int, p: int) -> None:
        """Let a peer read a page that is written no more."""
        operation, page = self.operations.unused(o), self.pool[p]
        request = self.holder(r, page, Stage.LIVE, Stage.SUSPENDED, Stage.MOVING)
        self.check_settled_page(page)
        self.begin(operation, Job.SEND, self.copies.submit(partial(self.kernels.send, o, page)), request)
        self.name(operation, [page], [])

    def check_settled_page(self, page: Page) -> None:
        """Refuse to send what may still be written."""
        settled = page.published or (self.memory.is_full(page) and not self.operations.writing(page))
        check(settled, StillRunning, f"page {page.id} may still be written")

    def issue_move(self, o: int, r: int) -> None:
        """Copy all that a suspended request holds to the pages that were set aside for it."""
        operation, request = self.operations.unused(o), self.find(r, Stage.SUSPENDED)
        self.check_quiet(request)
        self.begin(operation, Job.MOVE, self.submit_copy(self.plan_copies(request)), request)
        self.name(operation, list(request.table), list(request.spares))
        request.move = o
        self.wait_for_move(request)

    def plan_copies(self, request: Request) -> Copies:
        """Return which page of a set is copied to which one set aside."""
        return [(page.image, page) for page in request.spares if page.image is not None]

    def check_quiet(self, request: Request) -> None:
        """Refuse to copy what a step may still write to."""
        self.check_steps_polled(request)

    def wait_for_move(self, request: Request) -> None:
        """Let a request neither run nor move otherwise until the host has learned how its move ended."""
        request.stage = Stage.MOVING

    # What all of them share

    def submit_copy(self, copies: Copies) -> Work:
        """Hand copies to the device."""
        return self.copies.submit(partial(self.kernels.copy, copies))

    def begin(self, operation: Operation, job: Job, work: Work, request: Request | None = None) -> None:
        """Let a descriptor stand for an operation, which is for a request in its present life, or for nobody."""
        operation.job, operation.work = job, work
        if request is not None:
            operation.owner, operation.life = request.id, request.life

    def name_copy(self, operation: Operation, source: Page, page: Page) -> None:
        """Note what a copy reads and writes; the page that was taken for it is its own already."""
        operation.reads, operation.writes = [source], [page]
        self.hold([source])

    def name(self, operation: Operation, reads: list[Page], writes: list[Page]) -> None:
        """Note what an operation reads and writes."""
        operation.reads, operation.writes = reads, writes
        self.hold(operation.pages)

    def hold(self, pages: list[Page]) -> None:
        """Let nobody be given what an operation names."""
        for page in pages:
            self.pool.retain(page)
