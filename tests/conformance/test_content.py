"""Lone runs: made lazily, once, as far as asked, and the same whatever company the request had."""

from collections.abc import Sequence

import pytest

from tenure.conformance import content
from tenure.conformance.content import Birth, FailsAlone, LoneRuns, roomy
from tenure.conformance.engine import Outcome, Refused
from tenure.conformance.reference import ReferenceEngine, ReferenceFactory
from tenure.conformance.replay import replay
from tenure.conformance.script import read_calls
from tenure.model.instance import Instance
from tenure.model.trace import Call, Trace

BIRTH = Birth(2, 1, 3, 1)


class Counting(ReferenceFactory):
    """Counts the engines that it starts and that are open."""

    def __init__(self, made: type[ReferenceEngine] = ReferenceEngine) -> None:
        self.made, self.started, self.open = made, 0, 0

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> ReferenceEngine:
        assert not faults
        self.started += 1
        self.open += 1
        engine = self.made(instance, seed=seed)
        engine.close = self.closed  # type: ignore[method-assign]
        return engine

    def closed(self) -> None:
        self.open -= 1


def test_run_goes_only_as_far_as_asked_and_goes_on_where_it_stopped() -> None:
    factory = Counting()
    alone = LoneRuns(factory, seed=0)
    first = alone.of(BIRTH, 4).tokens
    assert len(first) == 4
    assert alone.of(BIRTH, 9).tokens[:4] == first
    assert (len(alone.of(BIRTH, 2).tokens), factory.started) == (9, 1)


def test_run_longer_than_its_room_starts_again_with_more() -> None:
    factory = Counting()
    alone = LoneRuns(factory, seed=0)
    first = alone.of(BIRTH, 10).tokens
    longer = alone.of(BIRTH, content.FIRST_LENGTH + 5).tokens
    assert longer[:10] == first
    assert (factory.started, factory.open) == (2, 1)


def test_only_so_many_engines_stay_open(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content, "OPEN_ENGINES", 2)
    factory = Counting()
    alone = LoneRuns(factory, seed=0)
    texts = [alone.of(Birth(r, 0, 2, 0), 4).tokens for r in range(5)]
    assert (factory.started, factory.open) == (5, 2)
    assert alone.of(Birth(0, 0, 2, 0), 6).tokens[:4] == texts[0]
    alone.close()
    assert factory.open == 0


def test_content_depends_on_request_adapter_and_seed_only() -> None:
    def text(birth: Birth, seed: int = 0) -> tuple[int, ...]:
        return LoneRuns(ReferenceFactory(), seed=seed).of(birth, 8).tokens

    assert text(Birth(0, 1, 3, 1)) == text(Birth(0, 1, 3, 0))
    assert text(Birth(0, 1, 3, 1)) != text(Birth(1, 1, 3, 1))
    assert text(Birth(0, 1, 3, 1)) != text(Birth(0, 2, 3, 1))
    assert text(Birth(0, 1, 3, 1)) != text(Birth(0, 1, 3, 1), seed=1)


def test_room_is_for_the_request_and_nobody_else() -> None:
    instance = roomy(BIRTH, 32)
    assert (instance.requests, instance.adapters, instance.size("slots_size")) == (3, 1, 1)
    assert instance.size("pool_size.TARGET") * instance.page_size >= 32


def test_engine_that_fails_alone_says_how() -> None:
    class Raises(ReferenceEngine):
        def apply(self, call: Call) -> Outcome:
            if call.event == "grow":
                raise KeyError("page")
            return super().apply(call)

    class GivesNothing(ReferenceEngine):
        def apply(self, call: Call) -> Outcome:
            outcome = super().apply(call)
            if call.event == "accept":
                self.texts[next(iter(self.texts))].tokens.pop()
            return outcome

    class Declines(ReferenceEngine):
        def apply(self, call: Call) -> Outcome:
            return Refused("no") if call.event == "admit" else super().apply(call)

    for made, said in (
        (Raises, "raises KeyError"),
        (GivesNothing, "gives no token after 4"),
        (Declines, "gives Refused"),
    ):
        with pytest.raises(FailsAlone, match=f"request 2 alone.*{said}"):
            LoneRuns(Counting(made), seed=0).of(BIRTH, 5)


def test_tokens_survive_every_way_out_and_back(roomy: Instance) -> None:
    calls = (
        "load(1); submit(0,1,3,1); admit(0,2); launch; settle_chunk(0); suspend(0); resume(0); chunk(0,1); launch;"
        "settle_chunk(0); pause(0); force_unpause(0); grow(0,1); launch; accept(0,1); preempt(0); admit(0,6); launch;"
        "settle_chunk(0); grow(0,0); revoke(0); finish(0)"
    )
    assert replay(ReferenceFactory(), Trace(roomy, 0, read_calls(calls))) is None
