"""What is said of each obligation that is refuted: a counterexample, or why there is none to show."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ..model.rules import EVENT_CHANGES_SOMETHING, KEYS_ARE_THINGS, REFUSAL_CHANGES_NOTHING
from .laws import Citation
from .record import Refuted

if TYPE_CHECKING:
    from ..model.language import Event
    from ..model.obligation import Obligation
    from ..model.showing import Counterexample

SECONDS = 12.0
"""No further search is begun once so long has been spent on those before it."""

TO_THE_END = 3
"""For how many a counterexample is looked for as far as it goes, however long it takes."""


def explained(
    failed: Sequence[Obligation], variant: str, clock: Callable[[], float] | None = None
) -> Iterator[Refuted]:
    """Yield what is refuted with what is to be said of it, each law once before any law a second time.

    What time does not suffice for is yielded with nothing shown.
    """
    now = clock or time.perf_counter
    laws: set[str] = set()
    first: list[Obligation] = []
    again: list[Obligation] = []
    for each in failed:
        (again if law_of(each) in laws else first).append(each)
        laws.add(law_of(each))
    started = now()
    searched = 0
    for each in (*first, *again):
        said = _without_search(each)
        if said is not None:
            yield _refuted(each, shown=(said,), from_start=said == AT_THE_START)
        elif searched < TO_THE_END:
            searched += 1
            yield _searched(each, variant, lambda: True)
        elif now() - started < SECONDS:
            yield _searched(each, variant, lambda: now() - started < SECONDS)
        else:
            yield _refuted(each)


def law_of(each: Obligation) -> str:
    """Return the name of a law without the pool, the range without the cell, that an obligation is about."""
    return each.law.split("[")[0]


AT_THE_START = "it does not hold at the start"


def _without_search(each: Obligation) -> str | None:
    """Return what is said of an obligation for which no run is looked for, or None if one is."""
    from ..model.catalogue import SYSTEMS

    if law_of(each) == KEYS_ARE_THINGS.name:
        return f"the key {_key(each)} may be negative, which is nothing; ask that it is not before it is looked up"
    system = SYSTEMS[each.system]
    if law_of(each) in system.rankings:
        return "it is a part of a ranking, of which no counterexample is looked for"
    return None if each.event in system.events else AT_THE_START


def _key(each: Obligation) -> str:
    """Return a computed key as it is written: the proof marks whose argument a name in it is."""
    return re.sub(r"\b(event|law)!", "", " ".join(each.law.partition("[")[2].removesuffix("]").split()))


def _searched(each: Obligation, variant: str, more: Callable[[], bool]) -> Refuted:
    """Return an obligation with the smallest run, or else the smallest step, that breaks its law."""
    from ..model.catalogue import SYSTEMS
    from ..model.counterexample import explain
    from ..model.proof import prover_of
    from ..model.showing import told

    system = SYSTEMS[each.system]
    event = system.events[each.event]
    prover = prover_of(system, variant)
    found: Counterexample | None = explain(event, each.law, system.events.values(), prover, more)
    if found is None:
        return _refuted(each, shown=(_not_found(each, event),), branches=each.branches)
    return _refuted(each, shown=tuple(told(found)), branches=found.branches, from_start=found.reachable)


def _not_found(each: Obligation, event: Event) -> str:
    """Say what it means that no counterexample was found."""
    from ..model.counterexample import LARGEST
    from ..model.formula import paths

    if law_of(each) == REFUSAL_CHANGES_NOTHING.name:
        late = dict.fromkeys(repr(path.refused.why) for path in paths(event) if path.refused and path.writes)
        return f"no short run shows it, but {', '.join(late)} is asked after a change; move it before the first change"
    if law_of(each) == EVENT_CHANGES_SOMETHING.name:
        return "no short run shows it, but no guard and no law rules it out; ask first that there is something to do"
    return (
        f"neither a short run nor a step with up to {LARGEST} requests breaks it; "
        "a longer run or more of them may, or a law that rules it out is missing"
    )


def _refuted(
    each: Obligation, *, shown: tuple[str, ...] = (), branches: tuple[str, ...] = (), from_start: bool = False
) -> Refuted:
    name = each.law if law_of(each) != KEYS_ARE_THINGS.name else f"{KEYS_ARE_THINGS.name}[{_key(each)}]"
    return Refuted(
        system=each.system,
        event=each.event,
        event_where=each.event_where,
        law=Citation(each.law_id, name, each.sentence, each.law_where),
        answer=each.answer.value,
        branches=branches,
        shown=shown,
        from_start=from_start,
    )
