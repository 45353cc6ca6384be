"""The example engine conforms; broken by hand in four ways, it does not, and the law says which."""

from pathlib import Path

import pytest

from tenure.conformance import engines, profile
from tenure.conformance.engine import Factory
from tenure.conformance.fuzz import Campaign
from tenure.conformance.verdict import Result
from tenure.model.sorts import Phase

from .tiny_engine import Request, TinyEngine

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


class WritesPastItsPages(TinyEngine):
    """Its bookkeeping is right; what it computes lands in a page of somebody else. Only the tokens show it."""

    def forward(self, q: Request) -> int:
        token = super().forward(q)
        self.pages[(q.table[-1] + 1) % len(self.pages)][0] = token
        return token


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
        (RevokeKeepsPages, "S10 revoked_growth_leaves_nothing"),
        (PreemptLeavesRow, "S6 row_belongs_to_a_seated_request"),
        (WritesPastItsPages, "C1 tokens_are_those_given_alone"),
    ],
)
def test_mistake_is_found_by_its_law(engine: type[TinyEngine], law: str) -> None:
    verdict = Campaign(Factory("tiny", engine), PROFILE, budget=100).run()
    assert verdict.result is Result.VIOLATES
    (found,) = verdict.findings
    assert f"{found.law.id} {found.law.name}" == law, found
