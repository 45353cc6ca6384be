"""What there is to know about an event and about a fault: what they say, their code, and the laws they are tied to."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import msgspec

from ...model.catalogue import SYSTEMS
from ...model.language import Event, Fault
from ...model.state import World
from ...model.system import System
from .. import engines
from ..engine import FaultInfo
from ..parts.part import PartFactory
from .laws import HARNESS, Named


class AskedGuard(msgspec.Struct, frozen=True, kw_only=True):
    """One guard of an event: what must be so, the condition in the code, and the law that it keeps, if it names one."""

    sentence: str
    condition: str
    law: str


class About(msgspec.Struct, frozen=True, kw_only=True):
    """A law or a fault that has to do with an event, in one line."""

    id: str
    name: str
    sentence: str


class ExplainedEvent(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="event"):
    """An event of the model with everything that is known of it."""

    model: str
    name: str
    arguments: tuple[str, ...]
    sentence: str
    where: str
    code: str
    guards: tuple[AskedGuard, ...]
    """In the order in which they are asked."""
    laws: tuple[About, ...]
    """What is proved of this event alone, with its arguments."""
    faults: tuple[About, ...]


class ExplainedFault(msgspec.Struct, frozen=True, kw_only=True, tag_field="what", tag="fault"):
    """A known way of getting it wrong: an event of the model with a mistake, or a part of an engine."""

    model: str
    id: str
    name: str
    sentence: str
    breaks: tuple[str, ...]
    """The laws that must notice it."""
    engine: str = ""
    """The engine that it can be built into, or nothing for a fault of the model."""
    part: str = ""
    """The part of the engine that it is built into, or nothing for the engine itself."""
    whole: str = ""
    """The whole that it is built into, where it is one of an engine made of parts."""
    event: str = ""
    event_where: str = ""
    where: str = ""
    code: str = ""


def events() -> Iterator[Named[ExplainedEvent]]:
    """Yield every event of every system by its name."""
    for system in SYSTEMS.values():
        for event in system.events.values():
            yield Named(system.name, (event.name,), partial(_event, system, event))


def faults() -> Iterator[Named[ExplainedFault]]:
    """Yield every fault of the model, and those of the torch engine, by its id, if it has one, and its name."""
    for system in SYSTEMS.values():
        for fault in system.faults.values():
            yield Named(system.name, _names(fault), partial(_fault, system, fault))
    torch = engines.find("torch")
    for each in torch.faults().values():
        yield Named(World.system, _names(each), partial(_built_in, torch.name, each))  # what engines are held to
    for part in engines.parts_of(torch):
        for each in part.known.values():
            yield Named(part.system, _names(each), partial(_built_in, torch.name, each, part))
    for whole in engines.wholes_of(torch):
        for each in whole.known.values():
            yield Named(HARNESS, _names(each), partial(_built_into_whole, torch.name, each, whole.name))


def _names(fault: Fault | FaultInfo) -> tuple[str, ...]:
    return (fault.id, fault.name) if fault.id else (fault.name,)


def _event(system: System, event: Event) -> ExplainedEvent:
    return ExplainedEvent(
        model=system.name,
        name=event.name,
        arguments=tuple(name for name, _ in event.params),
        sentence=event.doc,
        where=event.where,
        code=_code(event.body),
        guards=tuple(guards_of(event)),
        laws=tuple(
            About(id=law.id, name=law.name, sentence=law.doc)
            for law in system.laws.values()
            if law.of is not None and law.of.name == event.name
        ),
        faults=tuple(
            About(id=fault.id, name=fault.name, sentence=fault.doc)
            for fault in system.faults.values()
            if fault.event.name == event.name
        ),
    )


def _fault(system: System, fault: Fault) -> ExplainedFault:
    return ExplainedFault(
        model=system.name,
        id=fault.id,
        name=fault.name,
        sentence=fault.doc,
        breaks=tuple(f"{system.laws[name].id} {name}" for name in fault.breaks),
        event=fault.event.name,
        event_where=fault.event.where,
        where=fault.where,
        code=_code(fault.body),
    )


def _built_in(engine: str, fault: FaultInfo, part: PartFactory | None = None) -> ExplainedFault:
    return ExplainedFault(
        model=World.system if part is None else part.system,
        part="" if part is None else part.name,
        id=fault.id,
        name=fault.name,
        sentence=fault.summary,
        breaks=tuple(fault.laws),
        engine=engine,
    )


def _built_into_whole(engine: str, fault: FaultInfo, whole: str) -> ExplainedFault:
    return ExplainedFault(
        model=HARNESS,
        whole=whole,
        id=fault.id,
        name=fault.name,
        sentence=fault.summary,
        breaks=tuple(fault.laws),
        engine=engine,
    )


def guards_of(event: Event) -> Iterator[AskedGuard]:
    """Yield the guards of an event in the order in which its body asks them."""
    source = _code(event.body)
    tree = ast.parse(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "require"]
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        given = dict(zip(("condition", "why", "law"), call.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
        said = {name: value.value for name, value in given.items() if isinstance(value, ast.Constant)}
        yield AskedGuard(
            sentence=str(said.get("why", "")),
            condition=" ".join((ast.get_source_segment(source, given["condition"]) or "").split()),
            law=str(said.get("law", "")),
        )


def _code(function: Callable[..., Any]) -> str:
    return textwrap.dedent(inspect.getsource(function)).rstrip()


def event_lines(event: ExplainedEvent) -> Iterator[str]:
    """Yield what is known of an event for a reader at a terminal."""
    yield f"{event.name}({', '.join(event.arguments)})  {event.sentence}"
    yield f"  system   {event.model}"
    yield f"  event    {event.where}"
    yield from (f"    | {line}" for line in event.code.splitlines())
    yield "  guards, in the order in which they are asked:" if event.guards else "  guards: none"
    for at, guard in enumerate(event.guards, start=1):
        yield f"    {at}  {guard.sentence}{f' ({guard.law})' if guard.law else ''}: {guard.condition}"
    yield "  laws about this event alone:" if event.laws else "  laws about this event alone: none"
    yield from _about(event.laws)
    yield "  faults of it:" if event.faults else "  faults of it: none"
    yield from _about(event.faults)


def _about(every: tuple[About, ...]) -> Iterator[str]:
    yield from (f"    {' '.join(filter(None, (each.id, each.name)))}: {each.sentence}" for each in every)


def fault_lines(fault: ExplainedFault) -> Iterator[str]:
    """Yield what is known of a fault for a reader at a terminal."""
    yield f"{' '.join(filter(None, (fault.id, fault.name)))}  {fault.sentence}"
    yield f"  must break  {', '.join(fault.breaks)}"
    if fault.part:
        shown = f"`tenure parts --part {fault.part} --fault {fault.name}`"
        yield f"  built into  the part {fault.part} of {fault.engine}: {shown} holds it against {fault.model}"
        return
    if fault.whole:
        shown = f"`tenure whole --fault {fault.name}`"
        yield f"  built into  the whole {fault.whole} of {fault.engine}: {shown} lets it serve requests"
        return
    if fault.engine:
        yield f"  built into  the engine {fault.engine}: `tenure gate --fault {fault.name}` holds it against the model"
        return
    yield f"  system      {fault.model}"
    yield f"  instead of  {fault.event}  {fault.event_where}"
    yield f"  fault       {fault.where}"
    yield from (f"    | {line}" for line in fault.code.splitlines())
