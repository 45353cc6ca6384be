"""What all that is done to pages shares: memory, pool, index, operations, requests and streams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import torch

from ...model.systems.pages.state import Stage
from .errors import NotTheHolder, OutOfTurn, check
from .index import PrefixIndex
from .kernels import Kernels
from .memory import PageMemory
from .operations import Operation, OperationTable
from .page import Page
from .pool import PagePool
from .requests import Request
from .streams import stream_on


class Core:
    """The state of the memory. What is done with it is added by subclasses, each in the file of who does it."""

    page_memory: ClassVar[type[PageMemory]] = PageMemory
    page_pool: ClassVar[type[PagePool]] = PagePool
    prefix_index: ClassVar[type[PrefixIndex]] = PrefixIndex
    operation_table: ClassVar[type[OperationTable]] = OperationTable

    def __init__(self, tiers: Sequence[int], operations: int, device: torch.device) -> None:
        """Make a page for each entry of `tiers`, and so many operations that can be pending at once."""
        sizes = Counter(tiers)
        self.memory = self.page_memory([sizes[tier] for tier in range(max(tiers, default=0) + 1)], device)
        self.index = self.prefix_index()
        self.pool = self.page_pool(tiers, self.memory, self.index)
        self.operations = self.operation_table(operations)
        self.kernels = Kernels(self.memory)
        self.steps, self.copies = stream_on(device), stream_on(device)
        """The stream of the steps, and another one for everything that only moves pages."""
        self.requests: dict[int, Request] = {}

    def find(self, r: int, *stages: Stage) -> Request:
        """Return a request that is in one of some stages, or refuse."""
        request = self.requests.get(r)
        if request is None or request.stage not in stages:
            raise OutOfTurn(f"request {r} is not {' or '.join(stage.name.lower() for stage in stages)}")
        return request

    def holder(self, r: int, page: Page, *stages: Stage) -> Request:
        """Return a request in one of some stages that has the page in its table, or refuse."""
        request = self.find(r, *stages)
        check(page in request.table, NotTheHolder, f"request {r} does not hold page {page.id}")
        return request

    def is_current(self, operation: Operation) -> bool:
        """Whether an operation was issued in the present life of its request, which then has not ended."""
        request = self.requests.get(operation.owner)
        return request is not None and self.same_life(operation, request)

    def same_life(self, operation: Operation, request: Request) -> bool:
        """Whether a request is in the life in which an operation was issued for it."""
        return request.life == operation.life

    def drop_spares(self, request: Request) -> None:
        """Give back what was set aside for a move."""
        for page in request.spares:
            self.pool.release(page)
        request.spares.clear()

    def check_steps_polled(self, request: Request) -> None:
        """Refuse while a step may still write to what a request holds."""
        running = self.operations.steps_of(request.id)
        check(not running, OutOfTurn, f"steps of request {request.id} were not polled")
