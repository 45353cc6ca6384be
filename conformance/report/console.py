"""The record for a person to read. Plain where it is not a terminal; the last line is what reproduces the finding."""

from __future__ import annotations

from collections import Counter
from typing import TextIO

import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...model.catalogue import SYSTEMS
from ...model.obligation import INITIALLY, POSSIBLE
from ..record import Caught, Certificate, HeldPart, Mutations, Proof, ProvedEvent, Refuted, Report, Score
from ..verdict import Finding, Result, Verdict

STYLES = {Result.CONFORMS: "green", Result.VIOLATES: "red", Result.UNKNOWN: "yellow"}


NOT_EVENTS = {
    INITIALLY: "every law holds at the start",
    POSSIBLE: "some run reaches each event, and each thing that must be possible",
}
"""What the parts of a proof that are no events show."""


def render(report: Report, out: TextIO) -> None:
    """Print the whole record."""
    page = Page(out)
    if report.proof is not None:
        page.proof(report.proof, table=report.command == "prove")
    if report.mutations is not None:
        page.mutations(report.mutations)
    if report.verdict is not None:
        page.verdict(report.verdict, report)
    for part in report.parts:
        page.part(part)
    if report.caught:
        page.caught(report.caught, shortest=report.command == "faults")
    for fault, why in report.left_out.items():
        page.line(f"        {fault:<6} cannot be built in: {why}")
    page.line()
    page.line(f"{subject(report)} {report.result.value}", style=f"bold {STYLES[report.result]}")
    for finding in report.findings:
        page.line(finding.reproduce)


def subject(report: Report) -> str:
    """Return what the result is about."""
    if not report.engine:
        scope = report.proof.scope if report.proof is not None else ""
        return f"the model, as far as {scope} goes," if scope else "the model"
    faults = f" with {', '.join(report.faults)} built in" if report.faults else ""
    return f"{report.engine}{faults}"


def _whole_systems(events: tuple[ProvedEvent, ...]) -> tuple[ProvedEvent, ...]:
    """Return a row for each system, with what its events add up to."""
    rows: dict[str, ProvedEvent] = {}
    for each in events:
        known = rows.get(each.system)
        rows[each.system] = each if known is None else _added(known, each)
    return tuple(msgspec.structs.replace(row, event="all of it") for row in rows.values())


def _added(known: ProvedEvent, each: ProvedEvent) -> ProvedEvent:
    return msgspec.structs.replace(
        known,
        paths=known.paths + each.paths,
        refusing_paths=known.refusing_paths + each.refusing_paths,
        answers=dict(Counter(known.answers) + Counter(each.answers)),
        seconds=known.seconds + (0.0 if each.cached else each.seconds),
        cached=known.cached and each.cached,
    )


def _events(events: tuple[ProvedEvent, ...]) -> Table:
    """Return a row for each event: its paths, the ways it refuses, and how many obligations have each answer."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("system", no_wrap=True)
    table.add_column("event", no_wrap=True)
    answers = ("proved", "untouched", "refuted", "unknown")
    for heading in ("paths", "refusals", *answers, "seconds"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in events:
        counts = [str(each.answers.get(answer) or "·") for answer in answers]
        spent = "kept" if each.cached else f"{each.seconds:.2f}"
        table.add_row(each.system, each.event, str(each.paths), str(each.refusing_paths), *counts, spent)
    return table


def _not_events(rows: tuple[ProvedEvent, ...]) -> str:
    """Say in one line what stands among the events in the table and is none."""
    asked = dict.fromkeys((each.system, each.event) for each in rows)
    names = [name for _, name in asked]
    rankings = dict.fromkeys(name for system, name in asked if name in SYSTEMS[system].rankings)
    said = [f"{name}: {what}" for name, what in NOT_EVENTS.items() if name in names]
    if rankings:
        said.append(f"{', '.join(rankings)}: an amount that certain events only lessen, so that they come to an end")
    return "; ".join(said)


def _scores(scores: tuple[Score, ...]) -> Table:
    """Return a row for each system and kind of mistake: how many there are, and what became of them."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("system", "mistakes"):
        table.add_column(heading, no_wrap=True)
    for heading in ("mutants", "noticed", "listed", "%"):
        table.add_column(heading, justify="right", no_wrap=True)
    for each in scores:
        counts = (str(each.mutants), str(each.noticed), str(each.listed or "·"), f"{each.percent:.1f}")
        table.add_row(each.system or "all", each.kind or "all", *counts, style="" if each.kind else "bold")
    return table


class Page:
    """A console that prints lines as they are, never folded, so that commands can be copied."""

    def __init__(self, out: TextIO) -> None:
        """Colours only where a person looks."""
        self._console = Console(
            file=out, highlight=False, soft_wrap=True, markup=False, width=None if out.isatty() else 160
        )

    def line(self, text: str = "", *, style: str = "") -> None:
        """Print one line."""
        self._console.print(Text(text, style=style))

    def proof(self, proof: Proof, *, table: bool) -> None:
        """Print what the proof showed: a line that sums up, with a row for each event if asked, and what failed."""
        if not proof.events and (proof.result is Result.CONFORMS or proof.certificate is not None):
            self.line("proof   nothing has changed since it was proved", style=STYLES[Result.CONFORMS])
        else:
            self._proved(proof, table=table)
        if proof.certificate is not None:
            self.certificate(proof.certificate)
        self._refuted(proof.refuted)
        for problem in proof.problems:
            self.line(f"  {problem}", style="red")

    def _proved(self, proof: Proof, *, table: bool) -> None:
        if table:
            fine = not proof.scope and not proof.refuted and not proof.problems
            rows = _whole_systems(proof.events) if fine else proof.events
            self._console.print(_events(rows))
            note = _not_events(rows)
            if note:
                self.line(note)
        answers = Counter[str]()
        for each in proof.events:
            answers.update(each.answers)
        if not answers:  # only what is possible was looked at again
            found = "was not found again" if proof.problems else "is still possible"
            said = f"{', '.join(dict.fromkeys(each.system for each in proof.events))}: what must be possible {found}"
            self.line(f"proof   {said}; no obligation has changed", style=STYLES[proof.result])
            return
        said = ", ".join(f"{count} {answer}" for answer, count in sorted(answers.items()))
        whole = f"{sum(answers.values())} obligations of {proof.laws} laws"
        scope = ", for any number of requests, adapters and pages" if proof.result is Result.CONFORMS else ""
        self.line(f"proof   {whole}: {said}{scope}", style=STYLES[proof.result])

    def _refuted(self, every: tuple[Refuted, ...]) -> None:
        for refuted in every:
            self.line()
            self.line(
                f"{refuted.system}.{refuted.event} does not keep {refuted.law.id} {refuted.law.name}: {refuted.answer}",
                style="bold red",
            )
            self.line(f"  {refuted.law.sentence}")
            self.line(f"  event {refuted.event_where}, law {refuted.law.where}")
            for branch in refuted.branches:
                self.line(f"  on the path {branch}")
            for shown in refuted.shown:
                self.line(f"  {shown}")
        silent = [refuted for refuted in every if not refuted.shown]
        if silent:
            self.line()
            alone = f"--event {silent[0].event} --law {silent[0].law.id}"
            self.line(
                f"for the last {len(silent)} of these no counterexample was looked for, to save time; "
                f"to see one for the first of them, ask for it alone: {alone}"
            )

    def certificate(self, certificate: Certificate) -> None:
        """Print what the second solver said, and where it said something else."""
        asked = f"{certificate.questions} questions in {certificate.files} files in {certificate.folder}"
        style = STYLES[Result.UNKNOWN if certificate.doubts else Result.CONFORMS]
        agreed = f"all but {len(certificate.doubts)}" if certificate.doubts else "all"
        self.line(f"cvc5    {asked}: it agrees on {agreed} of them, in {certificate.seconds:.0f} s", style=style)
        for doubt in certificate.doubts:
            self.line(
                f"  {doubt.file}: {doubt.question}: cvc5 says {doubt.said}, where z3's proof means {doubt.expected}",
                style="red",
            )

    def part(self, held: HeldPart) -> None:
        """Print what the runs of a part showed."""
        verdict = held.verdict
        said = f"{verdict.examples} runs, {verdict.events} events beside {held.system}, in {verdict.seconds:.0f} s"
        self.line(f"part    {held.part}: {said}: {verdict.result.value}", style=STYLES[verdict.result])
        for finding in verdict.findings:
            self.finding(finding)
        for why in verdict.unknown:
            self.line(f"  {why}", style="yellow")

    def mutations(self, mutations: Mutations) -> None:
        """Print the mutants that no law notices, those that are listed with a reason, and the scores."""
        for each in mutations.mutations:
            what = f"{each.where}  {each.system}.{each.statement}"
            if each.good and each.reason:
                self.line(f"listed       {what}")
                self.line(f"             {each.reason}")
            elif each.unsure:
                self.line(f"unknown      {what}: {each.unsure}", style="yellow")
            elif not each.good:
                said = f"listed with a reason, but noticed: {each.noticed}" if each.noticed else "not noticed "
                self.line(f"{said} {what}", style="red")
        for key in mutations.stale:
            self.line(f"listed with a reason, but there is no such mutant: {key}", style="red")
        self._console.print(_scores(mutations.scores))
        whole = mutations.scores[-1]
        said = f"{whole.noticed} of {whole.mutants} are noticed, and {whole.listed} listed with a reason"
        self.line(f"mutants {said}: {whole.percent} %", style=STYLES[mutations.result])

    def verdict(self, verdict: Verdict, report: Report) -> None:
        """Print what the runs showed."""
        done = f"{verdict.examples} runs, {verdict.events} events, seed {report.seed}"
        self.line(f"engine  {subject(report)}: {done}", style=STYLES[verdict.result])
        never = sorted(name for name in verdict.refused if not verdict.done.get(name))
        if never and verdict.result is Result.CONFORMS:
            self.line(f"        never possible in these runs: {', '.join(never)}")
        for what in verdict.unchecked:
            self.line(f"        not checked: {what}", style="yellow")
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

    def caught(self, caught: tuple[Caught, ...], *, shortest: bool) -> None:
        """Print what became of each known fault, with the length of its shortest run where that was looked for."""
        good = sum(each.good for each in caught)
        self.line(f"faults  {good} of {len(caught)} caught", style="green" if good == len(caught) else "yellow")
        width, parts = max(len(each.fault) for each in caught), max(len(each.part) for each in caught)
        for each in caught:
            if each.finding is not None and each.good:
                calls = len(each.finding.calls)
                length = f", {calls} event{'s' if calls > 1 else ''}, {each.seconds:.1f} s" if shortest else ""
                seeds = f", {each.caught_on} of {each.seeds} seeds" if each.seeds > 1 else ""
                said = f"{each.finding.law.id:<4} {each.by:<8} {each.finding.law.name}{length}{seeds}"
            else:
                said = f"{each.result}: {each.note}; it must break {' or '.join(each.expected)}"
            where = f"{each.part:<{parts}}  " if parts else ""
            self.line(f"        {where}{each.id:<6} {each.fault:<{width}}  {said}", style="" if each.good else "yellow")
