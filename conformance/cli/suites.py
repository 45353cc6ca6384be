"""The command that makes the suite of a system anew: `suite`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ..progress import Progress
from ..report.page import counted
from .usage import Usage

if TYPE_CHECKING:
    from ...model.suite import Suite


@click.command()
@click.argument("system")
def suite(system: str) -> None:
    """Look for the runs that tell SYSTEM from every small mistake in it, and print them as JSON.

    They are kept in specs/suites; whoever changes a system of the model makes its suite anew.
    """
    from ...model.catalogue import SYSTEMS
    from ...model.suite import suite_of, written
    from ...model.telling import mistakes_in

    if system not in SYSTEMS:
        raise Usage(f"there is no system {system!r}; the systems are {', '.join(SYSTEMS)}")
    mistakes = len(mistakes_in(SYSTEMS[system]))
    with Progress() as progress:
        progress(f"{system}: {mistakes} mistakes; first the shortest ways to each event and to each rare thing")
        found = suite_of(SYSTEMS[system], progress)
    click.echo(written(found), nl=False)
    click.echo(_sum(system, mistakes, found), err=True)


def _sum(system: str, mistakes: int, found: Suite) -> str:
    """Say how much a suite tells, and what it does not tell."""
    told = mistakes - len(found.untold)
    said = f"{system}: {told} of {mistakes} mistakes are told, by {counted(len(found.runs), 'run')}"
    if not found.untold:
        return said
    return "\n".join([f"{said}; these are not:", *(f"  {name}" for name in found.untold)])
