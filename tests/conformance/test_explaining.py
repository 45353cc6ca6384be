"""Whatever has a name is explained: laws, events and faults, in each system that has them."""

import json

import pytest
from click.testing import CliRunner, Result

from tenure.conformance import engines
from tenure.conformance.cli import cli
from tenure.conformance.explaining import HARNESS, ExplainedEvent, explained, find
from tenure.conformance.explaining.events import guards_of
from tenure.model.catalogue import SYSTEMS
from tenure.model.language import Event
from tenure.model.state import World
from tenure.model.system import System


def explain(*words: str) -> Result:
    return CliRunner().invoke(cli, ["explain", *words])


def test_an_event_is_shown_with_its_code_its_guards_in_order_its_laws_and_its_faults() -> None:
    lines = explain("resume", "--system", "lifecycle").output.splitlines()
    event = SYSTEMS["lifecycle"].events["resume"]
    assert lines[0] == f"resume(r)  {event.doc}"
    assert f"  event    {event.where}" in lines
    assert "    | def resume(w: World, r: Request) -> None:" in lines
    guards = lines.index("  guards, in the order in which they are asked:")
    laws = next(at for at, line in enumerate(lines) if line.startswith("  laws about this event alone:"))
    assert lines[guards + 1].startswith("    1  ")
    assert laws - guards - 1 == len(list(guards_of(event)))
    faults = lines[lines.index("  faults of it:") + 1 :]
    assert {line.split(":")[0].split()[-1] for line in faults} == {
        fault.name for fault in SYSTEMS["lifecycle"].faults.values() if fault.event is event
    }


def test_a_law_about_one_event_is_shown_with_it() -> None:
    law = next(law for law in SYSTEMS["lifecycle"].laws.values() if law.of is not None)
    assert law.of is not None
    assert f"    {law.id} {law.name}: {law.doc}" in explain(law.of.name, "--system", "lifecycle").output


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_every_guard_is_shown_with_a_sentence_and_as_it_stands_in_the_code(system: System) -> None:
    for event in system.events.values():
        (shown,) = [each for each in find(event.name, system.name) if isinstance(each, ExplainedEvent)]
        flat = " ".join(shown.code.split())
        assert shown.code.count("require(") == len(shown.guards)
        assert all(guard.sentence and guard.condition and guard.condition in flat for guard in shown.guards)


def ask_late(w: object, r: int) -> None:
    """Ask within a branch, and then outside of it."""
    if w:
        require(r, "the inner")
    require(
        r and w,
        "the outer",
        "K2",
    )


def require(condition: object, why: str, law: str = "") -> None:
    """Stand for the word of the model."""


def test_guards_come_as_they_stand_whatever_they_are_nested_in() -> None:
    found = list(guards_of(Event("ask_late", (), ask_late, SYSTEMS["lifecycle"].schema)))
    assert [(each.sentence, each.law, each.condition) for each in found] == [
        ("the inner", "", "r"),
        ("the outer", "K2", "r and w"),
    ]


def test_a_fault_of_the_model_is_shown_with_what_it_must_break_and_its_event() -> None:
    fault = SYSTEMS["slots"].faults["claim_is_not_counted"]
    text = explain("claim_is_not_counted").output
    assert "must break  P5 claims_leave_room_for_residents" in text
    assert f"instead of  claim  {fault.event.where}" in text
    assert "    | def claim_is_not_counted(w: Residents, a: Adapter) -> None:" in text


def test_a_fault_of_the_engine_is_shown_with_how_to_build_it_in() -> None:
    text = explain("resume_forgets_adapter").output
    assert engines.find("torch").faults()["resume_forgets_adapter"].summary in text
    assert "`tenure gate --fault resume_forgets_adapter`" in text


def test_what_is_in_several_systems_says_so_first_and_how_to_narrow() -> None:
    first, *_ = explain("p3").output.splitlines()
    assert first == "p3 is in adapters, lifecycle; --system adapters shows only that one, and so on."
    narrowed = explain("P3", "--system", "lifecycle").output
    assert narrowed.startswith("P3  ")
    assert "system   adapters" not in narrowed


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["susspend"], "there is no law, event or fault 'susspend'; the nearest: suspend"),
        (["qqqqqqqqqq"], "there is no law, event or fault 'qqqqqqqqqq'; `tenure list laws`"),
        (["P3", "--system", "pages"], "there is no 'P3' in the system 'pages'; it is in adapters, lifecycle"),
        (["P3", "--system", "lifecycles"], "there is no system 'lifecycles'; the nearest: lifecycle"),
        ([], "give the name or id of a law, an event or a fault, e.g. `tenure explain P7`"),
        (["--system", "steps"], "give the name or id of a law"),
        (["suspend", "--page"], "--page is about laws, and 'suspend' is none"),
    ],
)
def test_what_cannot_be_explained_is_said_in_one_sentence(words: list[str], said: str) -> None:
    found = explain(*words)
    assert found.exit_code == 2
    assert said in found.output


def test_all_of_it_is_there_as_json() -> None:
    (event,) = json.loads(explain("suspend", "--system", "steps", "--json").output)
    assert (event["what"], event["model"], event["name"]) == ("event", "steps", "suspend")
    laws = json.loads(explain("--system", "harness", "--json").output)
    assert {law["what"] for law in laws} == {"law"}
    assert {law["model"] for law in laws} == {"harness"}


def test_the_faults_of_the_engine_are_put_down_to_what_it_is_held_against() -> None:
    """Laws of other systems share the ids that these faults name."""
    parts = [(law.model, law.entry.id, part.faults) for law in explained() for part in law.parts]
    for model, _, faults in parts:
        if model not in (World.system, HARNESS):
            own = SYSTEMS[model].faults.values()
            assert set(faults) <= {f"{fault.name} ({fault.id})" if fault.id else fault.name for fault in own}
    assert [model for model, law, faults in parts if law == "P7" and "suspend_keeps_adapter (F-P1)" in faults] == [
        World.system
    ]


def test_a_law_that_is_to_be_proved_says_what_proves_it() -> None:
    assert (
        "  held     to be proved for any size (`tenure prove --system lifecycle --law P7` shows it)\n"
        in explain("P7", "--system", "lifecycle").output
    )
    assert "`tenure prove --law T1` shows it" in explain("T1").output
