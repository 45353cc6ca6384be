"""The sizes of an instance of any system as text: `requests=2 capacity.HOST=3 Node=6 weight=(9,2,1)`.

Capacities stand by their flat names, numbers of things by their sorts, and what is fixed for a run by its table. What
is as in the system's own small instance for so many requests is left out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ...model.instance import Instance
from ...model.system import System
from ..script import ScriptError
from ..spelling import spelled_instance

Value = int | tuple[int, ...]
"""A number, or the values of a table in the order of its keys."""

_SIZE = re.compile(r"([\w.]+)=(\d+|\([\d,\s]*\))(?=[\s,]|$)")


def write_sizes(system: System, instance: Instance) -> str:
    """Return the sizes that are not as in the small instance for so many requests."""
    usual = _sizes(system.instance(instance.requests)) | {"requests": 1}
    return _written({name: value for name, value in _sizes(instance).items() if usual.get(name) != value})


def write_all_sizes(instance: Instance) -> str:
    """Return every size."""
    return _written(_sizes(instance))


def read_sizes(system: System, text: str) -> Instance:
    """Return the instance that a text describes."""
    said: dict[str, Value] = {}
    at = 0
    while rest := text[at:].lstrip(" ,\n\t"):
        at = len(text) - len(rest)
        found = _SIZE.match(text, at)
        if found is None:
            msg = f"size {rest.split()[0]!r}: write name=number, or name=(number,number) for a table"
            raise ScriptError(msg)
        said[found.group(1)] = _value(found.group(2))
        at = found.end()
    return _instance(system, said)


def _instance(system: System, said: Mapping[str, Value]) -> Instance:
    requests = said.get("requests", 1)
    if not isinstance(requests, int) or requests < 1 or said.get("page_size", 1) == 0:
        msg = "requests and page_size are numbers, and at least 1"
        raise ScriptError(msg)
    full = _sizes(system.instance(requests)) | dict(said)
    return spelled_instance(
        system, {name: list(value) if isinstance(value, tuple) else value for name, value in full.items()}
    )


def _sizes(instance: Instance) -> dict[str, Value]:
    return {
        "requests": instance.requests,
        "adapters": instance.adapters,
        "page_size": instance.page_size,
        **instance.sizes,
        **{sort.__name__: number for sort, number in instance.more.items()},
        **{name: tuple(values) for name, values in instance.tables.items()},
    }


def _written(sizes: Mapping[str, Value]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in sizes.items())


def _word(value: Value) -> str:
    return str(value) if isinstance(value, int) else f"({','.join(map(str, value))})"


def _value(word: str) -> Value:
    if not word.startswith("("):
        return int(word)
    return tuple(int(each) for each in re.findall(r"\d+", word))
