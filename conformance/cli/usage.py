"""What was asked for cannot be done: one sentence says why, and names the nearest thing that there is."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from difflib import get_close_matches

import click

from ..engine import EngineFactory
from ..engines import parts_of, wholes_of
from ..parts.part import PartFactory

NEAR, FEW = 3, 5
"""So many names are told that are near, and so many where none is."""


class Usage(click.ClickException):
    """What was asked for cannot be done. One sentence says why, and what to do instead."""

    exit_code = 2


def part_named(factory: EngineFactory, name: str) -> PartFactory:
    """Return the part of an engine that has this name."""
    parts = {part.name: part for part in parts_of(factory)}
    if not parts:
        raise Usage(f"the engine {factory.name!r} gives no parts to be held by themselves")
    if name in {whole.name for whole in wholes_of(factory)}:
        raise Usage(f"{name!r} is no part of the engine {factory.name!r} but a whole: `tenure whole` holds it")
    if name not in parts:
        raise Usage(f"the engine {factory.name!r} has no part {name!r}; it has {', '.join(parts)}")
    return parts[name]


def parts_named(factory: EngineFactory, names: Sequence[str], faults: Sequence[str]) -> list[PartFactory]:
    """Return the parts of these names, or if none is given those that know every fault; each must know them all."""
    chosen = [part_named(factory, name) for name in dict.fromkeys(names)]
    for part in chosen:
        check_faults(factory, f"the part {part.name!r} has no fault", faults, part.known)
    if chosen:
        return chosen
    every = parts_of(factory) or [part_named(factory, "")]
    known = {name for part in every for name in part.known}
    check_faults(factory, f"no part of the engine {factory.name!r} has the fault", faults, known)
    having = [part for part in every if set(faults) <= set(part.known)]
    if not having:
        raise Usage(f"no part knows all of {', '.join(faults)}; build in at a time those of one part")
    return having


def check_faults(factory: EngineFactory, beginning: str, faults: Sequence[str], known: Collection[str]) -> None:
    """Refuse a fault that is not among those known: after the beginning of a sentence, whose it is or what is near."""
    for fault in faults:
        if fault not in known:
            raise Usage(f"{beginning} {fault!r}; {_whose(factory, fault) or _nearest(factory, fault, known)}")


def _whose(factory: EngineFactory, fault: str) -> str:
    """Say what else knows a fault, and how it is built in there; nothing if nothing does."""
    owners = [
        f"the part {part.name}: `tenure parts --engine {factory.name} --part {part.name} --fault {fault}`"
        for part in parts_of(factory)
        if fault in part.known
    ]
    owners += [
        f"the whole {whole.name}: `tenure whole --engine {factory.name} --fault {fault}`"
        for whole in wholes_of(factory)
        if fault in whole.known
    ]
    if fault in factory.faults():
        owners.append(f"the engine itself: `tenure gate --engine {factory.name} --fault {fault}`")
    return f"it is one of {', and of '.join(owners)}" if owners else ""


def _nearest(factory: EngineFactory, fault: str, known: Collection[str]) -> str:
    """Say which names are near: of the faults in question, or else of all that the engine and its parts know."""
    every = {name for part in parts_of(factory) for name in part.known} | set(factory.faults())
    every |= {name for whole in wholes_of(factory) for name in whole.known}
    near = list(dict.fromkeys([*_near(fault, known), *_near(fault, every)]))
    if near:
        return f"the nearest: {', '.join(near[:NEAR])}"
    if not known or len(known) > FEW:
        return "`tenure list faults` names those that there are" if every else "it knows none"
    return f"it knows {', '.join(known)}"


def _near(fault: str, known: Collection[str]) -> list[str]:
    return get_close_matches(fault, sorted(known), n=NEAR)
