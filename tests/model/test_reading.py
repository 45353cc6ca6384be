"""What is read of a changed map is the same without the map; and no key is computed that names nothing."""

from collections.abc import Callable
from typing import Any

import pytest
import z3
from hypothesis import given
from hypothesis import strategies as st

from tenure.model.language import Law, require
from tenure.model.obligation import Answer
from tenure.model.prove import Prover
from tenure.model.reading import Reader, WholeMap
from tenure.model.sorts import Request

from .attacked import Counted, event_of

INT = z3.IntSort()
ROW = z3.ArraySort(INT, INT)
KEYS = [z3.Int("i"), z3.Int("j"), z3.IntVal(0)]
MAPS = [z3.Const("a", ROW), z3.Const("b", ROW)]
TABLE = z3.Const("m", z3.ArraySort(INT, ROW))
COLUMN = z3.Int("column")

keys = st.deferred(lambda: st.sampled_from(KEYS) | st.builds(z3.Select, rows, st.sampled_from(KEYS)))
tables = st.deferred(lambda: st.just(TABLE) | st.builds(z3.Store, st.just(TABLE), keys, rows))
rows: st.SearchStrategy[z3.ArrayRef] = st.deferred(
    lambda: (
        st.sampled_from([*MAPS, z3.K(INT, z3.IntVal(0))])
        | st.builds(z3.Store, rows, keys, keys)
        | st.builds(z3.Select, tables, keys)
        | st.builds(lambda at, yes, no: z3.If(at == KEYS[0], yes, no), keys, rows, rows)
        | st.builds(lambda row, other: z3.Lambda([COLUMN], row[COLUMN] - other[COLUMN]), rows, rows)
    )
)


numbers = st.integers(0, 2)
values_of_a_row = st.lists(numbers, min_size=3, max_size=3)


def row_of(values: list[int]) -> z3.ArrayRef:
    """Return the map with these values at 0, 1 and 2, and none elsewhere."""
    row = z3.K(INT, z3.IntVal(0))
    for key, value in enumerate(values):
        row = z3.Store(row, key, z3.IntVal(value))
    return row


@given(rows, keys, st.tuples(numbers, numbers), st.lists(values_of_a_row, min_size=5, max_size=5))
def test_what_is_read_is_the_same_without_maps(
    row: z3.ArrayRef, key: z3.ArithRef, named: tuple[int, int], held: list[list[int]]
) -> None:
    term = z3.Select(row, key)
    turned = Reader().turn(term)
    assert "Array" not in turned.sexpr()
    table = z3.K(INT, z3.K(INT, z3.IntVal(0)))
    for at, values in enumerate(held[2:]):
        table = z3.Store(table, at, row_of(values))
    maps = [*zip(MAPS, map(row_of, held), strict=False), (TABLE, table)]
    amounts = [(each, z3.IntVal(value)) for each, value in zip(KEYS, named, strict=False)]
    first, second = z3.Var(0, INT), z3.Var(1, INT)
    functions = [(z3.Function(str(each), INT, INT), z3.Select(known, first)) for each, known in maps[:2]]
    functions.append((z3.Function("m", INT, INT, INT), z3.Select(z3.Select(table, first), second)))
    with_maps = z3.simplify(z3.substitute(term, *maps, *amounts))
    without = z3.simplify(z3.substitute(z3.substitute_funs(turned, *functions), *amounts))
    assert z3.is_int_value(with_maps)
    assert with_maps.as_long() == without.as_long()


def test_an_and_of_nothing_is_true() -> None:
    assert Reader().turn(z3.Or(z3.And(), MAPS[0][KEYS[0]] == 0)).sexpr().count("true") == 1


def test_whole_maps_are_not_compared() -> None:
    with pytest.raises(WholeMap):
        Reader().turn(MAPS[0] == MAPS[1])


def reads_before_guarding(w: Counted, r: Any) -> None:
    require(w.amount[r - 1] == 0, "the one before has nothing")
    require(r >= 1, "there is one before")
    w.amount[r] = w.amount[r] + 1


def writes_unguarded(w: Counted, r: Any) -> None:
    w.amount[r - 1] = w.amount[r - 1] + 1


def guards_before_reading(w: Counted, r: Any) -> None:
    require(r >= 1 and w.amount[r - 1] == 0, "there is one before, and it has nothing")
    w.amount[r] = w.amount[r] + 1


def always(w: Counted, r: Request) -> bool:
    """An amount is never negative."""
    return w.amount[r] >= 0


ALWAYS = Law("L1", "always", (("r", Request),), always, Counted, step=False)


@pytest.mark.parametrize(
    ("body", "shown"),
    [(reads_before_guarding, False), (writes_unguarded, False), (guards_before_reading, True)],
)
def test_an_event_looks_up_and_changes_things_only(body: Callable[..., None], shown: bool) -> None:
    said = [each for each in Prover([ALWAYS]).event(event_of(body)).obligations if each.law_id == "T3"]
    assert said
    assert all(each.answer is Answer.PROVED for each in said) is shown


def looks_before_the_first(w: Counted, r: Any) -> bool:
    """The one before has something."""
    return w.amount[r] == 0 or w.amount[r - 1] >= 0


def looks_before_another(w: Counted, r: Any) -> bool:
    """The one before, if there is one, has something."""
    return r == 0 or w.amount[r - 1] >= 0


@pytest.mark.parametrize(("body", "shown"), [(looks_before_the_first, False), (looks_before_another, True)])
def test_a_law_is_about_things_only(body: Callable[..., bool], shown: bool) -> None:
    law = Law("L2", body.__name__, (("r", Request),), body, Counted, step=False)
    said = [each for each in Prover([law]).initially().obligations if each.law_id == "T3"]
    assert said
    assert all(each.answer is Answer.PROVED for each in said) is shown
