"""An instance and a call of any system, as one writes them: sizes by name, and `admit(0, tokens=2)`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import prod
from typing import Any

from ..model.instance import Instance
from ..model.naming import named
from ..model.sorts import Tokens
from ..model.system import System
from ..model.trace import Call
from ..model.worlds.layout import Cell, layout
from .options import argument_ranges
from .script import ScriptError, split_call, without_name

USUAL = 3
"""The number of requests where it is not said; what else is not said is as in the small instance for so many."""

PLAIN = {"requests": 1, "adapters": 0, "page_size": 1}
"""The sizes that every instance has, and the least that each may be."""


def spelled_instance(system: System, said: Mapping[str, Any]) -> Instance:
    """Return the instance of these sizes, those of tables being lists, or raise `ScriptError`."""
    base, left = system.instance(_amount("requests", said.get("requests", USUAL), least=1)), dict(said)
    plain = {name: _amount(name, left.pop(name, getattr(base, name)), least) for name, least in PLAIN.items()}
    more = {sort: _amount(sort.__name__, left.pop(sort.__name__, many), 1) for sort, many in base.more.items()}
    sizes = {name: _amount(name, left.pop(name, value), 0) for name, value in base.sizes.items()}
    tables = {name: left.pop(name, list(values)) for name, values in base.tables.items()}
    if left:
        known = ", ".join([*PLAIN, *(sort.__name__ for sort in more), *sizes, *tables])
        raise ScriptError(f"there is no size {min(left)!r} in {system.name}; the sizes are {known}")
    made = replace(
        base,
        requests=plain["requests"],
        adapters=plain["adapters"],
        page_size=plain["page_size"],
        more=more,
        sizes=sizes,
        tables={name: tuple(_each(values)) for name, values in tables.items()},
    )
    cells = layout(made.schema).cells
    for name, values in tables.items():
        many = prod(made.count(sort) for sort in cells[name].indices)
        if not isinstance(values, list) or len(values) != many:
            raise ScriptError(f"{name} is a list with a value for each, {many} here; it is {values}")
    for name, value in ((name, value) for name, values in {**sizes, **tables}.items() for value in _each(values)):
        _check_value(cells[name], value, made)
    return made


def _amount(name: str, value: Any, least: int) -> int:
    if type(value) is not int or value < least:
        raise ScriptError(f"{name} is a whole number, {least} or more; it is {value!r}")
    return value


def _each(values: Any) -> list[Any]:
    return values if isinstance(values, list) else [values]


def _check_value(cell: Cell, value: Any, instance: Instance) -> None:
    spec = cell.spec
    most = instance.count(spec.refers) - 1 if spec.refers is not None else spec.high
    if type(value) is not int or value < spec.low or (most is not None and value > most):
        said = f"{spec.low} or more" if most is None else f"{spec.low} to {most}"
        raise ScriptError(f"{cell.name} is {said}; it is {value!r}")


def spelled_call(system: System, text: str, instance: Instance) -> Call:
    """Return the call that a text says, its arguments with or without their names, or raise `ScriptError`."""
    name, given = split_call(text) or ("", [])
    event = system.events.get(name)
    if event is None:
        known = ", ".join(system.events)
        raise ScriptError(f"{text!r} is no call; write one like name(0, 1), the names are {known}")
    if len(given) != len(event.params):
        raise ScriptError(f"{text!r}: write {event.name}({', '.join(param for param, _ in event.params)})")
    args: list[int] = []
    for (param, sort), values, part in zip(event.params, argument_ranges(event, instance), given, strict=True):
        word = without_name(param, part)
        allowed = {name: at for at in values for name in (str(at), named(sort, at))}
        if word not in allowed and not (sort is Tokens and word.isdecimal()):
            raise ScriptError(f"{text!r}: {part!r} is no {param}; write one of {', '.join(allowed)}")
        args.append(allowed[word] if word in allowed else int(word))
    return Call(event.name, tuple(args), system.name)
