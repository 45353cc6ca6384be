"""What the proof of the model showed, and what became of the small mistakes made in it, for a person to read."""

from __future__ import annotations

from collections import Counter

import msgspec
from rich.table import Table

from ...model.catalogue import SYSTEMS
from ...model.obligation import INITIALLY, POSSIBLE
from ..record import Certificate, Mutations, Proof, ProvedEvent, Refuted, Score
from ..verdict import Result
from .page import STYLES, Page, table_of

NOT_EVENTS = {
    INITIALLY: ("every law holds at the start", "not every law holds at the start"),
    POSSIBLE: (
        "some run reaches each event, and each thing that must be possible",
        "not everything that must be possible was reached",
    ),
}
"""What the parts of a proof that are no events show, and what they say where they do not show it."""

RANKED = ("an amount that certain events only lessen, so that they come to an end", "it is not shown to lessen")
"""The same for amounts."""


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
    answers = ("proved", "untouched", "refuted", "unknown")
    table = table_of("system", "event", numbers=("paths", "refusals", *answers, "seconds"))
    for each in events:
        counts = [str(each.answers.get(answer) or "·") for answer in answers]
        spent = "kept" if each.cached else f"{each.seconds:.2f}"
        table.add_row(each.system, each.event, str(each.paths), str(each.refusing_paths), *counts, spent)
    return table


def _legend(rows: tuple[ProvedEvent, ...]) -> str:
    """Say in one line what stands among the events in the table and is none."""
    rankings = dict.fromkeys(each.event for each in rows if each.event in SYSTEMS[each.system].rankings)
    kinds = {**NOT_EVENTS, **dict.fromkeys(rankings, RANKED)}
    said: dict[str, list[str]] = {}
    for name, (shown, wanting) in kinds.items():
        own = [each for each in rows if each.event == name]
        if own:
            fine = all(map(_fine, own))
            said.setdefault(shown if fine else f"{wanting}, see below", []).append(name)
    return "; ".join(f"{', '.join(names)}: {what}" for what, names in said.items())


def _fine(row: ProvedEvent) -> bool:
    """Whether a row shows what it is there to show."""
    return not row.problems and not row.answers.keys() & {"refuted", "unknown"}


def _scores(scores: tuple[Score, ...]) -> Table:
    """Return a row for each system and kind of mistake: how many there are, and what became of them."""
    table = table_of("system", "mistakes", numbers=("mutants", "noticed", "listed", "%"))
    for each in scores:
        counts = (str(each.mutants), str(each.noticed), str(each.listed or "·"), f"{each.percent:.1f}")
        table.add_row(each.system or "all", each.kind or "all", *counts, style="" if each.kind else "bold")
    return table


def proved(page: Page, proof: Proof, *, table: bool) -> None:
    """Print what the proof showed: a line that sums up, with a row for each event if asked, and what failed."""
    if not proof.events and (proof.result is Result.CONFORMS or proof.certificate is not None):
        page.line("proof   nothing has changed since it was proved", style=STYLES[Result.CONFORMS])
    else:
        _proved(page, proof, table=table)
    if proof.certificate is not None:
        _certified(page, proof.certificate)
    _refuted(page, proof.refuted)
    for problem in proof.problems:
        page.line(f"  {problem}", style="red")


def _proved(page: Page, proof: Proof, *, table: bool) -> None:
    if table:
        fine = not proof.scope and all(map(_fine, proof.events))
        rows = _whole_systems(proof.events) if fine else proof.events
        page.table(_events(rows))
        note = _legend(rows)
        if note:
            page.line(note)
    answers = Counter[str]()
    for each in proof.events:
        answers.update(each.answers)
    if not answers:  # only what is possible was looked at again
        found = "was not found again" if proof.problems else "is still possible"
        said = f"{', '.join(dict.fromkeys(each.system for each in proof.events))}: what must be possible {found}"
        page.line(f"proof   {said}; no obligation has changed", style=STYLES[proof.result])
        return
    said = ", ".join(f"{count} {answer}" for answer, count in sorted(answers.items()))
    whole = f"{sum(answers.values())} obligations of {proof.laws} laws"
    scope = ", for any number of requests, adapters and pages" if proof.result is Result.CONFORMS else ""
    page.line(f"proof   {whole}: {said}{scope}", style=STYLES[proof.result])


def _refuted(page: Page, every: tuple[Refuted, ...]) -> None:
    for refuted in every:
        page.line()
        page.line(
            f"{refuted.system}.{refuted.event} does not keep {refuted.law.id} {refuted.law.name}: {refuted.answer}",
            style="bold red",
        )
        page.line(f"  {refuted.law.sentence}")
        page.line(f"  event {refuted.event_where}, law {refuted.law.where}")
        for branch in refuted.branches:
            page.line(f"  on the path {branch}")
        for shown in refuted.shown:
            page.line(f"  {shown}")
    silent = [refuted for refuted in every if not refuted.shown]
    if silent:
        page.line()
        alone = f"--event {silent[0].event} --law {silent[0].law.id}"
        page.line(
            f"for the last {len(silent)} of these no counterexample was looked for, to save time; "
            f"to see one for the first of them, ask for it alone: {alone}"
        )


def _certified(page: Page, certificate: Certificate) -> None:
    """Print what the second solver said, and where it said something else."""
    asked = f"{certificate.questions} questions in {certificate.files} files in {certificate.folder}"
    style = STYLES[Result.UNKNOWN if certificate.doubts else Result.CONFORMS]
    agreed = f"all but {len(certificate.doubts)}" if certificate.doubts else "all"
    page.line(f"cvc5    {asked}: it agrees on {agreed} of them, in {certificate.seconds:.0f} s", style=style)
    for doubt in certificate.doubts:
        page.line(
            f"  {doubt.file}: {doubt.question}: cvc5 says {doubt.said}, where z3's proof means {doubt.expected}",
            style="red",
        )


def mutated(page: Page, mutations: Mutations) -> None:
    """Print the mutants that no law notices, those that are listed with a reason, and the scores."""
    for each in mutations.mutations:
        what = f"{each.where}  {each.system}.{each.statement}"
        if each.good and each.reason:
            page.line(f"listed       {what}")
            page.line(f"             {each.reason}")
        elif each.unsure:
            page.line(f"unknown      {what}: {each.unsure}", style="yellow")
        elif not each.good:
            said = f"listed with a reason, but noticed: {each.noticed}" if each.noticed else "not noticed "
            page.line(f"{said} {what}", style="red")
    for key in mutations.stale:
        page.line(f"listed with a reason, but there is no such mutant: {key}", style="red")
    page.table(_scores(mutations.scores))
    whole = mutations.scores[-1]
    said = f"{whole.noticed} of {whole.mutants} are noticed, and {whole.listed} listed with a reason"
    page.line(f"mutants {said}: {whole.percent} %", style=STYLES[mutations.result])
