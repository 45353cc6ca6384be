"""Small mistakes made in every event of a system in turn.

A mutant is one mistake in one function: an event, or a helper that events call. It is made in a copy of every event
that reaches the function; laws never see it, not even where they call the same helper.
"""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from .language import Event, require, short_path
from .mistakes import Scope, variations
from .sorts import Sort
from .sources import reached
from .system import System
from .variation import Mistake, Variation, code_of, varied

WORDS = require.__module__
"""Where the words are defined that every event is written in: these are not mutated."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One mistake in one function of a system."""

    system: str
    function: str
    filename: str
    variation: Variation
    number: int = 1
    """Tells mistakes apart that read alike and are made at several places of the function."""

    @property
    def kind(self) -> Mistake:
        """What kind of mistake it is."""
        return self.variation.kind

    @property
    def where(self) -> str:
        """The file and line of the mistake."""
        return f"{short_path(self.filename)}:{self.variation.line}"

    @property
    def key(self) -> str:
        """How a system's `equivalents` name the mutant: by function and text, so that moving lines changes nothing."""
        again = f" ({self.number})" if self.number > 1 else ""
        return f"{self.function}: {self.variation.text}{again}"


def mutants(system: System, kinds: Iterable[Mistake] = Mistake) -> list[Mutant]:
    """Return every mutant of a system, or those of some kinds, in the order of the sources."""
    wanted = frozenset(kinds)
    found = []
    for function in _functions(system):
        filename = function.__code__.co_filename
        read: dict[str, int] = {}
        for each in variations(_source(function), _scope(system, function)):
            read[each.text] = read.get(each.text, 0) + 1
            if each.kind in wanted:
                found.append(Mutant(system.name, function.__name__, filename, each, read[each.text]))
    return found


def _functions(system: System) -> list[types.FunctionType]:
    """Return every function that some event is or reaches, but not the words that all events are written in."""
    found = {each for event in system.events.values() for each in reached(event.body)}
    own = (each for each in found if each.__module__ != WORDS)
    return sorted(own, key=lambda each: (each.__module__, each.__code__.co_firstlineno))


@cache
def _module(filename: str) -> Mapping[str, ast.FunctionDef]:
    tree = ast.parse(Path(filename).read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def _source(function: types.FunctionType) -> ast.FunctionDef:
    return _module(function.__code__.co_filename)[function.__name__]


def _scope(system: System, function: types.FunctionType) -> Scope:
    called = {each.__name__: _sorts(each) for each in reached(function) if each.__module__ != WORDS}
    own = dict(zip(list(inspect.signature(function).parameters)[1:], _sorts(function), strict=True))
    known = {name for name, value in function.__globals__.items() if isinstance(value, Sort | IntEnum)}
    things = known | {name for name, sort in own.items() if isinstance(sort, type) and issubclass(sort, Sort | IntEnum)}
    return Scope(system.schema.specs, called, frozenset(things))


@cache
def _sorts(function: types.FunctionType) -> tuple[Any, ...]:
    """Return the sorts of a helper's arguments, without the state."""
    parameters = list(inspect.signature(function, eval_str=True).parameters.values())
    return tuple(parameter.annotation for parameter in parameters[1:])


def affected(mutant: Mutant, system: System) -> list[Event]:
    """Return the events that reach the mutant's function, with the mistake in them, the simplest first."""
    target = next(each for each in _functions(system) if _is_of(mutant, each))
    code = code_of(varied(_source(target), mutant.variation), mutant.filename)
    changed = [
        replace(event, body=_copy(event.body, target, code))
        for event in system.events.values()
        if target in reached(event.body)
    ]
    return sorted(changed, key=lambda event: _branches(event.body))


def _is_of(mutant: Mutant, function: types.FunctionType) -> bool:
    return (function.__name__, function.__code__.co_filename) == (mutant.function, mutant.filename)


def _copy(function: Callable[..., object], target: types.FunctionType, code: types.CodeType) -> types.FunctionType:
    """Return a function that calls copies of those on the way to the target, which has another code."""
    assert isinstance(function, types.FunctionType)
    known = {}
    for name in function.__code__.co_names:
        called = function.__globals__.get(name)
        if isinstance(called, types.FunctionType) and called is not function and target in reached(called):
            known[name] = _copy(called, target, code)
    own = code if function is target else function.__code__
    return types.FunctionType(own, {**function.__globals__, **known}, function.__name__)


def _branches(function: Callable[..., object]) -> int:
    """Say how often a function branches, and what it calls each time: about as many paths it has, and questions."""
    count = 0
    for node in ast.walk(_source(function)) if isinstance(function, types.FunctionType) else ():
        if isinstance(node, ast.If | ast.BoolOp | ast.IfExp):
            count += 1
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            called = function.__globals__.get(node.func.id)
            if isinstance(called, types.FunctionType) and called.__module__ != WORDS:
                count += _branches(called)
    return count
