"""Engines that do not behave: they end the process, cannot be closed, forget their answers, or stand still."""

from dataclasses import replace
from typing import Never

import pytest

from tenure.conformance import cli
from tenure.conformance.engine import SCHEDULE, CannotClose, Decisions, Factory, Outcome, Snapshot
from tenure.conformance.evidence import Violated
from tenure.conformance.reference import ReferenceEngine
from tenure.conformance.replay import replay
from tenure.conformance.script import read_calls, read_sizes
from tenure.conformance.session import Session
from tenure.model.instance import Instance
from tenure.model.trace import Call, Trace

SIZES = read_sizes("requests=2 max_length=4 pool_size.TARGET=4 pool_size.DRAFT=4 slots_size=2")
STORY = "submit(0,0,1,0); admit(0,1); launch; settle_chunk(0); finish(0)"


class Plain(ReferenceEngine):
    def __init__(self, instance: Instance, seed: int) -> None:
        super().__init__(instance, seed=seed)


class EndsTheProcess(Plain):
    def apply(self, call: Call) -> Never:  # noqa: ARG002
        raise SystemExit(0)


class CannotBeClosed(Plain):
    def close(self) -> None:
        raise RuntimeError("busy")


class ForgetsItsAnswer(Plain):
    def observe(self) -> Snapshot:
        seen = super().observe()
        ended = {r: replace(view, tokens=view.tokens[:-1]) for r, view in seen.requests.items() if view.phase == 6}
        return replace(seen, requests={**seen.requests, **ended})


class StandsStill(Plain):
    def apply(self, call: Call) -> Outcome:
        return Decisions(()) if call == SCHEDULE else super().apply(call)


class ShowsNothing(Plain):
    def observe(self) -> Snapshot:
        return None  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


class SwapsPages(Plain):
    """A refused growth leaves a request with another page of the same number."""

    def apply(self, call: Call) -> Outcome:
        outcome = super().apply(call)
        pages = self.device[self.POOL]
        if call.event == "grow" and type(outcome).__name__ == "Refused" and pages.free and pages.held.get(0):
            mine, other = pages.held[0], pages.free[0]
            pages.held[0] = (other, *mine[1:])
            pages.free[0] = mine[0]
        return outcome

    POOL = next(iter(ReferenceEngine(SIZES, seed=0).device))


@pytest.mark.parametrize(
    ("engine", "story", "law"),
    [
        (EndsTheProcess, STORY, "O3"),
        (ShowsNothing, STORY, "O3"),
        (ForgetsItsAnswer, STORY, "C1"),
        (StandsStill, "submit(0,0,1,0); schedule; schedule; schedule", "S16"),
        (SwapsPages, "submit(0,0,1,0); admit(0,1); grow(0,0)", "K9"),
    ],
)
def test_unruly_engine_is_a_finding(engine: type[Plain], story: str, law: str) -> None:
    breach = replay(Factory("unruly", engine, observed=True), Trace(SIZES, 0, read_calls(story)))
    assert breach is not None
    assert law in {each.law.id for each in breach.broken}
    assert replay(Factory("plain", Plain, observed=True), Trace(SIZES, 0, read_calls(STORY))) is None


def test_engine_that_cannot_be_closed_is_told_of_but_hides_no_finding() -> None:
    factory = Factory("unruly", CannotBeClosed)
    with pytest.raises(CannotClose, match="RuntimeError: busy"), Session(factory, SIZES, seed=0):
        pass
    with pytest.raises(Violated, match="mine"), Session(factory, SIZES, seed=0) as session:  # noqa: PT012
        session.do(read_calls("submit(0,0,1,0)")[0])
        raise _violated(session)


def _violated(session: Session) -> Violated:
    from tenure.conformance.evidence import Breach, broken
    from tenure.conformance.laws import ANSWERS

    violated = Violated(Breach(session.trace, SCHEDULE, (broken(ANSWERS, "mine", "a", "b"),)))
    violated.args = ("mine",)
    return violated


def test_process_that_an_engine_ends_while_it_is_loaded_is_no_pass(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = f"{tmp_path}/leaves.py"
    with open(file, "w", encoding="utf-8") as out:  # noqa: PTH123
        out.write("raise SystemExit(0)")
    monkeypatch.setattr("sys.argv", ["tenure", "fuzz", "torch", "--engine", f"{file}:FACTORY"])
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 2
    assert "cannot be loaded: SystemExit" in capsys.readouterr().err
