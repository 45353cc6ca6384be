"""Each scenario is gone through by the model and by an engine, and what comes of it is what is recorded in it.

`pytest tests/scenarios --record` writes what the model does into the scripts; read the difference before it is kept.
`pytest tests/scenarios --engine NAME` points another engine at them, by its name or its place (path/to/file.py:NAME).
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tenure.conformance.parts.part import PartFactory
from tenure.conformance.parts.reference import reference_part
from tenure.conformance.scenario import difference, run
from tenure.conformance.scenario_text import read, written
from tenure.model.catalogue import SYSTEMS

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
    assert len(refusing) >= 0.75 * len(scripts)
    assert {each.instance.schema.system for each in scripts} == set(SYSTEMS)


ORIGINS = [
    *(rf"trace {number}\b" for number in range(1, 11)),
    *(rf"\[{number}\]" for number in (58, 93, 100, 112, 121, 126)),
    *(rf"section 3\.6, .*\bT{number}\b" for number in range(1, 12)),
    *(rf"lifecycle, section .*\b{section}\b" for section in ("1.5", "1.6", "1.8", "1.9", "2.2", "2.6", "2.7", "2.8")),
    *(rf"lifecycle, section .*\b{section}\b" for section in ("4.3", "4.6", "4.7", "4.8", "4.9")),
    *(rf"lifecycle, section .*\b{section}\b" for section in ("5.4", "5.5", "5.6", "5.7", "5.8", "5.9")),
]
"""The traces of the public reports and those close behind them, and what the serving lifecycle warns of."""


@pytest.mark.parametrize("origin", ORIGINS)
def test_there_is_a_scenario_of_each_origin(origin: str) -> None:
    assert any(re.search(f"^# From: .*{origin}", path.read_text("utf-8"), re.MULTILINE) for path in HERE.glob("*.txt"))


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
        ("resume-that-comes-to-nothing", "resume_registers_before_outcome", "resume(r=0)"),
        ("second-suspension-counts-for-nothing", "suspend_releases_shared_copy", "suspend(r=0)"),
        ("suspended-adapters-fill-the-host", "refused_put_parks_request", "put(r=1)"),
        ("counted-request-is-registered-before-its-step", "copy_starts_before_source_is_loaded", "copy_to_device(r=0)"),
        ("each-fork-keeps-the-adapter-by-itself", "end_keeps_reference", "end(r=0)"),
        ("growth-goes-up-the-ladder", "draft_is_not_freed", "recompute_victim(v=2)"),
        ("failed-draft-claim-leaves-nothing", "failed_chunk_keeps_its_claims", "give_up(r=1)"),
        ("freed-pages-wait-for-who-asked", "context_preemption_goes_on", "preempt_for_pages(r=1, v=0)"),
        ("request-waits-a-pass-for-a-prefix", "nobody_computes_what_is_waited_for", "defer(r=1, k=1)"),
        ("stall-is-counted-and-told", "received_context_is_recomputed", "recompute_victim(v=1)"),
        ("start-of-a-block-is-copied-before-it-is-written-on", "whole_page_is_copied", "copy_start(r=1, n=3, b=3)"),
        ("equal-block-is-exchanged-for-the-published-one", "rebase_does_not_remap", "rebase(r=1, m=3, n=2)"),
        ("short-block-is-not-exchanged", "half_a_block_is_rebased", "rebase(r=1, m=3, n=2)"),
        ("block-leaves-after-what-goes-on-from-it", "middle_of_a_path_is_evicted", "evict(n=2)"),
        ("reset-while-blocks-are-held", "outdated_page_waits_for_a_hit", "drop_last(r=0, n=3)"),
        ("parting-path-leaves-the-whole-hold", "released_page_forgets_other_holders", "drop_last(r=1, n=2)"),
        ("aborted-turn-leaves-earlier-turns", "garbage_is_committed", "publish(r=1, n=4)"),
        ("loads-that-fill-the-memory-give-way", "copy_leaves_its_source", "issue_load(o=0, r=0, q=0, p=1)"),
        ("window-gives-back-what-it-leaves", "stale_pages_are_kept", "forward(r=0, rewind=0)"),
        ("suspended-chunk-gives-its-scratch-back", "suspend_keeps_the_scratch", "suspend(r=0)"),
        ("window-leaves-a-block-without-its-page", "stale_block_stays_kept", "slide(r=0, n=2)"),
        ("lookup-before-a-reset-is-not-admitted", "lookup_from_before_a_reset_is_admitted", "admit(r=1)"),
        ("sacrifice-is-paid-once", "finish_debits_a_sacrificed_request_again", "finish(r=0, missed=1, gain=0)"),
        ("paused-request-is-aborted", "abort_leaves_the_paused_set_as_it_is", "abort(r=0)"),
        ("each-pool-takes-back-its-own-width", "only_common_width_is_reclaimed", "retire(r=0, kept=2)"),
        ("received-prompt-has-no-scratch", "scratch_for_whatever_comes", "extend(r=0, more=4, far=2, shared=1)"),
    ],
)
def test_a_scenario_catches_its_fault(torch: Opponent, name: str, fault: str, call: str) -> None:
    """Known faults of the torch engine and its parts show in the line that the scenario is there for."""
    scenario = read(HERE / f"{name}.txt")
    engine = torch(scenario.instance.schema.system)
    differs = difference(scenario, engine, run(scenario, engine, (fault,)))
    assert differs is not None
    assert f": after {call}, recorded is " in differs
