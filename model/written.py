"""What the model is written as: events, laws, faults and rankings, each a function with a sentence and a place."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from .fields import Schema


class ModelError(Exception):
    """The model itself is written wrongly. The message names file and line."""


class Refused(Exception):
    """The event's guard does not hold; nothing was changed."""

    def __init__(self, why: str, law: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.law = law


class Written:
    """What an event and a law have in common: a body that says in its docstring, and at a place, what it means."""

    __slots__ = ()

    body: Callable[..., Any]

    @property
    def doc(self) -> str:
        """The event in one line of prose, or the law as a sentence."""
        return first_line(self.body)

    @property
    def where(self) -> str:
        """The file and line."""
        return location(self.body)


@dataclass(frozen=True, slots=True)
class Event(Written):
    """One atomic step of the lifecycle: its name, the sorts of its arguments, and its body."""

    name: str
    params: tuple[tuple[str, Any], ...]
    body: Callable[..., None]
    schema: type[Schema]

    def __call__(self, w: Schema, *args: int) -> None:
        """Run the body: change the world, or raise `Refused` and leave it as it was."""
        self.body(w, *args)


@dataclass(frozen=True, slots=True)
class Law(Written):
    """One fact: about a state (`step` false), or about the states before and after an event, any or a certain one."""

    id: str
    name: str
    params: tuple[tuple[str, Any], ...]
    body: Callable[..., bool]
    schema: type[Schema]
    step: bool = False
    of: Event | None = None
    """The event whose postcondition it is: it then takes that event's arguments, and says nothing of other events."""


@dataclass(frozen=True, slots=True)
class Ranking(Written):
    """A reason why something comes true in the end: an amount that some events only ever lessen, until it is true.

    `moves` are events with their arguments: the names of the goal's own arguments, or numbers.
    """

    id: str
    name: str
    body: Callable[..., int]
    schema: type[Schema]
    moves: tuple[tuple[Event, tuple[str | int, ...]], ...]
    until: Law


@dataclass(frozen=True, slots=True)
class Fault(Written):
    """A known way of getting an event wrong: the event with something forgotten, and the laws that this must break."""

    id: str
    name: str
    event: Event
    breaks: tuple[str, ...]
    body: Callable[..., None]

    @property
    def wrong(self) -> Event:
        """The event as it is with the fault in it."""
        return Event(self.event.name, self.event.params, self.body, self.event.schema)


def first_line(function: Callable[..., Any]) -> str:
    """Return the first paragraph of a docstring on one line."""
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())


def location(function: Callable[..., Any]) -> str:
    """Return `folder/file.py:line` of a function of the model."""
    code = inspect.unwrap(function).__code__
    return f"{short_path(code.co_filename)}:{code.co_firstlineno}"


def short_path(filename: str) -> str:
    """Return a path from the package folder on, so that it reads the same in a checkout and in an installation."""
    parts = filename.replace("\\", "/").split("/")
    for package in ("model", "conformance", "gpu_backend", "tests"):
        if package in parts:
            start = len(parts) - 1 - parts[::-1].index(package)
            return "/".join(parts[start:])
    return parts[-1]
