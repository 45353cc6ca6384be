"""The commands. Results go to stdout, progress to stderr; 0 conforms, 1 violates, 2 usage, 3 unknown."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import click
import msgspec

from ..model.language import ModelError
from ..model.syntax import ForbiddenSyntax
from ..model.trace import Trace
from . import engines, itf, profile, script
from .engine import EngineFactory
from .profile import Profile
from .progress import Progress
from .record import MISTAKES, Report, report
from .verdict import Result

F = TypeVar("F", bound=Callable[..., Any])

BROKEN_HARNESS = Result.UNKNOWN.exit_code


class Usage(click.ClickException):
    """What was asked for cannot be done. One sentence says why, and what to do instead."""

    exit_code = 2


def _options(*chosen: str) -> Callable[[F], F]:
    """Add options that several commands share."""
    every = {
        "engine": click.option("--engine", metavar="NAME", help="The engine, instead of the profile's."),
        "fault": click.option("--fault", "faults", multiple=True, metavar="NAME", help="Build a known fault in."),
        "seed": click.option("--seed", type=click.IntRange(0), default=0, help="Same seed, same runs; 0 if not given."),
        "budget": click.option("--budget", type=click.IntRange(1), metavar="RUNS", help="How many runs to make."),
        "itf": click.option("--itf", "itf_file", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
                            help="Write the run of the finding as ITF."),
        "junit": click.option("--junit", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
                              help="Write JUnit XML."),
        "json": click.option("--json", "as_json", is_flag=True, help="Print the whole record as JSON."),
    }  # fmt: skip

    def add(function: F) -> F:
        for name in reversed(chosen):
            function = every[name](function)
        return function

    return add


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="tenure")
def cli() -> None:
    """Who holds what in an LLM serving engine, and for how long: proved, explored, and replayed against engines."""


@cli.command()
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
@_options("json", "junit")
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
    from ..model.certify import NoSecondSolver
    from .mutating import run_mutants
    from .proving import Asked, run_proof

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
        _end(report("prove --mutants", proof=proof, mutations=mutations), as_json=as_json, junit=junit)
    try:
        with Progress() as progress:
            proof = run_proof(progress, asked=asked, jobs=jobs)
    except (NoSecondSolver, OSError) as error:
        raise Usage(str(error)) from error
    _end(report("prove", proof=proof), as_json=as_json, junit=junit)


@cli.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@_options("engine", "fault", "seed", "budget", "itf", "json", "junit")
def fuzz(**asked: Any) -> None:
    """Hold an engine against the model, in runs drawn at random."""
    from .gate import fuzz as hold

    _hold(hold, **asked)


@cli.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@_options("engine", "fault", "seed", "budget", "itf", "json", "junit")
def gate(**asked: Any) -> None:
    """Prove the model, hold the engine against it, and show that known faults are caught."""
    from .gate import gate as decide

    _hold(decide, **asked)


def _hold(
    decide: Callable[..., Report],
    *,
    profile_name: str,
    engine: str | None,
    faults: tuple[str, ...],
    seed: int,
    budget: int | None,
    itf_file: Path | None,
    as_json: bool,
    junit: Path | None,
) -> NoReturn:
    """Hold an engine against its profile in one of two ways, and end with what that showed."""
    for path in (itf_file, junit):
        if path is not None and not path.parent.is_dir():
            raise Usage(f"{path}: there is no folder {path.parent} to write it in; make it, or name another")
    factory, chosen = _chosen(profile_name, engine, faults)
    with Progress() as progress:
        done = decide(factory, chosen, seed=seed, budget=budget, faults=faults, progress=progress)
    _write_itf(done, factory, itf_file)
    _end(done, as_json=as_json, junit=junit)


@cli.command()
@click.argument("profile_name", metavar="[PROFILE]", default="torch")
@_options("engine", "fault", "seed", "budget", "json", "junit")
def faults(
    *,
    profile_name: str,
    engine: str | None,
    faults: tuple[str, ...],
    seed: int,
    budget: int | None,
    as_json: bool,
    junit: Path | None,
) -> None:
    """Build known faults into the engine, one at a time, and show that each is caught by the law that it must break."""
    from .gate import catch_all

    factory, chosen = _chosen(profile_name, engine, faults)
    if not factory.faults():
        raise Usage(f"the engine {factory.name!r} knows no faults that could be built in")
    with Progress() as progress:
        caught = catch_all(factory, chosen, seed=seed, budget=budget, progress=progress, only=faults)
    _end(report("faults", engine=factory.name, seed=seed, caught=caught), as_json=as_json, junit=junit)


@cli.command()
@click.argument("run", metavar="FILE|CALLS")
@click.option("--sizes", metavar="SIZES", help="Sizes that are not as usual, e.g. 'requests=2 host_size=4'.")
@click.option("--shrink", "small", is_flag=True, help="Make a run that breaks a law as small as it goes.")
@_options("engine", "fault", "seed", "itf", "json", "junit")
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
    from .replay import replayed

    try:
        recorded = _recorded(run, sizes, engine, faults, seed)
    except (itf.TraceFileError, script.ScriptError) as error:
        raise Usage(str(error)) from error
    factory = _engine(recorded.engine, recorded.faults)
    verdict = replayed(factory, recorded.trace, recorded.faults, small=small)
    done = report("replay", engine=factory.name, seed=recorded.seed, faults=recorded.faults, verdict=verdict)
    _write_itf(done, factory, itf_file)
    _end(done, as_json=as_json, junit=junit)


@cli.command("list")
@click.argument(
    "what", type=click.Choice(["systems", "laws", "events", "faults", "engines", "profiles"]), default="laws"
)
@_options("engine", "json")
def list_(what: str, engine: str | None, as_json: bool) -> None:
    """List what there is, with ids, sentences and places."""
    from .listing import listed

    factory = _engine(engine or "torch", ()) if what == "faults" else None
    click.echo(listed(what, factory, as_json=as_json))


@cli.command()
@click.argument("law", required=False, default="")
@click.option("--page", is_flag=True, help="Print every law as a page of Markdown.")
@_options("json")
def explain(law: str, *, page: bool, as_json: bool) -> None:
    """Explain a LAW, by its id or name: what it says, its code, how it is held, and the faults that break it."""
    from . import explaining

    found = explaining.explained(law)
    if not found:
        near = get_close_matches(law, explaining.known(), n=3, cutoff=0.4)
        hint = f"the nearest: {', '.join(near)}" if near else "`tenure list laws` names them all"
        raise Usage(f"there is no law {law!r}; {hint}")
    if as_json:
        click.echo(msgspec.json.format(msgspec.json.encode(found), indent=2).decode())
    else:
        click.echo((explaining.as_page(found) if page else explaining.as_text(found)).rstrip())


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


def _chosen(name: str, engine: str | None, faults: tuple[str, ...]) -> tuple[EngineFactory, Profile]:
    """Return the engine and the profile that were asked for; an engine without a profile gets the usual one."""
    try:
        if name in engines.known() and name not in profile.shipped():
            chosen = Profile(engine=name)
        else:
            chosen = profile.load(name)
    except profile.ProfileError as error:
        raise Usage(str(error)) from error
    return _engine(engine or chosen.engine, faults), chosen


def _engine(name: str, faults: tuple[str, ...]) -> EngineFactory:
    try:
        factory = engines.find(name)
    except engines.UnknownEngine as error:
        raise Usage(str(error)) from error
    known = factory.faults()
    for fault in faults:
        if fault not in known:
            has = f"it knows {', '.join(known)}" if known else "it knows none"
            msg = f"the engine {name!r} has no fault {fault!r}; {has}"
            raise Usage(msg)
    return factory


def _write_itf(done: Report, factory: EngineFactory, path: Path | None) -> None:
    from .replay import states_of

    if path is None or not done.findings:
        return
    calls = script.read_calls("; ".join(done.findings[0].calls))
    trace = Trace(script.instance_of(done.findings[0].sizes), done.findings[0].seed, calls)
    itf.write(path, itf.recorded(trace, factory.name, done.faults), states_of(factory, trace, done.faults))


def _end(done: Report, *, as_json: bool, junit: Path | None) -> NoReturn:
    """Render the record, and end with its exit code."""
    from .report import console
    from .report import json as json_report
    from .report import junit as junit_report

    if junit is not None:
        junit_report.write(done, junit)
    if as_json:
        click.echo(json_report.render(done))
    else:
        console.render(done, sys.stdout)
    click.get_current_context().exit(done.result.exit_code)


def main() -> NoReturn:
    """Run a command. Whatever goes wrong in the harness itself is `unknown`."""
    try:
        code = cli.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted: nothing can be said", err=True)
        sys.exit(BROKEN_HARNESS)
    except BrokenPipeError:
        sys.stderr.close()  # nobody reads on; nothing more can be said
        sys.exit(BROKEN_HARNESS)
    except OSError as error:
        click.echo(
            f"Error: {error.filename or 'a file'}: {error.strerror or error}; give a path that can be used", err=True
        )
        sys.exit(Usage.exit_code)
    except SystemExit as ended:
        click.echo(f"unknown: the engine ended the process, with {ended.code!r}; nothing can be said of it", err=True)
        sys.exit(BROKEN_HARNESS)
    except (ModelError, ForbiddenSyntax):
        raise
    except Exception:  # noqa: BLE001  the last resort: a crash is never a pass
        traceback.print_exc()
        click.echo("unknown: the harness went wrong, see above; nothing can be said of the engine", err=True)
        sys.exit(BROKEN_HARNESS)
    sys.exit(code or 0)
