"""How strong the laws are: small mistakes are made in the events of a system, and a law must notice each.

A mutant is noticed where a law or a rule does not hold of an event that it changes, or where something that must be
possible, each event included, no longer is. Mutants that are not noticed must stand in the system's `equivalents`, each
with the reason; one that stands there and is noticed after all is reported as well.

Three questions are asked of a mutant, the quickest first. Does one of the events break a law in a state of a small
instance that the system reaches? Such a step is what the prover would find. Is there still a run to everything that
must be possible, among all runs that are as long, and within twice the states that it takes without the mistake? And
does the prover refute a law of one of the events?
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, cached_property

from .arguments import choices
from .catalogue import SYSTEMS
from .check import broken, law_arguments, out_of_range
from .graph import MOST_SEEN, Graph, Reached, State
from .language import Event, Refused
from .mutants import Mutant, affected, mutants
from .prove import Prover, Unsure
from .rules import EVENT_CHANGES_SOMETHING, REFUSAL_CHANGES_NOTHING, VALUES_STAY_IN_RANGE
from .search import MOST_TOKENS
from .solve import EFFORT
from .system import System
from .trace import Call
from .witness import witnesses
from .worlds.concrete import ConcreteWorld

LEAST_STATES = 20_000
"""A search for what a mutant's runs no longer reach sees at least so many states."""

Runs = Mapping[str, tuple[Call, ...]]
"""The shortest run to each event and each thing that must be possible, by name."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a mutant: what noticed it, or the reason why nothing does, or neither."""

    mutant: Mutant
    noticed: str | None
    reason: str | None
    unsure: str | None = None
    """Set where the solver gave up before any law had noticed: then nothing is known of the mutant."""

    @property
    def good(self) -> bool:
        """Whether the mutant is noticed, or listed with a reason, but not both."""
        return (self.noticed is None) != (self.reason is None) and self.unsure is None


class Bench:
    """Judges the mutants of one system: what the laws say, and the runs that the system has without any mistake."""

    def __init__(self, system: System, runs: Runs | None = None, effort: int = EFFORT) -> None:
        """Read the laws once; find the runs, unless they are known. Without runs, only the proof is asked."""
        self.system = system
        self.prover = Prover(system.laws.values(), effort, system.fixed)
        self.runs = runs_of(system) if runs is None else runs
        small = system.instance(2)
        self.instance = replace(small, sizes={**small.sizes, **system.fixed})
        self.graph = Graph(self.instance, system.events.values())
        self.before, self.after = ConcreteWorld(self.instance), ConcreteWorld(self.instance)
        self.states = self._states()

    def _states(self) -> list[State]:
        """Return the states that the runs go through, and those one call away from them."""
        world = self.after
        found: dict[State, None] = {}
        for run in self.runs.values():
            world.restore(self.graph.start)
            for call in run:
                found[world.state()] = None
                self.system.events[call.event](world, *call.args)
        return list(dict.fromkeys([*found, *(after for state in found for _, after in self.graph.steps(state))]))

    def judge(self, mutant: Mutant) -> Fate:
        """Say whether a law notices the mutant, or something that must be possible no longer is."""
        reason = self.system.equivalents.get(mutant.key)
        changed = affected(mutant, self.system)
        noticed = self.broken_step(changed) or self.impossible(changed)
        if noticed is not None:
            return Fate(mutant, noticed, reason)
        unsure = None
        for event in changed:
            try:
                noticed = self.prover.first_failure(event)
            except Unsure as gave_up:
                unsure = str(gave_up)
                continue
            if noticed is not None:
                return Fate(mutant, noticed, reason)
        return Fate(mutant, None, reason, unsure)

    def broken_step(self, changed: Sequence[Event]) -> str | None:
        """Take each of the changed events in each of the known states; return the first law or rule that one breaks."""
        for event in changed:
            calls = list(choices(event, self.instance, MOST_TOKENS))
            for state in self.states:
                for args in calls:
                    wrong = self._step(state, event, args)
                    if wrong is not None:
                        return f"{event.name}: {wrong}"
        return None

    def _step(self, state: State, event: Event, args: tuple[int, ...]) -> str | None:
        after = self.after
        after.restore(state)
        try:
            event(after, *args)
        except IndexError:  # it names something that this instance does not have
            return None
        except Refused:
            same = after.state() == state
            return None if same else f"{REFUSAL_CHANGES_NOTHING.id} {REFUSAL_CHANGES_NOTHING.name}"
        if after.state() == state:
            return f"{EVENT_CHANGES_SOMETHING.id} {EVENT_CHANGES_SOMETHING.name}"
        beyond = next(out_of_range(after), None)
        if beyond is not None:
            return f"{VALUES_STAY_IN_RANGE.id} range[{beyond[0].name}]"
        self.before.restore(state)
        call = Call(event.name, args, self.system.name)
        found = next(broken(self.system.laws.values(), after, self.before, call), None)
        return None if found is None else f"{found.law.id} {found.law.name}"

    def impossible(self, changed: Sequence[Event]) -> str | None:
        """Return something that must be possible and, with some events changed, no longer is.

        Nothing is said of what takes longer runs than the search came to before it had to end.
        """
        events = {**self.system.events, **{event.name: event for event in changed}}
        lost = {name for name, run in self.runs.items() if not self._leads_to(name, run, events)}
        if not lost:
            return None
        try:
            longest = max(len(self.runs[name]) for name in lost)
            searched = self.graph.search(changed, self.until_all(lost), self.most_states, longest)
        except IndexError:  # a larger instance might have what is named, so nothing can be said
            return None
        known = [name for name in lost if searched.covers(self.runs[name])]
        return f"no longer possible: {min(known)}" if known else None

    @cached_property
    def most_states(self) -> int:
        """How many states a search sees: twice as many as it takes without any mistake to reach all that is possible.

        So a mutant is not taken to be noticed because its search was cut where that of the system goes on.
        """
        needed = self.graph.search([], self.until_all(set(self.runs)), MOST_SEEN).states
        return max(LEAST_STATES, 2 * needed)

    def until_all(self, names: set[str]) -> Reached:
        """Return the end of a search for all of these, each of which is taken out once it has happened."""

        def reached(world: ConcreteWorld, call: Call) -> bool:
            names.difference_update([name for name in names if self._is(name, world, call)])
            return not names

        return reached

    def _leads_to(self, name: str, run: Sequence[Call], events: Mapping[str, Event]) -> bool:
        world = self.after
        world.restore(self.graph.start)
        try:
            for call in run:
                events[call.event](world, *call.args)
        except (Refused, IndexError):
            return False
        return self._is(name, world, run[-1])

    def _is(self, name: str, world: ConcreteWorld, call: Call) -> bool:
        """Whether something has happened that must be possible: an event, or a state."""
        law = self.system.sometimes.get(name)
        if law is None:
            return call.event == name
        return any(law.body(world, *args) for args in law_arguments(law, self.instance))


def runs_of(system: System) -> Runs:
    """Return the shortest run to each event and to each thing that must be possible."""
    return witnesses({**system.events, **system.sometimes}, system)


_RUNS: dict[str, Runs] = {}


def _know(runs: dict[str, Runs]) -> None:
    """Tell a worker process the runs, so that it need not look for them."""
    _RUNS.update(runs)


@cache
def _bench(system: str) -> Bench:
    return Bench(SYSTEMS[system], _RUNS.get(system))


def judge(mutant: Mutant) -> Fate:
    """Say whether a law notices a mutant."""
    return _bench(mutant.system).judge(mutant)


def judge_all(chosen: Sequence[Mutant], *, jobs: int | None = None) -> Iterator[Fate]:
    """Judge mutants on several cores; yield each fate, in order, as soon as it is known."""
    runs = {name: runs_of(SYSTEMS[name]) for name in dict.fromkeys(mutant.system for mutant in chosen)}
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        jobs or os.cpu_count() or 1, mp_context=context, initializer=_know, initargs=(runs,)
    ) as pool:
        yield from pool.map(judge, chosen)


def stale(system: System) -> list[str]:
    """Return the entries of a system's `equivalents` that name no mutant any more."""
    known = {mutant.key for mutant in mutants(system)}
    return [key for key in system.equivalents if key not in known]
