"""The commands that run an engine: `fuzz`, `gate` and `faults`."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NoReturn

import click
import msgspec

from ..engines import left_out_of, parts_of, wholes_of
from ..progress import Progress
from ..record import Caught, Report, report
from ..report.known_faults import said_of
from .shared import Runs, end, options, write_itf
from .usage import Usage, check_faults, part_named

if TYPE_CHECKING:
    from ..plan import Plan


@click.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@options("engine", "fault", "seed", "budget", "itf", "json", "junit")
def fuzz(**asked: Any) -> None:
    """Hold an engine against the model, in runs drawn at random."""
    from ..gate import fuzz as hold

    _hold(hold, Runs(**asked))


@click.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@options("engine", "fault", "seed", "budget", "itf", "json", "junit")
def gate(**asked: Any) -> None:
    """Prove the model, hold the engine against it, and show that known faults are caught."""
    from ..gate import gate as decide

    _hold(decide, Runs(**asked))


def _hold(decide: Callable[[Plan], Report], runs: Runs) -> NoReturn:
    """Hold an engine against its profile in one of two ways, and end with what that showed."""
    plan = runs.plan()
    with Progress() as progress:
        done = decide(replace(plan, progress=progress))
    write_itf(done, plan.factory, runs.itf_file)
    end(done, as_json=runs.as_json, junit=runs.junit)


@click.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@click.option("--part", "names", multiple=True, metavar="NAME", help="Only faults of this part, or this whole.")
@click.option("--seeds", type=click.IntRange(1), default=1, help="How many seeds; nine of ten must show a fault.")
@click.option("--fault", "chosen", multiple=True, metavar="NAME", help="Only this fault, of the engine or of a part.")
@options("engine", "seed", "budget", "json", "junit")
def faults(*, names: tuple[str, ...], seeds: int, chosen: tuple[str, ...], **asked: Any) -> None:
    """Build known faults into the engine and its parts, one by one: each must be caught by a law that it must break."""
    from ..catching import catch_all, catch_in_parts, catch_in_wholes

    runs = Runs(faults=(), **asked)
    plan = replace(runs.plan(), faults=chosen)
    _check_faults(plan, names)
    with Progress() as progress:
        plan = replace(plan, progress=progress, judged=_tell)
        of_engine = () if names else catch_all(plan, seeds=seeds)
        of_parts = catch_in_parts(plan, names=names, seeds=seeds)
        caught = (*of_engine, *of_parts, *catch_in_wholes(plan, names=names, seeds=seeds))
    done = report("faults", engine=plan.factory.name, seed=runs.seed, faults=chosen, caught=caught)
    if not names and not chosen:
        done = msgspec.structs.replace(done, left_out=left_out_of(plan.factory))
    end(done, as_json=runs.as_json, junit=runs.junit)


def _tell(caught: Caught) -> None:
    """Say at once what became of a fault: the record is printed only when all are judged.

    This is no business of click, which would write past the line that rich moves on for progress.
    """
    sys.stderr.write(f"{said_of(caught)}\n")


def _check_faults(plan: Plan, names: tuple[str, ...]) -> None:
    """Refuse parts and faults that there are not."""
    factory = plan.factory
    wholes = [each for each in wholes_of(factory) if not names or each.name in names]
    own = {each.name for each in wholes}
    parts = [part_named(factory, name) for name in names if name not in own] if names else parts_of(factory)
    known = {fault for each in (*parts, *wholes) for fault in each.known}
    known |= set() if names else set(factory.faults())
    if not known:
        raise Usage(f"the engine {factory.name!r} knows no faults that could be built in")
    where = f"in {', '.join(dict.fromkeys(names))} " if names else ""
    check_faults(factory, f"{where}there is no known fault", plan.faults, known)
