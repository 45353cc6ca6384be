"""A small serving engine with bookkeeping of its own, and what tenure needs to hold it against the model."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from zlib import crc32

from tenure.conformance.engine import Done, FaultInfo, Outcome, Refused
from tenure.conformance.snapshot import NO_PLACES, PoolView, RequestView, Snapshot
from tenure.model.lifecycle import EVENTS
from tenure.model.sorts import NO_ADAPTER, Phase, Pool
from tenure.model.trace import Call
from tenure.model.worlds.concrete import Instance


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
        self.has_no_drafts = self.size("pool_size.DRAFT") == 0  # so a paired request never gets its draft pages

    def do(self, event: str, r: int = 0, n: int = 0, prompt: int = 0, paired: int = 0) -> bool:  # noqa: C901
        """Do an event if it is possible now."""
        q = self.requests.get(r, Request())
        max_batch, longest, planned = self.size("max_batch"), self.size("max_length"), r in self.batch
        seat = bool(self.free_slots) and len(self.slots) < max_batch and not (q.paired and self.has_no_drafts)
        room = (
            not (self.running or planned) and len(self.batch) < max_batch and self.missing(q, n or 1) <= len(self.free)
        )
        match event, q.phase:
            case "submit", Phase.ABSENT if n == NO_ADAPTER and 1 <= prompt <= longest:
                tokens = [crc32(repr((self.seed, r, i)).encode()) for i in range(prompt)]
                self.requests[r] = Request(tokens, prompt, bool(paired), Phase.WAITING)
            case "admit", Phase.WAITING if room and seat and 1 <= n <= q.prompt:
                self.slots[r], q.phase = self.free_slots.pop(), Phase.PREFILL
                self.schedule(r, n)
            case "chunk", Phase.PREFILL if room and 1 <= n <= q.prompt - q.cursor:
                self.schedule(r, n)
            case "grow", Phase.DECODE if room and n == 0 and q.cursor < longest:
                self.schedule(r, 1)
            case "launch", _ if self.batch and not self.running:
                self.running, self.rows = True, {r: row for row, r in enumerate(self.batch)}
                self.sampled = [self.forward(self.requests[r]) for r in self.batch]
            case ("settle_chunk", Phase.PREFILL) | ("accept", Phase.DECODE) if self.running and planned and n == 0:
                self.batch.remove(r)
                self.running, q.cursor = bool(self.batch), q.cursor + q.reserved
                self.resize(q, 0)
                if q.cursor >= q.prompt:
                    q.phase = Phase.DECODE
                    q.tokens.append(self.sampled[self.rows[r]])
            case "revoke", _ if planned and not self.running:
                self.batch.remove(r)
                self.resize(q, 0)
                if q.cursor == 0:
                    self.release(r, Phase.WAITING)
            case "preempt", Phase.PREFILL | Phase.DECODE if not planned and q.cursor < longest:
                q.prompt, q.life = len(q.tokens), q.life + 1
                self.release(r, Phase.WAITING)
            case "finish", Phase.DECODE if not planned:
                self.release(r, Phase.FINISHED)
            case "abort", Phase.WAITING | Phase.PREFILL | Phase.DECODE if not (planned and self.running):
                self.batch = [other for other in self.batch if other != r]
                self.release(r, Phase.FINISHED)
            case _:
                return False
        return True

    def missing(self, q: Request, tokens: int) -> int:
        return -(-(q.cursor + tokens) // self.page_size) - len(q.table)

    def resize(self, q: Request, tokens: int) -> None:
        """Hold the pages of so many tokens beyond the cursor, no more and no less."""
        q.reserved, missing = tokens, self.missing(q, tokens)
        q.table += [self.free.pop() for _ in range(missing)]
        self.free += [q.table.pop() for _ in range(-missing)]

    def schedule(self, r: int, tokens: int) -> None:
        self.resize(self.requests[r], tokens)
        self.batch.append(r)

    def forward(self, q: Request) -> int:
        """Write the new tokens to the pages; the next one is a hash of all that the page table leads to."""
        places = [(self.pages[q.table[i // self.page_size]], i % self.page_size) for i in range(q.cursor + q.reserved)]
        for (page, at), token in list(zip(places, q.tokens, strict=False))[q.cursor :]:
            page[at] = token
        return crc32(repr([page[at] for page, at in places]).encode())

    def release(self, r: int, phase: Phase) -> None:
        q = self.requests[r]
        q.phase, q.cursor = phase, 0
        self.resize(q, 0)
        self.rows.pop(r, None)
        self.free_slots += [self.slots.pop(r)] if r in self.slots else []

    # What tenure needs: do or refuse an event, show who holds what, and make an engine of a given size.

    def apply(self, call: Call) -> Outcome:
        return Done() if self.do(call.event, *call.args) else Refused("not now")

    def observe(self) -> Snapshot:
        views, tables = {}, {}
        for r, q in self.requests.items():
            views[r] = RequestView(q.phase, q.life, q.prompt, q.paired, 0, q.cursor, q.reserved, tuple(q.tokens))
            tables[r] = tuple(q.table)
        pages = PoolView(len(self.pages), tuple(self.free), tables)
        slots = PoolView(self.size("slots_size"), tuple(self.free_slots), {r: (s,) for r, s in self.slots.items()})
        device, seats = {Pool.TARGET: pages, Pool.DRAFT: NO_PLACES}, len(self.slots)
        return Snapshot(views, device, slots, tuple(self.batch), self.running, dict(self.rows), seats)

    def close(self) -> None:
        pass


class TinyFactory:
    name, events, observed = "tiny", frozenset(EVENTS), False

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> TinyEngine:  # noqa: ARG002
        return TinyEngine(instance, seed)

    def faults(self) -> Mapping[str, FaultInfo]:
        return {}


FACTORY = TinyFactory()
