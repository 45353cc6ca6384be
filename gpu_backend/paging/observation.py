"""What the memory shows of itself, read from tables, queues, descriptors and tensors.

How full a page is, and of which weights its content is, is read from its tensor. Content that should not be there is
shown as that of weights that there never were: what bears the mark of another writer, cannot be read although the page
is used, can be read although it is free, is unlike what it was copied from or what a peer has got of it, or is of other
weights than the page is kept under. Whether a page is found is worked out here, from its seal, and not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from ...conformance.parts.part import Shown
from ...model.systems.pages.state import Fill, Job, Outcome, Stage
from .content import AWAITED, BLANK, POISON, POSITIONS, WEIGHTS, WRITER, Row, mark_of_life, written
from .core import Core
from .operations import Operation
from .page import DEVICE, Page
from .requests import Request

NOBODY: Final = Request(-1, 0, Stage.ABSENT)
"""What is shown of a request that was never submitted."""


def copies_of(operation: Operation) -> list[tuple[Page, Page]]:
    """Return which page an operation is to copy to which, as the host understands it."""
    if operation.job == Job.MOVE:
        return [(page.image, page) for page in operation.writes if page.image is not None]
    return list(zip(operation.reads, operation.writes, strict=True)) if operation.job in (Job.LOAD, Job.STORE) else []


def outcome_of(operation: Operation) -> Outcome:
    """Return what became of an operation on the device."""
    return Outcome.NONE if operation.work is None else operation.work.outcome


def strange_pages(request: Request) -> list[Page]:
    """Return the private pages in a request's table that are not for what it computes in its present life."""
    mark = mark_of_life(request.id, request.life)
    return [page for page in request.table if not page.published and mark not in page.writers]


class Observation:
    """One look at a memory; nothing is changed by it."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.pages = core.pool.pages
        tiers = core.memory.dump()
        self.rows = {page: tiers[page.tier][page.slot] for page in self.pages}
        self.free, self.cached = set(core.pool.free), set(core.pool.cached)
        self.awaiting = {page for request in core.requests.values() for page in request.spares}
        self.awaiting.update(page for each in core.operations if each.job == Job.MOVE for page in each.writes)
        done = [each for each in core.operations if outcome_of(each) == Outcome.DONE]
        copied = [pair for each in done for pair in copies_of(each)]
        self.wrong = {target for source, target in copied if self.rows[source] != self.rows[target]}
        self.wrong.update(page for each in done if each.job == Job.SEND for page in self.missent(each))
        self.wrong.update(page for request in core.requests.values() for page in strange_pages(request))

    def fields(self, requests: int, prefixes: int) -> Shown:
        """Return every field by its name."""
        index, none = self.core.index, self.pages[0]
        return {
            **self._of_requests([self.core.requests.get(r, NOBODY) for r in range(requests)]),
            **self._of_pages(),
            "index": [index.entries.get(prefix, none).id for prefix in range(prefixes)],
            "epoch": [index.epoch],
            "below": [index.below],
            "version": [index.weights],
            **self._of_operations(),
        }

    def _of_requests(self, requests: list[Request]) -> dict[str, list[int]]:
        return {
            "stage": [int(request.stage) for request in requests],
            "life": [request.life for request in requests],
            "born": [request.weights for request in requests],
            "away": [int(request.offloaded) for request in requests],
            "mover": [request.move for request in requests],
            "holds": self._relation(request.table for request in requests),
            "spare": self._relation(request.spares for request in requests),
        }

    def _of_operations(self) -> dict[str, list[int]]:
        operations = self.core.operations.operations
        return {
            "job": [int(each.job) for each in operations],
            "outcome": [int(outcome_of(each)) for each in operations],
            "owner": [each.owner for each in operations],
            "term": [each.life for each in operations],
            "source": self._relation(each.reads for each in operations),
            "target": self._relation(each.writes for each in operations),
        }

    def _of_pages(self) -> dict[str, list[int]]:
        told: dict[str, Callable[[Page], int]] = {
            "refs": self._refs,
            "fill": self._fill,
            "made": self._made,
            "published": lambda page: page.published,
            "image": lambda page: 0 if page.image is None else page.image.id,
            "key": lambda page: page.key,
            "sealed": lambda page: page.seal,
        }
        return {name: [int(tell(page)) for page in self.pages] for name, tell in told.items()}

    def _relation(self, tables: Iterable[list[Page]]) -> list[int]:
        return [int(page in table) for table in tables for page in self.pages]

    def missent(self, operation: Operation) -> list[Page]:
        """Return the pages of which a peer has got something else than what is in them."""
        received = self.core.kernels.received.get(operation.id)
        sent = None if received is None else received.tolist()
        return [page for page in operation.reads if self.rows[page] != sent]

    def is_found(self, page: Page) -> bool:
        """Whether a page is published, and sealed as of the present epoch of its side."""
        epoch = self.core.index.epoch if page.tier == DEVICE else self.core.index.below
        return page.published and page.seal == epoch

    def _refs(self, page: Page) -> int:
        """Return the pool's own count, where its queues agree with it.

        A page is in one just if nobody needs it: among the cached ones where it is found, and else among the free.
        """
        unneeded, found = page.refs == 0, self.is_found(page)
        agreed = (page in self.free, page in self.cached) == (unneeded and not found, unneeded and found)
        return page.refs if agreed else int(page.refs <= 0)

    def _fill(self, page: Page) -> Fill:
        many = written(self.rows[page])
        return Fill.FULL if many == POSITIONS else Fill.PARTIAL if many else Fill.BLANK

    def _made(self, page: Page) -> int:
        row = self.rows[page]
        readable = {position[WEIGHTS] for position in row if position[WRITER] >= 0}
        if page not in self.wrong and readable <= {page.weights} and self._is_as_it_should_be(page, row):
            return page.weights
        return self.core.index.weights + 1

    def _is_as_it_should_be(self, page: Page, row: Row) -> bool:
        if page in self.free:
            return all(position[WRITER] in (BLANK, POISON) for position in row)
        awaited = page in self.awaiting
        return all(
            position[WRITER] in page.writers or position[WRITER] == BLANK or (awaited and position[WEIGHTS] == AWAITED)
            for position in row
        )
