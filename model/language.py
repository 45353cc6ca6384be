"""The words that the model is written in: event, law, step_law, post, helper, require.

An event is ordinary Python over a world: guards first, then changes. A law is one fact about a world, a step law one
fact about a world before and after an event. All are registered here, by name, in the order in which they are written.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, TypeVar

from .fields import Schema
from .obligation import INITIALLY, POSSIBLE
from .sorts import Flag, Sort, Tokens
from .syntax import check_body
from .system import system_of
from .written import Event, Fault, Law, ModelError, Ranking, Refused, Written, first_line, location, short_path

__all__ = [
    "Event",
    "Fault",
    "Law",
    "ModelError",
    "Ranking",
    "Refused",
    "Written",
    "event",
    "fault",
    "first_line",
    "helper",
    "law",
    "location",
    "one_of",
    "post",
    "ranking",
    "require",
    "short_path",
    "sometimes",
    "step_law",
]

F = TypeVar("F", bound=Callable[..., Any])


def require(condition: object, why: str, law: str = "") -> None:
    """End the event here, with nothing changed, unless the condition holds; `law` is the id of the law it keeps."""
    if not condition:
        refused = Refused(why, law)
        if not _NOTING:
            raise refused
        _NOTING[-1].append(refused)


_NOTING: list[list[Refused]] = []
"""Where guards that do not hold are noted while an event is only asked for all of them."""


@contextmanager
def noting() -> Iterator[list[Refused]]:
    """Note every guard that does not hold, and end the event at none of them. For worlds that change nothing."""
    noted: list[Refused] = []
    _NOTING.append(noted)
    try:
        yield noted
    finally:
        _NOTING.pop()


def one_of(value: int, *options: int) -> bool:
    """Whether the value is one of some options: one condition, so that a proof does not branch on each."""
    ask = getattr(value, "is_one_of", None)
    return value in options if ask is None else ask(options)


for _word in (require, one_of):
    _word.__dict__["tenure_helper"] = _word


def helper(function: F) -> F:
    """Mark a function that events and laws may call. Its body is held to the same rules."""
    check_body(function, returns=True)
    function.__dict__["tenure_helper"] = function
    return function


def event(function: Callable[..., None]) -> Event:
    """Register an event. Its body is checked at import: see `syntax.py` for what it may contain."""
    check_body(function, returns=False)
    schema, params = _params(function, amounts=True, worlds=1)
    made = Event(function.__name__, params, function, schema)
    if made.name in system_of(schema).rankings:
        msg = f"{location(function)}: the name {made.name!r} is taken by a ranking; choose another"
        raise ModelError(msg)
    if made.name in system_of(schema).sometimes:
        raise ModelError(f"{made.where}: something possible of {schema.system} is called {made.name} too; rename one")
    _register(system_of(schema).events, made.name, made, function)
    return made


def fault(*, of: Event, breaks: tuple[str, ...], id: str = "") -> Callable[[Callable[..., None]], Fault]:  # noqa: A002
    """Register a broken variant of an event, with the names of the laws that it must break."""

    def register(function: Callable[..., None]) -> Fault:
        check_body(function, returns=False)
        _, params = _params(function, amounts=True, worlds=1)
        if params != of.params:
            msg = f"{location(function)}: {function.__name__!r} does not take the arguments of {of.name!r}"
            raise ModelError(msg)
        made = Fault(id, function.__name__, of, breaks, function)
        _register(system_of(of.schema).faults, made.name, made, function)
        return made

    return register


def law(law_id: str) -> Callable[[Callable[..., bool]], Law]:
    """Register a fact that holds in every reachable state."""
    return _law(law_id, step=False)


def step_law(law_id: str) -> Callable[[Callable[..., bool]], Law]:
    """Register a fact that holds across every event; its first two arguments are the worlds before and after."""
    return _law(law_id, step=True)


def post(law_id: str, *, of: Event) -> Callable[[Callable[..., bool]], Law]:
    """Register what an event does with its arguments: a step law of that event alone.

    It takes the worlds before and after, and then exactly the arguments of the event. It is shown on every path of the
    event, and is never assumed of anything.
    """

    def register(function: Callable[..., bool]) -> Law:
        check_body(function, returns=True)
        schema, params = _params(function, amounts=True, worlds=2)
        if schema is not of.schema or params != of.params:
            msg = f"{location(function)}: {function.__name__!r} does not take the arguments of {of.name!r}"
            raise ModelError(msg)
        made = Law(law_id, function.__name__, params, function, schema, step=True, of=of)
        _register(system_of(schema).laws, made.name, made, function)
        return made

    return register


def sometimes(function: Callable[..., bool]) -> Law:
    """Register something that some run must reach."""
    check_body(function, returns=True)
    schema, params = _params(function, amounts=False, worlds=1)
    made = Law("W", function.__name__, params, function, schema)
    if made.name in system_of(schema).events:
        raise ModelError(f"{made.where}: an event of {schema.system} is called {made.name} too; give it another name")
    _register(system_of(schema).sometimes, made.name, made, function)
    return made


def ranking(
    law_id: str, *, until: Callable[..., bool], moves: tuple[tuple[Event, tuple[str | int, ...]], ...]
) -> Callable[[Callable[..., int]], Ranking]:
    """Register an amount of a world that the moves lessen, one of which can be made for whatever is not yet `until`."""

    def register(function: Callable[..., int]) -> Ranking:
        check_body(function, returns=True)
        schema, params = _params(function, amounts=False, worlds=1)
        goal_schema, goal_params = _params(until, amounts=False, worlds=1)
        if params or goal_schema is not schema:
            msg = f"{location(function)}: a ranking is an amount of one world alone, and its goal is about the same"
            raise ModelError(msg)
        goal = Law(law_id, until.__name__, goal_params, until, schema)
        check_body(until, returns=True)
        for move, given in moves:
            wanted = [sort for _, sort in move.params]
            own = dict(goal_params)
            fit = len(given) == len(wanted) and all(
                own.get(each) is sort if isinstance(each, str) else each >= 0
                for each, sort in zip(given, wanted, strict=False)
            )
            if move.schema is not schema or not fit:
                msg = f"{location(function)}: {function.__name__!r} cannot move by {move.name!r} with {given}"
                raise ModelError(msg)
        if not moves or function.__name__ in system_of(schema).events:
            msg = f"{location(function)}: the ranking {function.__name__!r} needs moves, and a name that no event has"
            raise ModelError(msg)
        made = Ranking(law_id, function.__name__, function, schema, moves, goal)
        _register(system_of(schema).rankings, made.name, made, function)
        return made

    return register


def _law(law_id: str, *, step: bool) -> Callable[[Callable[..., bool]], Law]:
    def register(function: Callable[..., bool]) -> Law:
        check_body(function, returns=True)
        schema, params = _params(function, amounts=False, worlds=2 if step else 1)
        made = Law(law_id, function.__name__, params, function, schema, step)
        _register(system_of(schema).laws, made.name, made, function)
        return made

    return register


def _register(registry: dict[str, Any], name: str, made: object, function: Callable[..., Any]) -> None:
    known = registry.get(name)
    if name in (INITIALLY, POSSIBLE):
        msg = f"{location(function)}: {name!r} is what the proof calls a part of its own; choose another name"
        raise ModelError(msg)
    if known is not None:
        msg = f"{location(function)}: the name {name!r} is taken by {known.where}; choose another"
        raise ModelError(msg)
    if not function.__doc__:
        msg = f"{location(function)}: {name!r} has no docstring; say in one sentence what it means"
        raise ModelError(msg)
    registry[name] = made


def _params(
    function: Callable[..., Any], *, amounts: bool, worlds: int
) -> tuple[type[Schema], tuple[tuple[str, Any], ...]]:
    """Return the state that a function is about, and the sorts of its other arguments."""
    signature = inspect.signature(function, eval_str=True)
    found: list[tuple[str, Any]] = []
    schema: Any = None
    for position, (name, parameter) in enumerate(signature.parameters.items()):
        given = parameter.annotation
        if position < worlds:
            if not (isinstance(given, type) and issubclass(given, Schema) and given.system and schema in (None, given)):
                msg = f"{location(function)}: argument {name!r} must be annotated with the state it is about"
                raise ModelError(msg)
            schema = given
            continue
        if isinstance(given, type) and issubclass(given, IntEnum) and not list(given):
            msg = f"{location(function)}: the enum of {name!r} has no members, so nothing would be said"
            raise ModelError(msg)
        if not (isinstance(given, type) and (issubclass(given, Sort | IntEnum) or (amounts and given in _AMOUNTS))):
            allowed = "a sort, an enum" + (", Tokens or Flag" if amounts else "")
            msg = f"{location(function)}: argument {name!r} must be annotated with {allowed}"
            raise ModelError(msg)
        found.append((name, given))
    if schema is None:
        msg = f"{location(function)}: the first argument must be annotated with the state it is about"
        raise ModelError(msg)
    return schema, tuple(found)


_AMOUNTS = (Tokens, Flag)
"""The amounts that an event, but no law, may take."""
