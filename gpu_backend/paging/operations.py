"""What was handed to the device or to a peer: a fixed number of operations, each of which reads and writes pages.

An operation needs its pages from its issue until the host has polled how it ended, whatever became of its request.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from ...model.systems.pages.state import Job, Outcome
from .errors import OutOfTurn, check
from .page import Page
from .streams import Work


@dataclass(eq=False, slots=True)
class Operation:
    """A descriptor of an operation, used again once the operation has been polled."""

    id: int
    job: Job = Job.NONE
    owner: int = 0
    """The request that it was last issued for."""
    life: int = 0
    """The life of that request when it was issued."""
    reads: list[Page] = field(default_factory=list)
    writes: list[Page] = field(default_factory=list)
    work: Work | None = None
    """Its work on the device."""

    @property
    def outcome(self) -> Outcome:
        """What became of it on the device."""
        return Outcome.NONE if self.work is None else self.work.outcome

    @property
    def pages(self) -> list[Page]:
        """Every page that it needs, as often as it needs it."""
        return [*self.reads, *self.writes]


class OperationTable:
    """Every operation by its number."""

    def __init__(self, size: int) -> None:
        self.operations = [Operation(number) for number in range(size)]

    def __getitem__(self, number: int) -> Operation:
        return self.operations[number]

    def __iter__(self) -> Iterator[Operation]:
        return iter(self.operations)

    def unused(self, number: int) -> Operation:
        """Return a descriptor that stands for nothing now, or refuse."""
        operation = self.operations[number]
        check(operation.job == Job.NONE, OutOfTurn, f"operation {number} is in use")
        return operation

    def writing(self, page: Page) -> list[Operation]:
        """Return what writes to a page and was not polled."""
        return [operation for operation in self.operations if page in operation.writes]

    def steps_of(self, request: int) -> list[Operation]:
        """Return the steps of a request, of whatever life, that were not polled."""
        return [each for each in self.operations if each.job == Job.STEP and each.owner == request]
