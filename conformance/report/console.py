"""The record for a person to read. Plain where it is not a terminal; the last line is what reproduces the finding."""

from __future__ import annotations

from typing import TextIO

from ..record import HeldPart, Report
from ..verdict import Finding, Result, Verdict
from . import known_faults, proved
from .page import STYLES, Page, counted, runs_of


def render(report: Report, out: TextIO) -> None:
    """Print the whole record."""
    page = Page(out)
    if report.proof is not None:
        proved.proved(page, report.proof, table=report.command == "prove")
    if report.mutations is not None:
        proved.mutated(page, report.mutations)
    if report.verdict is not None:
        _verdict(page, report.verdict, report)
    for part in report.parts:
        _part(page, part)
    if report.caught:
        known_faults.caught(page, report.caught, shortest=report.command == "faults")
    for fault, why in report.left_out.items():
        page.line(f"        {fault:<6} cannot be built in: {why}")
    page.line()
    page.line(_last(report), style=f"bold {STYLES[report.result]}")
    for finding in report.findings:
        if finding.reproduce:
            page.line(finding.reproduce)


def _last(report: Report) -> str:
    """Return the line that says what was judged, and how it came out."""
    if report.command == "faults" and report.caught:
        return known_faults.verdict_on(report)
    return f"{subject(report)} {report.result.value}"


def subject(report: Report) -> str:
    """Return what the result is about."""
    if not report.engine:
        scope = report.proof.scope if report.proof is not None else ""
        return f"the model, as far as {scope} goes," if scope else "the model"
    faults = f" with {', '.join(report.faults)} built in" if report.faults else ""
    return f"{_held(report)}{faults}"


def _held(report: Report) -> str:
    """Return what was held: the engine, or where only parts of it were, those that the result is of."""
    if not report.parts or report.verdict is not None:
        return report.engine
    kind = "whole" if all(each.whole for each in report.parts) else "part"
    of_result = [each.part for each in report.parts if each.verdict.result is report.result]
    if len(of_result) > 1:
        return f"each of the {kind}s {', '.join(of_result)} of {report.engine}"
    return f"the {kind} {of_result[0]} of {report.engine}"


def _part(page: Page, held: HeldPart) -> None:
    """Print what the runs of a part showed."""
    verdict = held.verdict
    said = f"{runs_of(verdict)} beside {held.system}, in {verdict.seconds:.0f} s"
    kind = "whole" if held.whole else "part"
    page.line(f"{kind:<7} {held.part}: {said}: {verdict.result.value}", style=STYLES[verdict.result])
    for finding in verdict.findings:
        _finding(page, finding)
    for why in verdict.unknown:
        page.line(f"  {why}", style="yellow")


def _verdict(page: Page, verdict: Verdict, report: Report) -> None:
    """Print what the runs showed."""
    done = f"{runs_of(verdict)}, seed {report.seed}"
    page.line(f"engine  {subject(report)}: {done}", style=STYLES[verdict.result])
    never = sorted(name for name in verdict.refused if not verdict.done.get(name))
    if never and verdict.result is Result.CONFORMS:
        page.line(f"        never possible in these runs: {', '.join(never)}")
    for what in verdict.unchecked:
        page.line(f"        not checked: {what}", style="yellow")
    for law, count in verdict.waived.items():
        page.line(f"        waived: {law}, broken in {counted(count, 'run')}")
    for law in verdict.stale:
        page.line(f"        the waiver of {law} is stale: it was not broken; take the waiver out", style="red")
    for why in verdict.unknown:
        page.line(f"        unknown: {why}", style="yellow")
    for finding in verdict.findings:
        _finding(page, finding)


def _finding(page: Page, finding: Finding) -> None:
    """Print a finding: the law as a sentence, what led there, and the two values that differ."""
    about = f"  ({finding.about})" if finding.about else ""
    page.line()
    page.line(f"{finding.law.id} {finding.law.name}{about}", style="bold red")
    page.line(f"  {finding.law.sentence}", style="bold")
    page.line()
    for at, call in enumerate(finding.calls, start=1):
        here = "   <- here" if at == len(finding.calls) else ""
        page.line(f"  {at:>2}  {call}{here}")
    if finding.note:
        page.line(f"      {finding.note}")
    page.line()
    page.line(f"  {finding.differs.what}")
    page.line(f"    expected  {finding.differs.expected}")
    page.line(f"    got       {finding.differs.got}")
    page.line()
    if finding.also:
        page.line(f"  also broken: {', '.join(f'{law.id} {law.name}' for law in finding.also)}")
    page.line(f"  law    {finding.law.where}")
    if finding.event_where:
        page.line(f"  event  {finding.event_where}")
