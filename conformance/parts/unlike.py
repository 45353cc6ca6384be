"""Which laws of a system a part breaks, when what it shows is not what the model says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.check import law_arguments
from ...model.language import Law
from ...model.naming import named
from ...model.trace import Call
from ...model.worlds.concrete import ConcreteWorld
from ...model.worlds.layout import Cell
from .. import laws
from ..diagnose import holds
from ..evidence import Broken, Difference, broken
from ..laws import Citation, cite
from .part import PartFactory, Shown

Differing = list[tuple[str, Difference]]
"""What differs, each with the field that it is in."""


def unlikeness(
    factory: PartFactory,
    worlds: tuple[ConcreteWorld, ConcreteWorld],
    shown: Shown,
    call: Call | None,
    first: Sequence[Law],
    *,
    at_odds: bool,
) -> Iterator[Broken]:
    """Yield the laws that what is shown breaks, the `first` before all others, and O1 if it differs at all.

    `worlds` are the model's states before and after the event, `call` what was done in between, if it was done.
    `at_odds` says that the answers differed; the first laws are then named even where nothing else does.
    """
    before, after = worlds
    misfit = next(_misfits(factory, after, shown), None)
    if misfit is not None:
        yield misfit
        return
    unlike = [cell for cell in factory.cells if list(shown[cell.name]) != after.values(cell.name)]
    if not (unlike or at_odds or first):
        return
    observed = ConcreteWorld(after.instance)  # made only where something is wrong: it takes longer than all else
    observed.restore(after.state())
    differing: Differing = []
    for cell in unlike:
        got = [int(value) for value in shown[cell.name]]
        differing += _differences(cell, after.values(cell.name), got)
        observed.put(cell.name, got)
    told = False
    if differing or at_odds:
        every = [law for law in factory.model.laws.values() if law not in first and differing]
        for law in (*first, *sorted(every, key=lambda each: (each.of is not None, each.step))):
            about = _breaks(law, before, observed, call)
            if about is not None:
                told = told or law in first
                yield Broken(_cited(law), about, _telling(law, differing))
    if first and not told:
        yield Broken(_cited(first[0]), "", _telling(first[0], differing))
    if differing:
        yield Broken(cite(laws.AGREES), "", differing[0][1])


def _cited(law: Law) -> Citation:
    return Citation(law.id, law.name, law.doc, law.where)


def _misfits(factory: PartFactory, world: ConcreteWorld, shown: Shown) -> Iterator[Broken]:
    """Yield what cannot be a state of this instance at all; laws can say nothing of it."""
    for cell in factory.cells:
        many, got = len(world.values(cell.name)), shown.get(cell.name)
        if got is None or len(got) != many:
            said = "nothing" if got is None else f"{len(got)} values"
            yield broken(laws.AGREES, f"what it shows of {cell.name}", f"{many} values", said)
            continue
        spec = cell.spec
        most = world.instance.count(spec.refers) - 1 if spec.refers is not None else spec.high
        strange = [value for value in got if value < spec.low or (most is not None and value > most)]
        if strange:
            what = f"what it shows of {cell.name}"
            yield broken(laws.AGREES, what, f"{spec.low} to {'any number' if most is None else most}", strange[0])


def _differences(cell: Cell, expected: Sequence[int], got: Sequence[int]) -> Iterator[tuple[str, Difference]]:
    for at, (wanted, value) in enumerate(zip(expected, got, strict=True)):
        if wanted != value:
            place = f"{cell.name}[{at}]" if cell.indices else cell.name
            both = [named(cell.spec.domain, each) for each in (wanted, value)]
            yield cell.field, Difference(f"{place}: {cell.spec.doc}", *both)


def _telling(law: Law, differing: Differing) -> Difference:
    """Return the difference that a law is about: one in a field that it reads, if there is one."""
    read = law.body.__code__.co_names
    own = [each for field, each in differing if field in read]
    return (own or [each for _, each in differing] or [Difference("its answer", "refused", "done")])[0]


def _breaks(law: Law, before: ConcreteWorld, observed: ConcreteWorld, call: Call | None) -> str | None:
    """Return whom a law does not hold of, if there is anybody."""
    if law.of is None:
        every = list(law_arguments(law, observed.instance))
    else:
        every = [call.args] if call is not None and law.of.name == call.event else []
    for args in every:
        if not holds(law, before, observed, args):
            return ", ".join(f"{name}={named(sort, at)}" for (name, sort), at in zip(law.params, args, strict=True))
    return None
