"""The record for a person to read. Plain where it is not a terminal; the last line is what reproduces the finding."""

from __future__ import annotations

from typing import TextIO

from rich.console import Console
from rich.text import Text

from ..record import Caught, Proof, Report
from ..verdict import Finding, Result, Verdict

STYLES = {Result.CONFORMS: "green", Result.VIOLATES: "red", Result.UNKNOWN: "yellow"}


def render(report: Report, out: TextIO) -> None:
    """Print the whole record."""
    page = Page(out)
    if report.proof is not None:
        page.proof(report.proof)
    if report.verdict is not None:
        page.verdict(report.verdict, report)
    if report.caught:
        page.caught(report.caught)
    page.line()
    page.line(f"{subject(report)} {report.result.value}", style=f"bold {STYLES[report.result]}")
    for finding in report.findings:
        page.line(finding.reproduce)


def subject(report: Report) -> str:
    """Return what the result is about."""
    if not report.engine:
        return "the model"
    faults = f" with {', '.join(report.faults)} built in" if report.faults else ""
    return f"{report.engine}{faults}"


class Page:
    """A console that prints lines as they are, never folded, so that commands can be copied."""

    def __init__(self, out: TextIO) -> None:
        """Colours only where a person looks."""
        self._console = Console(file=out, highlight=False, soft_wrap=True, markup=False)

    def line(self, text: str = "", *, style: str = "") -> None:
        """Print one line."""
        self._console.print(Text(text, style=style))

    def proof(self, proof: Proof) -> None:
        """Print what the proof showed: one line where all is well, else every obligation that failed."""
        answers: dict[str, int] = {}
        for answered in proof.obligations.values():
            for answer, count in answered.items():
                answers[answer] = answers.get(answer, 0) + count
        said = ", ".join(f"{count} {answer}" for answer, count in sorted(answers.items()))
        events = len(proof.obligations)
        self.line(f"proof   {proof.laws} laws x {events} events: {said}", style=STYLES[proof.result])
        for each in proof.refuted:
            self.line()
            self.line(f"{each.event} does not keep {each.law.id} {each.law.name}: {each.answer}", style="bold red")
            self.line(f"  {each.law.sentence}")
            self.line(f"  event {each.event_where}, law {each.law.where}")
            for branch in each.branches:
                self.line(f"  taking {branch}")
            for shown in each.shown:
                self.line(f"  {shown}")
        for problem in proof.problems:
            self.line(f"  {problem}", style="red")

    def verdict(self, verdict: Verdict, report: Report) -> None:
        """Print what the runs showed."""
        done = f"{verdict.examples} runs, {verdict.events} events, seed {report.seed}"
        self.line(f"engine  {subject(report)}: {done}", style=STYLES[verdict.result])
        never = sorted(name for name in verdict.refused if not verdict.done.get(name))
        if never and verdict.result is Result.CONFORMS:
            self.line(f"        never possible in these runs: {', '.join(never)}")
        for law, count in verdict.waived.items():
            self.line(f"        waived: {law}, broken in {count} runs")
        for law in verdict.stale:
            self.line(f"        the waiver of {law} is stale: it was not broken; take the waiver out", style="red")
        for why in verdict.unknown:
            self.line(f"        unknown: {why}", style="yellow")
        for finding in verdict.findings:
            self.finding(finding)

    def finding(self, finding: Finding) -> None:
        """Print a finding: the law as a sentence, what led there, and the two values that differ."""
        about = f"  ({finding.about})" if finding.about else ""
        self.line()
        self.line(f"{finding.law.id} {finding.law.name}{about}", style="bold red")
        self.line(f"  {finding.law.sentence}", style="bold")
        self.line()
        for at, call in enumerate(finding.calls, start=1):
            here = "   <- here" if at == len(finding.calls) else ""
            self.line(f"  {at:>2}  {call}{here}")
        if finding.note:
            self.line(f"      {finding.note}")
        self.line()
        self.line(f"  {finding.differs.what}")
        self.line(f"    expected  {finding.differs.expected}")
        self.line(f"    got       {finding.differs.got}")
        self.line()
        if finding.also:
            self.line(f"  also broken: {', '.join(f'{law.id} {law.name}' for law in finding.also)}")
        self.line(f"  law    {finding.law.where}")
        if finding.event_where:
            self.line(f"  event  {finding.event_where}")

    def caught(self, caught: tuple[Caught, ...]) -> None:
        """Print what became of each known fault."""
        good = sum(each.good for each in caught)
        self.line(f"faults  {good} of {len(caught)} caught", style="green" if good == len(caught) else "yellow")
        width = max(len(each.fault) for each in caught)
        for each in caught:
            if each.finding is not None and each.good:
                calls = len(each.finding.calls)
                said = f"{each.finding.law.id:<4} {each.finding.law.name}, {calls} event{'s' if calls > 1 else ''}"
            else:
                said = f"{each.result}: {each.note}; it must break {' or '.join(each.expected)}"
            self.line(f"        {each.id:<6} {each.fault:<{width}}  {said}", style="" if each.good else "yellow")
