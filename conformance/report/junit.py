"""The record as JUnit XML, for whoever shows test results: a suite for the proof, the engine and the faults."""

from __future__ import annotations

from pathlib import Path

from junitparser import Error, Failure, JUnitXml, TestCase, TestSuite

from ..record import Report
from ..verdict import Finding
from .page import runs_of


def write(report: Report, path: Path) -> None:
    """Write the record to a file."""
    document = JUnitXml("tenure")
    for suite in (_proof(report), _mutations(report), _engine(report), _parts(report), _faults(report)):
        if len(suite):
            document.add_testsuite(suite)
    document.write(str(path), pretty=True)


def _proof(report: Report) -> TestSuite:
    suite = TestSuite("proof")
    if report.proof is None:
        return suite
    for proved in report.proof.events:
        case = TestCase(f"{proved.system}.{proved.event}", "tenure.proof", proved.seconds)
        about = (proved.system, proved.event)
        mine = [each for each in report.proof.refuted if (each.system, each.event) == about]
        case.result = [
            (Error if each.answer == "unknown" else Failure)(f"{each.law.id} {each.law.name}: {each.law.sentence}")
            for each in mine
        ]
        case.system_out = ", ".join(f"{count} {answer}" for answer, count in proved.answers.items())
        suite.add_testcase(case)
    if report.proof.problems:
        case = TestCase("nothing is vacuous", "tenure.proof")
        case.result = [Failure(problem) for problem in report.proof.problems]
        suite.add_testcase(case)
    return suite


def _mutations(report: Report) -> TestSuite:
    suite = TestSuite("mutants")
    for each in report.mutations.mutations if report.mutations is not None else ():
        case = TestCase(f"{each.system}.{each.statement}", f"tenure.mutants.{each.kind}")
        if each.unsure:
            case.result = [Error(each.unsure)]
        elif not each.good:
            case.result = [Failure("listed with a reason, but noticed" if each.noticed else "no law notices it")]
        case.system_out = each.noticed or each.reason
        suite.add_testcase(case)
    return suite


def _engine(report: Report) -> TestSuite:
    suite = TestSuite("engine")
    verdict = report.verdict
    if verdict is None:
        return suite
    case = TestCase(f"{report.engine} conforms", "tenure.engine", verdict.seconds)
    problems: list[Error | Failure] = [_failure(each) for each in verdict.findings]
    problems += [Failure(f"the waiver of {law} is stale: take it out") for law in verdict.stale]
    problems += [Error(why) for why in verdict.unknown]
    case.result = list(problems)
    case.system_out = f"{runs_of(verdict)}, seed {report.seed}"
    suite.add_testcase(case)
    return suite


def _parts(report: Report) -> TestSuite:
    suite = TestSuite("wholes" if report.parts and all(each.whole for each in report.parts) else "parts")
    for each in report.parts:
        kind = "tenure.wholes" if each.whole else "tenure.parts"
        case = TestCase(f"{each.part} conforms to {each.system}", kind, each.verdict.seconds)
        problems: list[Error | Failure] = [_failure(finding) for finding in each.verdict.findings]
        problems += [Error(why) for why in each.verdict.unknown]
        case.result = list(problems)
        case.system_out = f"{runs_of(each.verdict)}, seed {report.seed}"
        suite.add_testcase(case)
    return suite


def _faults(report: Report) -> TestSuite:
    suite = TestSuite("faults")
    for each in report.caught:
        case = TestCase(each.fault, f"tenure.faults.{each.part}" if each.part else "tenure.faults")
        if not each.good:
            case.result = [Error(f"{each.result}: {each.note}; it must break {', '.join(each.expected)}")]
        elif each.finding is not None:
            case.system_out = f"{each.finding.law.id} {each.finding.law.name}\n{each.finding.reproduce}"
        suite.add_testcase(case)
    return suite


def _failure(finding: Finding) -> Failure:
    failure = Failure(f"{finding.law.id} {finding.law.name}: {finding.law.sentence}")
    differs = finding.differs
    calls = "\n".join(f"{at}  {call}" for at, call in enumerate(finding.calls, start=1))
    failure.text = (
        f"{calls}\n\n{differs.what}\n  expected {differs.expected}\n  got      {differs.got}\n\n{finding.reproduce}\n"
    )
    return failure
