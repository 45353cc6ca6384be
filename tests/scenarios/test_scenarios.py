"""Each scenario is gone through by the model and by an engine, and what comes of it is what is recorded in it.

`pytest tests/scenarios --record` writes what the model does into the scripts; read the difference before it is kept.
`pytest tests/scenarios --engine NAME` points another engine at them, by its name or its place (path/to/file.py:NAME).
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tenure.conformance.parts.part import PartFactory
from tenure.conformance.parts.reference import reference_part
from tenure.conformance.scenario import difference, read, run, written
from tenure.model.system import SYSTEMS

Opponent = Callable[[str], PartFactory]
HERE = Path(__file__).parent


def test_the_model_does_what_is_recorded(script: Path, *, record: bool) -> None:
    scenario = read(script)
    model = reference_part(scenario.instance.schema.system)
    came = run(scenario, model)
    if record:
        script.write_text(written(scenario, came), encoding="utf-8")
        return
    differs = difference(scenario, model, came, words=True)
    assert differs is None, differs
    assert written(scenario, came) == script.read_text(encoding="utf-8"), f"{script}: record its outcomes anew"


def test_the_engine_does_what_is_recorded(script: Path, opponent: Opponent) -> None:
    scenario = read(script)
    engine = opponent(scenario.instance.schema.system)
    if set(engine.without) & {call.event for call, _ in scenario.calls.values()}:
        pytest.skip(f"{engine.name} leaves out an event of this scenario")
    differs = difference(scenario, engine, run(scenario, engine))
    assert differs is None, differs


def test_a_scenario_shows_something_refused_or_kept() -> None:
    """Scenarios of every kind are there: most have a call that is refused."""
    scripts = [read(path) for path in sorted(HERE.glob("*.txt"))]
    refusing = [each for each in scripts if any(came.kind == "refused" for _, came in each.calls.values())]
    assert len(scripts) >= 20
    assert len(refusing) >= 0.75 * len(scripts)
    assert {each.instance.schema.system for each in scripts} <= set(SYSTEMS)


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("device_pinned[1]=0", "", "recorded is no change, but with reference it is device_pinned[1]=0"),
        ("parked[0]=1", "parked[0]=1 host_pinned[1]=0", "recorded is host_pinned[1]=0, but with reference it is no ch"),
        ("hosted.TARGET[0]=1", "hosted.TARGET[0]=0", "recorded is hosted.TARGET[0]=0, but with reference it is hosted"),
    ],
)
def test_a_wrong_record_is_told_by_its_line(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    """Broken examples: three outcomes of the suspension that do not come."""
    text = (HERE / "suspended-request-lets-go-of-its-adapter.txt").read_text(encoding="utf-8")
    head, suspension, tail = text.partition("\nsuspend(0)\n")
    broken = tmp_path / "broken.txt"
    broken.write_text(head + suspension + tail.replace(right, wrong, 1), encoding="utf-8")
    model = reference_part("lifecycle")
    differs = difference(read(broken), model, run(read(broken), model), words=True)
    at = head.count("\n") + 2
    assert differs is not None
    assert differs.startswith(f"{broken}:{at}: after suspend(r=0), {said}")


@pytest.mark.parametrize(
    ("name", "fault", "call"),
    [
        ("suspended-request-lets-go-of-its-adapter", "suspend_keeps_adapter", "suspend(r=0)"),
        ("suspended-request-lets-go-of-its-adapter", "resume_forgets_adapter", "resume(r=0)"),
        ("growth-is-refused-in-both-pools", "failed_growth_keeps_target_pages", "grow(r=0, drafted=2)"),
        ("resume-needs-both-pools", "suspend_moves_target_only", "suspend(r=0)"),
        ("pause-in-place-displaces-a-row", "displaced_request_keeps_row", "launch()"),
        ("shared-adapter-leaves-with-its-last-user", "suspend_releases_shared_copy", "suspend(r=0)"),
        ("device-copy-stays-under-a-running-step", "release_under_step", "suspend(r=0)"),
        ("paused-request-keeps-its-drafter-slot", "drop_slot_of_a_paused_request", "pause(r=0, q=1)"),
        ("paused-request-keeps-its-adapter", "open_admissions_forgets_paused_adapters", "pause(r=0, q=1)"),
        ("abort-under-a-load", "load_lands_in_a_later_life", "poll_load(o=0, p=1)"),
    ],
)
def test_a_scenario_catches_its_fault(torch: Opponent, name: str, fault: str, call: str) -> None:
    """Known faults of the torch engine and its parts show in the line that the scenario is there for."""
    scenario = read(HERE / f"{name}.txt")
    engine = torch(scenario.instance.schema.system)
    differs = difference(scenario, engine, run(scenario, engine, (fault,)))
    assert differs is not None
    assert f": after {call}, recorded is " in differs
