"""Relations, references, fixed maps and rankings: proved, refuted, asked of a second solver."""

import json
import pathlib
from dataclasses import replace

import pytest
import z3

from tenure.model.cache import ProofCache, name_of
from tenure.model.catalogue import SYSTEMS
from tenure.model.certify import Opinion, ask
from tenure.model.formula import Path, paths
from tenure.model.language import Fault
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.obligation import INITIALLY, Answer
from tenure.model.proof import Task, prove_all, prover_of
from tenure.model.ranking import rank
from tenure.model.smtlib import scripts
from tenure.model.try_system import main, wrongs

from .toy import TOY


def test_a_system_with_relations_is_proved_and_its_faults_are_refuted() -> None:
    false_on_purpose = TOY.rankings
    assert [line for line in wrongs(TOY) if not any(name in line for name in false_on_purpose)] == []


@pytest.mark.parametrize("about", [INITIALLY, *TOY.events])
def test_both_solvers_say_the_same_to_every_question(about: str) -> None:
    files = list(scripts(TOY, about, prover_of(TOY)))
    assert files
    for script in files:
        assert ask(script.text) == tuple(question.expected for question in script.questions), script.name


def test_beginnings_that_cannot_be_are_asked_of_both_solvers() -> None:
    files = list(scripts(LIFECYCLE, "finish", prover_of(LIFECYCLE)))
    (cut,) = [script for script in files if ".impossible." in script.name]
    assert [question.expected for question in cut.questions][:2] == ["sat", "unsat"]
    assert ask(cut.text) == tuple(question.expected for question in cut.questions)


@pytest.mark.parametrize("fault", TOY.faults.values(), ids=lambda fault: fault.name)
def test_the_second_solver_refutes_what_z3_refutes(fault: Fault) -> None:
    system = replace(TOY, events={**TOY.events, fault.event.name: fault.wrong})
    said = {
        question.title.split("[")[0].split()[-1]: answer
        for script in scripts(system, fault.event.name, prover_of(TOY))
        for question, answer in zip(script.questions, ask(script.text), strict=True)
        if answer == "sat"
    }
    assert set(fault.breaks) <= said.keys()


@pytest.mark.parametrize("ranking", TOY.rankings)
def test_both_solvers_refute_a_ranking_that_is_wrong(ranking: str) -> None:
    found = [answer for script in scripts(TOY, ranking, prover_of(TOY)) for answer in ask(script.text)[1:]]
    assert "sat" in found


def test_a_solver_that_gives_up_agrees_with_nobody() -> None:
    (script, *_) = scripts(LIFECYCLE, "admit", prover_of(LIFECYCLE))
    opinion = Opinion("admit.smt2", script.questions, ask(script.text, effort=1))
    assert opinion.differences
    assert Opinion("admit.smt2", script.questions, ()).differences


def test_a_ranking_that_nothing_lessens_is_refuted() -> None:
    report = rank(TOY.rankings["nothing_lessens_this"], prover_of(TOY))
    wrong = {each.law for each in report.obligations if each.answer is Answer.REFUTED}
    assert "nothing_lessens_this[down]" in wrong
    assert "nothing_lessens_this[not stuck]" not in wrong


def test_a_ranking_that_leaves_something_stuck_is_refuted() -> None:
    report = rank(TOY.rankings["nobody_can_move"], prover_of(TOY))
    wrong = {each.law for each in report.obligations if each.answer is Answer.REFUTED}
    assert "nobody_can_move[not stuck]" in wrong


def test_every_ranking_of_the_model_is_proved() -> None:
    for system in SYSTEMS.values():
        for ranking in system.rankings.values():
            report = rank(ranking, prover_of(system))
            assert report.obligations
            assert [each for each in report.obligations if not each.answer.good] == []
            assert report.problems == ()


def test_what_was_proved_is_kept_until_it_changes(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache, task = ProofCache(tmp_path), Task("lifecycle", "pause")
    first = prove_all([task], jobs=1, cache=cache)
    again = prove_all([task], jobs=1, cache=cache)
    assert [each.cached for each in (*first.events, *again.events)] == [False, True]
    assert [each.law for each in again.obligations] == [each.law for each in first.obligations]
    before = name_of(LIFECYCLE, "pause")
    monkeypatch.setattr(LIFECYCLE, "fixed", {"max_batch": 1})
    assert name_of(LIFECYCLE, "pause") != before
    assert not prove_all([task], jobs=1, cache=cache).events[0].cached


def test_what_is_refuted_is_not_kept(tmp_path: pathlib.Path) -> None:
    cache = ProofCache(tmp_path / "proofs")
    report = prover_of(TOY).event(TOY.faults["finish_keeps_pages"].wrong)
    cache.put(replace(report, source="finish"), "finish")
    assert list(tmp_path.iterdir()) == []
    assert cache.get(TOY, "finish", name_of(TOY, "finish")) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", json.dumps({"event": "pause"})])
def test_a_damaged_proof_is_done_again(tmp_path: pathlib.Path, damage: str) -> None:
    cache, task = ProofCache(tmp_path), Task("lifecycle", "pause")
    prove_all([task], jobs=1, cache=cache)
    (tmp_path / name_of(LIFECYCLE, "pause")).write_text(damage, encoding="utf-8")
    report = prove_all([task], jobs=1, cache=cache)
    assert report.proved
    assert not report.events[0].cached


def test_only_the_laws_that_are_named_are_asked() -> None:
    report = prove_all([Task("lifecycle", "suspend")], laws=frozenset({"P3"}), jobs=1)
    assert {each.law_id for each in report.obligations} == {"P3"}


@pytest.mark.parametrize("name", ["admit", "resume", "revoke"])
def test_only_ways_that_cannot_be_are_left_out(name: str) -> None:
    """What is left out is exactly what a fresh question about each whole way finds impossible, or a part of it."""
    prover = prover_of(LIFECYCLE)
    event = LIFECYCLE.events[name]

    def can_be(path: Path) -> bool:
        with prover.knowing(path) as (solver, _, _):
            return bool(solver.check() == z3.sat)

    every = {str(path.conditions) for path in paths(event) if can_be(path)}
    kept = {str(path.conditions) for path in paths(event, prover.possible)}
    assert every <= kept
    assert {str(path.conditions) for path in paths(event, prover.possible) if can_be(path)} == every
    assert len(kept) < len(paths(event))


def test_one_prover_answers_each_question_as_if_it_were_the_first() -> None:
    prover = prover_of(TOY)
    wrong = TOY.faults["finish_keeps_pages"].wrong
    for event, holds in [(TOY.events["poll"], True), (wrong, False), (TOY.events["finish"], True), (wrong, False)]:
        report = prover.event(event)
        assert all(each.answer.good for each in report.obligations) is holds


@pytest.mark.parametrize("words", [["try_system"], ["try_system", "nothing"]])
def test_a_system_that_is_not_there_is_told_in_a_sentence(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", words)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert "say one of lifecycle, adapters" in capsys.readouterr().err
