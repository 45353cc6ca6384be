"""Taking every way through a function whose conditions are z3 terms.

A term's truth value asks the running fork which way to go. The fork notes the condition and its place in the source,
and the function is run again for the other way, until every combination of branches was taken. So a path is a list of
conditions and whatever the function did under them; nothing is translated.

Two shortcuts keep the number of paths small, and both are exact: a condition that simplifies to true or false does not
branch, and one that this path has already decided (the same term, or `x == 2` after `x == 1`) is not asked again.
"""

from __future__ import annotations

import linecache
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import z3

from .language import short_path

T = TypeVar("T")

MOST_PATHS = 4096
"""More ways than this through one function means that it should be split."""


class TooManyPaths(Exception):
    """A function branches so often that its paths cannot all be taken."""


@dataclass(frozen=True, slots=True)
class Branch:
    """One decision on a path: the condition, which way was taken, and the place in the source that asked."""

    condition: z3.BoolRef
    taken: bool
    filename: str
    line: int

    @property
    def of_a_guard(self) -> bool:
        """Whether a guard asked: on a path that was taken, it held."""
        return linecache.getline(self.filename, self.line).strip().startswith("require(")

    def __str__(self) -> str:
        """Return the source line that asked, with the answer."""
        source = linecache.getline(self.filename, self.line).strip()
        return f"{short_path(self.filename)}:{self.line}: {source}  → {'yes' if self.taken else 'no'}"


@dataclass(slots=True)
class Fork:
    """One way through a function: the choices it was given, and the decisions that came up."""

    choices: list[bool]
    asked: int = 0
    """How many of the choices were asked for together, and found possible."""
    branches: list[Branch] = field(default_factory=list)
    _decided: dict[int, bool] = field(default_factory=dict)
    _values: dict[int, int] = field(default_factory=dict)
    _kept: list[z3.ExprRef] = field(default_factory=list)

    @property
    def conditions(self) -> list[z3.BoolRef]:
        """The conditions under which this way is taken."""
        return [b.condition if b.taken else z3.Not(b.condition) for b in self.branches]

    def decide(self, condition: z3.BoolRef) -> bool:
        """Say whether the condition holds on this way."""
        simple = z3.simplify(condition)
        if z3.is_true(simple) or z3.is_false(simple):
            return bool(z3.is_true(simple))
        known = self._known(simple)
        if known is not None:
            return known
        position = len(self.branches)
        if position == len(self.choices):
            self.choices.append(True)
        taken = self.choices[position]
        self._note(simple, taken=taken)
        self.branches.append(Branch(condition, taken, *_asking()))
        return taken

    def _known(self, simple: z3.BoolRef) -> bool | None:
        known = self._decided.get(simple.get_id())
        if known is not None:
            return known
        if z3.is_eq(simple):
            left, right = simple.children()
            value = self._values.get(left.get_id()) if z3.is_int_value(right) else None
            if value is not None:
                return bool(value == right.as_long())
        return None

    def _note(self, simple: z3.BoolRef, *, taken: bool) -> None:
        opposite = z3.simplify(z3.Not(simple))
        self._kept += [simple, opposite]  # a term's id may be used again once the term is gone
        self._decided[simple.get_id()] = taken
        self._decided[opposite.get_id()] = not taken
        if taken and z3.is_eq(simple):
            left, right = simple.children()
            if z3.is_int_value(right):
                self._values[left.get_id()] = right.as_long()

    @property
    def is_asked(self) -> bool:
        """Whether all conditions of this way were found possible together."""
        return bool(self.branches) and self.asked >= len(self.branches)

    def next(self, before: int | None = None) -> list[bool] | None:
        """Return the choices of the next way, or of the next that differs before a place, or None after the last."""
        rest = self.choices[: len(self.branches) if before is None else before - 1]
        while rest and not rest[-1]:
            rest.pop()
        return [*rest[:-1], False] if rest else None


Possible = Callable[[Sequence[z3.BoolRef]], bool]
"""Whether some conditions can hold at once, as far as one knows; true where one does not."""


def ways(
    run: Callable[[Fork], T], name: str, possible: Possible | None = None, idle: Callable[[T], bool] | None = None
) -> Iterator[tuple[Fork, T]]:
    """Run a function once for each way through it; ways of which the beginning is not `possible` are left out.

    A way that is `idle`, and over with its last choice, changes nothing: whether it is possible does not matter, and it
    is given without being asked about.
    """
    choices: list[bool] | None = []
    count = 0
    while choices is not None:
        given = len(choices)
        fork = Fork(choices)
        result = run(fork)
        over = idle is not None and len(fork.branches) == given and idle(result)
        if given and possible is not None and not over:
            if not possible(fork.conditions[:given]):
                choices = fork.next(given)
                continue
            fork.asked = given
        count += 1
        if count > MOST_PATHS:
            msg = f"{name} has more than {MOST_PATHS} paths; split it into several events or laws"
            raise TooManyPaths(msg)
        yield fork, result
        choices = fork.next()


def _asking() -> tuple[str, int]:
    """Return file and line of the nearest frame that belongs to an event, a law or one of their helpers."""
    frame = sys._getframe(1)  # noqa: SLF001  the only way to know which line of an event is branching
    while frame.f_back is not None and frame.f_globals.get("__name__", "") in _MACHINERY:
        frame = frame.f_back
    return frame.f_code.co_filename, frame.f_lineno


_MACHINERY = frozenset(
    {__name__, f"{__package__}.language", *(f"{__package__}.worlds.{part}" for part in ("access", "symbolic", "terms"))}
)
