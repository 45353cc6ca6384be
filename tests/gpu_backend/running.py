"""An engine under test, and the few things that every test does with it."""

from collections import Counter
from collections.abc import Sequence

from tenure.conformance.engine import SCHEDULE, Decisions, Done, Refused
from tenure.conformance.roster import adapters_of, requests_of
from tenure.gpu_backend.engine import TorchEngine
from tenure.gpu_backend.faults import with_faults
from tenure.gpu_backend.requests import Request
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS
from tenure.model.sorts import Phase, Pool
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

ROOMY = {
    "max_length": 24, "pool_size.TARGET": 40, "pool_size.DRAFT": 40, "host_size": 40, "slots_size": 4, "max_batch": 4,
    "pause_cap": 2, "host_adapters_size": 2, "device_adapters_size": 2,
}  # fmt: skip
"""Room for four requests of the greatest length."""


class Running:
    """One engine of a given size, driven by hand."""

    def __init__(self, *, seed: int = 0, page_size: int = 4, faults: Sequence[str] = (), **sizes: int) -> None:
        named = {name.replace("__", "."): size for name, size in sizes.items()}
        self.instance = Instance(4, 2, page_size, {**ROOMY, **named})
        self.engine = with_faults(TorchEngine, faults)(self.instance, seed)

    def do(self, event: str, *args: int) -> None:
        assert self.engine.apply(Call(event, args)) == Done()

    def refuse(self, event: str, *args: int) -> str:
        """Ask for an event that must be refused, and see that nothing changes; return the reason."""
        before = self.engine.observe()
        outcome = self.engine.apply(Call(event, args))
        assert isinstance(outcome, Refused)
        assert self.engine.observe() == before
        return outcome.reason

    def schedule(self) -> tuple[Call, ...]:
        decisions = self.engine.apply(SCHEDULE)
        assert isinstance(decisions, Decisions)
        return decisions.calls

    def start(self, r: int, prompt: int, *, adapter: int = 0, paired: bool = True, chunk: int | None = None) -> None:
        """Submit a request and compute its prompt, in chunks of a given size or at once."""
        if adapter and adapter not in self.engine.adapters.registry:
            self.do("load", adapter)
        self.do("submit", r, adapter, prompt, paired)
        self.prefill(r, chunk)

    def prefill(self, r: int, chunk: int | None = None) -> None:
        """Compute the prompt of a waiting request."""
        while self[r].phase in {Phase.WAITING, Phase.PREFILL}:
            left = self[r].prompt - self[r].cursor
            self.do("admit" if self[r].phase is Phase.WAITING else "chunk", r, min(left, chunk or left))
            self.do("launch")
            self.do("settle_chunk", r)

    def step(self, *requests: int, drafted: int = 0, most: int = 99) -> list[int]:
        """Let requests take part in one step; return how many drafted tokens each of them kept."""
        for r in requests:
            self.do("grow", r, drafted)
        self.do("launch")
        kept = []
        for r in requests:
            step = self.engine.step
            assert step is not None
            kept.append(min(most, step.accepted(r, drafted)))
            self.do("accept", r, kept[-1])
        return kept

    def until(self, r: int, tokens: int) -> list[int]:
        """Let a request decode until it has so many tokens; return them."""
        while len(self[r].tokens) < tokens:
            self.step(r)
        return self[r].tokens[:tokens]

    def __getitem__(self, r: int) -> Request:
        return self.engine.requests[r]


class Lockstep:
    """An engine and the model, doing the same events."""

    def __init__(self, instance: Instance, seed: int) -> None:
        self.world = ConcreteWorld(instance)
        self.instance = instance
        self.done: Counter[str] = Counter()
        self.engine = TorchEngine(instance, seed)

    def do(self, call: Call) -> bool:
        """Do an event in both, or see that both refuse it; return whether it was done."""
        allowed = self.world.enabled(EVENTS[call.event], call.args)
        before = None if allowed and call.event != "accept" else self.engine.observe()
        outcome = self.engine.apply(call)
        if isinstance(outcome, Done):
            self.follow(call)
            return True
        assert isinstance(outcome, Refused)
        assert self.engine.observe() == before
        assert not allowed or call.event == "accept", f"{call} is refused: {outcome.reason}"
        return False

    def follow(self, call: Call) -> None:
        """Do in the model what the engine has done."""
        EVENTS[call.event](self.world, *call.args)
        self.done[call.event] += 1

    def compare(self) -> None:
        """See that both hold the same."""
        assert self.shown() == self.meant()

    def meant(self) -> dict[str, object]:
        w = self.world
        rs, adapters = requests_of(self.instance), adapters_of(self.instance)
        return {
            "requests": [
                (w.phase[r], w.life[r], w.prompt[r], w.cursor[r], w.reserved[r], w.batch[r], w.row[r], w.slot[r])
                for r in rs
            ],
            "pages": [[(w.held[pool, r], w.hosted[pool, r]) for r in rs] for pool in Pool],
            "free": [*(w.free[pool] for pool in Pool), w.host_free, w.slots_free],
            "step": (w.running, w.seats_taken, w.paused_count),
            "holders": [(w.active[r], w.parked[r]) for r in rs],
            "copies": [(w.on_host[a], w.host_pinned[a], w.on_device[a], w.device_pinned[a]) for a in adapters],
        }

    def shown(self) -> dict[str, object]:
        s = self.engine.observe()
        rs, adapters = requests_of(self.instance), adapters_of(self.instance)

        def request(r: int) -> tuple[int, ...]:
            v = s.requests.get(r)
            if v is None:
                return (0,) * 8
            own = (r in s.batch, r in s.rows, r in s.slots.held)
            return (v.phase, v.life, v.prompt, v.cursor, v.reserved, *map(int, own))

        def entries(lists: dict[int, tuple[int, ...]], r: int) -> int:
            return [holder for holders in lists.values() for holder in holders].count(r)

        host, device = s.host_adapters, s.device_adapters
        return {
            "requests": [request(r) for r in rs],
            "pages": [
                [(len(s.device[pool].held.get(r, ())), len(s.host[pool].held.get(r, ()))) for r in rs] for pool in Pool
            ],
            "free": [*(len(s.device[pool].free) for pool in Pool), len(s.host[Pool.TARGET].free), len(s.slots.free)],
            "step": (s.running, s.seats_taken, s.paused),
            "holders": [(entries(dict(s.active), r), entries(dict(s.parked), r)) for r in rs],
            "copies": [
                (a in host.places.held, a in host.pinned, a in device.places.held, a in device.pinned) for a in adapters
            ],
        }
