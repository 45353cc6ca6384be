"""What a function of the model says, as text: its own source, that of every helper it reaches, and their constants."""

from __future__ import annotations

import ast
import hashlib
import inspect
import linecache
import tokenize
import types
from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

import z3

from .fields import Schema


def lines_of(function: types.FunctionType) -> tuple[list[str], int]:
    """Return the lines of a function, its decorators among them, and the number of the first.

    A file is parsed once for all functions in it. What is not found in it that way, such as a lambda, is left to
    `inspect`, which reads each function by itself and is slow.
    """
    filename, first = function.__code__.co_filename, function.__code__.co_firstlineno
    linecache.checkcache(filename)
    lines = linecache.getlines(filename, function.__globals__)
    name, last = _ends("".join(lines)).get(first, ("", first))
    return (lines[first - 1 : last], first) if name == function.__code__.co_name else inspect.getsourcelines(function)


@cache
def _ends(text: str) -> dict[int, tuple[str, int]]:
    """Return the name and the last line of each function of a file, by its first line."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    firsts = (min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]) for node in functions)
    return {first: (node.name, node.end_lineno or first) for first, node in zip(firsts, functions, strict=True)}


def reached(function: Callable[..., Any]) -> list[types.FunctionType]:
    """Return a function and every function of the model that it calls, directly or not."""
    found: dict[types.FunctionType, None] = {}
    todo: list[object] = [function]
    while todo:
        current = todo.pop()
        if isinstance(current, types.FunctionType) and current not in found:
            found[current] = None
            todo += [current.__globals__[name] for name in _names(current)]
    return list(found)


def _names(function: types.FunctionType) -> list[str]:
    """Return the globals that a function names, in functions within it too."""
    codes, named = [function.__code__], set[str]()
    while codes:
        code = codes.pop()
        named.update(code.co_names)
        codes += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return sorted(name for name in named if name in function.__globals__)


@cache
def text_of(function: Callable[..., Any]) -> str:
    """Return all that a function says: a change of any of it may change what it means."""
    parts = []
    every = reached(function)
    place = {each: at for at, each in enumerate(every)}  # functions of one name are told apart by their place
    for each in every:
        known = {name: each.__globals__[name] for name in _names(each)}
        constants = {name: _value(value, place) for name, value in known.items()}
        parts.append(f"{''.join(lines_of(each)[0])}{_runs(each.__code__)}{sorted(constants.items())}")
    return "\n".join(parts)


def _runs(code: types.CodeType) -> str:
    """Return what is run: a file may say something else by the time that it is read."""
    constants = [_runs(each) if isinstance(each, types.CodeType) else repr(each) for each in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {code.co_varnames} {constants}"


def _value(value: object, place: Mapping[types.FunctionType, int]) -> str:
    if isinstance(value, type) and issubclass(value, IntEnum):
        return repr([(each.name, int(each)) for each in value])
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, types.FunctionType):
        return f"{value.__qualname__} {place[value]}"
    return f"{value.__module__}.{value.__qualname__}" if isinstance(value, type) else repr(value)


_AROUND: dict[type[Schema], str] = {}


def around(schema: type[Schema]) -> str:
    """Return a short name for what stands around the events and laws of a system: its state, its kinds, its parts.

    It is read when the system is complete, so that an edit after that is not taken for what runs. Events and laws have
    names of their own, so that a changed event does not ask for the proof of all others; nor do
    faults and what is possible change what is proved.
    """
    if schema not in _AROUND:
        where = inspect.getsourcefile(schema)
        here = Path(where).parent if where is not None else Path(__file__).parent
        own = [
            path
            for path in here.glob("*.py")
            if path.stem not in {"events", "laws", "faults", "possible", "equivalents"}
        ]
        _AROUND[schema] = digest(_read(path) for path in sorted(own))
    return _AROUND[schema]


def digest(parts: Iterable[str]) -> str:
    """Return a short name for some texts, which is another one as soon as one of them changes."""
    sum_ = hashlib.sha256()
    for part in parts:
        sum_.update(f"{len(part)}:".encode())
        sum_.update(part.encode())
    return sum_.hexdigest()


def _read(path: Path) -> str:
    """Return a source file as Python reads it, in whatever encoding it says."""
    with tokenize.open(path) as file:
        return file.read()


@cache
def machinery() -> str:
    """Return a short name for the prover itself: everything that could turn a refuted obligation into a proved one."""
    here = Path(__file__).parent
    files = sorted([*here.glob("*.py"), *(here / "worlds").glob("*.py")])
    return digest([str(z3.get_version_string()), *map(_read, files)])


machinery()  # read now: an edit after the import is not what runs
