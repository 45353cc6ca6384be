"""The command that runs the whole engine that is made of parts: `whole`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from ..engines import wholes_of
from ..progress import Progress
from ..record import HeldPart, report
from ..script import ScriptError
from .shared import Runs, end, options
from .usage import Usage, check_faults


@click.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@click.option("--name", metavar="NAME", help="Which whole, where the engine gives several.")
@click.option("--fault", "faults", multiple=True, metavar="NAME", help="Build a known fault of the whole in.")
@click.option("--draw", type=int, metavar="N", help="Go one run again, in its sizes; -1 is the first that is kept.")
@click.option("--calls", metavar="CALLS", help="What is done in that run, e.g. 'submit(0); step; step'.")
@options("engine", "seed", "budget", "json", "junit")
def whole(*, name: str | None, faults: tuple[str, ...], draw: int | None, calls: str | None, **asked: Any) -> None:
    """Let the whole engine serve requests, while each of its parts is held against the system that looks at it."""
    from ..gate import hold_wholes
    from ..wholes.campaign import WholeCampaign
    from ..wholes.script import read_run

    runs = Runs(faults=(), **asked)
    plan = replace(runs.plan(), faults=faults)
    there = {each.name: each for each in wholes_of(plan.factory)}
    if not there:
        raise Usage(f"the engine {plan.factory.name!r} is not given as a whole of parts")
    if name is not None and name not in there:
        raise Usage(f"the engine {plan.factory.name!r} has no whole {name!r}; it has {', '.join(there)}")
    chosen = [there[name]] if name is not None else list(there.values())
    for each in chosen:
        check_faults(plan.factory, f"the whole {each.name!r} has no fault", faults, each.known)
    if (draw is None) != (calls is None):
        raise Usage("--draw and --calls go together: the sizes of a run, and what is done in it")
    if draw is not None and calls is not None:
        again = WholeCampaign(chosen[0], plan.seed, faults=faults, engine=plan.factory.name)
        try:
            verdict = again.again(read_run(chosen[0], calls, seed=plan.seed, draw=draw), draw)
        except ScriptError as error:
            raise Usage(str(error)) from error
        held: tuple[HeldPart, ...] = (HeldPart.of_whole(chosen[0].name, chosen[0].systems, verdict),)
    else:
        with Progress() as progress:
            held = hold_wholes(replace(plan, progress=progress), chosen)
    done = report("whole", engine=plan.factory.name, seed=plan.seed, faults=plan.faults, parts=held)
    end(done, as_json=runs.as_json, junit=runs.junit)
