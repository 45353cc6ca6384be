"""The command that runs what somebody spells out, on an engine or on one of its parts: `replay`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import click

from ...model.trace import Trace
from .. import itf, script
from ..engine import EngineFactory
from ..record import HeldPart, Report, report
from .shared import end, engine_named, options, write_itf
from .usage import Usage, parts_named


@dataclass(frozen=True, slots=True)
class Words:
    """What the command line says of a run."""

    calls: str
    sizes: str
    seed: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A run, the engine that is to go it, and the faults that are to be built in."""

    engine: str
    faults: tuple[str, ...]
    trace: Trace


@click.command()
@click.argument("run", metavar="FILE|CALLS")
@click.option("--part", metavar="NAME", help="The part of the engine that is to do the calls, beside its system.")
@click.option("--sizes", metavar="SIZES", help="Sizes that are not as usual, e.g. 'requests=2 host_size=4'.")
@click.option("--shrink", "small", is_flag=True, help="Make a run that breaks a law as small as it goes.")
@options("engine", "fault", "seed", "itf", "json", "junit")
def replay(
    *,
    run: str,
    part: str | None,
    sizes: str | None,
    small: bool,
    engine: str | None,
    faults: tuple[str, ...],
    seed: int,
    itf_file: Path | None,
    as_json: bool,
    junit: Path | None,
) -> None:
    """Replay a run: an ITF FILE, or its CALLS, e.g. 'load(1); submit(0,1,1,0); admit(0,1); launch'.

    With --part they are events of the system that the part is held beside, e.g. 'register(1); submit(0,1)'. Sizes that
    are not said are as in the small instance of that system; a table is written like 'Node=6 weight=(9,2,1)'.
    """
    from ..replay import replayed

    if part is not None:
        if itf_file is not None or _is_file(run):
            raise Usage("--part goes with calls that are spelled out: ITF files are of whole engines")
        on = engine_named(engine or "torch")
        end(_on_part(on, part, Words(run, sizes or "", seed, faults), small=small), as_json=as_json, junit=junit)
    try:
        asked = _read(Words(run, sizes or "", seed, faults), engine)
    except (itf.TraceFileError, script.ScriptError) as error:
        raise Usage(str(error)) from error
    factory = engine_named(asked.engine, asked.faults)
    verdict = replayed(factory, asked.trace, asked.faults, small=small)
    done = report("replay", engine=factory.name, seed=asked.trace.seed, faults=asked.faults, verdict=verdict)
    write_itf(done, factory, itf_file)
    end(done, as_json=as_json, junit=junit)


def _on_part(factory: EngineFactory, name: str, words: Words, *, small: bool) -> Report:
    """Do the calls on a part of an engine, beside the system that looks at it."""
    from ..parts.replay import read_run, replayed

    (part,) = parts_named(factory, [name], words.faults)
    wrong = part.wrong()
    if wrong is not None:
        raise Usage(wrong)
    try:
        trace = read_run(part, words.calls, words.sizes, words.seed)
    except script.ScriptError as error:
        raise Usage(str(error)) from error
    verdict = replayed(part, trace, words.faults, engine=factory.name, small=small)
    held = HeldPart(part=part.name, system=part.system, verdict=verdict)
    return report("replay", engine=factory.name, seed=words.seed, faults=words.faults, parts=(held,))


def _read(words: Words, engine: str | None) -> Run:
    """Return the run that a file holds, or that the command line spells out."""
    if not words.sizes and _is_file(words.calls):
        found = itf.read(Path(words.calls))
        more = (name for name in words.faults if name not in found.faults)
        return Run(engine or found.engine, (*found.faults, *more), found.trace)
    trace = Trace(script.read_sizes(words.sizes), words.seed, script.read_calls(words.calls))
    script.check_arguments(trace)
    return Run(engine or "torch", words.faults, trace)


def _is_file(run: str) -> bool:
    try:
        return Path(run).suffix in {".json", ".itf"} or Path(run).is_file()
    except OSError:  # too long for a name: it is a script
        return False
