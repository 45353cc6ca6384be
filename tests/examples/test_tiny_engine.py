"""The example engine conforms; broken by hand in three ways, it does not, and the law says which."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tenure.conformance import engines, profile
from tenure.conformance.fuzz import Campaign
from tenure.conformance.verdict import Result
from tenure.model.sorts import Phase
from tenure.model.worlds.concrete import Instance

from .tiny_engine import TinyEngine, TinyFactory

HERE = Path(__file__).parent
PROFILE = profile.load(str(HERE / "tiny.toml"))


class AbortForgetsSlot(TinyEngine):
    def do(self, event: str, r: int = 0, n: int = 0, prompt: int = 0, paired: int = 0) -> bool:
        slots = len(self.free_slots)
        done = super().do(event, r, n, prompt, paired)
        if event == "abort":
            del self.free_slots[slots:]
        return done


class RevokeKeepsPages(TinyEngine):
    def do(self, event: str, r: int = 0, n: int = 0, prompt: int = 0, paired: int = 0) -> bool:
        before = self.requests[r].table.copy() if event == "revoke" and r in self.requests else []
        done = super().do(event, r, n, prompt, paired)
        if done and before and self.requests[r].phase is Phase.DECODE:
            kept = [page for page in before if page in self.free]
            self.requests[r].table += kept
            self.free = [page for page in self.free if page not in kept]
        return done


class PreemptLeavesRow(TinyEngine):
    def do(self, event: str, r: int = 0, n: int = 0, prompt: int = 0, paired: int = 0) -> bool:
        rows = self.rows.copy()
        done = super().do(event, r, n, prompt, paired)
        if done and event == "preempt":
            self.rows = rows
        return done


class ReadsWrongPage(TinyEngine):
    """Its bookkeeping is right; only what it computes from is not. It shows in the tokens alone."""

    def do(self, event: str, r: int = 0, n: int = 0, prompt: int = 0, paired: int = 0) -> bool:
        done = super().do(event, r, n, prompt, paired)
        if done and event == "preempt":
            self.requests[r].tokens[-1] += 1
        return done


class Makes(TinyFactory):
    def __init__(self, engine: type[TinyEngine]) -> None:
        self.engine = engine

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> TinyEngine:  # noqa: ARG002
        return self.engine(instance, seed)


def test_engine_is_found_by_its_place_and_conforms() -> None:
    factory = engines.find(f"{HERE / 'tiny_engine.py'}:FACTORY")
    verdict = Campaign(factory, PROFILE, budget=40).run()
    assert (verdict.result, verdict.findings) == (Result.CONFORMS, ())
    has = factory.events - set(PROFILE.without)
    assert {event for event in has if verdict.done.get(event)} == has


@pytest.mark.parametrize(
    ("engine", "law"),
    [
        (AbortForgetsSlot, "K2 places_are_conserved"),
        (RevokeKeepsPages, "?"),
        (PreemptLeavesRow, "?"),
        (ReadsWrongPage, "C1 tokens_are_those_given_alone"),
    ],
)
def test_mistake_is_found_by_its_law(engine: type[TinyEngine], law: str) -> None:
    verdict = Campaign(Makes(engine), PROFILE, budget=100).run()
    assert verdict.result is Result.VIOLATES
    (found,) = verdict.findings
    assert f"{found.law.id} {found.law.name}" == law, found
