"""Kept runs: runs that somebody wrote, of what a search of small instances does not come to; one file for each system.

A file is TOML. `[sizes.NAME]` describes an instance; what it does not say is as in the small one for so many requests.
A `[[run]]` has a `title` that says what it looks at, the name of its `sizes`, and its `calls`, written like
`admit(0, 2); !launch`, between them `;` or the end of a line; `!` stands before what must be refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from ..model.instance import Instance
from ..model.language import Refused
from ..model.system import System
from ..model.trace import Call
from ..model.worlds.concrete import ConcreteWorld
from .contract import ContractError
from .script import ScriptError
from .spelling import spelled_call, spelled_instance

Said = Annotated[str, msgspec.Meta(min_length=1)]

REMEDY = 'write [sizes.NAME] with sizes of an instance, and [[run]] with title = "…", sizes = "NAME", calls = """…"""'


@dataclass(frozen=True, slots=True)
class KeptRun:
    """A run that was written by hand: what it looks at, where it stands, and its calls, with those to be refused."""

    title: str
    where: str
    instance: Instance
    calls: tuple[Call, ...]
    refused: frozenset[int]
    """The places among the calls of those that must be refused."""


class _Run(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Said
    sizes: Said
    calls: Said


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sizes: dict[str, dict[str, Any]]
    run: tuple[_Run, ...]


def read(system: System, text: str, file: str) -> Iterator[KeptRun]:
    """Yield the runs of a file, or raise `ContractError` with file, line and remedy."""
    instances: dict[str, Instance] = {}
    line = 1
    try:
        said = msgspec.toml.decode(text, type=_File)
        for name, sizes in said.sizes.items():
            line = _line(text, f"[sizes.{name}]")
            instances[name] = spelled_instance(system, dict(_flat(sizes)))
        for number, run in enumerate(said.run):
            start = line = _line(text, "[[run]]", number)
            if run.sizes not in instances:
                raise ScriptError(f"there are no sizes {run.sizes!r}; write [sizes.{run.sizes}]")  # noqa: TRY301
            calls: list[Call] = []
            refused: list[int] = []
            first = _line(text, "calls", after=start)
            for piece in _pieces(run.calls):
                line = _line(text, piece, after=first)
                refused += [len(calls)] if piece.startswith("!") else []
                calls.append(spelled_call(system, piece.removeprefix("!"), instances[run.sizes]))
            if not calls:
                raise ScriptError("the run has no calls; write them like admit(0, 2); launch")  # noqa: TRY301
            yield KeptRun(run.title, f"{file}:{start}", instances[run.sizes], tuple(calls), frozenset(refused))
    except ScriptError as error:
        raise ContractError(f"{file}:{line}: {error}") from error
    except msgspec.DecodeError as error:
        raise ContractError(f"{file}:{_line_of(error, text)}: {error}; {REMEDY}") from error


def _pieces(calls: str) -> Iterator[str]:
    """Yield the calls of a text one by one; what stands behind a # is a remark."""
    for line in calls.splitlines():
        yield from filter(None, map(str.strip, line.partition("#")[0].split(";")))


def _flat(sizes: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the sizes by flat name: TOML takes the point in `pool_size.TARGET` for one between tables."""
    for name, value in sizes.items():
        yield from _flat(value, f"{prefix}{name}.") if isinstance(value, Mapping) else [(prefix + name, value)]


def _line(text: str, piece: str, number: int = 0, after: int = 1) -> int:
    """Return the line that has a piece of text, or, of several after a line, the one of this number."""
    lines = enumerate(text.splitlines(), start=1)
    found = [at for at, line in lines if at >= after and piece in line and not line.startswith("#")]
    return found[number] if number < len(found) else after


def _line_of(error: msgspec.DecodeError, text: str) -> int:
    """Return the line that an error is about, which it says, or of whose run it says the number."""
    run, line = re.search(r"\$\.run\[(\d+)\]", str(error)), re.search(r"at line (\d+)", str(error))
    return _line(text, "[[run]]", int(run[1])) if run else int(line[1]) if line else 1


def difference(system: System, run: KeptRun) -> str | None:
    """Say where the model refuses what a run says is done, or the other way round; None where both agree."""
    world = ConcreteWorld(run.instance)
    for at, call in enumerate(run.calls):
        before, said = world.state(), at in run.refused
        try:
            system.events[call.event](world, *call.args)
        except Refused as refused:
            world.restore(before)
            if not said:
                return f"{run.where}: {call} is refused, {refused.why!r} does not hold; write ! before it, or mend it"
        else:
            if said:
                return f"{run.where}: {call} is done; leave out the ! before it, or mend it"
    return None
