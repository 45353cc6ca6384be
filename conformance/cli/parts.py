"""The command that runs parts of an engine by themselves: `parts`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from ..engines import parts_of
from ..progress import Progress
from ..record import report
from .shared import Runs, Usage, end, options


@click.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@click.option("--part", "names", multiple=True, metavar="NAME", help="Only this part.")
@click.option("--fault", "faults", multiple=True, metavar="NAME", help="Build a known fault of the part in.")
@options("engine", "seed", "budget", "json", "junit")
def parts(*, names: tuple[str, ...], faults: tuple[str, ...], **asked: Any) -> None:
    """Hold parts of the engine by themselves, each against the system of the model that looks at it."""
    from ..gate import hold_parts

    runs = Runs(faults=(), **asked)
    plan = replace(runs.plan(), faults=faults)
    there = {part.name: part for part in parts_of(plan.factory)}
    if not there:
        raise Usage(f"the engine {plan.factory.name!r} gives no parts to be held by themselves")
    for name in names:
        if name not in there:
            raise Usage(f"the engine {plan.factory.name!r} has no part {name!r}; it has {', '.join(there)}")
    chosen = [there[name] for name in dict.fromkeys(names)] or list(there.values())
    for fault in faults:
        lacks = next((part for part in chosen if fault not in part.known), None)
        if lacks is not None:
            raise Usage(
                f"the part {lacks.name!r} has no fault {fault!r}; say with --part which part is meant; "
                f"its faults are {', '.join(lacks.known) or 'none'}"
            )
    with Progress() as progress:
        held = hold_parts(replace(plan, progress=progress), chosen)
    done = report("parts", engine=plan.factory.name, seed=plan.seed, faults=plan.faults, parts=held)
    end(done, as_json=runs.as_json, junit=runs.junit)
