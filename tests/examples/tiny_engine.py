"""A small serving engine with bookkeeping of its own, and what tenure needs to hold it against the model."""

from dataclasses import dataclass, field
from zlib import crc32

from tenure.conformance.engine import (
    NO_ADAPTER,
    NO_PLACES,
    Call,
    Done,
    Factory,
    Instance,
    Outcome,
    Phase,
    Pool,
    PoolView,
    Refused,
    RequestView,
    Snapshot,
)  # fmt: skip


@dataclass
class Request:
    tokens: list[int] = field(default_factory=list)
    prompt: int = 0
    paired: bool = False
    phase: Phase = Phase.ABSENT
    life: int = 0
    cursor: int = 0
    reserved: int = 0
    table: list[int] = field(default_factory=list)


class TinyEngine:
    """Pages, slots and one batch at a time; a request that has to make room is computed again later."""

    def __init__(self, instance: Instance, seed: int) -> None:
        self.size, self.page_size, self.seed = instance.size, instance.page_size, seed
        self.pages = [[0] * self.page_size for _ in range(self.size("pool_size.TARGET"))]
        self.free, self.free_slots = list(range(len(self.pages))), list(range(self.size("slots_size")))
        self.requests: dict[int, Request] = {}
        self.slots: dict[int, int] = {}
        self.batch: list[int] = []
        self.running = False
        self.rows: dict[int, int] = {}  # of the last step; each has sampled one token
        self.sampled: list[int] = []

    def do(self, event: str, r: int = 0, n: int = 0, prompt: int = 0, paired: int = 0) -> bool:  # noqa: C901
        q, planned = self.requests.get(r, Request()), r in self.batch
        max_batch, longest = self.size("max_batch"), self.size("max_length")
        seat = self.free_slots and len(self.slots) < max_batch and (not q.paired or self.size("pool_size.DRAFT"))
        room = not self.running and not planned and len(self.batch) < max_batch
        match event, q.phase:
            case "submit", Phase.ABSENT if n == NO_ADAPTER and 1 <= prompt <= longest:
                tokens = [crc32(repr((self.seed, r, i)).encode()) for i in range(prompt)]
                self.requests[r] = Request(tokens, prompt, bool(paired), Phase.WAITING)
            case "admit", Phase.WAITING if room and seat and 1 <= n <= q.prompt and self.reserve(q, n):
                self.slots[r], q.phase = self.free_slots.pop(), Phase.PREFILL
                self.batch.append(r)
            case "chunk", Phase.PREFILL if room and 1 <= n <= q.prompt - q.cursor and self.reserve(q, n):
                self.batch.append(r)
            case "grow", Phase.DECODE if room and n == 0 and q.cursor < longest and self.reserve(q, 1):
                self.batch.append(r)
            case "launch", _ if self.batch and not self.running:
                self.running, self.rows = True, {r: row for row, r in enumerate(self.batch)}
                self.sampled = [self.forward(self.requests[r]) for r in self.batch]
            case ("settle_chunk", Phase.PREFILL) | ("accept", Phase.DECODE) if self.running and planned and n == 0:
                self.batch.remove(r)
                self.running, q.cursor = bool(self.batch), q.cursor + q.reserved
                self.reserve(q, 0)
                if q.cursor >= q.prompt:
                    q.phase, q.tokens = Phase.DECODE, [*q.tokens, self.sampled[self.rows[r]]]
            case "revoke", _ if planned and not self.running:
                self.batch.remove(r)
                self.reserve(q, 0)
                if q.cursor == 0:
                    self.release(r, q, Phase.WAITING)
            case "preempt", Phase.PREFILL | Phase.DECODE if not planned and q.cursor < longest:
                q.prompt, q.life = len(q.tokens), q.life + 1
                self.release(r, q, Phase.WAITING)
            case "finish", Phase.DECODE if not planned:
                self.release(r, q, Phase.FINISHED)
            case "abort", Phase.WAITING | Phase.PREFILL | Phase.DECODE if not planned or not self.running:
                self.batch = [other for other in self.batch if other != r]
                self.release(r, q, Phase.FINISHED)
            case _:
                return False
        return True

    def reserve(self, q: Request, tokens: int) -> bool:
        """Hold the pages of so many tokens beyond the cursor, no more and no less, if there are so many."""
        missing = -(-(q.cursor + tokens) // self.page_size) - len(q.table)
        if missing > len(self.free):
            return False
        q.table += [self.free.pop() for _ in range(missing)]
        self.free += [q.table.pop() for _ in range(-missing)]
        q.reserved = tokens
        return True

    def release(self, r: int, q: Request, phase: Phase) -> None:
        q.phase, q.cursor = phase, 0
        self.reserve(q, 0)
        self.rows.pop(r, None)
        self.free_slots += [self.slots.pop(r)] if r in self.slots else []

    def forward(self, q: Request) -> int:
        """Write the new tokens to the pages; the next one is a hash of all that the page table leads to."""
        places = [(self.pages[q.table[i // self.page_size]], i % self.page_size) for i in range(q.cursor + q.reserved)]
        for i in range(q.cursor, len(places)):
            places[i][0][places[i][1]] = q.tokens[i]
        return crc32(repr([page[at] for page, at in places]).encode())

    # What tenure needs: do or refuse an event, show who holds what, and make an engine of a given size.

    def apply(self, call: Call) -> Outcome:
        return Done() if self.do(call.event, *call.args) else Refused("not now")

    def observe(self) -> Snapshot:
        views = {}
        for r, q in self.requests.items():
            views[r] = RequestView(q.phase, q.life, q.prompt, q.paired, q.cursor, q.reserved, tuple(q.tokens))
        pages = PoolView(len(self.pages), tuple(self.free), {r: tuple(q.table) for r, q in self.requests.items()})
        slots = PoolView(self.size("slots_size"), tuple(self.free_slots), {r: (s,) for r, s in self.slots.items()})
        device, seats = {Pool.TARGET: pages, Pool.DRAFT: NO_PLACES}, len(self.slots)
        return Snapshot(views, device, slots, tuple(self.batch), self.running, dict(self.rows), seats)

    def close(self) -> None: ...


FACTORY = Factory("tiny", TinyEngine)
