"""How strong the laws are: every statement and guard of every event is deleted in turn, and a law must notice.

A mutant changes the code of one function in place, so that every event that calls it sees the change. Those that no law
notices must stand in `EQUIVALENT`, each with the reason why nothing is lost without the statement; one that stands
there and is noticed after all is reported as well.
"""

from __future__ import annotations

import ast
import multiprocessing
import os
import types
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .equivalents import EQUIVALENT
from .language import Event, short_path
from .lifecycle import EVENTS, LAWS, events
from .proof import without_witness
from .prove import Prover, Unsure


@dataclass(frozen=True, slots=True)
class Mutant:
    """One statement that is deleted: the function it stands in, its line, and its text."""

    module: str
    function: str
    line: int
    text: str
    filename: str

    @property
    def where(self) -> str:
        """The file and line of the statement."""
        return f"{short_path(self.filename)}:{self.line}"

    @property
    def key(self) -> str:
        """How `equivalents.py` names the mutant: by function and text, so that moving lines changes nothing."""
        return f"{self.function}: {self.text}"


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: the law that noticed it, or the reason why it is equivalent, or neither."""

    mutant: Mutant
    noticed: str | None
    reason: str | None
    unsure: str | None = None
    """Set where the solver gave up before any law had noticed: then nothing is known of the mutant."""

    @property
    def good(self) -> bool:
        """Whether the mutant is noticed, or listed as equivalent, but not both."""
        return (self.noticed is None) != (self.reason is None) and self.unsure is None


def mutants() -> list[Mutant]:
    """Return every mutant, in the order of the sources."""
    return [mutant for module in _modules() for mutant in _of_module(module)]


def _modules() -> list[types.ModuleType]:
    found = {id(module): module for module in vars(events).values() if isinstance(module, types.ModuleType)}
    return sorted(found.values(), key=lambda module: module.__name__)


def _of_module(module: types.ModuleType) -> Iterator[Mutant]:
    filename = str(module.__file__)
    for function in _functions(filename):
        for statement in _statements(function):
            text = ast.unparse(statement).split("\n")[0]
            yield Mutant(module.__name__, function.name, statement.lineno, text, filename)


@cache
def _functions(filename: str) -> tuple[ast.FunctionDef, ...]:
    tree = ast.parse(Path(filename).read_text(encoding="utf-8"))
    return tuple(node for node in tree.body if isinstance(node, ast.FunctionDef))


def _statements(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    """Yield every statement that can be deleted: all but the docstring and a returned value."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.If) or (
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        ):
            yield node


class _Delete(ast.NodeTransformer):
    def __init__(self, line: int) -> None:
        self.line = line

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.stmt) and node.lineno == self.line and not isinstance(node, ast.FunctionDef):
            return ast.copy_location(ast.Pass(), node)
        return super().generic_visit(node)


def mutated_code(mutant: Mutant) -> types.CodeType:
    """Return the code of the mutant's function without the statement."""
    source = next(f for f in _functions(mutant.filename) if f.name == mutant.function)
    copy = ast.parse(ast.unparse(ast.Module([source], [])))  # a copy; its lines are set back below
    for old, new in zip(ast.walk(source), ast.walk(copy.body[0]), strict=True):
        ast.copy_location(new, old)
    changed = _Delete(mutant.line).visit(copy.body[0])
    changed.decorator_list = []
    module = ast.fix_missing_locations(ast.Module([changed], []))
    compiled = compile(module, mutant.filename, "exec")
    return next(const for const in compiled.co_consts if isinstance(const, types.CodeType))


def _target(mutant: Mutant) -> types.FunctionType:
    module = next(module for module in _modules() if module.__name__ == mutant.module)
    found = vars(module)[mutant.function]
    return found.body if isinstance(found, Event) else found  # type: ignore[return-value]


def affected(mutant: Mutant) -> list[Event]:
    """Return the events whose body is, or reaches, the mutant's function."""
    target = _target(mutant)
    return [event for event in EVENTS.values() if target in _reached(event.body)]


def _reached(function: Callable[..., object]) -> set[object]:
    seen: set[object] = set()
    todo: list[Callable[..., object]] = [function]
    while todo:
        current = todo.pop()
        if current in seen or not isinstance(current, types.FunctionType):
            continue
        seen.add(current)
        todo += [current.__globals__[name] for name in current.__code__.co_names if name in current.__globals__]
    return seen


@contextmanager
def without(mutant: Mutant) -> Iterator[None]:
    """Run the block with the mutant's statement deleted from the model of this process."""
    target = _target(mutant)
    original = target.__code__
    target.__code__ = mutated_code(mutant)
    try:
        yield
    finally:
        target.__code__ = original


def judge(mutant: Mutant) -> Fate:
    """Say whether a law notices the mutant, asking the events with the fewest paths first."""
    reason = EQUIVALENT.get(mutant.key)
    with without(mutant):
        prover = Prover(LAWS.values())
        unsure = None
        for event in _cheapest(affected(mutant)):
            try:
                noticed = prover.first_failure(event)
            except Unsure as gave_up:
                unsure = str(gave_up)
                continue
            if noticed is not None:
                return Fate(mutant, noticed, reason)
        impossible = without_witness() if reason is None and unsure is None else []
    return Fate(mutant, f"no longer possible: {impossible[0]}" if impossible else None, reason, unsure)


_COSTLY = ("revoke", "resume", "preempt", "abort")


def _cheapest(found: list[Event]) -> list[Event]:
    return sorted(found, key=lambda event: _COSTLY.index(event.name) + 1 if event.name in _COSTLY else 0)


def judge_all(chosen: Sequence[Mutant] | None = None, *, jobs: int | None = None) -> Iterator[Fate]:
    """Judge every mutant (or those chosen) on several cores; yield each fate, in order, as soon as it is known."""
    todo = mutants() if chosen is None else chosen
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1, mp_context=context) as pool:
        yield from pool.map(judge, todo)


def stale(fates: Iterable[Fate]) -> list[str]:
    """Return the entries of `equivalents.py` that name no mutant any more."""
    known = {fate.mutant.key for fate in fates}
    return [key for key in EQUIVALENT if key not in known]
