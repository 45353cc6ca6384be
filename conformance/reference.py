"""The model itself behind the engine protocol: the engine that is right by definition, to hold the harness against.

Pages, slots and rows get identities from free lists; tokens come from a hash of all tokens before them, so that any
mix-up of requests, adapters or positions gives other tokens.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from zlib import crc32

from ..model.instance import Instance
from ..model.language import Refused as ModelRefused
from ..model.lifecycle import EVENTS
from ..model.sorts import Phase, Pool, Request
from ..model.trace import Call
from ..model.worlds.concrete import ConcreteWorld
from .engine import SCHEDULE, Decisions, Done, FaultInfo, Outcome, Refused
from .places import Places
from .planning import Pass
from .roster import adapters_of, requests_of
from .snapshot import AdapterView, RequestView, Snapshot

VOCABULARY = 32
"""How many different tokens there are."""


class Text:
    """The tokens of one request: its prompt, then one for each that it generates."""

    def __init__(self, seed: int, request: int, length: int, adapter: int) -> None:
        """Write the prompt."""
        self.seed, self.adapter = seed, adapter
        self.tokens: list[int] = [crc32(repr((seed, request, i)).encode()) % VOCABULARY for i in range(length)]

    def next(self, purpose: str) -> int:
        """Return the token that follows all tokens so far."""
        return crc32(repr((self.seed, self.adapter, purpose, self.tokens)).encode()) % VOCABULARY

    def grow_to(self, length: int) -> None:
        """Generate until there are so many tokens."""
        while len(self.tokens) < length:
            self.tokens.append(self.next("target"))


class ReferenceEngine:
    """The model's state, with identities."""

    def __init__(self, instance: Instance, *, seed: int) -> None:
        """Start with everything free."""
        self.instance, self.seed = instance, seed
        self.world = ConcreteWorld(instance)
        size = instance.size
        self.device = {pool: Places(size(f"pool_size.{pool.name}")) for pool in Pool}
        tier = list(range(size("host_size")))
        self.host = {pool: Places(size("host_size"), tier) for pool in Pool}
        self.slots = Places(size("slots_size"))
        self.host_adapters = Places(size("host_adapters_size"))
        self.device_adapters = Places(size("device_adapters_size"))
        self.texts: dict[Request, Text] = {}
        self.rows: dict[int, int] = {}

    def apply(self, call: Call) -> Outcome:
        """Do the event on the model's state and give out identities for what it changed."""
        if call == SCHEDULE:
            return Decisions(tuple(Pass(self.world, self._decide).run()))
        try:
            self.step(call)
        except ModelRefused as refused:
            return Refused(refused.why)
        return Done()

    def _decide(self, call: Call) -> bool:
        try:
            self.step(call)
        except ModelRefused:
            return False
        return True

    def step(self, call: Call) -> None:
        """Do one event, or raise `Refused` with nothing changed."""
        EVENTS[call.event](self.world, *call.args)
        self.follow(call)

    def follow(self, call: Call) -> None:
        """Give out and take back identities until they agree with the amounts."""
        world = self.world
        for r in requests_of(self.instance):
            for pool in Pool:
                self.device[pool].set(r, world.held[pool, r])
                self.host[pool].set(r, world.hosted[pool, r])
            self.slots.set(r, world.slot[r])
        for a in adapters_of(self.instance):
            self.host_adapters.set(a, world.on_host[a])
            self.device_adapters.set(a, world.on_device[a])
        if call.event == "launch":
            self.rows = {r: row for row, r in enumerate(self.batch())}
        self.rows = {r: row for r, row in self.rows.items() if world.row[Request(r)]}
        if call.event == "submit":
            who, adapter, prompt, _ = call.args
            self.texts[Request(who)] = Text(self.seed, who, prompt, adapter)
        elif call.event in ("settle_chunk", "accept"):
            self.write(Request(call.args[0]))

    def write(self, r: Request) -> None:
        """Sample the token after the computed ones, once the prompt is computed."""
        if self.world.phase[r] == Phase.DECODE:
            self.texts[r].grow_to(self.world.cursor[r] + 1)

    def batch(self) -> list[Request]:
        """Return the requests of the step."""
        return [r for r in requests_of(self.instance) if self.world.batch[r]]

    def observe(self) -> Snapshot:
        """Tell who holds what."""
        world = self.world
        adapters, requests = adapters_of(self.instance), requests_of(self.instance)
        return Snapshot(
            requests={r: self.view(r) for r in self.texts},
            device={pool: places.view() for pool, places in self.device.items()},
            host={pool: places.view() for pool, places in self.host.items()},
            slots=self.slots.view(),
            batch=tuple(self.batch()),
            running=bool(world.running),
            rows=dict(self.rows),
            seats_taken=world.seats_taken,
            paused=world.paused_count,
            registry=frozenset([a for a in adapters if world.registered[a]]),
            references={a: world.references[a] for a in adapters},
            host_adapters=AdapterView(
                self.host_adapters.view(), frozenset([a for a in adapters if world.host_pinned[a]])
            ),
            device_adapters=AdapterView(
                self.device_adapters.view(), frozenset([a for a in adapters if world.device_pinned[a]])
            ),
            active={a: tuple([r for r in requests if world.active[r] and world.adapter[r] == a]) for a in adapters},
            parked={a: tuple([r for r in requests if world.parked[r] and world.adapter[r] == a]) for a in adapters},
            margin=float("inf"),
        )

    def view(self, r: Request) -> RequestView:
        """Return what is known of a request."""
        world, text = self.world, self.texts[r]
        phase = Phase(world.phase[r])
        drafts = world.paired[r] and phase in (Phase.DECODE, Phase.PAUSED)
        return RequestView(
            phase=phase,
            life=world.life[r],
            prompt=world.prompt[r],
            paired=bool(world.paired[r]),
            adapter=world.adapter[r],
            cursor=world.cursor[r],
            reserved=world.reserved[r],
            tokens=tuple(text.tokens),
            draft=text.next("draft") if drafts else -1,
        )

    def close(self) -> None:
        """Nothing was taken from the machine."""


class ReferenceFactory:
    """Makes reference engines."""

    name = "reference"
    events = frozenset(EVENTS)
    observed = True

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> ReferenceEngine:
        """Start the model itself as an engine. It has no faults to build in."""
        if faults:
            msg = f"the reference engine has no fault {faults[0]!r}: it is the model itself"
            raise ValueError(msg)
        return ReferenceEngine(instance, seed=seed)

    def faults(self) -> Mapping[str, FaultInfo]:
        """Return no faults."""
        return {}
