"""The command about the model alone: `prove`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..progress import Progress
from ..record import MISTAKES, report
from .shared import end, options
from .usage import Usage


@click.command()
@click.argument("events", nargs=-1)
@click.option("--event", "more_events", multiple=True, metavar="EVENT", help="Only this event, as by its name alone.")
@click.option("--system", "systems", multiple=True, metavar="SYSTEM", help="Only this system of the model.")
@click.option("--law", "laws", multiple=True, metavar="LAW", help="Only this law, by its name or id.")
@click.option("--variant", metavar="VARIANT", default="", help="A variant of a system, in the place of the proved one.")
@click.option("--changed", is_flag=True, help="Report only what had to be proved again.")
@click.option("--cache/--no-cache", "cached", default=True, help="Keep proofs in .tenure/proofs, and use those kept.")
@click.option(
    "--certify",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write the obligations as SMT-LIB 2, and ask cvc5 for a second opinion.",
)
@click.option("--jobs", type=click.IntRange(1), help="Processes; one for each core if not given.")
@click.option("--mutants", is_flag=True, help="Make each small mistake in each event; a law must notice.")
@click.option("--kind", "kinds", multiple=True, type=click.Choice(MISTAKES), help="Only mutants of this kind.")
@options("json", "junit")
def prove(
    *,
    events: tuple[str, ...],
    more_events: tuple[str, ...],
    jobs: int | None,
    mutants: bool,
    kinds: tuple[str, ...],
    as_json: bool,
    junit: Path | None,
    **named: Any,
) -> None:
    """Prove every law of every system across every event (or the EVENTS named), for any number of requests."""
    from ...model.certify import NoSecondSolver
    from ..mutating import run_mutants
    from ..proving import Asked, run_proof

    asked = Asked(events=(*events, *more_events), **named)
    wrong = asked.wrong()
    if wrong is not None:
        raise Usage(wrong)
    if kinds and not mutants:
        raise Usage("--kind is about mutants: add --mutants")
    if mutants:
        if asked != Asked(systems=asked.systems, cached=asked.cached):
            raise Usage("--mutants is about whole systems: only --system, --kind and --no-cache go with it")
        with Progress() as progress:
            proof, mutations = run_mutants(progress, asked=asked, kinds=kinds, jobs=jobs)
        end(report("prove --mutants", proof=proof, mutations=mutations), as_json=as_json, junit=junit)
    try:
        with Progress() as progress:
            proof = run_proof(progress, asked=asked, jobs=jobs)
    except (NoSecondSolver, OSError) as error:
        raise Usage(str(error)) from error
    end(report("prove", proof=proof), as_json=as_json, junit=junit)
