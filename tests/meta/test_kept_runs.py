"""Kept runs are as the model says, each is needed, and with them no known fault of a part is left to chance."""

from collections.abc import Sequence
from functools import cache
from itertools import chain

import pytest

from tenure.conformance import kept_runs, suites
from tenure.conformance.engines import find, parts_of
from tenure.conformance.evidence import Breach
from tenure.conformance.kept_runs import KeptRun
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.verdict import leading
from tenure.model.catalogue import SYSTEMS
from tenure.model.trace import Trace

from . import planted_in_order, planted_with_several
from .planting import Mistake, planted

PARTS = {part.name: part for part in parts_of(find("torch"))}
PART_OF = {part.system: part for part in PARTS.values()}
FAULTS = [(part.name, fault) for part in PARTS.values() for fault in part.known]
RUNS = {run.title: run for system in SYSTEMS for run in suites.runs_by_hand(system)}
MISTAKES = (*planted_with_several.MISTAKES, *planted_in_order.MISTAKES)


def first(part: str, ways: Sequence[suites.Way], faults: Sequence[str] = ()) -> Breach | None:
    """Return what is seen first of a part that goes these runs; some faults may be built in."""
    campaign = PartCampaign(PARTS[part], faults=faults)
    breaches = (campaign.replay(Trace(instance, 0, tuple(calls))) for instance, calls in ways)
    return next((breach for breach in breaches if breach is not None), None)


def way(run: KeptRun) -> suites.Way:
    return run.instance, run.calls


def names(breach: Breach | None, part: str, fault: str) -> bool:
    """Whether a law of the system is seen broken that the fault must break; that something differs says less."""
    laws, own = PARTS[part].known[fault].laws, PARTS[part].model.laws
    return breach is not None and any(each.law.id in laws and each.law.name in own for each in breach.broken)


@cache
def suite_names(part: str, fault: str) -> bool:
    """Whether the suite alone shows a fault, by a law that says what is wrong."""
    return names(first(part, suites.kept_suite(PARTS[part].system).runs, [fault]), part, fault)


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_model_and_part_do_and_refuse_what_a_run_says(run: KeptRun) -> None:
    system = SYSTEMS[run.instance.schema.system]
    assert kept_runs.difference(system, run) is None
    assert first(PART_OF[system.name].name, [way(run)]) is None


def test_titles_tell_runs_apart() -> None:
    assert len(RUNS) == sum(len(suites.runs_by_hand(system)) for system in SYSTEMS)


@pytest.mark.parametrize(("part", "fault"), FAULTS)
def test_a_known_fault_is_seen_whatever_the_seed_is(part: str, fault: str) -> None:
    """Suites and kept runs do not depend on it. They name a law that the fault must break, and one of the system."""
    known, system = PARTS[part].known[fault], PARTS[part].system
    each_way = suites.ways(system, PARTS[part].without)
    seen = (breach for each in each_way if (breach := first(part, [each], [fault])) is not None)
    at_once = next(seen, None)
    assert at_once is not None, f"it is left to chance: write a run that shows it in specs/suites/{system}.runs.toml"
    assert leading(at_once, known.laws).law.id in known.laws
    assert any(names(breach, part, fault) for breach in chain([at_once], seen))


@pytest.mark.parametrize("mistake", MISTAKES, ids=str)
def test_a_mistake_that_is_no_known_fault_is_seen_as_well(mistake: Mistake) -> None:
    with planted(mistake):
        assert first(mistake.part, [way(run) for run in suites.runs_by_hand(PARTS[mistake.part].system)]) is not None
    assert first(mistake.part, [way(run) for run in suites.runs_by_hand(PARTS[mistake.part].system)]) is None


@pytest.mark.parametrize("run", RUNS.values(), ids=RUNS)
def test_each_run_shows_something_that_the_suite_does_not(run: KeptRun) -> None:
    part = PART_OF[run.instance.schema.system]
    shown = (fault for fault in part.known if names(first(part.name, [way(run)], [fault]), part.name, fault))
    if all(suite_names(part.name, fault) for fault in shown):
        assert any(is_shown_by_it_alone(mistake, run) for mistake in MISTAKES if mistake.part == part.name)


def is_shown_by_it_alone(mistake: Mistake, run: KeptRun) -> bool:
    with planted(mistake):
        suite = suites.kept_suite(PARTS[mistake.part].system).runs
        return first(mistake.part, [way(run)]) is not None and first(mistake.part, suite) is None
