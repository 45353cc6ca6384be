"""What a request gives alone, and whether it gives the same in company: a wrong page shows as a wrong token.

The lone run is made on a fresh engine from the same factory, with the same seed and room for everything, and is
remembered across runs. It goes only as far as somebody asks.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..model.instance import Instance
from ..model.sorts import Phase, Pool, Request
from ..model.trace import Call
from ..model.worlds.concrete import ConcreteWorld
from . import laws
from .engine import Done, Engine, EngineFactory, shut
from .evidence import Broken, Undecided, broken
from .snapshot import RequestView, Snapshot

NEAR_TIE = 1e-9
"""Two logits that are closer than this may change places by rounding; then tokens say nothing."""

OPEN_ENGINES = 32
"""How many lone engines are kept running; the text of the others is remembered, and run again if it must go on."""

PAGE_SIZE = 4
FIRST_LENGTH = 32

NEEDED = frozenset({"submit", "admit", "launch", "settle_chunk", "grow", "accept"})
"""The events that a lone run commands. An engine that cannot be commanded these has no content check."""


@dataclass(frozen=True, slots=True)
class Birth:
    """What a request was submitted with; its content is a function of this and the seed."""

    request: int
    adapter: int
    prompt: int
    paired: int


class FailsAlone(Exception):
    """The engine cannot even run the request alone."""


class LoneRun:
    """One request on an engine of its own."""

    def __init__(self, factory: EngineFactory, birth: Birth, *, seed: int, faults: Sequence[str]) -> None:
        """Nothing is run yet."""
        self.factory, self.birth, self.seed, self.faults = factory, birth, seed, faults
        self.tokens: tuple[int, ...] = ()
        self.drafts: dict[int, int] = {}
        self.length = FIRST_LENGTH
        self._engine: Engine | None = None

    def extend(self, length: int) -> None:
        """Run on until the request has so many tokens."""
        if len(self.tokens) >= length:
            return
        while self.length < length:
            self.length *= 2
            self.close()
        r = self.birth.request
        if self._engine is None:
            self._engine = self._start()
        while len(self.tokens) < length:
            before = len(self.tokens)
            for call in (Call("grow", (r, 0)), Call("launch"), Call("accept", (r, 0))):
                self._do(self._engine, call)
            self._note(self._engine)
            if len(self.tokens) <= before:
                msg = f"request {r} alone gives no token after {before}"
                raise FailsAlone(msg)

    def _start(self) -> Engine:
        r, birth = self.birth.request, self.birth
        instance = roomy(birth, self.length)
        engine = self.factory(instance, seed=self.seed, faults=self.faults)
        if birth.adapter:
            self._do(engine, Call("load", (birth.adapter,)))
        for call in (
            Call("submit", (r, birth.adapter, birth.prompt, birth.paired)),
            Call("admit", (r, birth.prompt)),
            Call("launch"),
            Call("settle_chunk", (r,)),
        ):
            self._do(engine, call)
        self._note(engine)
        return engine

    def _do(self, engine: Engine, call: Call) -> None:
        try:
            outcome = engine.apply(call)
        except (Exception, SystemExit) as error:
            msg = f"request {self.birth.request} alone: {call} raises {type(error).__name__}: {error}"
            raise FailsAlone(msg) from error
        if not isinstance(outcome, Done):
            msg = f"request {self.birth.request} alone: {call} gives {outcome}"
            raise FailsAlone(msg)

    def _note(self, engine: Engine) -> None:
        snapshot = engine.observe()
        view = snapshot.requests[self.birth.request]
        if snapshot.margin < NEAR_TIE:
            msg = (
                f"request {self.birth.request} alone: two logits are {snapshot.margin:.1e} apart, too close to compare"
            )
            raise Undecided(msg)
        self.tokens = view.tokens
        self.drafts[len(view.tokens)] = view.draft

    def close(self) -> None:
        """Let the engine go; what it said is kept."""
        if self._engine is not None:
            engine, self._engine = self._engine, None
            shut(engine)


def roomy(birth: Birth, length: int) -> Instance:
    """Return an instance with room for one request of the given length, and nothing to share it with."""
    pages = -(-length // PAGE_SIZE)
    sizes = {
        "max_length": length,
        **{f"pool_size.{pool.name}": pages for pool in Pool},
        "host_size": 0,
        "slots_size": 1,
        "max_batch": 1,
        "pause_cap": 0,
        "host_adapters_size": 1,
        "device_adapters_size": 1,
    }
    return Instance(birth.request + 1, birth.adapter, PAGE_SIZE, sizes)


class LoneRuns:
    """The lone runs of one engine with one seed, each made once and shared by all examples."""

    def __init__(self, factory: EngineFactory, *, seed: int, faults: Sequence[str] = ()) -> None:
        """Nothing is run yet."""
        self.factory, self.seed, self.faults = factory, seed, tuple(faults)
        self._runs: OrderedDict[Birth, LoneRun] = OrderedDict()

    def of(self, birth: Birth, length: int) -> LoneRun:
        """Return the lone run of a request, with at least so many tokens."""
        run = self._runs.get(birth)
        if run is None:
            run = self._runs[birth] = LoneRun(self.factory, birth, seed=self.seed, faults=self.faults)
        if len(run.tokens) < length:
            run.extend(length)
            self._runs.move_to_end(birth)
            for old in list(self._runs.values())[:-OPEN_ENGINES]:
                old.close()
        return run

    def close(self) -> None:
        """Let every engine go."""
        for run in self._runs.values():
            run.close()


class Content:
    """Compares the text of every request of one run with what it gives alone."""

    def __init__(self, alone: LoneRuns) -> None:
        """No request is known yet."""
        self.alone = alone
        self.births: dict[Request, Birth] = {}
        self._checked: dict[int, tuple[tuple[int, ...], int]] = {}

    def born(self, call: Call) -> None:
        """Take note of a submission."""
        r, adapter, prompt, paired = call.args
        self.births[Request(r)] = Birth(r, adapter, prompt, paired)

    def check(self, world: ConcreteWorld, snapshot: Snapshot) -> list[Broken]:
        """Return what differs from the lone runs."""
        found = [each for r, birth in self.births.items() for each in self._of(world, snapshot.requests, r, birth)]
        if found and snapshot.margin < NEAR_TIE:
            msg = f"two logits are {snapshot.margin:.1e} apart: too close to compare tokens"
            raise Undecided(msg)
        return found

    def _of(self, world: ConcreteWorld, views: Mapping[int, RequestView], r: Request, birth: Birth) -> Iterator[Broken]:
        phase = world.phase[r]
        if r not in views:
            return
        tokens, draft = tuple(views[r].tokens), views[r].draft  # a list might change under our hands
        if phase == Phase.FINISHED:
            yield from self._ended(r, birth, tokens)
            return
        started = phase != Phase.WAITING and world.cursor[r] >= world.prompt[r]
        due = world.cursor[r] + 1 if started else world.prompt[r]
        if len(tokens) != due:
            yield broken(laws.TOKENS, f"number of tokens of request {r}", due, len(tokens), f"r={r}")
            return
        if self._checked.get(r) == (tokens, draft):
            return
        run = yield from self._alone(r, birth, tokens)
        if run is None:
            return
        wanted = run.drafts.get(due, -1)
        if min(draft, wanted) >= 0 and draft != wanted:
            yield broken(laws.DRAFTS, f"draft after {due} tokens of request {r}", wanted, draft, f"r={r}")
            return
        self._checked[r] = tokens, draft

    def _ended(self, r: Request, birth: Birth, tokens: tuple[int, ...]) -> Iterator[Broken]:
        """Return what is wrong with the answer of a request that has ended: it goes on from what was said before."""
        before = self._checked.get(r, ((), -1))[0]
        if tokens == before:
            return
        if tokens[: len(before)] != before:
            yield broken(laws.TOKENS, f"tokens of request {r}, which has ended", list(before), list(tokens), f"r={r}")
            return
        if (yield from self._alone(r, birth, tokens)) is not None:
            self._checked[r] = tokens, -1

    def _alone(self, r: Request, birth: Birth, tokens: tuple[int, ...]) -> Generator[Broken, None, LoneRun | None]:
        """Return the lone run of a request if it says the same tokens; yield what differs otherwise."""
        try:
            run = self.alone.of(birth, len(tokens))
        except FailsAlone as failed:
            yield broken(laws.ANSWERS, str(failed), "it runs", "it does not", f"r={r}")
            return None
        for at, (said, alone) in enumerate(zip(tokens, run.tokens, strict=False)):
            if said != alone:
                yield broken(laws.TOKENS, f"token {at} of request {r}", alone, said, f"r={r}")
                return None
        return run
