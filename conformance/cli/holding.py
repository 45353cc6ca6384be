"""The commands that run an engine: `fuzz`, `gate`, `faults` and `replay`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
import msgspec

from ...model.trace import Trace
from .. import itf, script
from ..engines import left_out_of, parts_of
from ..progress import Progress
from ..record import Report, report
from .shared import Runs, Usage, end, engine_named, options, write_itf

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
@click.option("--part", "names", multiple=True, metavar="NAME", help="Only faults of this part of the engine.")
@click.option("--seeds", type=click.IntRange(1), default=1, help="How many seeds; nine of ten must show a fault.")
@click.option("--fault", "chosen", multiple=True, metavar="NAME", help="Only this fault, of the engine or of a part.")
@options("engine", "seed", "budget", "json", "junit")
def faults(*, names: tuple[str, ...], seeds: int, chosen: tuple[str, ...], **asked: Any) -> None:
    """Build known faults into the engine and its parts, one by one: each must be caught by a law that it must break."""
    from ..catching import catch_all, catch_in_parts

    runs = Runs(faults=(), **asked)
    plan = replace(runs.plan(), faults=chosen)
    _check_faults(plan, names)
    with Progress() as progress:
        plan = replace(plan, progress=progress)
        of_engine = () if names else catch_all(plan, seeds=seeds)
        caught = (*of_engine, *catch_in_parts(plan, names=names, seeds=seeds))
    done = report("faults", engine=plan.factory.name, seed=runs.seed, caught=caught)
    if not names and not chosen:
        done = msgspec.structs.replace(done, left_out=left_out_of(plan.factory))
    end(done, as_json=runs.as_json, junit=runs.junit)


def _check_faults(plan: Plan, names: tuple[str, ...]) -> None:
    """Refuse parts and faults that there are not."""
    parts = {part.name: part for part in parts_of(plan.factory)}
    for name in names:
        if name not in parts:
            raise Usage(f"the engine {plan.factory.name!r} has no part {name!r}; it has {', '.join(parts) or 'none'}")
    of_parts = {fault for part in parts.values() if not names or part.name in names for fault in part.known}
    known = of_parts | (set() if names else set(plan.factory.faults()))
    if not known:
        raise Usage(f"the engine {plan.factory.name!r} knows no faults that could be built in")
    for fault in plan.faults:
        if fault not in known:
            near = get_close_matches(fault, sorted(known), n=3) or sorted(known)[:5]
            raise Usage(f"there is no fault {fault!r}; the nearest: {', '.join(near)}")


@click.command()
@click.argument("run", metavar="FILE|CALLS")
@click.option("--sizes", metavar="SIZES", help="Sizes that are not as usual, e.g. 'requests=2 host_size=4'.")
@click.option("--shrink", "small", is_flag=True, help="Make a run that breaks a law as small as it goes.")
@options("engine", "fault", "seed", "itf", "json", "junit")
def replay(
    *,
    run: str,
    sizes: str | None,
    small: bool,
    engine: str | None,
    faults: tuple[str, ...],
    seed: int,
    itf_file: Path | None,
    as_json: bool,
    junit: Path | None,
) -> None:
    """Replay a run: an ITF FILE, or its CALLS, e.g. 'load(1); submit(0,1,1,0); admit(0,1); launch'."""
    from ..replay import replayed

    try:
        recorded = _recorded(run, sizes, engine, faults, seed)
    except (itf.TraceFileError, script.ScriptError) as error:
        raise Usage(str(error)) from error
    factory = engine_named(recorded.engine, recorded.faults)
    verdict = replayed(factory, recorded.trace, recorded.faults, small=small)
    done = report("replay", engine=factory.name, seed=recorded.seed, faults=recorded.faults, verdict=verdict)
    write_itf(done, factory, itf_file)
    end(done, as_json=as_json, junit=junit)


def _recorded(run: str, sizes: str | None, engine: str | None, faults: tuple[str, ...], seed: int) -> itf.Recorded:
    """Return the run that a file holds, or that the command line spells out."""
    if not sizes and _is_file(run):
        found = itf.read(Path(run))
        return itf.Recorded(
            engine=engine or found.engine,
            seed=found.seed,
            sizes=found.sizes,
            calls=found.calls,
            faults=(*found.faults, *(name for name in faults if name not in found.faults)),
        )
    trace = Trace(script.read_sizes(sizes or ""), seed, script.read_calls(run))
    script.check_arguments(trace)
    return itf.recorded(trace, engine or "torch", faults)


def _is_file(run: str) -> bool:
    try:
        return Path(run).suffix in {".json", ".itf"} or Path(run).is_file()
    except OSError:  # too long for a name: it is a script
        return False
