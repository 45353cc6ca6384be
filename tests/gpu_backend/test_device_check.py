"""The checks for a machine with a GPU, where there is none: they say that they saw nothing, and each can fail."""

import gc
import time
from collections.abc import Sequence
from copy import copy
from dataclasses import fields, replace
from math import inf
from random import Random
from typing import cast

import msgspec
import pytest
import torch
from torch import Tensor

from tenure.conformance.engine import Instance, Snapshot
from tenure.conformance.parts.part import Part
from tenure.conformance.verdict import Result
from tenure.conformance.wholes.whole import Whole
from tenure.gpu_backend.engine import FACTORY, TorchEngine
from tenure.gpu_backend.executor import Executor
from tenure.gpu_backend.paging.faults import with_faults
from tenure.gpu_backend.paging.manager import PageManager
from tenure.gpu_backend.paging.operations import Operation
from tenure.gpu_backend.paging.part import FACTORY as PAGING
from tenure.gpu_backend.requests import Request
from tenure.gpu_backend.serving.whole import WHOLE as SERVING
from tenure.gpu_backend.step import Step
from tenure.model.sorts import Pool
from tenure.model.trace import Call

from ..device import check, checks, crossing, twins
from ..device.crossing import Crossings, watched
from ..device.load import BigMemory, Hasty, HostWaits, Load, unsynchronized
from ..device.twins import Compared, Twin, factory_on, unlike
from .running import Running

CPU = torch.device("cpu")


class InFlight(Load):
    """A load of which a copy is said to have been in flight."""

    def go(self, events: int) -> None:
        super().go(events)
        self.in_flight = 1


class Waiting(Load):
    """A load of which a copy makes the host wait."""

    def run(self, operation: Operation) -> None:
        raise HostWaits(str(operation.id))


@pytest.fixture(autouse=True)
def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(BigMemory, "width", 64)


def in_use() -> int:
    """Return how many bytes all tensors take that anybody has."""
    there = {
        each.untyped_storage().data_ptr(): each.untyped_storage().nbytes()
        for each in gc.get_objects()
        if type(each) is Tensor
    }
    return sum(there.values())


# What is said without a GPU


def test_without_a_gpu_nothing_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main([]) == 3
    assert capsys.readouterr().out == f"unknown: {check.NO_GPU}\n"


def test_without_a_gpu_the_record_says_unknown(capsys: pytest.CaptureFixture[str]) -> None:
    assert check.main(["--json"]) == 3
    report = msgspec.json.decode(capsys.readouterr().out, type=check.Report)
    assert (report.result, report.device, report.lines) == (Result.UNKNOWN, "none", ())
    assert report.said == check.NO_GPU


# What is said with one


@pytest.mark.parametrize("result", list(Result))
def test_the_worst_check_decides(
    result: Result, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "a GPU")
    named = {"one": lambda: (Result.CONFORMS, "well"), "other": lambda: (result, "so")}
    monkeypatch.setattr(check, "checks", lambda: named)
    assert check.main([]) == result.exit_code
    first, *lines, last = capsys.readouterr().out.splitlines()
    assert first.startswith("a GPU, torch ")
    assert [line.split()[:2] for line in lines] == [["one", "conforms"], ["other", result.value]]
    assert last.startswith(f"{result.value} after ")


def test_a_check_that_goes_wrong_says_nothing() -> None:
    def broken() -> checks.Judged:
        raise LookupError("no such thing")

    (line,) = check.make({"one": broken}, time.perf_counter(), lambda _: None)
    assert (line.result, line.said) == (Result.UNKNOWN, "LookupError: no such thing")


def test_a_gpu_that_cannot_be_used_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> dict[str, checks.Check]:
        raise RuntimeError("no kernel image is available")

    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "get_device_name", lambda: "a GPU")
    monkeypatch.setattr(check, "checks", broken)
    assert check.main([]) == 3
    assert "no kernel image" in capsys.readouterr().out


def test_what_is_out_of_time_is_unknown_and_memory_is_looked_at_all_the_same() -> None:
    named = {name: lambda: (Result.CONFORMS, "well") for name in ("one", checks.LAST)}
    lines = check.make(named, time.perf_counter() - check.ENOUGH, lambda _: None)
    assert [line.result for line in lines] == [Result.UNKNOWN, Result.CONFORMS]


def test_there_is_a_check_for_the_engine_each_part_and_everything_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "hold_engine", lambda *_: None)
    monkeypatch.setattr(checks, "allocated", lambda: 0)
    parts = [*(part.name for part in FACTORY.parts), *(whole.name for whole in FACTORY.wholes)]
    assert list(checks.checks()) == ["engine", *parts, "both devices", "copies", "steps", checks.LAST]


# The device that is asked for


def test_an_engine_runs_on_the_device_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    instance = Running().instance
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    engine = factory_on("cpu")(instance, seed=0)
    assert isinstance(engine, TorchEngine)
    assert engine.device == engine.pools[Pool.TARGET].pages.device == CPU


def test_where_none_is_asked_for_it_is_the_gpu_if_there_is_one() -> None:
    assert TorchEngine.runs_on is None
    assert Running().engine.device == CPU
    assert factory_on("cuda").engine.runs_on == torch.device("cuda")


# The engine and its parts


class SaysAnother(Executor):
    """The last of the tokens of each step is another one than the model says."""

    def run(self, batch: Sequence[Request]) -> Step:
        step = super().run(batch)
        step.verified[-1] = step.verified[-1] % 31 + 1
        return step


class WrongEngine(TorchEngine):
    step_executor = SaysAnother


def test_both_devices_say_the_same() -> None:
    result, said = checks.compare(factory_on("cpu"), factory_on("cpu"), 2)
    assert result is Result.CONFORMS, said


def test_a_wrong_token_is_noticed() -> None:
    result, said = checks.compare(factory_on("cpu"), factory_on("cpu", WrongEngine), 2)
    assert result is Result.VIOLATES
    assert "tokens of request 0: [" in said


def test_a_wrong_token_of_one_snapshot_is_said_first() -> None:
    run, other = Running(), Running(seed=1)
    for each in (run, other):
        each.start(0, 4)
    said = unlike(run.engine.observe(), other.engine.observe())
    assert said is not None
    assert said.startswith("tokens of request 0: [")


@pytest.mark.parametrize("name", [each.name for each in fields(Snapshot) if each.name not in {"requests", "margin"}])
def test_whatever_else_differs_in_a_snapshot_is_noticed(name: str) -> None:
    shown = Running().engine.observe()
    assert unlike(shown, shown) is None
    changed = copy(shown)
    object.__setattr__(changed, name, "something else")
    assert str(unlike(shown, changed)).startswith(f"{name}: ")


def test_a_near_tie_is_no_difference_and_nothing_is_said() -> None:
    compared = Compared()
    run, other = Running(), Running()
    twin = Twin(run.engine, other.engine, compared)
    other.do("submit", 0, 0, 4, 0)
    other.engine.executor.margin = 1e-12
    twin.apply(Call("submit", (0, 0, 4, 0)))
    assert twin.tied
    assert compared.ties == 1


def test_what_was_too_close_makes_all_of_it_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twins, "NEAR_TIE", inf)
    result, said = checks.compare(factory_on("cpu"), factory_on("cpu", WrongEngine), 2)
    assert result is Result.UNKNOWN
    assert "too close" in said


def test_an_engine_that_breaks_a_law_violates() -> None:
    assert checks.hold_engine(factory_on("cpu"), 1)[0] is Result.CONFORMS
    result, said = checks.hold_engine(factory_on("cpu", WrongEngine), 1)
    assert result is Result.VIOLATES
    assert "token" in said


@pytest.mark.parametrize("fault", ["", "copy_is_reported_too_early"])
def test_a_part_that_breaks_a_law_violates(fault: str) -> None:
    def make(instance: Instance, seed: int, faults: Sequence[str]) -> Part:
        return PAGING.make(instance, seed, [*faults, fault] if fault else faults)

    result, _ = checks.hold_part(replace(PAGING, make=make), 1)
    assert result is (Result.VIOLATES if fault else Result.CONFORMS)


@pytest.mark.parametrize("fault", ["", "only_the_first_page_is_read"])
def test_a_whole_that_breaks_a_law_violates(fault: str) -> None:
    def make(instance: Instance, seed: int, faults: Sequence[str]) -> Whole:
        return SERVING.make(instance, seed, [*faults, fault] if fault else faults)

    result, _ = checks.hold_whole(replace(SERVING, make=make), 1)
    assert result is (Result.VIOLATES if fault else Result.CONFORMS)


# Copies


def test_copies_that_none_of_was_in_flight_show_nothing() -> None:
    assert checks.put_under_load(CPU, events=500)[0] is Result.UNKNOWN


def test_a_memory_that_does_not_wait_must_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "Load", InFlight)
    assert checks.put_under_load(CPU, events=500)[0] is Result.UNKNOWN
    monkeypatch.setattr(checks, "Hasty", with_faults(["move_mixes_pages_up"]))
    assert checks.put_under_load(CPU, events=500)[0] is Result.CONFORMS


@pytest.mark.parametrize(
    "fault",
    [
        "copy_is_reported_too_early", "copy_leaves_its_source", "copy_leaves_out_the_last_position",
        "move_mixes_pages_up", "poll_releases_twice", "step_holds_nothing",
    ],
)  # fmt: skip
def test_a_wrong_page_is_noticed(fault: str) -> None:
    result, said = checks.put_under_load(CPU, with_faults([fault]), 2000)
    assert result is Result.VIOLATES
    assert "expected" in said


def test_who_does_not_wait_asks_for_no_event() -> None:
    waited: list[bool] = []

    class Event:
        def synchronize(self) -> None:
            waited.append(True)

    for manager in (PageManager, Hasty):
        load = Load(CPU, Random(0), manager)
        load.arrive()
        load.store()
        load.launch()
        (operation,) = [each for each in load.manager.operations if each.work is not None]
        assert operation.work is not None
        operation.work.finished = cast("torch.cuda.Event", Event())
        load.take_up(operation)
    assert waited == [True]


def test_a_copy_that_makes_the_host_wait_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    modes: list[int | str] = []
    monkeypatch.setattr(torch.cuda, "get_sync_debug_mode", lambda: 0)
    monkeypatch.setattr(torch.cuda, "set_sync_debug_mode", modes.append)
    with pytest.raises(HostWaits), unsynchronized(torch.device("cuda")):
        raise RuntimeError("called a synchronizing CUDA operation")
    assert modes == ["error", 0]
    with pytest.raises(RuntimeError, match="another"), unsynchronized(torch.device("cuda")):
        raise RuntimeError("another")


def test_a_copy_that_makes_the_host_wait_violates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "Load", Waiting)
    assert checks.put_under_load(CPU, events=500)[0] is Result.VIOLATES


# What a step carries


def test_floats_on_both_sides_are_noticed_and_whole_numbers_and_single_floats_are_not() -> None:
    there, page = torch.arange(6), torch.zeros(6)
    mine = {each.data_ptr() for each in (there, page)}
    crossings = Crossings(lambda each: each.data_ptr() not in mine)
    with crossings:
        torch.empty_like(there).copy_(there)
        page[:1].sum().clone()
        page.add_(1.0)
    assert not crossings.found
    with crossings:
        torch.empty(6).copy_(page)
    assert crossings.found == ["aten.copy_.default of 6 floats"]


class ThroughTheHost(Executor):
    """A step that takes a page to the host and back."""

    def keep(self, step: Step, request: Request, index: int) -> None:
        page = self.pools[Pool.TARGET].pages[0]
        page.copy_(page.clone())
        super().keep(step, request, index)


def test_a_step_that_moves_nothing_through_the_host_conforms() -> None:
    crossings = Crossings()
    result, said = checks.watch_steps(crossings, "cpu")
    assert result is Result.CONFORMS, said
    assert crossings.seen > 1000


def test_a_step_that_moves_a_page_through_the_host_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crossing, "Executor", ThroughTheHost)
    pools: set[int] = set()
    crossings = Crossings(lambda each: each.untyped_storage().data_ptr() not in pools)
    run = watched(crossings)(Running().instance, 0)
    pools.update(pool.pages.untyped_storage().data_ptr() for pool in run.pools.values())
    for call in (Call("submit", (0, 0, 4, 0)), Call("admit", (0, 4)), Call("launch")):
        run.apply(call)
    crossings.found.clear()  # here all else is on the host, and the layers write to pages and read from them
    run.apply(Call("settle_chunk", (0,)))
    assert crossings.found
    assert all("aten.co" in each or "aten.clone" in each for each in crossings.found)


# Memory


def test_no_memory_is_left_after_the_engine_and_its_parts() -> None:
    def use() -> None:
        checks.hold_engine(factory_on("cpu"), 1)
        checks.hold_part(PAGING, 1)
        checks.compare(factory_on("cpu"), factory_on("cpu"), 1)
        checks.put_under_load(CPU, events=500)

    use()  # what is kept of the decoder and of adapters on the host is there from now on
    gc.collect()
    before = in_use()
    use()
    result, said = checks.nothing_left(before, in_use)
    assert result is Result.CONFORMS, said


def test_memory_that_is_left_is_noticed() -> None:
    gc.collect()
    before = in_use()
    kept = Running()
    assert checks.nothing_left(before, in_use)[0] is Result.VIOLATES
    del kept
    assert checks.nothing_left(before, in_use)[0] is Result.CONFORMS
