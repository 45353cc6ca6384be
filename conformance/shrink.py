"""Making a failing run as small as it goes, always in the same way: fewer calls, smaller arguments, smaller sizes.

A smaller run counts only if it breaks the same law. In the end no single call can be left out, no argument and no
size be smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations

from ..model.language import Refused
from ..model.lifecycle import EVENTS
from ..model.sorts import Adapter, Request, Tokens
from ..model.state import World
from ..model.system import SYSTEMS
from ..model.trace import Call, Trace
from ..model.worlds.concrete import ConcreteWorld
from .engine import SCHEDULE
from .evidence import Breach
from .script import USUAL, instance_of, sizes_of

Probe = Callable[[Trace], Breach | None]
"""Runs a trace and says how it went wrong, if it did."""

SHORT = 8
"""A run of so many calls can be read at a glance."""

PAIRS_UP_TO = 14
"""Runs that are this short are also tried with any two calls left out."""

FEW = 2
"""So many calls may be left out with what they make impossible kept: it must then be refused."""

MOST_RUNS = 4_000
"""A bound on the runs that are tried; only a run that cannot be made small comes near it."""


class Shrinker:
    """The smallest run found so far."""

    def __init__(self, probe: Probe, law: tuple[str, str], start: Trace, *, plans: bool = False) -> None:
        """Begin with a run that breaks the law, given by id and name. `plans` says whether the engine does."""
        self._plans = plans
        self._probe, self._law = probe, law
        self._tried: set[str] = set()
        self.best = start

    def run(self) -> Trace:
        """Return a run that cannot be made smaller in one step."""
        passes = [self._without_one, self._windows, self._arguments, self._pairs]
        if self.best.instance.schema is World:  # only there are sizes said in a command
            passes[2:2] = [self._renumbered, self._sizes]
        if self._plans:
            passes.append(self._planned)
        while sum(self._exhaust(each) for each in passes):
            if len(self._tried) >= MOST_RUNS:
                break
        return self.best

    def _exhaust(self, candidates: Callable[[], Iterator[Trace]]) -> bool:
        """Take the first smaller candidate until there is none."""
        found = False
        while any(self._accepts(candidate) for candidate in candidates()):
            found = True
        return found

    def _accepts(self, candidate: Trace) -> bool:
        key = repr(candidate)
        if key in self._tried or weight(candidate) >= weight(self.best) or len(self._tried) >= MOST_RUNS:
            return False
        self._tried.add(key)
        breach = self._probe(candidate)
        if breach is None or self._law not in breach.keys:
            return False
        self.best = min(candidate, breach.trace, key=weight)
        return True

    def _without(self, left_out: Sequence[int]) -> Iterator[Trace]:
        """Yield the run without some calls: also without those that this makes impossible; of a few, with them too."""
        gone = frozenset(left_out)
        yield possible_only(self.best, gone)
        if len(gone) <= FEW:
            yield replace(self.best, calls=tuple(call for at, call in enumerate(self.best.calls) if at not in gone))

    def _without_one(self) -> Iterator[Trace]:
        """Yield the run without one request, or without one adapter."""
        for sort in (Request, Adapter):
            for who in sorted({value for call in self.best.calls for value in named(call, sort)}, reverse=True):
                about = [at for at, call in enumerate(self.best.calls) if who in named(call, sort)]
                yield from self._without(about)

    def _windows(self) -> Iterator[Trace]:
        """Yield the run without some calls in a row, long stretches first, from the end on."""
        width = len(self.best.calls)
        while width:
            for start in range(len(self.best.calls) - width, -1, -1):
                yield from self._without(range(start, start + width))
            width //= 2

    def _pairs(self) -> Iterator[Trace]:
        """Yield a short run without any two calls."""
        if len(self.best.calls) <= PAIRS_UP_TO:
            for pair in combinations(range(len(self.best.calls)), 2):
                yield from self._without(pair)

    def _planned(self) -> Iterator[Trace]:
        """Yield a run that plans, or is still long, with some calls in a row left to the engine's own planning."""
        calls = self.best.calls
        if SCHEDULE not in calls and len(calls) <= SHORT:
            return
        for width in range(len(calls), 1, -1):
            for start in range(len(calls) - width, -1, -1):
                yield replace(self.best, calls=(*calls[:start], SCHEDULE, *calls[start + width :]))

    def _renumbered(self) -> Iterator[Trace]:
        """Yield the run with its requests and adapters numbered as they appear, and no others in the instance."""
        requests, adapters = appearances(self.best.calls, Request), appearances(self.best.calls, Adapter)
        new: dict[object, dict[int, int]] = {
            Request: {old: at for at, old in enumerate(requests)},
            Adapter: {0: 0} | {old: at for at, old in enumerate((a for a in adapters if a), start=1)},
        }
        calls = tuple(_renamed(call, new) for call in self.best.calls)
        sizes = sizes_of(self.best.instance)
        sizes |= {"requests": max(len(requests), 1), "adapters": max(len(new[Adapter]) - 1, USUAL["adapters"])}
        yield replace(self.best, instance=instance_of(sizes), calls=calls)

    def _arguments(self) -> Iterator[Trace]:
        """Yield the run with one argument smaller."""
        for at, call in enumerate(self.best.calls):
            for which, value in enumerate(call.args):
                for smaller in range(value):
                    args = (*call.args[:which], smaller, *call.args[which + 1 :])
                    changed = (*self.best.calls[:at], replace(call, args=args), *self.best.calls[at + 1 :])
                    yield replace(self.best, calls=changed)

    def _sizes(self) -> Iterator[Trace]:
        """Yield the run with one size smaller, but none below what need not be said."""
        sizes = sizes_of(self.best.instance)
        least = _least(self.best.calls)
        for name, value in sizes.items():
            for smaller in range(max(USUAL[name], least.get(name, 0)), value):
                yield replace(self.best, instance=instance_of({**sizes, name: smaller}))


def weight(trace: Trace) -> tuple[int, int, int, tuple[tuple[int, ...], ...]]:
    """Return how large a run is: calls count most, then their arguments, then the sizes, then early large numbers."""
    sizes = sizes_of(trace.instance)
    args = tuple(call.args for call in trace.calls)
    return len(trace.calls), sum(map(sum, args)), sum(sizes.values()), args


def named(call: Call, sort: object) -> list[int]:
    """Return the arguments of a call that are of a sort."""
    if call == SCHEDULE:
        return []
    params = SYSTEMS[call.system].events[call.event].params
    return [value for (_, each), value in zip(params, call.args, strict=True) if each is sort]


def appearances(calls: Sequence[Call], sort: object) -> list[int]:
    """Return who of a sort is named, in the order of first appearance."""
    return list(dict.fromkeys(value for call in calls for value in named(call, sort)))


def _renamed(call: Call, new: dict[object, dict[int, int]]) -> Call:
    if call == SCHEDULE:
        return call
    params = EVENTS[call.event].params
    args = tuple(new[sort][v] if sort in new else v for (_, sort), v in zip(params, call.args, strict=True))
    return Call(call.event, args)


def _least(calls: Sequence[Call]) -> dict[str, int]:
    """Return how small the instance may be for its calls to stay within it."""
    requests, adapters = appearances(calls, Request), appearances(calls, Adapter)
    tokens = appearances(calls, Tokens)
    return {
        "requests": max(requests, default=0) + 1,
        "adapters": max(adapters, default=0),
        "max_length": max([1, *tokens]),
    }


def possible_only(trace: Trace, gone: frozenset[int]) -> Trace:
    """Return the run without some calls, and without those that the model could do before and cannot do then.

    What an engine decides is not known here, so after its first decision every call is kept.
    """
    before, after = ConcreteWorld(trace.instance), ConcreteWorld(trace.instance)
    kept: list[Call] = []
    known = True
    for at, call in enumerate(trace.calls):
        known = known and call != SCHEDULE
        was = _done(before, call) if known else False
        if at in gone:
            continue
        if known and was and not _done(after, call):
            continue
        kept.append(call)
    return replace(trace, calls=tuple(kept))


def _done(world: ConcreteWorld, call: Call) -> bool:
    try:
        SYSTEMS[call.system].events[call.event](world, *call.args)
    except Refused:
        return False
    return True


def shrink(probe: Probe, law: tuple[str, str], start: Trace, *, plans: bool = False) -> Trace:
    """Return a smallest run that breaks the law; `start` must be one that does."""
    return Shrinker(probe, law, start, plans=plans).run()
