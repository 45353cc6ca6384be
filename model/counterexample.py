"""From "not proved" to something one can read: the smallest run that breaks the law, or else one breaking step.

First the bounded search asks for a run from the initial state with 1, 2, 3 requests. Where there is none within its
bound, z3 is asked for one step from a state of 1, 2, 3 requests that meets every law (`lawful.py`): a counterexample to
induction, which may or may not be reachable. Either way the step is taken again in the concrete world, so what is shown
is real; `showing.py` says what of it matters. What breaks a rule is only looked for as a run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

from .branching import branches_of
from .check import Broken, broken, out_of_range
from .formula import Formula, paths
from .instance import Instance
from .language import Event, Law, Refused
from .lawful import lawful_state
from .naming import named
from .prove import Prover
from .rules import EVENT_CHANGES_SOMETHING, REFUSAL_CHANGES_NOTHING
from .search import shortest_run, widening
from .showing import Counterexample, capacities, counts, facts, looked, with_counted
from .trace import Call
from .worlds.concrete import ConcreteWorld

LARGEST = 3
"""The largest number of requests that is tried."""


def explain(
    event: Event, law: str, events: Iterable[Event], prover: Prover, more: Callable[[], bool] = lambda: True
) -> Counterexample | None:
    """Return the smallest counterexample of an event for a law (named, or `range[cell]`), or None if none is small.

    Runs are looked for in one instance after another as long as there is time for `more`, and then single steps.
    """
    known = {f.name: f.law for f in prover.formulas}
    asked = _Question(event, law, known.get(law))
    replaced = [asked.taken if e.name == event.name else e for e in events]
    own = [_instance(prover, requests) for requests in range(1, LARGEST + 1)]
    for size, most_states in widening(own, _capacities(event, law, prover), prover.fixed):
        if not more():
            break
        found = _run(asked, replaced, size, most_states=most_states)
        if found is not None:
            return found
    for requests in range(1, LARGEST + 1):
        found = _step(asked, prover, requests)
        if found is not None:
            return found
    return None


@dataclass(frozen=True, slots=True)
class _Break:
    """What a call broke, as one would write it, and the fields that the law names."""

    said: str
    fields: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Question:
    """What is to be broken by which event: a law, the range of a cell, or a rule, by the name of its obligation."""

    event: Event
    name: str
    law: Law | None

    @property
    def taken(self) -> Event:
        """The event as its calls are made: asked whether a refusal changes nothing, one that did is let through."""
        return _let_through(self.event) if self.name == REFUSAL_CHANGES_NOTHING.name else self.event

    def breaks(self, before: ConcreteWorld, after: ConcreteWorld, call: Call) -> _Break | None:
        """Return how a call of the event breaks it, or None."""
        if self.name == REFUSAL_CHANGES_NOTHING.name:
            return self._refusal(before, after, call)
        if self.name == EVENT_CHANGES_SOMETHING.name:
            idle = before.state() == after.state()
            return _Break(f"{self.name}: it is done, and leaves everything as it was", frozenset()) if idle else None
        return self._range(after) if self.law is None else self._law(self.law, before, after, call)

    def _refusal(self, before: ConcreteWorld, after: ConcreteWorld, call: Call) -> _Break | None:
        refused = _refused(self.event, before, call.args)
        if refused is None or before.state() == after.state():
            return None
        guard = f"the guard {refused.why!r}{f' ({refused.law})' if refused.law else ''}"
        said = f"{self.name}: {guard} refuses it after that; move it before the first change"
        return _Break(said, frozenset())

    def _range(self, after: ConcreteWorld) -> _Break | None:
        beyond = ((cell, value) for cell, value in out_of_range(after) if self.name == f"range[{cell.name}]")
        return next(
            (
                _Break(f"{self.name}: {cell.name} = {named(cell.spec.domain, value)}", frozenset({cell.field}))
                for cell, value in beyond
            ),
            None,
        )

    def _law(self, law: Law, before: ConcreteWorld, after: ConcreteWorld, call: Call) -> _Break | None:
        found = next((b for b in broken([law], after, before, call) if _formula_name(b) == self.name), None)
        if found is None:
            return None
        fields: set[str] = set()
        law.body(*(looked(world, fields) for world in ((before, after) if law.step else (after,))), *found.args)
        return _Break(str(found), frozenset(fields))


def _let_through(event: Event) -> Event:
    """Return the event as one that is not refused where it had changed something by then."""

    def body(w: Any, *args: int) -> None:
        was = w.state()
        try:
            event(w, *args)
        except Refused:
            if w.state() == was:
                raise

    return replace(event, body=body)


def _refused(event: Event, world: ConcreteWorld, args: tuple[int, ...]) -> Refused | None:
    """Return why the event is refused, whatever it had changed by then, and leave the world as it was."""
    was = world.state()
    try:
        event(world, *args)
    except Refused as why:
        return why
    finally:
        world.restore(was)
    return None


def _formula_name(found: Broken) -> str:
    """Return the name that the proof gives to a law for these pools."""
    pairs = zip(found.law.params, found.args, strict=True)
    return found.law.name + "".join(f"[{sort(value).name}]" for (_, sort), value in pairs if issubclass(sort, IntEnum))


def _capacities(event: Event, law: str, prover: Prover) -> list[str]:
    """Return the capacities that the event or the law looks at."""
    reads = {name for path in paths(event) for name in path.reads}
    reads |= {name for formula in prover.formulas if formula.name == law for name in formula.reads}
    return [name for name in prover.layout.sizes if name in reads]


def _instance(prover: Prover, requests: int) -> Instance:
    """Return a small instance in the variant that is being proved."""
    small = prover.small(requests)
    return replace(small, sizes={**small.sizes, **prover.fixed})


def _run(asked: _Question, events: Sequence[Event], size: Instance, *, most_states: int) -> Counterexample | None:
    before = ConcreteWorld(size)

    def goal(after: ConcreteWorld, state: tuple[int, ...], call: Call) -> bool:
        if call.event != asked.event.name:
            return False
        before.restore(state)
        return asked.breaks(before, after, call) is not None

    found = shortest_run(size, events, goal, most_states)
    if found.run is None:
        return None
    world, on_the_way = ConcreteWorld(size), set[str]()
    by_name = {e.name: e for e in events}
    for call in found.run[:-1]:
        by_name[call.event](looked(world, on_the_way), *call.args)
    return _shown(world, asked, found.run, on_the_way=on_the_way)


def _step(asked: _Question, prover: Prover, requests: int) -> Counterexample | None:
    event, law = asked.event, asked.name
    size = _counted(prover, requests)
    for path in paths(event):
        if path.refused is not None:
            continue
        for formula in _goals(prover, law):
            found = lawful_state(prover, path, formula, law, size)
            if found is None or not _inside(found[0], event, found[1]):
                continue
            call = Call(event.name, found[1], event.schema.system)
            shown = _shown(found[0], asked, (call,))
            if shown is not None:
                return shown
    return None


def _inside(world: ConcreteWorld, event: Event, args: tuple[int, ...]) -> bool:
    """Whether the event looks only at things that so small an instance has."""
    try:
        return world.enabled(event, args)
    except IndexError:
        return False


def _goals(prover: Prover, law: str) -> list[Formula | None]:
    if law.startswith("range["):
        return [None]
    return [formula for formula in prover.formulas if formula.name == law]


def _counted(prover: Prover, requests: int) -> Instance:
    """Return an instance with as many adapters as requests, and everything else as in the small one."""
    return replace(_instance(prover, requests), adapters=requests, page_size=1)


def _shown(
    world: ConcreteWorld, asked: _Question, calls: tuple[Call, ...], *, on_the_way: set[str] | None = None
) -> Counterexample | None:
    """Make the last call in the state before it; return what it breaks, or None if it breaks nothing.

    `on_the_way` are the fields that the calls before it named, for a run from the start.
    """
    before = ConcreteWorld(world.instance)
    before.restore(world.state())
    fields: set[str] = set()
    asked.taken(looked(world, fields), *calls[-1].args)
    breaks = asked.breaks(before, world, calls[-1])
    if breaks is None:
        return None
    near = with_counted(fields | breaks.fields, world.layout)
    was, now = facts(before), facts(world)
    either = {key: cell for key, (cell, _) in [*was.items(), *now.items()]}
    nothing = {key: named(cell.spec.domain, 0) for key, cell in either.items()}
    said_before, said_now = (nothing | {key: said for key, (_, said) in each.items()} for each in (was, now))
    return Counterexample(
        requests=world.instance.requests,
        reachable=on_the_way is not None,
        calls=calls,
        before=tuple(f"{key} = {said}" for key, (cell, said) in was.items() if cell.field in near),
        others=sum(cell.field not in near for cell, _ in was.values()),
        changes=tuple((key, said_before[key], said_now[key]) for key in either if said_before[key] != said_now[key]),
        breaks=breaks.said,
        instance=world.instance,
        counts=counts(world, near | (on_the_way or set())),
        capacities=capacities(world, near),
        branches=branches_of(asked.event, before, calls[-1].args),
    )
