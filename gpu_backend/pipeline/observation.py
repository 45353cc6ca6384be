"""What the pipeline shows of itself, read from tables, queues and memory; no number is kept that could be counted.

Nothing is asked of what computes it: whether a frame is late, where a place lies and what a name stands for is worked
out here once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from ...conformance.parts.part import Shown
from ...model.instance import Instance
from ...model.sorts import Pool
from ...model.systems.steps.state import Stage
from .adapters import EMPTY, VERSIONS
from .core import Core
from .frame import Frame
from .kv_cache import PageTable, Residence
from .language import text
from .model_runner import OWNER
from .pages import ADAPTER, POISON
from .requests import LlmRequest
from .step import Step


class Observation:
    """One look at an executor."""

    def __init__(self, core: Core, instance: Instance, weights: Mapping[int, Sequence[int]]) -> None:
        """Look at an executor; `weights` says of each request with which ones its settled tokens were computed."""
        self.core, self.weights = core, weights
        self.requests = [core.requests.get(r) for r in range(instance.requests)]
        self.tasks = range(instance.adapters + 1)
        steps = [*core.in_flight.steps, Step(), Step()]
        self.older, self.newest = steps[0], steps[1]

    def fields(self) -> Shown:
        """Return every field of the system."""
        seen = dict(self._of_requests())
        for pool in Pool:
            seen |= {f"{name}.{pool.name}": values for name, values in self._of_pool(pool)}
        for name, step in (("planned", self.core.planned), ("newest", self.newest), ("older", self.older)):
            seen |= {f"{name}{what}": values for what, values in self._of_step(step)}
        return seen | dict(self._of_adapters()) | {"failed": [int(self.older.failed)]}

    def _each(self, tell: Callable[[LlmRequest], int]) -> list[int]:
        return [0 if request is None else int(tell(request)) for request in self.requests]

    def _of_requests(self) -> Iterator[tuple[str, list[int]]]:
        yield "stage", [Stage.ABSENT if request is None else request.stage for request in self.requests]
        yield "prompt", self._each(lambda request: request.prompt)
        yield "cursor", self._each(lambda request: request.cursor)
        yield "published", self._each(lambda request: request.published)
        yield "adapter", self._each(lambda request: request.adapter)
        yield "late", self._each(lambda request: len(self._late(request.id)))
        last = self.core.in_flight.last
        owners: list[int] = [] if last is None or last.forward is None else last.forward.rows[:, OWNER].tolist()
        yield "ran", self._each(lambda request: request.id in owners)
        yield "row", self._each(lambda request: request.row is not None)

    def _late(self, r: int) -> list[Frame]:
        found = (step.frames.get(r) for step in (self.older, self.newest))
        return [frame for frame in found if frame is not None and self._is_late(frame)]

    def _is_late(self, frame: Frame) -> bool:
        """Whether the request is not in the stay any more that the frame was planned in."""
        request = self.core.requests.get(frame.request.id)
        return request is None or request.residence is not frame.residence

    def _of_step(self, step: Step) -> Iterator[tuple[str, list[int]]]:
        """Tell who is in a step, and what it reserved for those whose output counts."""
        frames = [None if request is None else step.frames.get(request.id) for request in self.requests]
        yield "", [int(frame is not None) for frame in frames]
        counting = [None if frame is None or self._is_late(frame) else frame for frame in frames]
        yield "_target", [0 if frame is None else frame.widths.target for frame in counting]
        yield "_draft", [0 if frame is None else frame.widths.draft for frame in counting]

    def _of_adapters(self) -> Iterator[tuple[str, list[int]]]:
        adapters = self.core.adapters
        weights: list[int] = adapters.weights.tolist()
        there = {task: weights[slot.index] for task, slot in adapters.slots.items()}
        names = {task: task * VERSIONS + adapters.registered.get(task, 0) for task in self.tasks}
        yield (
            "on_device",
            [int(self._strays(weights)), *(int(there.get(task, EMPTY) // VERSIONS == task) for task in self.tasks[1:])],
        )
        yield "outdated", [int(task in there and there[task] != names[task]) for task in self.tasks]
        yield "planned_reads", self._members(self.core.planned.adapters)
        for name, step in (("newest_reads", self.newest), ("older_reads", self.older)):
            yield name, self._members(task for task, slot in adapters.slots.items() if step in slot.readers)

    def _strays(self, weights: Sequence[int]) -> bool:
        """Whether a slot is neither one adapter's nor free and empty. It is shown as that of the base model.

        The model counts slots by the adapters in them, so that it has no other field for one that is lost, or that
        still has the weights of an adapter that is gone.
        """
        adapters = self.core.adapters
        free = adapters.free.view()
        places = sorted([*free, *(slot.index for slot in adapters.slots.values())])
        return places != list(range(len(weights) - 1)) or any(weights[slot] != EMPTY for slot in free)

    def _members(self, which: Iterable[int]) -> list[int]:
        them = set(which)
        return [int(task in them) for task in self.tasks]

    def _of_pool(self, pool: Pool) -> Iterator[tuple[str, list[int]]]:
        """Tell of one pool. A page counts where it is its only place, and as free only if all of it is poisoned."""
        memory = self.core.kv.pools[pool]
        cells: list[list[int]] = memory.cells.tolist()
        size = memory.page_size
        tables = [(request, table) for request, table in self._tables(pool)]
        closing = [stay.tables[pool] for stay in self.core.kv.closing]
        everywhere = [table.pages for _, table in tables] + [table.pages for table in closing]
        places = Counter([*memory.free.view(), *(page for pages in everywhere for page in pages)])

        def is_clean(page: int) -> bool:
            return all(cell == [POISON, POISON] for cell in cells[page * size : (page + 1) * size])

        def count(table: PageTable) -> int:
            return sum(places[page] == 1 for page in table.pages)

        yield "free", [sum(places[page] == 1 and is_clean(page) for page in memory.free.view())]
        of = {request.id: table for request, table in tables}
        yield "held", self._each(lambda request: count(of[request.id]) if request.id in of else 0)
        yield "allocated", self._each(lambda request: of[request.id].capacity if request.id in of else 0)
        yield "committed", self._each(lambda request: self._settled(pool, request, of.get(request.id), cells))
        for name, is_last in (("fenced_next", False), ("fenced_last", True)):
            waiting: Counter[int] = Counter()
            for stay in self.core.kv.closing:
                if self._waits_for_last(stay) == is_last:
                    waiting[stay.request] += count(stay.tables[pool])
            yield name, [waiting[r] for r in range(len(self.requests))]

    def _tables(self, pool: Pool) -> Iterator[tuple[LlmRequest, PageTable]]:
        for request in self.requests:
            if request is not None and request.residence is not None:
                yield request, request.residence.tables[pool]

    def _settled(self, pool: Pool, request: LlmRequest, table: PageTable | None, cells: list[list[int]]) -> int:
        """Return how many settled tokens have the right keys and values, from the first one on without a gap."""
        there = self._content(pool, request, table, cells)
        right = text(request.id, request.prompt, len(there))
        read = self.weights.get(request.id, ())
        for count, cell in enumerate(there):
            if (
                count == len(read)
                or cell != [right[count], read[count]]
                or cell[ADAPTER] // VERSIONS != request.adapter
            ):
                return count
        return len(there)

    @staticmethod
    def _content(
        pool: Pool, request: LlmRequest, table: PageTable | None, cells: list[list[int]]
    ) -> Sequence[list[int]]:
        """Return what is in memory of the tokens that are settled; nothing where there are two such places."""
        if table is None:
            saved: list[list[int]] = [] if request.saved is None else request.saved[pool].tolist()
            return saved
        if request.saved is not None:
            return []
        size = table.pool.page_size
        places = [page * size + at for page in table.pages for at in range(size)]
        return [cells[place] for place in places[: table.history]]

    def _waits_for_last(self, stay: Residence) -> bool:
        """Whether pages wait for the last late frame of a request, not for the one before."""
        late = self._late(stay.request)
        return not late or late[-1].residence is stay or len(late) == 1
