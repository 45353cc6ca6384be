"""The facts that are assumed of totals, tallies and pages are true of real states, and not more than true."""

from collections.abc import Iterable
from itertools import product

import z3
from hypothesis import given
from hypothesis import strategies as st

from tenure.model import facts
from tenure.model.fields import Kind
from tenure.model.sorts import Adapter, Request
from tenure.model.state import World
from tenure.model.worlds.layout import CELLS, layout
from tenure.model.worlds.terms import PAGES, constant

REQUESTS, ADAPTERS = 3, 2
LIFECYCLE = layout(World)


def at_hand(requests: Iterable[z3.ArithRef], adapters: Iterable[z3.ArithRef]) -> facts.Hand:
    return facts.Hand(LIFECYCLE, {Request: tuple(requests), Adapter: tuple(adapters)})


@given(st.data())
def test_the_facts_about_sums_hold_in_every_real_state(data: st.DataObject) -> None:
    """Any real state has real sums: with these in place of the ghosts, each fact must come out true."""
    keys = {Request: range(REQUESTS), Adapter: range(ADAPTERS)}
    values: dict[str, list[int]] = {}
    for cell in CELLS.values():
        if cell.index is not None and cell.spec.kind is not Kind.TALLY:
            high = ADAPTERS - 1 if cell.name == "adapter" else cell.spec.high if cell.spec.high is not None else 4
            many = len(keys[cell.index])
            values[cell.name] = data.draw(st.lists(st.integers(0, high), min_size=many, max_size=many), cell.name)
    terms: dict[str, z3.ExprRef] = {}
    for cell in CELLS.values():
        if cell.name in values:
            terms[cell.name] = _array(values[cell.name])
            terms[cell.total] = z3.IntVal(sum(values[cell.name]))
        elif cell.spec.kind is Kind.TALLY:
            terms[cell.name] = _tally(cell.spec.of, cell.spec.among, cell.spec.by, values)
    named = st.lists(st.integers(0, REQUESTS - 1), min_size=1, max_size=4)  # the same request may be named twice
    hand = at_hand((z3.IntVal(r) for r in data.draw(named)), (z3.IntVal(a) for a in range(ADAPTERS)))
    for fact in facts.sums(hand, terms.__getitem__):
        assert z3.is_true(z3.simplify(fact)), fact


def _array(amounts: list[int]) -> z3.ArrayRef:
    array = z3.K(z3.IntSort(), z3.IntVal(0))
    for key, amount in enumerate(amounts):
        array = z3.Store(array, key, amount)
    return array


def _tally(of: str, among: tuple[int, ...], by: str, values: dict[str, list[int]]) -> z3.ExprRef:
    members = [key for key, value in enumerate(values[of]) if value in among]
    if not by:
        return z3.IntVal(len(members))
    return _array([sum(values[by][key] == group for key in members) for group in range(ADAPTERS)])


def test_the_facts_do_not_say_that_nobody_else_holds_anything() -> None:
    """A total may exceed what the named requests hold: an unnamed one may hold the rest."""
    hand = at_hand((z3.Int("r"),), (z3.Int("a"),))
    solver = z3.Solver()
    solver.add(*facts.domains(hand), *facts.sums(hand))
    solver.add(constant(LIFECYCLE, "slot")[z3.Int("r")] == 0, constant(LIFECYCLE, "slot.total") == 5)
    assert solver.check() == z3.sat


def test_two_names_for_one_request_are_not_counted_twice() -> None:
    r, s = z3.Ints("r s")
    hand = at_hand((r, s), ())
    solver = z3.Solver()
    solver.add(
        *facts.sums(hand),
        constant(LIFECYCLE, "slot")[r] == 1,
        constant(LIFECYCLE, "slot")[s] == 1,
        constant(LIFECYCLE, "slot.total") == 1,
    )
    assert solver.check() == z3.sat
    solver.add(r != s)
    assert solver.check() == z3.unsat


def test_the_facts_about_pages_hold_for_every_page_size() -> None:
    amounts = [z3.IntVal(n) for n in range(9)]
    stated = facts.pages(amounts)
    for page_size, fact in product((1, 2, 3, 4, 16), stated):
        real = [(PAGES(z3.IntVal(n)), z3.IntVal(-(-n // page_size))) for n in range(9)]
        assert z3.is_true(z3.simplify(z3.substitute(fact, *real))), fact
