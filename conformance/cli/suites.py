"""The command that makes the suite of a system anew: `suite`."""

from __future__ import annotations

import click

from ..progress import Progress
from .shared import Usage


@click.command()
@click.argument("system")
def suite(system: str) -> None:
    """Look for the runs that tell SYSTEM from every small mistake in it, and print them as JSON.

    They are kept in specs/suites; whoever changes a system of the model makes its suite anew.
    """
    from ...model.catalogue import SYSTEMS
    from ...model.suite import suite_of, written

    if system not in SYSTEMS:
        raise Usage(f"there is no system {system!r}; the systems are {', '.join(SYSTEMS)}")
    with Progress() as progress:
        found = suite_of(SYSTEMS[system], progress)
    click.echo(written(found), nl=False)
    click.echo(f"{len(found.runs)} runs tell all mistakes but {len(found.untold)}", err=True)
