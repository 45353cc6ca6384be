"""What there is to know about a law: its sentence, its code, how it is held, and the faults that break it."""

from __future__ import annotations

import inspect
import textwrap
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

import msgspec

from ...model.catalogue import SYSTEMS
from ...model.language import Law, Ranking
from ...model.state import World
from .. import engines
from ..contract import HELD, Contract, Entry, contracts
from ..laws import ENGINE_LAWS

HARNESS = "harness"
"""Stands in the place of a system of the model for what only the harness checks."""


HELD_AGAINST_ENGINES = frozenset({World.system, ""})
"""Whose laws an engine can break: the system that it is replayed against, and the harness. Other systems share ids."""

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Named(Generic[T_co]):
    """Something that can be explained: in which system, by which names, and how to explain it."""

    model: str
    names: tuple[str, ...]
    make: Callable[[], T_co]


class Part(msgspec.Struct, frozen=True, kw_only=True):
    """One function that states a law, or a part of it."""

    name: str
    sentence: str
    where: str
    code: str
    faults: tuple[str, ...]
    """The broken events of the model that it refutes, and the faults of the torch engine that it catches."""


class Explained(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="law"):
    """A law of the contract with everything that is known of it."""

    system: str
    model: str
    """The system of the model that states it, or `harness`."""
    file: str
    entry: Entry
    parts: tuple[Part, ...]


def laws() -> Iterator[Named[Explained]]:
    """Yield every law by its id and its names, in the order of the contract."""
    for contract in contracts():
        for entry in contract.law:
            names = (entry.id, *entry.names)
            yield Named(contract.model or HARNESS, names, partial(_explained, contract, entry))


def explained() -> list[Explained]:
    """Return every law, explained."""
    return [law.make() for law in laws()]


def _explained(contract: Contract, entry: Entry) -> Explained:
    return Explained(
        system=contract.system,
        model=contract.model or HARNESS,
        file=contract.file,
        entry=entry,
        parts=tuple(_parts(contract, entry)),
    )


def _parts(contract: Contract, entry: Entry) -> Iterator[Part]:
    built_in = engines.find("torch").faults() if contract.model in HELD_AGAINST_ENGINES else {}
    caught = [
        f"{name} ({fault.id})" if fault.id else name
        for name, fault in built_in.items()
        if fault.laws[:1] == (entry.id,)
    ]
    if not contract.model:
        caught += [
            f"{name} ({fault.id})" if fault.id else name
            for whole in engines.wholes_of(engines.find("torch"))
            for name, fault in whole.known.items()
            if fault.laws[:1] == (entry.id,)
        ]
    for name in entry.names:
        written = _written(contract.model, name)
        if written is None:
            law = ENGINE_LAWS.get(name)
            if law is not None:
                yield Part(name=name, sentence=law.sentence, where=law.where, code="", faults=tuple(caught))
            continue
        faults = [
            f"{fault.name} ({fault.id})" if fault.id else fault.name
            for fault in SYSTEMS[contract.model].faults.values()
            if name in fault.breaks
        ]
        code = textwrap.dedent(inspect.getsource(written.body)).rstrip()
        yield Part(
            name=name,
            sentence=written.doc,
            where=written.where,
            code=code,
            faults=tuple(dict.fromkeys((*faults, *caught))),
        )


def _written(model: str, name: str) -> Law | Ranking | None:
    system = SYSTEMS.get(model)
    return None if system is None else system.laws.get(name) or system.rankings.get(name)


def lines(law: Explained) -> Iterator[str]:
    """Yield what is known of a law for a reader at a terminal."""
    entry = law.entry
    yield f"{entry.id}  {entry.statement}"
    yield f"  formula  {entry.formula}"
    yield f"  system   {law.model}: {law.system} (specs/{law.file}); a law about: {entry.kind}"
    yield f"  held     {_held(law)}"
    yield f"  source   {entry.source}"
    for part in law.parts:
        yield ""
        yield f"  {part.name}  {part.where}"
        yield f"    {part.sentence}"
        yield from (f"    | {line}" for line in part.code.splitlines())
        yield f"    broken by: {', '.join(part.faults) or 'no fault that is built in'}"


def _held(law: Explained) -> str:
    """Say how a law is held, and what proves it or why nothing does. The contract alone shows nothing."""
    entry = law.entry
    system = "" if law.model == HARNESS else f"--system {law.model} "
    shows = f" (`tenure prove {system}--law {entry.id}` shows it)" if entry.held == "proved" else ""
    return f"{HELD[entry.held]}{shows}{f': {entry.reason}' if entry.reason else ''}"


def as_page(laws: Iterable[Explained]) -> str:
    """Return all laws as a page of Markdown, to be read in the repository."""
    lines = [
        "# Every law",
        "",
        "Written by `tenure explain --page`; the contract and the code are what it is made of, and",
        "`tenure prove` shows what is to be proved.",
        "",
    ]
    system = ""
    for law in laws:
        entry = law.entry
        if law.system != system:
            system = law.system
            lines += [f"## {system}", ""]
        held = HELD[entry.held] + (f": {entry.reason}" if entry.reason else "")
        lines += [f"### {entry.id}: {entry.statement}", "", f"*{entry.formula}*", ""]
        lines += [f"{entry.kind}; {held}. Source: {entry.source}.", ""]
        for part in law.parts:
            lines += [f"- `{part.name}` ({part.where.split(':')[0]}): {part.sentence}"]
            if part.faults:
                lines += [f"  Broken by {', '.join(f'`{fault}`' for fault in part.faults)}."]
        lines += [""] if law.parts else []
    return "\n".join(lines).rstrip() + "\n"
