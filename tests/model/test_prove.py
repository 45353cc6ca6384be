"""The lifecycle is proved; what is broken on purpose is refuted, refused, or at least never called proved."""

from collections.abc import Callable

import pytest

from tenure.model.catalogue import SYSTEMS
from tenure.model.language import Event, Law, ModelError, require
from tenure.model.lifecycle import EVENTS, LAWS, LIFECYCLE
from tenure.model.obligation import Answer, ProofReport
from tenure.model.proof import prove_all
from tenure.model.prove import Prover
from tenure.model.sorts import Phase, Pool, Request
from tenure.model.state import World
from tenure.model.witness import witnesses

from .mutation import mutated


def event_of(body: Callable[[World, Request], None]) -> Event:
    return Event(body.__name__, (("r", Request),), body, World)


def law_of(body: Callable[..., bool], *, step: bool = False) -> Law:
    return Law("X1", body.__name__, (("r", Request),), body, World, step)


def test_every_law_is_proved_across_every_event() -> None:
    report = prove_all(jobs=1)
    assert report.failed == []
    assert report.problems == []
    assert report.proved
    shown = {(o.system, o.event) for o in report.obligations}
    assert {(system.name, event) for system in SYSTEMS.values() for event in ("initially", *system.events)} <= shown
    proved = {(o.system, o.law.split("[")[0]) for o in report.obligations}
    assert {(system.name, law) for system in SYSTEMS.values() for law in (*system.laws, *system.rankings)} <= proved


@pytest.mark.parametrize(
    ("statement", "law"),
    [
        ("suspend: park_adapter(w, r)", "P7"),
        ("deactivate_adapter: w.device_pinned[w.adapter[r]] = 0", "P4"),
        ("leave_seat: w.row[r] = 0", "S6"),
        ("grow: require(pages_fit(w, r, 1 + drafted), 'both pools have the pages of the growth', 'K2')", "K2"),
        ("suspend: move_to_host(w, Pool.DRAFT, r)", "R2"),
        ("preempt: w.life[r] = w.life[r] + 1", "S8"),
        ("launch: w.row.become(w.batch)", "S14"),
    ],
)
def test_a_deleted_statement_breaks_its_law(statement: str, law: str) -> None:
    report = Prover(LAWS.values()).event(mutated(statement)[0])
    refuted = {o.law_id for o in report.obligations if o.answer is Answer.REFUTED}
    assert law in refuted
    assert not any(o.answer is Answer.UNKNOWN for o in report.obligations)


def test_an_event_that_writes_nothing_is_refuted() -> None:
    def nothing(w: World, r: Request) -> None:
        require(w.phase[r] == Phase.DECODE, "it decodes")

    report = Prover(LAWS.values()).event(event_of(nothing))
    assert [o.law for o in report.obligations if not o.answer.good] == ["event_changes_something"]


def test_an_event_that_can_never_happen_is_reported() -> None:
    def never(w: World, r: Request) -> None:
        require(w.phase[r] == Phase.SUSPENDED, "it is suspended")
        require(w.batch[r] == 1, "it is in the step, which no suspended request is")
        w.row[r] = 0

    report = Prover(LAWS.values()).event(event_of(never))
    assert {o.law for o in report.obligations} == {"refusal_changes_nothing"}
    assert "can never happen" in report.problems[0]


def test_a_guard_after_a_change_is_reported() -> None:
    def half(w: World, r: Request) -> None:  # noqa: ARG001
        w.free[Pool.TARGET] = w.free[Pool.TARGET] - 1
        require(w.free[Pool.DRAFT] >= 1, "the draft pool has a page")
        w.free[Pool.DRAFT] = w.free[Pool.DRAFT] - 1

    report = Prover(LAWS.values()).event(event_of(half))
    refuted = {o.law for o in report.obligations if o.answer is Answer.REFUTED}
    assert "refusal_changes_nothing" in refuted
    assert "device_pages_are_conserved[TARGET]" in refuted


def test_a_contradictory_law_is_refuted_initially_and_makes_events_impossible() -> None:
    def contradiction(w: World, r: Request) -> bool:
        return w.phase[r] == Phase.DECODE and w.phase[r] == Phase.WAITING

    prover = Prover([*LAWS.values(), law_of(contradiction)])
    assert [o.law for o in prover.initially().obligations if o.answer is Answer.REFUTED] == ["contradiction"]
    assert "can never happen" in prover.event(EVENTS["pause"]).problems[0]


def test_a_law_that_no_state_breaks_is_reported() -> None:
    def always(w: World, r: Request) -> bool:
        return w.slot[r] <= 1

    assert Prover(LAWS.values()).unbreakable() == []
    assert "says nothing" in Prover([law_of(always)]).unbreakable()[0]


def test_a_law_that_is_not_inductive_is_refuted_not_proved() -> None:
    def nobody_decodes(w: World, r: Request) -> bool:
        return w.phase[r] != Phase.DECODE

    report = Prover([*LAWS.values(), law_of(nobody_decodes)]).event(EVENTS["settle_chunk"])
    assert any(o.law == "nobody_decodes" and o.answer is Answer.REFUTED for o in report.obligations)


def test_too_little_effort_is_unknown_and_never_proved() -> None:
    report = Prover(LAWS.values(), effort=1).event(EVENTS["suspend"])
    answers = {o.answer for o in report.obligations}
    assert Answer.UNKNOWN in answers
    assert Answer.REFUTED not in answers
    assert not ProofReport((report,), len(LAWS), 0.0).proved


def test_untouched_means_that_nothing_the_law_reads_was_written() -> None:
    """The recording is what makes frames sound: a law about rows may not count as untouched by `pause`."""
    report = Prover(LAWS.values()).event(EVENTS["pause"])
    answers = {o.law: o.answer for o in report.obligations}
    assert answers["row_belongs_to_a_seated_request"] is Answer.PROVED
    assert answers["paused_requests_take_no_seat"] is Answer.PROVED  # it reads a tally only
    assert answers["slots_are_conserved"] is Answer.UNTOUCHED


def test_a_total_follows_what_is_written_even_through_another_name() -> None:
    """Giving a slot away without counting it is refuted: the ghost total cannot be left behind."""

    def give_away(w: World, r: Request) -> None:
        require(w.slot[r] == 1, "it has a slot")
        w.slot[r] = 0

    report = Prover(LAWS.values()).event(event_of(give_away))
    assert "slots_are_conserved" in {o.law for o in report.obligations if o.answer is Answer.REFUTED}


def test_every_event_has_a_shortest_witness_run() -> None:
    found = witnesses(EVENTS, LIFECYCLE)
    assert set(found) == set(EVENTS)
    assert [call.event for call in found["resume"]][-2:] == ["suspend", "resume"]
    assert len(found["accept"]) == 7


def test_a_law_that_changes_the_world_is_refused() -> None:
    def takes_a_slot(w: World, r: Request) -> bool:
        w.slot[r] = 0
        return w.slot[r] == 0

    with pytest.raises(ModelError, match=r"takes_a_slot changes slot; a law only looks"):
        Prover([law_of(takes_a_slot)])


def test_a_field_is_not_used_whole() -> None:
    def parked(w: World, r: Request) -> bool:  # noqa: ARG001
        return not w.parked  # type: ignore[truthy-bool]

    with pytest.raises(TypeError, match="index it"):
        Prover([law_of(parked)])


def test_only_whole_numbers_are_known() -> None:
    half = 0.5

    def below_half(w: World, r: Request) -> bool:
        return w.paired[r] < half

    with pytest.raises(TypeError, match=r"0\.5 is no whole number"):
        Prover([law_of(below_half)])


def test_ledgers_that_are_indexed_otherwise_do_not_stand_for_each_other() -> None:
    def mix(w: World, r: Request) -> None:
        require(w.phase[r] == Phase.DECODE, "it decodes")
        w.row.become(w.on_host)

    with pytest.raises(TypeError, match="row and on_host are not indexed alike"):
        Prover(LAWS.values()).event(event_of(mix))


def test_ranges_hold_initially() -> None:
    """What is assumed of every state is shown of the first one too."""
    shown = {o.law for o in Prover(LAWS.values()).initially().obligations}
    assert {"range[phase]", "range[free.TARGET]", "range[host_free]"} <= shown


def test_what_a_step_law_forbids_is_refuted() -> None:
    def rewind(w: World, r: Request) -> None:
        require(w.phase[r] == Phase.DECODE and w.cursor[r] > w.prompt[r] and not w.batch[r], "it has generated")
        w.cursor[r] = w.prompt[r]
        w.free[Pool.TARGET] = w.free[Pool.TARGET] + w.held[Pool.TARGET, r] - w.pages(w.prompt[r])
        w.held[Pool.TARGET, r] = w.pages(w.prompt[r])

    def revive(w: World, r: Request) -> None:
        require(w.phase[r] == Phase.FINISHED, "it has ended")
        w.phase[r] = Phase.WAITING

    for body, law in ((rewind, "cursor_moves_at_settling_only"), (revive, "finished_is_final")):
        report = Prover(LAWS.values()).event(event_of(body))
        assert law in {o.law for o in report.obligations if o.answer is Answer.REFUTED}


def test_an_argument_is_never_mistaken_for_a_constant_of_the_proof() -> None:
    """An event and its argument may have any names, also those that the proof uses for "any request"."""

    def any(w: World, request: Request) -> None:  # noqa: A001
        require(w.phase[request] == Phase.DECODE, "it decodes")
        w.cursor[request + 1] = 77  # type: ignore[index]  # pyright: ignore[reportArgumentType]

    report = Prover(LAWS.values()).event(Event("any", (("request", Request),), any, World))
    assert "pages_match_the_extent" in {o.law for o in report.obligations if o.answer is Answer.REFUTED}
