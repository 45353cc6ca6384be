"""Which pages a request has: allocate, set_aside, drop, hit, publish, rebase."""

from __future__ import annotations

from ...model.systems.pages.state import Stage
from .core import Core
from .errors import NotTheHolder, NotWritten, PageInUse, PageNotFound, StaleWeights, StillRunning, WrongTier, check
from .page import DEVICE, Page
from .requests import Request


class Tables(Core):
    """How pages come into a table and go out of it."""

    def grow(self, r: int) -> int:
        """Give a request the page that is next in turn, evicting a cached one where none is free. Return its number."""
        self.find(r, Stage.LIVE)
        page = self.pool.next_free(DEVICE)
        self.allocate(r, page.id)
        return page.id

    def allocate(self, r: int, p: int) -> None:
        """Give a request a page of its own."""
        request, page = self.find(r, Stage.LIVE), self.pool[p]
        check(page.on_device, WrongTier, f"page {p} is not on the device")
        self.pool.check_free(page)
        self.pool.take(page, request.weights, [request.mark])
        request.table.append(page)

    def set_aside(self, r: int, p: int, q: int) -> None:
        """Set a page of the other tier aside for a suspended request, to be a copy of one of its own."""
        page, image = self.pool[p], self.pool[q]
        request = self.holder(r, image, Stage.SUSPENDED)
        self.check_settled(request)
        check(page.on_device == request.offloaded, WrongTier, f"page {p} is on the side where the set is")
        self.pool.check_free(page)
        self.pool.take(page, request.weights, {request.mark, *image.writers})
        self.memory.expect_copy(page, image)
        page.image = image
        request.spares.append(page)

    def check_settled(self, request: Request) -> None:
        """Refuse to plan a copy of what a step may still write to."""
        self.check_steps_polled(request)

    def drop(self, r: int, p: int) -> None:
        """Give one page back."""
        page = self.pool[p]
        request = self.dropping(r, page)
        request.table.remove(page)
        self.pool.release(page)

    def dropping(self, r: int, page: Page) -> Request:
        """Return a request that may give the page back, or refuse."""
        return self.holder(r, page, Stage.LIVE)

    def hit(self, r: int, t: int) -> None:
        """Let a request hold the page that is found by a prefix."""
        request = self.find(r, Stage.LIVE)
        page = self.found(t)
        self.check_weights(request)
        self.check_not_held(request, page)
        self.pool.retain(page)
        request.table.append(page)

    def found(self, prefix: int) -> Page:
        """Return the page that is found by a prefix, or refuse."""
        page = self.index.look_up(prefix)
        if page is None:
            raise PageNotFound(f"no page is found by prefix {prefix}")
        return page

    def check_weights(self, request: Request) -> None:
        """Refuse to mix what older weights compute with what can be found now."""
        check(request.weights == self.index.weights, StaleWeights, f"request {request.id} runs with older weights")

    def check_not_held(self, request: Request, page: Page) -> None:
        """Refuse a page that is in the table already."""
        check(page not in request.table, NotTheHolder, f"request {request.id} holds page {page.id}")

    def publish(self, r: int, p: int, t: int) -> None:
        """Have a page that its request has written found by a prefix from now on."""
        page = self.pool[p]
        request = self.holder(r, page, Stage.LIVE)
        self.check_written(page)
        self.check_not_being_written(page)
        self.check_publisher(request)
        self.check_prefix_is_new(t)
        self.index.enter(page, t)

    def check_written(self, page: Page) -> None:
        """Refuse a page without content."""
        check(self.memory.written(page), NotWritten, f"page {page.id} is blank")

    def check_not_being_written(self, page: Page) -> None:
        """Refuse a page whose content may still change."""
        check(not self.operations.writing(page), StillRunning, f"page {page.id} is being written")

    def check_publisher(self, request: Request) -> None:
        """Refuse to publish what older weights have computed."""
        self.check_weights(request)

    def check_prefix_is_new(self, prefix: int) -> None:
        """Refuse a prefix that a page is found by already."""
        check(self.index.look_up(prefix) is None, PageInUse, f"another page is found by prefix {prefix}")

    def rebase(self, r: int, p: int, t: int) -> None:
        """Let a request hold the page that another has published, in the place of its own."""
        page = self.pool[p]
        request = self.holder(r, page, Stage.LIVE)
        other = self.found(t)
        self.check_not_held(request, other)
        self.check_both_full(page, other)
        self.check_weights(request)
        self.pool.retain(other)
        request.table[request.table.index(page)] = other
        self.pool.release(page)

    def check_both_full(self, page: Page, other: Page) -> None:
        """Refuse to exchange pages that the request would go on writing to."""
        check(self.memory.is_full(page) and self.memory.is_full(other), NotWritten, "one of the pages has room")
