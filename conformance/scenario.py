"""Scenarios: small scripts of calls with what came of each recorded below it, for the model and engines to go through.

A script begins with its title and its origin (`# From: …`) and names its `system` and `sizes`; what it does not
say of the sizes is as in the small instance of the system. One call a line follows. Lines set in record what came
of it: `done: active[0]=0` with every fact that has changed, or `refused: nobody holds it` with the guard that failed.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path

from ..model.catalogue import SYSTEMS
from ..model.instance import Instance
from ..model.naming import named
from ..model.sorts import Tokens
from ..model.trace import Call
from ..model.worlds.layout import Cell, layout
from .engine import Refused
from .options import argument_ranges
from .parts.part import PartFactory
from .parts.reference import reference_part
from .script import ScriptError, read_sizes


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a call: done or refused, why, and the facts that have changed, by name."""

    kind: str = ""
    why: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return it as a script has it."""
        said = self.why or " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.kind}: {said}" if said else self.kind


@dataclass(frozen=True, slots=True)
class Scenario:
    """A script that was read: its lines as they stand, its sizes, and each call by its line, with what is recorded."""

    path: Path
    lines: tuple[str, ...]
    instance: Instance
    calls: Mapping[int, tuple[Call, Came]]


def read(path: Path) -> Scenario:
    """Return the scenario of a file, or raise `ScriptError` with the line and what to write instead."""
    lines = tuple(path.read_text(encoding="utf-8").splitlines())
    header, said, at = dict.fromkeys(("system", "sizes"), ""), dict[int, list[str]](), 1
    for number, line in enumerate(lines, start=1):
        word, _, rest = line.partition(" ")
        if said and not word.strip() and rest:
            said[max(said)].append(rest.strip())
        elif word in header and not said:
            header[word] += f" {rest}"
        elif line.strip() and not line.startswith("#"):
            said[number] = [line]
    try:
        if not said or not lines[0].startswith("# ") or not any(line.startswith("# From: ") for line in lines):
            raise ScriptError("a script has a title ('# …'), where it comes from ('# From: …') and calls; add them")  # noqa: TRY301
        at = min(said)
        instance, calls = _read_instance(header["system"].strip(), header["sizes"]), {}
        for at, (call, *came) in said.items():
            calls[at] = _read_call(call.rstrip(), instance), _read_outcome(" ".join(came))
    except ScriptError as error:
        raise ScriptError(f"{path}:{at}: {error}") from error
    return Scenario(path, lines, instance, calls)


def _read_outcome(said: str) -> Came:
    kind, _, rest = said.partition(":")
    facts = {name: value for name, _, value in (each.partition("=") for each in rest.split() if kind == "done")}
    if kind not in ("", "done", "refused") or not all(facts.values()):
        raise ScriptError(f"below it, {said!r} is no outcome; write 'done: name=value …' or 'refused: why'")
    return Came(kind, "" if kind == "done" else rest.strip(), facts)


def _read_instance(system: str, text: str) -> Instance:
    if system == "lifecycle":
        return read_sizes(text)
    if system not in SYSTEMS:
        raise ScriptError(f"there is no system {system!r}; write 'system NAME' above, one of {', '.join(SYSTEMS)}")
    base, sizes = SYSTEMS[system].instance(3), dict[str, Sequence[int]]()
    for name, _, said in (each.partition("=") for each in text.split()):
        if not re.fullmatch(r"\d+(,\d+)*", said):
            raise ScriptError(f"size '{name}={said}': write name=number, or name=number,number,… with one for each")
        sizes[name] = tuple(map(int, said.split(",")))
    plain = {name: sizes.pop(name, (getattr(base, name),))[0] for name in ("requests", "adapters", "page_size")}
    more = {sort: sizes.pop(sort.__name__, (many,))[0] for sort, many in base.more.items()}
    own = {name: sizes.pop(name, (value,))[0] for name, value in base.sizes.items()}
    tables = {name: sizes.pop(name, values) for name, values in base.tables.items()}
    made = replace(base, **plain, more=more, sizes=own, tables=tables)
    if sizes:
        known = [*plain, *(sort.__name__ for sort in more), *own, *tables]
        raise ScriptError(f"there is no size {min(sizes)!r} in {system}; the sizes are {', '.join(known)}")
    for name, values in tables.items():
        if len(values) != (many := len(list(_names(layout(made.schema).cells[name], made)))):
            raise ScriptError(f"{name} has {len(values)} values; write {name}=… with {many}, one for each")
    return made


def _read_call(text: str, instance: Instance) -> Call:
    system = SYSTEMS[instance.schema.system]
    found = re.fullmatch(r"(\w+)(?:\(([^()]*)\))?", text)
    event = system.events.get(found[1]) if found else None
    if found is None or event is None:
        raise ScriptError(f"{text!r} is no call; write one like name(0, 1), the names are {', '.join(system.events)}")
    given = [part.strip() for part in (found[2] or "").split(",") if part.strip()]
    if len(given) != len(event.params):
        raise ScriptError(f"{text!r}: write {event.name}({', '.join(param for param, _ in event.params)})")
    args: list[int] = []
    for (param, sort), values, part in zip(event.params, argument_ranges(event, instance), given, strict=True):
        word = re.sub(rf"^{param}\s*=\s*", "", part)
        allowed = {name: at for at in values for name in (str(at), named(sort, at))}
        if word not in allowed and not (sort is Tokens and word.isdecimal()):
            raise ScriptError(f"{text!r}: {part!r} is no {param}; write one of {', '.join(allowed)}")
        args.append(allowed[word] if word in allowed else int(word))
    return Call(event.name, tuple(args), system.name)


def _names(cell: Cell, instance: Instance) -> Iterator[str]:
    for key in product(*(range(instance.count(sort)) for sort in cell.indices)):
        yield f"{cell.name}[{','.join(map(str, key))}]" if key else cell.name


def run(scenario: Scenario, factory: PartFactory, faults: Sequence[str] = ()) -> dict[int, Came]:
    """Return what comes of each call, by its line; the run ends with what raises. It must begin as the model does."""
    size, came = scenario.instance, dict[int, Came]()
    names = {cell.name: list(_names(cell, size)) for cell in factory.cells}
    part, before = factory.make(size, 0, faults), reference_part(factory.system).make(size, 0, ()).observe()
    for number, (call, _) in scenario.calls.items():
        try:
            outcome, after = part.apply(call), part.observe()
            facts = {
                name: named(cell.spec.domain, value)
                for cell in factory.cells
                for name, was, value in zip(names[cell.name], before[cell.name], after[cell.name], strict=True)
                if was != value
            }
        except Exception as error:  # noqa: BLE001  whatever it is, it is what came of the call
            came[number] = Came("raised", f"{type(error).__name__}: {error}")
            break
        refused = isinstance(outcome, Refused)
        came[number] = Came("refused" if refused else "done", getattr(outcome, "reason", ""), facts)
        before = after
    part.close()
    return came


def difference(scenario: Scenario, by: PartFactory, came: Mapping[int, Came], *, words: bool = False) -> str | None:
    """Say which line came out differently first, in one sentence; with `words`, the reason of a refusal counts too."""
    for number, (call, recorded) in scenario.calls.items():
        got = came.get(number, Came("not reached"))
        said = f"{scenario.path}:{number}: after {call}, recorded is %s, but with {by.name} it is %s"
        if got.kind != recorded.kind or (words and got.why != recorded.why):
            return said % (f"{recorded}" or "nothing", got)
        for name in [*recorded.facts, *got.facts]:
            hidden = re.split(r"[.[]", name)[0] in by.hidden
            facts = [f"{name}={each.facts[name]}" if name in each.facts else "no change" for each in (recorded, got)]
            if facts[0] != facts[1] and not hidden:
                return said % tuple(facts)
    return None


def written(scenario: Scenario, came: Mapping[int, Came]) -> str:
    """Return the script with these outcomes recorded in place of its own."""
    lines: list[str] = []
    for number, line in enumerate(scenario.lines, start=1):
        lines += [line] * (not line.startswith(" "))
        if number in came:
            lines += textwrap.wrap(
                str(came[number]), 118, initial_indent="  ", subsequent_indent="    ",
                break_long_words=False, break_on_hyphens=False,
            )  # fmt: skip
    return "\n".join(lines) + "\n"
