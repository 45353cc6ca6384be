"""The command that runs parts of an engine by themselves: `parts`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from ..progress import Progress
from ..record import report
from .shared import Runs, end, options
from .usage import parts_named


@click.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@click.option("--part", "names", multiple=True, metavar="NAME", help="Only this part.")
@click.option("--fault", "faults", multiple=True, metavar="NAME", help="Build in; without --part, where it is known.")
@options("engine", "seed", "budget", "json", "junit")
def parts(*, names: tuple[str, ...], faults: tuple[str, ...], **asked: Any) -> None:
    """Hold parts of the engine by themselves, each against the system of the model that looks at it."""
    from ..gate import hold_parts

    runs = Runs(faults=(), **asked)
    plan = replace(runs.plan(), faults=faults)
    chosen = parts_named(plan.factory, names, faults)
    with Progress() as progress:
        held = hold_parts(replace(plan, progress=progress), chosen)
    done = report("parts", engine=plan.factory.name, seed=plan.seed, faults=plan.faults, parts=held)
    end(done, as_json=runs.as_json, junit=runs.junit)
