"""Runs of a whole: a crash, a lie, a leak and a standstill are findings; what cannot be read is told."""

from collections.abc import Mapping, Sequence
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random

import pytest

from tenure.conformance.contract import ContractError
from tenure.conformance.engine import Decisions, Done, Outcome, Refused
from tenure.conformance.verdict import Result
from tenure.conformance.wholes import kept
from tenure.conformance.wholes.campaign import WholeCampaign
from tenure.conformance.wholes.whole import STEP, Member, Said, WholeFactory
from tenure.model.instance import Instance
from tenure.model.trace import Call

BOTH = "step (2 more, to bring all to an end)"
"""What is said of the two steps in which the request comes to its end."""

SUBMIT = Call("submit", (0,), STEP.system)


class Toy:
    """A whole of no parts, with one request that ends after two steps."""

    def __init__(self, instance: Instance, seed: int, faults: Sequence[str]) -> None:
        del instance, seed
        self.fault = next(iter(faults), "")
        self.tokens: list[int] = []
        self.there = False

    def members(self) -> Sequence[Member]:
        return ()

    def apply(self, call: Call) -> Outcome:
        if call == SUBMIT and not self.there:
            self.there = True
            return Done()
        if call != STEP or not self.there or len(self.tokens) > 1:
            return Refused("not now")
        if self.fault == "crashes":
            raise RuntimeError("no more")
        if self.fault == "plans":
            return Decisions(())
        if self.fault != "stands_still":
            self.tokens.append(9 if self.fault == "lies" and self.tokens else len(self.tokens))
        return Done()

    def said(self) -> Mapping[int, Said]:
        return (
            {0: Said(self.tokens, (0, 1, 2, 3), 2 if self.fault != "stops_early" else 3, ended=len(self.tokens) > 1)}
            if self.there
            else {}
        )

    def held(self) -> Mapping[str, int]:
        return {"pages": int(self.fault == "leaks" and self.there)}

    def close(self) -> None:
        pass


def deal(instance: Instance, done: Sequence[Call], chance: Random) -> Call:
    del instance, chance
    return SUBMIT if SUBMIT not in done[1:] and len(done) > 1 else STEP


TOY = WholeFactory(
    "toy", Toy, lambda _: Instance(1, 0, 1, {}), deal, {"submit": "submit(r)", "step": "step"}, ("scheduler",)
)


def test_a_whole_that_does_as_it_must_conforms() -> None:
    verdict = WholeCampaign(TOY, runs=3).verdict()
    assert verdict.result is Result.CONFORMS
    assert verdict.examples == 3


@pytest.mark.parametrize(
    ("fault", "law", "calls"),
    [
        ("crashes", "engine_survives_every_event", ("submit(r=0)", "step (1 more, to bring all to an end)")),
        ("plans", "engine_answers_as_it_must", ("submit(r=0)", "step (1 more, to bring all to an end)")),
        ("lies", "tokens_are_those_given_alone", ("submit(r=0)", BOTH)),
        ("stands_still", "passes_bring_somebody_on", ("submit(r=0)", "step (40 more, to bring all to an end)")),
        (
            "stops_early",
            "answer_has_the_length_that_was_asked",
            ("submit(r=0)", BOTH),
        ),
        ("leaks", "nothing_is_held_in_the_end", ("submit(r=0)", BOTH)),
    ],
)
def test_what_a_whole_does_wrong_is_found_and_made_small(fault: str, law: str, calls: tuple[str, ...]) -> None:
    (finding,) = WholeCampaign(TOY, runs=1, faults=(fault,), engine="toys").verdict().findings
    assert finding.law.name == law
    assert finding.calls == calls
    assert finding.reproduce == f"tenure whole --engine toys --seed 0 --draw 0 --fault {fault} --calls 'submit(0)'"


def test_a_harness_that_goes_wrong_says_nothing() -> None:
    def broken(_: Random) -> Instance:
        raise ZeroDivisionError

    verdict = WholeCampaign(WholeFactory("toy", Toy, broken, deal, {}, ()), runs=1).verdict()
    assert verdict.result is Result.UNKNOWN
    assert "ZeroDivisionError" in verdict.unknown[0]


def test_kept_runs_that_cannot_be_read_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "wholes").mkdir()
    (tmp_path / "wholes" / "damaged.toml").write_text("[[run]]\ntitle = 3\n")

    def here(_: str) -> Traversable:
        return tmp_path

    monkeypatch.setattr(kept, "files", here)
    with pytest.raises(
        ContractError, match=r"specs/wholes/damaged.toml holds no runs of a whole .*; write \[\[run\]\]"
    ):
        kept.kept_runs("damaged")
    assert kept.kept_runs("absent") == ()
