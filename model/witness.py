"""That nothing is vacuous: a run of a small instance to each event, and to each thing that must be possible.

Runs that were found before are kept, and gone again call by call before anything is searched for: a run that still goes
is as good a witness as one found today, wherever it comes from.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import replace
from pathlib import Path

from . import kept
from .arguments import choices
from .check import law_arguments
from .formula import formulas
from .instance import Instance
from .language import Event, Law, ModelError, Refused
from .search import MOST_TOKENS, runs_to
from .system import System
from .trace import Call
from .worlds.concrete import ConcreteWorld
from .worlds.maps import WouldChange

MOST_STATES = 100_000
"""How many states the search for witness runs sees, for each number of requests."""

Run = tuple[Call, ...]


def witnesses(
    names: Iterable[str], system: System, most_states: int = MOST_STATES, *, tried: Iterable[Run] = ()
) -> dict[str, Run]:
    """Return a run to each of these events and possible things, as far as there is one.

    It is one of those `tried`, if one of them goes there, and else the shortest.

    One search with two requests serves all of them: it has every run with one request in it.
    """
    looking = _Looking(system, set(names))
    size = _instance(system)
    for run in tried:
        _go(run, size, system, looking)
    if looking.missing:
        for run in runs_to(size, system.events.values(), looking.reached, most_states):
            looking.take(run)
            if not looking.missing:
                break
    return looking.found


def without_witness(system: System, folder: Path | None = None) -> list[str]:
    """Say which events, and which things that must be possible, no run of a small instance reaches.

    With a folder, the runs that are kept there are tried first, and those that serve today are kept.
    """
    for law in system.sometimes.values():
        formulas(law)  # it is read as a law is, so that a forgotten index or a guard is told
    wanted = {**system.events, **system.sometimes}
    before = () if folder is None else _read(folder, system)
    known = witnesses(wanted, system, tried=before)
    runs = tuple(dict.fromkeys(known.values()))
    if folder is not None and set(runs) != set(before):
        _write(folder, system, runs)
    return [
        f"{each.where}: no run from the initial state reaches {name}"
        for name, each in wanted.items()
        if name not in known
    ]


class _Looking:
    """What is still looked for, and the runs found so far."""

    def __init__(self, system: System, missing: set[str]) -> None:
        self.missing = missing
        self.found: dict[str, Run] = {}
        self._possible = system.sometimes
        self._hits: set[str] = set()

    def reached(self, world: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
        """Note which of those looked for this call reaches, and say whether there is one."""
        del before
        possible = self.missing & self._possible.keys()
        here = {name for name in possible if _somewhere(self._possible[name], world)}
        self._hits = here | ({call.event} & self.missing)
        self.missing -= self._hits
        return bool(self._hits)

    def take(self, run: Run) -> None:
        """Keep the run to whatever its last call reached."""
        self.found.update(dict.fromkeys(sorted(self._hits), run))


def _instance(system: System) -> Instance:
    size = system.instance(2)
    return replace(size, sizes={**size.sizes, **system.fixed})


def _go(run: Run, size: Instance, system: System, looking: _Looking) -> None:
    """Go a run for as long as it goes; calls that the search would not make are not made here either."""
    world = ConcreteWorld(size)
    for number, call in enumerate(run, 1):
        event = system.events.get(call.event)
        if event is None or call.args not in _arguments(event, size):
            return
        before = world.state()
        try:
            event(world, *call.args)
            reached = looking.reached(world, before, call)
        except (Refused, IndexError):
            return
        if reached:
            looking.take(run[:number])


def _arguments(event: Event, size: Instance) -> Collection[tuple[int, ...]]:
    return set(choices(event, size, MOST_TOKENS))


def _somewhere(law: Law, world: ConcreteWorld) -> bool:
    world.asking = True  # what is possible only looks
    try:
        return any(_holds(law, world, args) for args in law_arguments(law, world.instance))
    except WouldChange as change:
        raise ModelError(f"{law.where}: {law.name} changes the state; what is possible only looks") from change
    finally:
        world.asking = False


def _holds(law: Law, world: ConcreteWorld, args: tuple[int, ...]) -> bool:
    try:
        return bool(law.body(world, *args))
    except IndexError:  # it looks at what the instance does not have, so nothing is so there
        return False


def _name(system: System) -> str:
    return f"witnesses-{system.name}"


def _read(folder: Path, system: System) -> tuple[Run, ...]:
    """Return the runs kept of a system; what cannot be read is not kept."""
    text = kept.read(folder, _name(system))
    try:
        runs = json.loads(text or "[]")
        return tuple(tuple(Call(str(name), tuple(map(int, args)), system.name) for name, args in run) for run in runs)
    except (ValueError, TypeError, OverflowError, RecursionError):
        return ()


def _write(folder: Path, system: System, runs: Iterable[Run]) -> None:
    text = json.dumps([[(call.event, call.args) for call in run] for run in runs])
    kept.write(folder, _name(system), text)
