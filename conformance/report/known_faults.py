"""What became of the known faults that were built in, for a person to read: a line for each, or a table."""

from __future__ import annotations

from ..record import Caught, Report
from ..verdict import Result
from .page import STYLES, Page, counted, table_of


def caught(page: Page, every: tuple[Caught, ...], *, shortest: bool) -> None:
    """Print what became of each known fault, with the length of its shortest run where that was looked for."""
    good = sum(each.good for each in every)
    page.line(f"faults  {good} of {len(every)} caught", style=_style(every))
    if page.terminal and shortest:
        _table(page, every)
        return
    width, parts = max(len(each.fault) for each in every), max(len(each.part) for each in every)
    for each in every:
        where = f"{each.part:<{parts}}  " if parts else ""
        said = _became(each, shortest=shortest)
        page.line(f"        {where}{each.id:<6} {each.fault:<{width}}  {said}", style="" if each.good else "yellow")


def said_of(each: Caught) -> str:
    """Return what became of a fault, in a line."""
    became = " ".join(_became(each, shortest=True).split())
    return f"{f'{each.part} ' if each.part else ''}{each.fault}: {became}"


def verdict_on(report: Report) -> str:
    """Return the last line: of what was judged, how much is caught, and what is not."""
    every = report.caught
    missed = [each.fault for each in every if not each.good]
    parts = list(dict.fromkeys(each.part for each in every))
    of_engine = report.engine if "" in parts else ""
    whose = f"{of_engine} and its parts" if of_engine and parts != [""] else of_engine or ", ".join(parts)
    seeds = max(each.seeds for each in every)
    on = f" on {seeds} seeds" if seeds > 1 else ""
    if len(every) == 1 and report.faults:
        return f"the known fault {every[0].fault} of {whose} is {'not ' if missed else ''}caught{on}"
    kind = "faults asked for" if report.faults else "known faults"
    if not missed:
        return f"all {len(every)} {kind} of {whose} are caught{on}"
    good = len(every) - len(missed)
    return f"{good} of {len(every)} {kind} of {whose} are caught{on}; not caught: {', '.join(missed)}"


def _became(each: Caught, *, shortest: bool) -> str:
    if each.finding is None or not each.good:
        return f"{each.result}: {each.note}; it must break {' or '.join(each.expected)}"
    length = f", {counted(len(each.finding.calls), 'event')}, {each.seconds:.1f} s" if shortest else ""
    seeds = f", {each.caught_on} of {each.seeds} seeds" if each.seeds > 1 else ""
    return f"{each.finding.law.id:<4} {each.by:<8} {each.finding.law.name}{length}{seeds}"


def _table(page: Page, every: tuple[Caught, ...]) -> None:
    """Print a row for each fault; what stands behind one that is not caught says why."""
    table = table_of("part", "id", "fault", "law", "by", numbers=("events", "seeds", "seconds"))
    for each in every:
        found = each.finding
        law = f"{found.law.id} {found.law.name}" if found is not None and each.good else each.result
        table.add_row(
            each.part or "·",
            each.id or "·",
            each.fault,
            law,
            each.by or "·",
            str(len(found.calls)) if found is not None else "·",
            f"{each.caught_on} of {each.seeds}",
            f"{each.seconds:.1f}",
            style="" if each.good else "yellow",
        )
    page.table(table)
    for each in every:
        if not each.good:
            page.line(f"        {each.fault}: {_became(each, shortest=True)}", style="yellow")


def _style(every: tuple[Caught, ...]) -> str:
    return STYLES[Result.CONFORMS if all(each.good for each in every) else Result.UNKNOWN]
