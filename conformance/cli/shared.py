"""What several commands share: options, how an engine and a profile are found, and how a command ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from ...model.trace import Trace
from .. import engines, itf, profile, script
from ..engine import EngineFactory
from ..profile import Profile
from ..record import Report
from .usage import Usage, check_faults

if TYPE_CHECKING:
    from ..plan import Plan

F = TypeVar("F", bound=Callable[..., Any])


def options(*chosen: str) -> Callable[[F], F]:
    """Add options that several commands share."""
    every = {
        "engine": click.option("--engine", metavar="NAME", help="The engine, instead of the profile's."),
        "fault": click.option("--fault", "faults", multiple=True, metavar="NAME", help="Build a known fault in."),
        "seed": click.option("--seed", type=click.IntRange(0), default=0, help="Same seed, same runs; 0 if not given."),
        "budget": click.option("--budget", type=click.IntRange(1), metavar="RUNS", help="How many runs are drawn."),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs:
    """Which runs to make of an engine, and what to write of them: what `fuzz`, `gate` and `faults` are asked alike."""

    profile_name: str
    engine: str | None
    faults: tuple[str, ...]
    seed: int
    budget: int | None
    as_json: bool
    junit: Path | None
    itf_file: Path | None = None

    def plan(self) -> Plan:
        """Return what is to be run; an engine without a profile gets the usual one."""
        from ..plan import Plan

        for path in (self.itf_file, self.junit):
            if path is not None and not path.parent.is_dir():
                raise Usage(f"{path}: there is no folder {path.parent} to write it in; make it, or name another")
        name = self.profile_name
        try:
            if name in engines.known() and name not in profile.shipped():
                chosen = Profile(engine=name)
            else:
                chosen = profile.load(name)
        except profile.ProfileError as error:
            raise Usage(str(error)) from error
        return Plan(
            engine_named(self.engine or chosen.engine, self.faults), chosen, self.seed, self.budget, self.faults
        )


def engine_named(name: str, faults: tuple[str, ...] = ()) -> EngineFactory:
    """Return the engine of this name, which must know the faults."""
    try:
        factory = engines.find(name)
    except engines.UnknownEngine as error:
        raise Usage(str(error)) from error
    check_faults(factory, f"the engine {name!r} has no fault", faults, factory.faults())
    return factory


def write_itf(done: Report, factory: EngineFactory, path: Path | None) -> None:
    """Write the run of the first finding to a file, if there are both."""
    from ..replay import states_of

    found = done.verdict.findings if done.verdict is not None else ()
    if path is None or not found:
        return
    calls = script.read_calls("; ".join(found[0].calls))
    trace = Trace(script.instance_of(found[0].sizes), found[0].seed, calls)
    itf.write(path, itf.recorded(trace, factory.name, done.faults), states_of(factory, trace, done.faults))


def end(done: Report, *, as_json: bool, junit: Path | None) -> NoReturn:
    """Render the record, and end with its exit code."""
    from ..report import console
    from ..report import json as json_report
    from ..report import junit as junit_report

    if junit is not None:
        junit_report.write(done, junit)
    if as_json:
        click.echo(json_report.render(done))
    else:
        console.render(done, sys.stdout)
    click.get_current_context().exit(done.result.exit_code)
