"""Every statement and guard of every event is noticed by a law, or listed with a reason."""

import pytest

from tenure.model.equivalents import EQUIVALENT
from tenure.model.mutants import judge, judge_all, mutants, stale
from tenure.model.prove import Prover


def test_every_deleted_statement_is_noticed_or_listed() -> None:
    fates = list(judge_all(jobs=2))
    assert [fate.mutant.key for fate in fates if not fate.good] == []
    assert stale(fates) == []
    assert len(fates) > 190
    assert sum(fate.noticed is not None for fate in fates) / len(fates) > 0.98


def test_a_mutant_is_undone_after_it_was_judged() -> None:
    chosen = next(m for m in mutants() if m.key == "leave_seat: w.row[r] = 0")
    assert judge(chosen).noticed is not None
    assert judge(chosen) == judge(chosen)


def test_every_reason_is_a_sentence() -> None:
    assert all(len(reason) > 40 and reason.endswith(".") for reason in EQUIVALENT.values())


def test_a_solver_that_gives_up_has_not_noticed_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Prover.__init__, "__defaults__", (1,))
    chosen = next(m for m in mutants() if m.key == "leave_seat: w.row[r] = 0")
    fate = judge(chosen)
    assert fate.noticed is None
    assert fate.unsure is not None
    assert not fate.good
